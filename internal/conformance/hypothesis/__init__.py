"""hypothesis in name only: a test of a property is skipped, and what describes values is no more than itself."""
import pytest


def given(*args, **kw):
    def skipped(f):
        return pytest.mark.skip(reason="hypothesis")(lambda: None)
    return skipped


class Anything:
    """Whatever is done with it is it."""

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return self

    def __call__(self, *args, **kw):
        if len(args) == 1 and not kw and hasattr(args[0], "__code__"):
            return args[0]
        return self

    def same(self, *args):
        return self

    def __iter__(self):
        return iter(())

    __or__ = __ror__ = __getitem__ = same
    __mro_entries__ = lambda self, bases: ()


class Strategies(Anything):
    def __call__(self, *args, **kw):
        return self


strategies, settings = Strategies(), Anything()
example = assume = note = HealthCheck = Verbosity = Phase = settings
reject = event = settings
