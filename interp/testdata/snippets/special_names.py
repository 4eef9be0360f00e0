# Special methods by names that are no constants of the program, of several bases, set and deleted later; attributes of functions by such names; and what
# objects say of themselves to be copied.
import copy


def parts(*names):
    return ["".join(["__", n, "__"]) for n in names]


class S(str):
    pass


LEN, ADD, ITER, GETITEM, CALL = parts("len", "add", "iter", "getitem", "call")
A = type("A", (), {LEN: lambda s: 3, ADD: lambda s, o: ("add", o)})
print(len(A()), A() + 1)
B = type("B", (A,), {S(CALL): lambda s: "called"})
print(len(B()), B() + 2, B()())


class Mixin:
    def __iter__(self):
        return iter("xy")


class C(B, Mixin):
    pass


c = C()
print(list(c), len(c), c())
setattr(Mixin, GETITEM, lambda s, i: i * 2)
print(c[4])
delattr(Mixin, ITER)
try:
    for x in c:
        if x > 4:
            break
    print("by items", x)
finally:
    delattr(Mixin, GETITEM)
try:
    iter(c)
except TypeError as e:
    print(e)
A.__len__ = lambda s: 7
print(len(c), bool(c))
del A.__len__
try:
    len(c)
except TypeError as e:
    print(e)


class D:
    __hash__ = None


class E(D):
    pass


class F(E):
    def __hash__(self):
        return 5


for k in D, E, F:
    try:
        print(hash(k()))
    except TypeError as e:
        print(e)
E.__hash__ = lambda s: 6
print(hash(E()))
Mixin.__eq__ = lambda s, o: "equal"
print(c == 1, C() != 1)


class G(int, Mixin):
    __add__ = int.__add__

    def __radd__(self, o):
        return "radd"


print(G(3) + 4, 4 + G(3), G(3) == 3)


class Other:
    def __len__(self):
        return 11


class H(Mixin):
    pass


h = H()
try:
    len(h)
except TypeError as e:
    print(e)
H.__bases__ = (Other,)
print(len(h))


# Functions.
def f(x: int, y=2, *, z=3):
    "doc"


for n in parts("name", "qualname", "doc", "module", "defaults", "kwdefaults", "dict", "closure", "annotations", "wrapped", "nope"):
    for name in n, S(n):
        print(name, getattr(f, name, "none"), hasattr(f, name))
f.own = 1
f.__dict__["other"] = 2
print(f.own, f.other, sorted(f.__dict__))
for n, v in ("__name__", "g"), (S("__qualname__"), "a.g"), ("__defaults__", (9,)), ("__doc__", None), ("__dict__", {"new": 1}), ("__wrapped__", len), (S("__mine__"), 5):
    setattr(f, n, v)
print(f.__name__, f.__qualname__, f.__defaults__, f.__doc__, f.new, f.__wrapped__, f.__mine__, sorted(f.__dict__))
for n, v in ("__name__", 1), ("__defaults__", 1), ("__dict__", 1), ("__globals__", {}), ("__closure__", None), ("__code__", 1), ("__kwdefaults__", 3), (3, 4):
    try:
        setattr(f, n, v)
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
for n in "__name__", "__dict__", "__defaults__", "__doc__", "new", "new":
    try:
        delattr(f, n)
        print("deleted", n, getattr(f, n, "none"))
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)


# What objects say of themselves.
class Plain:
    def __init__(self, *names):
        for n in names:
            setattr(self, n, n)


class Slots:
    __slots__ = ("a", "b")


class State(Plain):
    def __getstate__(self):
        return {"state": 1}


class Looks(Plain):
    def __getattribute__(self, name):
        if name == "__getstate__":
            return lambda: {"looked": 2}
        return object.__getattribute__(self, name)


class Lacks(Plain):
    def __getattr__(self, name):
        return name


s = Slots()
s.b = 4
own = Plain("a")
own.__getstate__ = lambda: {"own": 3}
many = Plain(*["n%d" % i for i in range(40)])
gone = Plain("a", "b")
del gone.a, gone.b
for x in Plain(), Plain("a", "b"), s, State("a"), Looks("a"), Lacks("a"), own, gone:
    r = x.__reduce_ex__(4)
    print(r[1:], r[0].__name__)
print(len(many.__reduce_ex__(2)[2]))
for i in range(3):
    y = copy.copy(Plain("a", "b"))
    z = copy.deepcopy([y, y])
    print(y.a, y.b, z[0] is z[1], z[0].__dict__)
keys = Plain()
keys.__dict__[1] = 2
print(keys.__reduce_ex__(4)[2])
