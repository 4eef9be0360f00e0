# Code and its constants live as long as something needs them, however often is collected meanwhile, and code that is made later or replaced too.
import gc

source = """def f{0}(x):
    '''text {0}'''
    def inner(y):
        return y, 'inner {0}', ({0}, 'pair', {0}.5), b'bytes {0}', 10 ** 20 + {0}
    if x is None:
        return [x.name_{0} for x in ()], frozenset((1, {0}))
    return inner(x), 'const {0}', {0} * 10 ** 30
"""


def made(lo, hi):
    names = {}
    for i in range(lo, hi):
        exec(compile(source.format(i), "made %d" % i, "exec"), names)
    return [names["f%d" % i] for i in range(lo, hi)]


def garbage(n):
    for i in range(n):
        x = ["const %d" % i, (i, "pair", i + 0.5), b"bytes %d" % i, i * 10 ** 30] * 50
    return len(x)


def right(functions, lo):
    for i, f in enumerate(functions, lo):
        assert f(7) == ((7, "inner %d" % i, (i, "pair", i + 0.5), b"bytes %d" % i, 10 ** 20 + i), "const %d" % i, i * 10 ** 30), i
        assert f.__doc__ == "text %d" % i and f.__code__.co_filename == "made %d" % i and f.__code__.co_varnames[0] == "x"
        assert any("inner" in str(c) for c in f.__code__.co_consts)
    return len(functions)


first = made(0, 200)
for _ in range(5):
    gc.collect()
    garbage(300)
print(right(first, 0))
second = made(200, 500)
first = first[::2]
for _ in range(5):
    gc.collect()
    garbage(300)
print(right(second, 200), [right([f], 2 * i) for i, f in enumerate(first)].count(1))
second[5].__code__ = second[6].__code__
third = [f.__code__.replace(co_consts=tuple(c if c != "const %d" % i else "other %d" % i for c in f.__code__.co_consts)) for i, f in enumerate(second, 200)]
del second[100:]
for _ in range(6):
    gc.collect()
    garbage(500)
    for i in range(40):
        exec("def g(x): return x, 'g %d'" % i)
print(second[5](1)[1], [c.co_consts[2] for c in third[7:9]], right(second[6:], 206))
for i, f in enumerate(second[:5], 200):
    f.__code__ = third[i - 200]
    gc.collect()
    garbage(100)
    print(f(3)[1])
