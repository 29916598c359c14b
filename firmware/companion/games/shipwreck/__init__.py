"""The Shipwreck Arcana on the device: its screens, and the creatures that the players enter."""
