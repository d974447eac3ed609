"""What card authors are helped with: the linter, JSON Schemas, the reference page, explanations."""
