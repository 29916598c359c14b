"""The Shipwreck Arcana on the desktop."""
