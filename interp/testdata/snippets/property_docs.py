# The doc strings of properties and of classes derived from property.
class Sub(property):
    """of the class"""


class Bare(property): pass


class Slots(property):
    __slots__ = ()


class DocSlot(property):
    __slots__ = ("foo", "__doc__")


class Five(property):
    def __new__(cls, *a): return 5 if a and a[-1] == "five" else super().__new__(cls)


def documented(self): "getter's"


def other(self): "other's"


def plain(self): pass


class NoDoc:
    @property
    def __doc__(self): raise AttributeError


def tries(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return type(e).__name__, str(e)


def doc(p): return p.__doc__ if isinstance(p, property) else p


for cls in (property, Sub, Bare, Slots, DocSlot):
    print(cls.__name__, cls.__doc__ if cls is not property else "")
    for args in ((), (plain,), (documented,), (documented, None, None, "own"), (plain, None, None, "own"), (None, None, None, "own"), (NoDoc(),), (documented, None, None, None)):
        p = tries(cls, *args)
        print("   ", doc(p), end=";")
        if isinstance(p, property):
            for q in (tries(p.getter, other), tries(p.getter, plain), tries(p.setter, other), tries(p.deleter, None), tries(p.getter, None)):
                print(doc(q), end=";")
            r = tries(setattr, p, "__doc__", "set")
            print(r, doc(p), doc(tries(p.getter, other)), doc(tries(p.setter, other)), end=";")
        print()
print(Five(plain).getter(plain).__name__)
q = Five(plain)
F = Five; Five.__new__ = lambda cls, *a: 5
print(q.setter(plain))


class Named:
    __name__ = "shown"

    def __call__(self, x): return 1


class C:
    named = property(plain)
    late = property()


C.never = property()
C.by_getter = property(None, None)
C.object = property(Named())
for name in ("named", "late", "never", "by_getter", "object"):
    p = C.__dict__[name]
    print(name, tries(lambda: p.__name__), tries(setattr, C(), name, 1), tries(delattr, C(), name))
for a in ((), (1,), (1, "x"), (1, 2, 3)):
    print(tries(p.__set_name__, *a))
for name in ("fget", "fset", "fdel"):
    print(tries(setattr, p, name, 1), tries(delattr, p, name))
print(tries(setattr, C().object.__class__.__mro__.__class__, "x", 1)[0], tries(setattr, staticmethod(len), "__func__", 1), tries(setattr, super(C, C()), "__self__", 1))
print(tries(complex, C()), tries(complex, []), tries(lambda: b"%c" % C()), tries(lambda: "%c" % C()))
