# Attributes that a program gives to type variables.
import typing
for t in (typing.TypeVar("T"), typing.TypeVarTuple("Ts"), typing.ParamSpec("P")):
    try:
        t.__foo__ = 3; print(t.__foo__, vars(t) if hasattr(t, '__dict__') else None)
        t.bar = 4; del t.bar
        try: t.bar
        except AttributeError as e: print(e)
        try: t.__name__ = 3
        except AttributeError as e: print(e)
        print(sorted(t.__dict__))
    except AttributeError as e: print(e)
type X = int
try: X.foo = 1
except AttributeError as e: print(e)
def own[T, *Ts, **P]():
    for t in (T, Ts, P):
        t.__note__ = t; t.n = 0
        for i in range(2000): t.n += i & 3
        print(t.__note__ is t, t.n, getattr(t, "x", 5), hasattr(t, "n"), repr(t))
        for name in ("__covariant__", "__default__", "__bound__"):
            try: setattr(t, name, 1); print(getattr(t, name))
            except AttributeError as e: print(e)
            try: delattr(t, name)
            except AttributeError as e: print(e)
own()
T = typing.TypeVar("T"); T.__module__ = "mine"; print(T.__module__)
T.has_default = lambda: "own"; print(T.has_default()); del T.has_default; print(T.has_default())
try: del T.has_default
except AttributeError as e: print(e)
