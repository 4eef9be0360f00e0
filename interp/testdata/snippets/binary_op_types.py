# Specialized arithmetic meets other types in the same instruction and is still right.
def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


def run(f, xs, ys):
    out = []
    for x, y in zip(xs, ys):
        out.append(f(x, y))
    return out[:3], out[-12:]


n = 2500
ints = list(range(n))
odd = [1.5, True, 1 << 48, -(1 << 48), 1 << 62, (1 << 63) - 1, -(1 << 63), 1 << 64, 0.0, -0.0]
print(run(add, ints + odd, ints + odd))
print(run(sub, ints + odd, ints + odd[::-1]))
print(run(mul, ints + odd, ints + odd[::-1]))
floats = [i * 0.5 for i in range(n)]
print(run(add, floats + [1, True, 1 << 70], floats + [2, 0.25, 1]))
print(run(mul, floats + [3, "ab", [1, 2], (0,)], floats + [2, 3, 2, 4]))
print(run(add, ["x%d" % i for i in range(n)] + ["é", "日"], ["y"] * n + ["x", "本"])[1])
print(run(add, [[i] for i in range(n)] + [(1,)], [[0]] * n + [(2,)])[1][-3:])
#---
# A loop-carried int overflows the immediate, 64 bits, and comes back.
def f(n, step):
    x = 1
    seen = []
    for i in range(n):
        x = x * 3 + step
        if i % 250 == 7:
            seen.append(x)
        if x > 1 << 130:
            x = x % 1000003
    return x, seen


print(f(3000, 1))
print(f(3000, -1))
print(f(3000, 0.5))
#---
# Overflow of add, sub and mul around the bounds of immediates and of 64 bits.
def f(x, d):
    out = []
    for i in range(2000):
        y = x + d
        z = x - d
        w = x * d
        if i > 1990:
            out.append((y, z, w))
            x = x * 2 + 1
    return out


for x in (1 << 46, (1 << 47) - 3, 1 << 60, (1 << 63) - 5, -(1 << 48), -(1 << 62)):
    print(f(x, 3)[-3:])
    print(f(x, x)[-1])
