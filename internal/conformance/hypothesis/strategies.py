"""Strategies in name only."""
from hypothesis import strategies


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    return strategies
