# math.gcd of two ints in machine code: signs, zeros, Fibonacci's neighbours, ints that do not fit a word, and what is no int.
import math

a, b = 0, 1
fib = []
for _ in range(75):
    fib.append(a)
    a, b = b, a + b


def sums(xs, ys):
    s = 0
    for x in xs:
        for y in ys:
            s = (s * 31 + math.gcd(x, y)) % (1 << 61)
    return s


edges = [0, 1, -1, 2, -2, 12, 18, -18, 1 << 47, (1 << 48) - 1, -(1 << 48), 1 << 48, (1 << 48) + 6, 1 << 63, -(1 << 63), 3 << 70, True, False]
print(sums(edges, edges), sums(fib, fib), sums(range(-40, 60), range(-7, 30)))
print([math.gcd(fib[i], fib[i + 1]) for i in range(70)] == [1] * 70, math.gcd(0, 0), math.gcd(-(1 << 48), 0), math.gcd(fib[68] * 3, fib[67] * 3))


class I:
    def __index__(self):
        return 12


class N(int):
    pass


def attempt(x, y):
    try:
        return math.gcd(x, y)
    except TypeError as e:
        return str(e)


for x in I(), N(8), 2.0, "a", None:
    print([attempt(x, 18) for _ in range(150)][-1], [attempt(18, x) for _ in range(150)][-1])
print(math.gcd(), math.gcd(-5), math.gcd(4, 6, 8))
