# The right operand goes first only where its type derives from the left one's: 1.5 + I(2) is float's.
def made(base):
    class C(base):
        pass
    for n in 'add sub mul truediv floordiv mod pow lshift rshift and or xor divmod'.split():
        setattr(C, f'__r{n}__', lambda self, other, n=n: f'r{n} {other!r}')
    return C
I, F, C, B = made(int), made(float), made(complex), made(object)
from operator import add, sub, mul, truediv, floordiv, mod, pow, lshift, rshift, and_, or_, xor
def plus(a, b): return a + b
def power(a, b): return a ** b
def shift(a, b): return a << b
def less(a, b):
    a -= b
    return a
rights = I(2), F(2.5), C(2j), B()
for left in 1.5, True, 3, 1 << 70, 2j, I(4), F(0.5), 'ab', [1], (1,):
    for right in rights:
        for f in plus, power, shift, less:
            said = []
            for i in range(1500 if left in (1.5, 1) else 3):
                try: r = repr(f(left, right))
                except TypeError as e: r = str(e)
                if not said or said[-1] != r: said.append(r)
            print(type(left).__name__, type(right).__name__, f.__name__, said)
        for f in add, sub, mul, truediv, floordiv, mod, pow, lshift, rshift, and_, or_, xor, divmod:
            try: r = f(left, right)
            except TypeError as e: r = e
            print(f.__name__, r, end='; ')
        print()
