"""The four exact terminal programs: they read lines and print events, and know no rule."""
