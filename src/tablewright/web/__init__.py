"""The web face: a server around ``table.session``, and the pages that it serves."""
