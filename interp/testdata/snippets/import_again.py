# What a function imports again, that has been imported: modules, names of modules, packages, submodules, relative names; and what changes in between.
import builtins
import sys
import types


def once(log):
    import os
    import os.path
    import os.path as p
    from os import path, sep
    from os.path import join as j
    import collections.abc
    return os is sys.modules["os"], p is os.path, path is p, sep, j("a", "b"), collections.abc is sys.modules["collections.abc"]


for _ in range(3):
    for _ in range(400):
        r = once(0)
    print(r)


def fake():
    import fake_m
    return fake_m


def fake_x():
    from fake_m import x
    return x


def fake_sub():
    from fake_p import sub
    return sub


def fake_dotted():
    import fake_p.sub
    return fake_p


def attempt(f):
    try:
        r = f()
        return getattr(r, "tag", r)
    except Exception as e:
        return type(e).__name__, str(e)


m = types.ModuleType("fake_m")
m.x = 1
m.tag = "m"
n = types.ModuleType("fake_m")
n.x = 2
n.tag = "n"
m.__file__ = n.__file__ = None


def many(f):
    seen = []
    for i in range(400):
        r = attempt(f)
        if not seen or seen[-1] != r:
            seen.append(r)
    return seen


print(many(fake), many(fake_x))
sys.modules["fake_m"] = m
print(many(fake), many(fake_x))
sys.modules["fake_m"] = n
print(many(fake), many(fake_x))
n.x = 3
print(many(fake_x))
del n.x
print(many(fake_x))
n.__getattr__ = lambda name: "by getattr " + name
print(many(fake_x))
sys.modules["fake_m"] = None
print(many(fake), many(fake_x))


class Odd:
    x = "odd"
    tag = "an instance"


sys.modules["fake_m"] = Odd()
print(many(fake), many(fake_x))


class Sub(types.ModuleType):
    @property
    def x(self):
        return "property"
    tag = "subclass"


s = Sub("fake_m")
s.__dict__["x"] = "hidden"
sys.modules["fake_m"] = s
print(many(fake), many(fake_x))
del sys.modules["fake_m"]
print(many(fake)[0][0])

# A submodule that is loaded, and is no attribute yet.
pack = types.ModuleType("fake_p")
pack.__path__ = []
pack.tag = "package"
sub = types.ModuleType("fake_p.sub")
sub.tag = "sub"
sys.modules["fake_p"] = pack
sys.modules["fake_p.sub"] = sub
print(many(fake_sub), many(fake_dotted))
pack.sub = 5
print(many(fake_sub), many(fake_dotted))
del sys.modules["fake_p.sub"]
print(many(fake_sub))
print(many(fake_dotted)[0][0])

# Another __import__.
own = builtins.__import__
calls = []


def other(name, globals=None, locals=None, fromlist=(), level=0):
    calls.append((name, fromlist, level))
    return own(name, globals, locals, fromlist, level)


def uses():
    import os
    from os import sep
    return os.sep == sep


sys.modules["fake_m"] = m
print(many(uses), len(calls))
builtins.__import__ = other
print(many(uses), len(calls), calls[:2])
builtins.__import__ = own
print(many(uses), len(calls))
del builtins.__import__
print(many(uses))
builtins.__import__ = own
print(many(uses))

# A function with builtins of its own.
code = uses.__code__
mine = types.FunctionType(code, {"__builtins__": {"__import__": lambda *a: Odd}})
Odd.sep = "s"
print(many(mine))
none = types.FunctionType(code, {"__builtins__": {}})
print(many(none))

# Relative.
inner = types.FunctionType(
    compile("def f():\n    from . import sub\n    from .sub import tag\n    return tag\n", "f", "exec").co_consts[0],
    {"__package__": "fake_p", "__builtins__": builtins, "__name__": "fake_p.other"},
)
sys.modules["fake_p.sub"] = sub
pack.sub = sub
print(many(inner))
sub.tag = "changed"
print(many(inner))


def levels(level):
    return __import__("os", globals(), None, ("sep",), level)


print(attempt(lambda: levels(0).sep), attempt(lambda: levels(-1)))
