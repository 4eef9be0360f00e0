"""Attributes that lie in no field of a value, and such as are not there: the shortest of RUNS runs of N calls, in nanoseconds of CPU time.

    tier2 run interp/testdata/besides.py [RUNS [N]]
"""
import sys
from time import process_time


class A:
    k = "of A"

    def __init__(self):
        self.x = 1

    def m(self, a):
        return a


class B(A):
    def m(self, a):
        return a + 1


class E(ValueError):
    k = "of E"


def append(n):
    for i in range(n):
        l = []
        a = l.append
        a(i)
        a(i)


def method(n, objs=[A(), B()]):
    for i in range(n):
        f = objs[i & 1].m
        f(i)
        f(i)


def get(n, ds=[{1: 2}, {3: 4}]):
    for i in range(n):
        g = ds[i & 1].get
        g(i)
        g(3)


def class_of(n, objs=[A(), B(), E(), []]):
    for i in range(n):
        objs[i & 3].__class__


def constant(n, objs=[A(), B(), E(), A()]):
    for i in range(n):
        objs[i & 3].k


def default(n, objs=[A(), B(), E(), []]):
    for i in range(n):
        getattr(objs[i & 3], "__deepcopy__", None)


def has(n, objs=[A, B, E(), []]):
    for i in range(n):
        hasattr(objs[i & 3], "__deepcopy__")


def dict_of(n, objs=[A(), B()]):
    for i in range(n):
        objs[i & 1].__dict__


runs, n = [*map(int, sys.argv[1:]), *[5, 200000][len(sys.argv) - 1:]]
for f in append, method, get, class_of, constant, default, has, dict_of:
    best = 1e9
    for _ in range(runs):
        start = process_time()
        f(n)
        best = min(best, process_time() - start)
    print(f.__name__, round(best / n * 1e9, 1))
