# Attributes that builtin types compute: of frames, code, functions, classes, exceptions; those of classes that derive, that hide them, that lack them.
import sys, types
def f(a, b=2, *, c=3):
    "doc"
def look(n):
    s = set()
    fr = sys._getframe()
    for i in range(n):
        c = fr.f_code
        s.add((c.co_name, c.co_argcount, c.co_filename == __file__, c is look.__code__, fr.f_back.f_code.co_name, fr.f_globals is globals(), fr.f_builtins is __builtins__.__dict__, "i" in fr.f_locals, fr.f_lineno - c.co_firstlineno))
        s.add((f.__code__.co_varnames, f.__defaults__, str(f.__kwdefaults__), f.__doc__, f.__name__, f.__qualname__, f.__module__, f.__closure__))
    return sorted(map(str, s))
print(look(2000))
class A: x = 1
class B(A):
    __mro__, mro = 5, 6
class M(type):
    __bases__ = 7
    @property
    def __base__(cls): return 8
class D(A, metaclass=M): pass
def classes(ts, n):
    s = set()
    for i in range(n):
        t = ts[i % len(ts)]
        s.add((t.__name__, t.__mro__, t.__bases__, t.__base__, type(t.__dict__).__name__, "x" in t.__dict__, t.__class__, t.__module__, t.__qualname__, len(t.__subclasses__()) > 0))
    return sorted(map(str, s))
print(classes([A], 1500), classes([A, B, D, int, bool], 2000))
def changed(n):
    out = []
    for i in range(n):
        if i == n // 2: B.__name__ = "C"; B.__module__ = "mod"; f.__name__ = "g"; f.__defaults__ = (5,)
        out.append((B.__name__, B.__module__, f.__name__, f.__defaults__))
    return out[0], out[-1], len(set(out))
print(changed(2000))
def bad(n, get):
    out = {}
    for i in range(n):
        try: r = get(i)
        except Exception as e: r = type(e).__name__ + ": " + str(e)
        out[str(r)] = out.get(str(r), 0) + 1
    return out
ns = types.SimpleNamespace
print(bad(1500, lambda i: (f if i % 2 else f.__code__).co_name), bad(1500, lambda i: A().__mro__))
class C:
    code = types.FrameType.f_code
    name = type.__dict__["__name__"]
print(bad(1500, lambda i: C().code), bad(1500, lambda i: C().name), bad(500, lambda i: C.name.__name__))
class E(Exception):
    args = 3
class G(Exception): pass
def excs(n):
    s = set()
    for i in range(n):
        for e in (E(1), G(1, 2), OSError(2, "x", "y"), KeyError("k")):
            try: raise e from (ValueError() if i % 2 else None)
            except Exception as x: s.add((x.args, type(x.__cause__), x.__suppress_context__, x.__context__ is None, x.__traceback__.tb_frame.f_code.co_name, x.__traceback__.tb_next))
    return sorted(map(str, s))
print(excs(500))
def setters(n):
    out = {}
    for i in range(n):
        e = KeyError()
        try:
            e.args = (i % 3,); e.__cause__ = None if i % 2 else ValueError(); e.__traceback__ = None
            f.__code__ = (lambda: 1).__code__ if i % 4 else look.__code__
            if i % 5 == 0: f.__code__ = 5
            if i % 7 == 0: del f.__code__
        except Exception as x: r = type(x).__name__ + ": " + str(x)
        else: r = e.args
        out[str(r)] = out.get(str(r), 0) + 1
    return out
print(setters(1500))
