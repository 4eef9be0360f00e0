# Packages, relative imports in loops, namespace packages, names that are not there.
import sys
import pkg.sub.deep
import pkg.sub.deep as dd
print(dd.__name__, dd.f())
from pkg import *
print(b.__name__, x)
import ns.inner.m
print(ns.inner.m.z, ns.__name__)

def loop(n):
    total = 0
    for i in range(n):
        from pkg.b import y
        total += dd.f() + y
    return total

print(loop(3000))
print(__import__('pkg.sub').x, __import__('pkg.sub', fromlist=('deep',)).deep is dd)
print(sorted(filter(lambda n: n[:3] == "pkg" or n[:2] == "ns", sys.modules)))
print(repr(pkg)[:14], __name__, __package__)
