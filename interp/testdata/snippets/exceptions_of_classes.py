# A call of a class of exceptions that does nothing of its own makes the exception in place, as long as the class and its metaclass do nothing.
import gc


class Plain(Exception):
    pass


class Key(KeyError):
    code = 5


class Both(Plain, ValueError):
    __slots__ = ()


class Init(Plain):
    def __init__(self, *args):
        super().__init__("init", *args)


class New(Plain):
    def __new__(cls, *args):
        return super().__new__(cls, "new", *args)


class Attr(AttributeError):
    pass


class Group(ExceptionGroup):
    pass


class System(OSError):
    pass


class Stop(StopIteration):
    pass


class Leave(SystemExit):
    pass


class Dies(Plain):
    def __del__(self):
        dead.append(self.args)


class Meta(type):
    pass


class Metal(Exception, metaclass=Meta):
    pass


dead = []


def made(kinds, n, *args):
    for i in range(n):
        out = []
        for kind in kinds:
            e = kind(i, *args)
            e.note = i
            out.append((type(e).__name__, e.args, str(e), e.note, e.__cause__, e.__traceback__, e.__suppress_context__))
    return out


def one(kind, n):
    for i in range(n):
        e = kind("x", i)
    return e


def raised(kind, n):
    caught = []
    for i in range(n):
        try:
            raise kind("r", i)
        except kind as e:
            caught = [type(e).__name__, e.args, e.__traceback__.tb_lineno - raised.__code__.co_firstlineno, isinstance(e, ValueError)]
            try:
                raise kind from e
            except kind as again:
                caught.append((again.args, again.__cause__ is e, again.__context__ is e))
    return caught


print(made([Plain, Key, Both, Init, New, Attr, System, Dies, Metal], 300))
for kind in Plain, Key, Both, Init, New, Attr, System, Stop, Leave, Metal, AttributeError, NameError, ImportError, OSError, ValueError, StopIteration, UnicodeError:
    e = one(kind, 300)
    print(repr(e), e.args, vars(e) if hasattr(e, "__dict__") else "", getattr(e, "name", ""), getattr(e, "value", ""), getattr(e, "code", ""), getattr(e, "errno", ""))
    print(raised(kind, 300))
for kind, args in (Attr, ("a",)), (AttributeError, ()), (ImportError, ("m",)), (NameError, (1, 2)):
    e = kind(*args)
    print(repr(e), e.name, getattr(e, "obj", "-"), getattr(e, "path", "-"), getattr(e, "msg", "-"))
try:
    Plain("x", a=1)
except TypeError as e:
    print(e)
try:
    one(Group, 2)
except TypeError as e:
    print(e)


def many(n):
    for i in range(n):
        e = Plain(i)
        if i == n // 2:
            Plain.__init__ = lambda self, *a: setattr(self, "seen", a)
        if i == n // 2 + 3:
            Plain.__new__ = lambda cls, *a: "made"
    return e


print(many(600))
del Plain.__new__, Plain.__init__
print(repr(one(Plain, 5)))


def metal(n):
    for i in range(n):
        e = Metal(i)
        if i == n // 2:
            Meta.__call__ = lambda cls, *a: ("called", a)
    return e


print(metal(600))
one(Dies, 50)
gc.collect()
print(len(dead) > 300)
