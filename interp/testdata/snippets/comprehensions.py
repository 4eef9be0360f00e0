# List, dict and set comprehensions, nested, conditional, with outer names.
def f(n):
    k = 3
    a = [i * k for i in range(n)]
    b = [i for i in a if i % 2 if i % 5]
    c = {i: str(i) for i in b}
    d = {x % 7 for x in a}
    e = [(i, j) for i in range(3) for j in range(i)]
    g = [[i * j for j in range(3)] for i in range(3)]
    h = [x + y for x, y in zip(a, b)]
    return len(a), b[-2:], len(c), sorted(d), e, g, h[-1]


print(f(2500))
for i in range(60):
    r = f(40)
print(r)
i = "kept"
print([i for i in range(3)], i)
#---
# The walrus, conditional expressions, lambda inside a comprehension.
def f(n):
    out = [y for x in range(n) if (y := x * x % 97) > 50]
    return len(out), y, [(lambda v: v + x)(1) for x in range(3)]


print(f(2500))
#---
def f(n):
    return [1 // (i - 1900) for i in range(n)]


f(1900)
f(2000)
