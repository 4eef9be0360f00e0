"""except* in hot functions: what a clause handles, what it leaves, what is raised behind it."""


class Own(ExceptionGroup):
    def derive(self, excs):
        return Own(self.message + "'", excs)


def shown(exc):
    if exc is None:
        return None
    if isinstance(exc, BaseExceptionGroup):
        return type(exc).__name__, exc.message, [shown(e) for e in exc.exceptions]
    return repr(exc)


def f(exc, log):
    try:
        if exc is not None:
            raise exc
    except* (ValueError, KeyError) as e:
        log.append(("values", shown(e), e.__traceback__ is not None))
    except* OSError as e:
        log.append(("os", shown(e)))
        raise
    except* TypeError as e:
        log.append(("types", shown(e)))
        raise LookupError("of types")
    else:
        log.append("else")
    finally:
        log.append("finally")
    return len(log)


cases = [
    lambda: None,
    lambda: ValueError(1),
    lambda: OSError(2, "lone"),
    lambda: TypeError("lone"),
    lambda: ZeroDivisionError("nobody's"),
    lambda: ExceptionGroup("eg", [ValueError(1), KeyError(2)]),
    lambda: ExceptionGroup("eg", [ValueError(1), TypeError(2), OSError(3, "x")]),
    lambda: ExceptionGroup("eg", [ZeroDivisionError(), ExceptionGroup("in", [ValueError(1), OSError(3, "x")])]),
    lambda: BaseExceptionGroup("b", [KeyboardInterrupt(), ValueError()]),
    lambda: Own("own", [ValueError(1), ZeroDivisionError(2), Own("deep", [OSError(4, "y"), TypeError()])]),
]
for round in range(120):
    for i, case in enumerate(cases):
        log = []
        try:
            log.append(f(case(), log))
        except BaseException as e:
            log.append(("raised", shown(e), shown(e.__context__), shown(e.__cause__)))
        if round == 119:
            print(i, *log, sep="\n  ")
#---
def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


group = ExceptionGroup("g", [ValueError(1), TypeError(2), ExceptionGroup("h", [OSError(3), ValueError(4)])])
group.add_note("noted")
group.__cause__ = KeyError("cause")
print(str(group), repr(group), group.args[0], group.exceptions == tuple(group.args[1]))
match, rest = group.split(ValueError)
print(match, rest, match.__notes__, match.__notes__ is group.__notes__, repr(rest.__cause__), match.exceptions[1].message)
print(group.split(lambda e: isinstance(e, ExceptionGroup) and e.message == "h"))
print(group.subgroup((OSError, TypeError)), group.subgroup(KeyError), group.split(Exception), group.subgroup(lambda e: False))
print(ExceptionGroup.__mro__, isinstance(group, Exception), BaseExceptionGroup("b", [ValueError()]), BaseExceptionGroup("b", [SystemExit()]))
print(repr(ExceptionGroup("t", (ValueError(),))), repr(ExceptionGroup("r", Seq()) if 0 else group.derive([KeyError()])), ExceptionGroup[int])
for args in ((), ("m",), (1, [ValueError()]), ("m", 5), ("m", []), ("m", [1]), ("m", {ValueError()}), ("m", [KeyboardInterrupt()])):
    attempt(ExceptionGroup, *args)
for by in (5, (ValueError, 5), int, "x"):
    attempt(group.split, by)
attempt(setattr, group, "message", 3)


class Bad(ExceptionGroup):
    def derive(self, excs):
        return 3


class Few(ExceptionGroup):
    def split(self, by):
        return (None,)


class None_(ExceptionGroup):
    def split(self, by):
        return None


attempt(Bad("m", [ValueError(), KeyError()]).split, KeyError)
for make in Bad, Few, None_:
    try:
        try:
            raise make("m", [ValueError(), KeyError()])
        except* KeyError:
            print("handled")
    except Exception as e:
        print(type(e).__name__, e)
for clause in 3, (ValueError, 3), ExceptionGroup, (ValueError, BaseExceptionGroup):
    try:
        try:
            raise ValueError
        except* clause:
            print("handled")
    except TypeError as e:
        print(e)
try:
    try:
        raise ExceptionGroup("x", [ValueError()])
    except* ValueError as e:
        raise ExceptionGroup("y", [KeyError()]) from e
except ExceptionGroup as e:
    print(repr(e), repr(e.__cause__), repr(e.__context__))
#---
deep = ValueError()
for i in range(20):
    deep = ExceptionGroup("deep", [deep])
print(str(deep.subgroup(ValueError)), deep.subgroup(KeyError))
d = {i: i for i in range(1000)}


class Given(dict):
    def __new__(cls):
        return d


print(len(Given.fromkeys({"a", "b"})), len(Given.fromkeys({"c": 1})), d["a"])
#---
# What is a sequence by __getitem__ alone, for reversed and exception groups.
class Items:
    def __getitem__(self, i):
        if i > 1:
            raise IndexError(i)
        return ValueError(i)
class Neither:
    pass
class Mapping(dict):
    pass
class Static:
    __getitem__ = staticmethod(lambda i: [KeyError(1)][i])
class Sized(Items):
    def __len__(self):
        return 2
class No(Sized):
    __reversed__ = None
def tries(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)
for c in (Items, Neither, Mapping, Static, Sized, No, Items.__class__):
    v = c() if c is not type else c
    r = tries(reversed, v)
    print(c.__name__, r if type(r) is tuple else list(r), tries(ExceptionGroup, 'g', v))
print(tries(reversed, {1: 2}.items()).__class__.__name__, tries(reversed, {1}), tries(reversed, 3), tries(reversed, type(len.__dict__ if hasattr(len, '__dict__') else type.__dict__)))
