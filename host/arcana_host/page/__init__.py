"""The page in the browser: what it is told, and who serves it."""
