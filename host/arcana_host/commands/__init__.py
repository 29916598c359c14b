"""The commands of `arcana`, one module each."""
