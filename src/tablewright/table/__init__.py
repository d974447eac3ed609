"""A match with people around it, without any screen or wire: choices with reasons, whose turn it is, hints, saves."""
