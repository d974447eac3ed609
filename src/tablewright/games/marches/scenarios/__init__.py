"""Scenarios: rules tests as data."""
