# hasattr and getattr with a default ask without an exception, where nothing of the guest's raises one: of
# classes, modules, super, aliases and functions, as of instances.
import types

class Deny:
    def __get__(self, v, owner):
        raise AttributeError("denied")

class DenyData(Deny):
    def __set__(self, v, x):
        raise AttributeError("denied too")

class Fails:
    def __get__(self, v, owner):
        raise ValueError("fails")

class Meta(type):
    deny = Deny()
    data = DenyData()
    fails = Fails()
    prop = property(lambda c: c.nothing)
    given = 7

class C(metaclass=Meta):
    __slots__ = ("slot", "empty")
    own = 1
    data = "hidden by the metaclass"
    deny = "shown before the metaclass's"
    mine = Deny()

class D(C):
    def ask(self, name):
        return hasattr(super(), name), getattr(super(), name, "none")

def ask(v, name):
    try:
        return hasattr(v, name), getattr(v, name, "none")
    except ValueError as e:
        return str(e)

def f(): pass
f.attr = 3
m = types.ModuleType("m")
m.x = 5
d = D()
d.slot = 2
names = "own", "given", "deny", "data", "fails", "prop", "mine", "nothing", "slot", "empty", "x", "attr"
for i in range(60):
    for v in C, D, d, int, True, type, m, f, f.__get__(d), list[int], super(D, d), super(D, D), super(D), len, "".join, slice(1), range(3), types:
        for n in names:
            r = ask(v, n)
            if i == 59 and n != "slot":
                print(type(v).__name__, n, r[0] if isinstance(r, tuple) else r)
    if i == 59:
        for n in names:
            if n not in ("slot", "empty", "fails", "own", "deny"):
                print(n, d.ask(n))
#---
# The AttributeError that is raised says what it says elsewhere, before and after such questions.
import types, weakref

class Meta(type): pass
class C(metaclass=Meta): pass
class M(types.ModuleType): pass
class S(super): pass
class A(types.GenericAlias): pass
class I(int): pass
class R:
    def __setattr__(self, n, v): pass

def f(): pass
c = C()
values = C, c, int, object(), types.ModuleType("mod"), M("derived"), list[int], A(dict, (int, str)), f, I(3), 3, 2.5, True, None, len, [], \
    super(C, c), S(C, c), C.__init__, "".join, slice(1), range(2), R(), R, {}.items(), property(), classmethod(f), types.SimpleNamespace(a=1), weakref.proxy(c)
def say(g, *a):
    try:
        return g(*a)
    except AttributeError as e:
        return str(e), e.name, e.obj is a[0], e.__context__
for i in range(40):
    for v in values:
        asked = hasattr(v, "lost"), getattr(v, "lost", 1)
        r = [say(getattr, v, "lost")]
        if type(v) in (C, R, I, int, float, object, property):
            r.append(say(object.__getattribute__, v, "lost"))
        if i == 39:
            print(asked, r)
C.lost = 1
print(hasattr(C, "lost"), hasattr(c, "lost"), getattr(C, "lost", 2))
del C.lost
Meta.lost = 3
print(hasattr(C, "lost"), hasattr(c, "lost"), getattr(C, "lost", 2))
del Meta.lost
print(hasattr(C, "lost"), say(getattr, C, "lost"))
C.__name__ = "Renamed"
print(say(getattr, C, "lost"), say(getattr, c, "lost"))
class Plain: pass
class Named:
    lost = 4
class Changes(Plain): pass
print(hasattr(Changes, "lost"), hasattr(Changes(), "lost"))
Changes.__bases__ = Named,
print(hasattr(Changes, "lost"), hasattr(Changes(), "lost"))
#---
# __getattr__ of a class, a metaclass and a module is asked for what is missing, and for what raises
# AttributeError; its own exceptions go on, without that one as their context.
import types

class Meta(type):
    def __getattr__(cls, name):
        if name == "no":
            raise AttributeError(name)
        if name == "bad":
            raise ValueError(name)
        return "meta " + name
    raises = property(lambda c: c.no)

class C(metaclass=Meta):
    def __getattr__(self, name):
        if name == "no":
            raise AttributeError(name)
        if name == "bad":
            raise ValueError(name)
        return "class " + name
    raises = property(lambda c: c.no)

class L(list):
    __getattr__ = C.__dict__["__getattr__"]

class G:
    def __getattribute__(self, name):
        if name == "bad":
            raise ValueError(name)
        return object.__getattribute__(self, name)

class Both(G):
    def __getattr__(self, name):
        return "both " + name

m = types.ModuleType("m")
def module_getattr(name):
    if name == "no":
        raise AttributeError(name)
    if name == "bad":
        raise ValueError(name)
    return "module " + name

def ask(v, name):
    try:
        return hasattr(v, name), getattr(v, name, "none")
    except ValueError as e:
        return repr(e), e.__context__

before = ask(m, "x")
m.__getattr__ = module_getattr
for i in range(60):
    for v in C, C(), L(), G(), Both(), m:
        for n in "x", "no", "bad", "raises", "__class__":
            r = ask(v, n)
            if i == 59:
                print(type(v).__name__, n, r)
print(before)
del m.__getattr__
print(ask(m, "x"))
# While another exception is handled, nothing of what was dropped is seen.
try:
    1 / 0
except ZeroDivisionError as e:
    print(hasattr(int, "lost"), getattr(types, "lost", 0), ask(C(), "x"), e.__context__)
    try:
        int.lost
    except AttributeError as a:
        print(a, a.__context__ is e)
