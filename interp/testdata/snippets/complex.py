# Operators of complex numbers on all special values, with reals and with each other.
inf, nan = float("inf"), float("nan")
parts = [0.0, -0.0, 1.5, -2.0, inf, -inf, nan, 1e308]
values = [complex(a, b) for a in parts for b in parts]
def show(f, *args):
    try: return repr(f(*args))
    except Exception as e: return f"{type(e).__name__}: {e}"
import operator
ops = [operator.add, operator.sub, operator.mul, operator.truediv, operator.eq, operator.ne]
def digest(text):
    h = 0
    for c in text: h = (h * 31 + ord(c)) % 1000000007
    return h
for op in ops:
    lines = [show(op, a, b) for a in values for b in values]
    lines += [show(op, a, b) for a in values for b in parts + [0, 3, -1, True, 10**30]]
    lines += [show(op, b, a) for a in values for b in parts + [0, 3, -1, True, 10**30]]
    print(op.__name__, len(lines), digest("\n".join(lines)))
for a in values[::7]: print(a, -a, +a, bool(a), show(abs, a), a.conjugate(), a.real, a.imag, hash(a) if a == a else None)
print(show(operator.truediv, 1j, 0), show(operator.truediv, 1, 0j), show(operator.truediv, 1j, 0j), show(abs, complex(1e308, 1e308)))
#---
# Powers: by multiplying, by polar coordinates, of negative floats; errors.
def show(f, *args):
    try: return repr(f(*args))
    except Exception as e: return f"{type(e).__name__}: {e}"
for a in 1j, 2+3j, -1.5+0.25j, 0j, complex(0, -2):
    for b in 0, 1, 2, 3, 7, 100, -1, -2, -5: print(a, b, show(pow, a, b))
def close(x, y):
    return abs(x.real - y.real) < 1e-12 and abs(x.imag - y.imag) < 1e-12
print(close((2+3j) ** (1-1j), (2+3j) * (2+3j) ** -1j), close((-8.0) ** (1/3), 1+1.7320508075688772j), close((-2) ** 0.5, 1.4142135623730951j))
print(show(pow, 0j, -1), show(pow, 0j, 1j), show(pow, 1e200+1j, 3), show(pow, 1j, 2, 3), show(pow, 2, 3, 1j), show(pow, 2, 1j, 3), show(pow, 1j, "", 3))
def hot(n):
    t = 0
    for i in range(n):
        x = (i - n + 5) * 1.0
        y = x ** 0.5
        t += y.imag if isinstance(y, complex) else y
    return t
print(round(hot(4000), 9))
def squares(n):
    t = 0j
    for i in range(n):
        t = t * t * 0.25 + complex(0.1, i % 3)
        if abs(t) > 2: t = t / 3
    return t
print(squares(3000))
#---
# complex(): numbers, texts, __complex__, subclasses, errors and deprecations.
import warnings
warnings.simplefilter("always")
warnings.showwarning = lambda message, category, *rest: print("warning:", category.__name__, message)
def show(f, *args, **kw):
    try: return repr(f(*args, **kw))
    except Exception as e: return f"{type(e).__name__}: {e}"
class Index:
    def __index__(self): return 7
class Float:
    def __float__(self): return 2.5
class Complex:
    def __complex__(self): return 3-4j
class Sub(complex):
    def __repr__(self): return "Sub(%r, %r)" % (self.real, self.imag)
class GivesSub:
    def __complex__(self): return Sub(1, 2)
class Wrong:
    def __complex__(self): return 1.0
class Raises:
    def __complex__(self): raise KeyError("x")
for args in [(), (1,), (1.5, 2), (1j,), (Index(),), (Float(),), (Complex(),), (Sub(1, 2),), (GivesSub(),), (Wrong(),), (Raises(),), (None,), ([], 1), (1, []), ("1", 2),
             (1, "2"), (1j, 2), (2, 1j), (1j, 1j), (Complex(), 1), (Sub(1, 2), 3), (1, Complex()), (1, Index()), (Float(), Index()), (10**400,), (b"1",), (1, 2, 3)]:
    print(show(complex, *args))
