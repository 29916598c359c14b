"""What a game says when it refuses something."""


class RuleError(ValueError):
    """An event, a record or a text that is refused; its message is a sentence a player understands."""
