"""The workshop: spaces of authors on the disk, what can be asked of them by HTTP, and studies of their cards."""
