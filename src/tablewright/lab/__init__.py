"""Many matches at once: studies that repeat byte for byte on any number of workers, and what they say about balance."""
