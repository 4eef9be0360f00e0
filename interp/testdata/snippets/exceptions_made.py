"""Exceptions of classes with an __init__ in Python, made in hot loops, and attributes that
are not there."""


class Coded(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Silent(ValueError):
    def __init__(self, code, *rest, key=None):
        self.key = key
        self.code = code


class Twice(Coded):
    def __init__(self, code, more=5):
        Coded.__init__(self, 2 * code)
        self.more = more


class Stop(StopIteration):
    def __init__(self, value):
        super().__init__(value + 1)


class Os(OSError):
    def __init__(self, a, b):
        self.a = a
        super().__init__(a, b)


class Key(KeyError):
    def __init__(self, key):
        self.key = key


class Mixed:
    def __init__(self, *args):
        self.seen = args


class Both(Mixed, LookupError):
    pass


class New(Exception):
    def __new__(cls, *args):
        self = super().__new__(cls, "from new")
        self.given = args
        return self

    def __init__(self, code):
        self.code = code


class Wrong(Exception):
    def __init__(self, code):
        if code % 2:
            return 3


class Fails(Exception):
    def __init__(self, code):
        if code % 3 == 0:
            raise Coded(code)
        self.code = code


def raises(c, x):
    raise c(x)


def show(e):
    return type(e).__name__, str(e), repr(e), e.args, sorted(e.__dict__.items(), key=lambda p: p[0]), repr(e.__context__)


def run(n):
    out = []
    for i in range(n):
        row = []
        for c in Coded, Silent, Twice, Stop, Key, Both, New, Wrong, Fails:
            try:
                raises(c, i)
            except Exception as e:
                row.append(show(e))
        try:
            raise Os(2, "no such thing %d" % i)
        except OSError as e:
            row.append((show(e), e.errno, e.strerror, type(e)))
        try:
            raise Silent(1, 2, 3, key=4)
        except ValueError as e:
            row.append(show(e))
        try:
            raise Twice(i, more=i)
        except Coded as e:
            row.append(show(e))
        for f in lambda: Coded(), lambda: Coded(1, 2), lambda: Silent(), lambda: Coded(code=1), lambda: Coded(cod=1), lambda: Twice(1, 2, 3):
            try:
                row.append(show(f()))
            except TypeError as e:
                row.append(str(e))
        out = row
    return out


for r in run(1):
    print(r)
print(run(400) == run(400), run(3) == run(3))
for r in run(300)[:9]:
    print(r)


def count(n):
    s = 0
    for i in range(n):
        try:
            raise Coded(i)
        except Coded as e:
            s += e.code
        try:
            raises(Twice, i)
        except Coded as e:
            s += e.code + e.more
            last = e
    tb = last.__traceback__
    lines = []
    while tb:
        lines.append(tb.tb_lineno)
        tb = tb.tb_next
    return s, lines, last.args


print(count(10))
print(count(3000))


# What is made of a class that changes.
def changing(n):
    class E(Exception):
        def __init__(self, x):
            self.x = x

    s = 0
    for i in range(n):
        if i == n // 2:
            E.__init__ = lambda self, x: setattr(self, "x", 100)
        if i == n * 3 // 4:
            del E.__init__
            E.x = 1000
        if i == n * 7 // 8:
            E.__new__ = lambda cls, x: Coded(x)
        try:
            raise E(i)
        except E as e:
            s += e.x
        except Coded as e:
            s += e.code
    return s


print(changing(16), changing(2000))


# Attributes that are not there.
class Plain:
    pass


class Slots:
    __slots__ = "a",


class Own:
    def get(self, n):
        s = 0
        for i in range(n):
            try:
                self.gets
            except AttributeError as e:
                s += len(str(e)) + len(e.name) + (e.obj is self)
        return s


def missing(n):
    out = {}
    p, q = Plain(), Slots()
    for i in range(n):
        for v in p, q, 1, "a", Plain, [], None, len, missing, q.__class__:
            try:
                v.zork
            except AttributeError as e:
                out[str(e).split(" at ")[0]] = out.get(str(e), 0) + (e.name == "zork") + (e.obj is v)
        try:
            q.a
        except AttributeError as e:
            out[str(e)] = 1
        try:
            q.b = 3
        except AttributeError as e:
            out[str(e)] = 1
        try:
            p.other
        except AttributeError as e:
            e.args = ("changed", i)
            out["args"] = e.args
    return sorted(out.items())


print(missing(1))
print(missing(300))
print(Own().get(500))
Plain.__name__ = "Renamed"
print(missing(2)[0], [k for k, v in missing(200) if "Renamed" in k])


def kept(n):
    list_of = []
    for i in range(n):
        try:
            Plain().thing
        except AttributeError as e:
            e.add_note(str(i))
            list_of.append(e)
    a, b = list_of[-2:]
    return a is b, a.__notes__, b.__notes__, a.args is b.args, str(a) == str(b), a.__traceback__.tb_lineno - kept.__code__.co_firstlineno


print(kept(300))


def defaults(n):
    s = 0
    p = Plain()
    for i in range(n):
        s += getattr(p, "zork", 1) + hasattr(p, "zork") + hasattr(p, "__class__")
        if i == n // 2:
            Plain.zork = 5
    del Plain.zork
    return s


print(defaults(1000))


def through(p):
    return p.zork


def outer(n):
    for i in range(n):
        try:
            through(Plain())
        except AttributeError as e:
            tb = e.__traceback__.tb_next
            r = tb.tb_lineno - through.__code__.co_firstlineno, tb.tb_next
    return r


print(outer(300))
outer_self = Own()
try:
    outer_self.gett
except AttributeError as e:
    print(e, e.name)
