"""Calls of classes with a __new__, and super() in methods of classes: the shortest of RUNS runs of N calls, in nanoseconds of CPU time.

    tier2 run interp/testdata/makers.py [RUNS [N]]
"""
import collections
import fractions
import sys
from time import process_time


class Point:
    __slots__ = ("x",)

    def __new__(cls, x):
        self = super().__new__(cls)
        self.x = x
        return self

    @classmethod
    def make(cls, x):
        obj = super(Point, cls).__new__(cls)
        obj.x = x
        return obj


class Pair(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))


class Base:
    @classmethod
    def name(cls):
        return cls.__name__


class Derived(Base):
    @classmethod
    def name(cls):
        return super().name()


Named = collections.namedtuple("Named", "a b")


def new(n):
    for i in range(n):
        Point(i)


def make(n):
    for i in range(n):
        Point.make(i)


def pair(n):
    for i in range(n):
        Pair(i, 2)


def named(n):
    for i in range(n):
        Named(i, 2)


def fraction(n):
    for i in range(n):
        fractions.Fraction(i, 3)


def name(n):
    for i in range(n):
        Derived.name()


runs, n = [*map(int, sys.argv[1:]), *[20, 20000][len(sys.argv) - 1:]]
for f in new, make, pair, named, fraction, name:
    best = 1e9
    for _ in range(runs):
        start = process_time()
        f(n)
        best = min(best, process_time() - start)
    print(f.__name__, round(best / n * 1e9, 1))
