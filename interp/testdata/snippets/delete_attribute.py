# del o.x in a trace: of instances, classes, modules, by a descriptor, by __delattr__, of what is not there.
import types


class C:
    k = 1

    def __init__(self):
        self.a = self.b = 1


class S:
    __slots__ = "a", "b"

    def __init__(self):
        self.a = self.b = 1


class P(C):
    @property
    def p(self):
        return "p"

    @p.deleter
    def p(self):
        self.a = "deleted"


class O(C):
    def __delattr__(self, name):
        if name == "b":
            raise AttributeError("no " + name)
        object.__delattr__(self, name)


class L(list):
    pass


def drop(o):
    del o.a
    try:
        return o.a
    except AttributeError:
        return "gone"


for cls in C, S, P, O, C:
    print([drop(cls()) for _ in range(300)][-1])


def drop_p(o):
    del o.p
    return o.a


def drop_b(o):
    try:
        del o.b
    except (AttributeError, TypeError) as e:
        return type(e).__name__, str(e)
    return vars(o) if hasattr(o, "__dict__") else "slots"


print([drop_p(P()) for _ in range(300)][-1])
for o in O, C, S, L, lambda: 5, lambda: int, lambda: types.ModuleType("m"), lambda: None:
    print([drop_b(o()) for _ in range(200)][-1])


def klass():
    class K:
        a = 1
    K.b = 2
    for i in range(100):
        K.n = i
        del K.n
    del K.a, K.b
    return [n for n in vars(K) if len(n) == 1]


print([klass() for _ in range(5)][-1])


def both(o):
    del o.a, o.b
    o.a = 1
    o.b = 2
    return list(vars(o))


c = C()
print([both(c) for _ in range(300)][-1])
print([both(c) for _ in range(300)][-1])
try:
    for i in range(300):
        if i == 200:
            del c.a
        del c.a
        c.a = i
except AttributeError as e:
    print(e, vars(c))
