"""The page of a device in the browser: its messages and its server."""
