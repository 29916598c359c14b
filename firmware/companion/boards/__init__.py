"""The boards that the companion runs on, one module each: its pins, its panel and its buttons."""