print(show(complex, real=1), show(complex, imag=2), show(complex, 1, imag=2), show(complex, real=1j), show(complex, x=1))
for text in ["1", "1.5", "1j", "-1j", "+j", "j", "-J", "1+2j", "1-2j", " ( 1 + 2j ) ", "(1+2j)", "( 1+2j )", " 1e5j ", "1e5-1e-5j", "nan", "nanj", "inf-infj", "-Infinity+NaNj", "1_0+2_0j",
             "1__0", "_1", "1_", "1_j", "", " ", "()", "(", ")", "1+", "1+2", "1j+2", "1+2j+3", "1 + 2j", "(1+2j", "1+2j)", "1e", "e5", "\u0661+\u0662j", ".j", "1.j", ".5j", "+-1j", "1+-2j", "0x1", "1+2jj", "--1j"]:
    print(ascii(text), show(complex, text))
print(show(complex.from_number, 1), show(complex.from_number, 1j), show(complex.from_number, Complex()), show(complex.from_number, "1"), show(Sub.from_number, 3+4j))
print(show(int, 1j), show(float, 1j), show(round, 1j), show(divmod, 1j, 1), show(lambda: 1j < 2), show(lambda: 1j // 2), show(lambda: 1j % 2), show(lambda: ~1j), show(lambda: 1j & 1))
s = Sub(1, 2)
print(s, s + 1, type(+s), type(s * 1), s == 1+2j, hash(s) == hash(1+2j), complex(s), s.__complex__(), {1+2j: 5}[s], s.__getnewargs__())
s.x = 5
print(s.x, show(setattr, 1j, "real", 2), show(setattr, 1j, "y", 2), 1j.__class__, isinstance(s, complex))
import copy
print(copy.copy(s).x, copy.deepcopy([1j]))
#---
# Formats, repr, hashes and sums.
def show(f, *args):
    try: return repr(f(*args))
    except Exception as e: return f"{type(e).__name__}: {e}"
for c in 1+2j, -1.5-0.25j, 3j, -0.0+1j, complex(1e20, -1e-7), complex("nan+infj"):
    print(repr(c), str(c), [show(format, c, f) for f in ("", "g", ".3f", "+.2e", ">20", "<20", "^20.1f", "*^25", "z.0f", "#.3g", " ", ",", "n", "20", ".2", "F", "G")])
for f in "d", "020", "=20", "%", "x", "s", "c": print(f, show(format, 1+2j, f))
print("%s %r" % (1j, 2j), f"{1+1j:.2f}", "{:>10}".format(1j))
print(hash(1+0j) == hash(1), hash(0.5+0j) == hash(0.5), hash(1j), hash(-1j), {1+0j, 1, 1.0})
print(sum([1j, 2, 3.5]), sum([0.1] * 10 + [1j]), sum([0.1+0.1j] * 10), sum([1e100, 1, -1e100], 0j), sum([1, 2], 1j), show(sum, [1j, "a"]))
print(1j == 1j, 1j != 2j, 1j == "a", 1+0j == 1, 1 == 1+0j, 1.5 == 1.5+0j, 10**30 == 1e30+0j, 2**53 + 1 == complex(2**53))
import numbers
print(isinstance(1j, numbers.Complex), isinstance(1j, numbers.Real), complex.__mro__, 1j.__add__(2), (1j).__radd__("a"), (2j).__pow__(2))
print((1j, 2+3j, -4j), [complex(0, -0.0), complex(-0.0, -0.0)], -0j, 1e309j)

#---
# Powers whose angle is infinite, and those of zero.
inf, nan = float("inf"), float("nan")
for a in 1 + 1j, 0j, complex(inf, 1), -1.0, 2.0, 0.0:
    for b in complex(inf, 1), complex(1, inf), 1e308 + 1e308j, complex(inf), complex(-inf), complex(nan), complex(0, nan):
        try:
            print(a, b, a**b)
        except ArithmeticError as e:
            print(a, b, type(e).__name__, e)
#---
# A complex number to a power that is one, not folded.
def power(a, b):
    return a ** b


print(power(3j, 2j), power(1 + 2j, 0.5 + 1.5j), power(2, 1 + 1j), power(-1.5 + 2j, 2.5 - 3j))
