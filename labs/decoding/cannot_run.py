"""What is asked for and can't run here.
It refuses to know what that was."""


class CannotRun(ValueError):
    """What is asked for can't run here; str() says what to do."""
