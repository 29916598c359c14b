"""A device at the other end of the serial link: its port, its answers, following it, backup and restore."""
