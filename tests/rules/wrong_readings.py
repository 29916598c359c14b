"""Wrong readings of a rule: changes of the code under which the test of that rule must fail."""

WRONG = {}
"""{the name of a test: a list of callables that follow a wrong reading, given a pytest.MonkeyPatch}."""


def fails_when(*readings):
    """Return a decorator that has a test fail under each of these wrong readings."""

    def marked(test):
        WRONG[test.__name__] = readings
        return test

    return marked


def replaced(owner, name, value):
    """Return a wrong reading that puts a value into the place of an attribute."""
    return lambda patch: patch.setattr(owner, name, value)


def around(owner, name, wrapper):
    """Return a wrong reading that calls a wrapper with the function there, then its parameters."""

    def reading(patch):
        original = getattr(owner, name)
        patch.setattr(owner, name, lambda *given, **named: wrapper(original, *given, **named))

    return reading
