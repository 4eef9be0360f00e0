def f(a, b):
    return a + b


for i in range(1500):
    f(i, 1)
f(1)
#---
def f(a, b):
    return a + b


for i in range(1500):
    f(i, 1)
f(1, 2, 3)
#---
def f(a, b=1):
    return a + b


for i in range(1500):
    f(i)
f()
#---
def f(a, b=1, *, c):
    return a + b + c


for i in range(1500):
    f(i, c=1)
f(1)
#---
def f(a, b=1, *, c, d):
    return a


f(1)
#---
def f(a, b, c, d):
    return a


f(1)
#---
def f(a, b=1):
    return a + b


for i in range(1500):
    f(i, b=2)
f(1, a=2)
#---
def f(a, b=1):
    return a + b


for i in range(1500):
    f(a=i)
f(1, c=2)
#---
def f(alpha, beta=1):
    return alpha


f(1, bета=2)
#---
def f(alpha, beta=1):
    return alpha


f(1, bata=2)
#---
def f(a, /, b):
    return a


for i in range(1500):
    f(i, b=2)
f(a=1, b=2)
#---
def f(*, a):
    return a


f(1, a=2)
#---
def f(a):
    return a


f(1, **{"a": 2})
#---
for i in range(1500):
    len("abc")
len(5)
#---
for i in range(1500):
    len("abc")
len()
#---
a = []
for i in range(1500):
    a.append(i)
a.append()
#---
a = []
for i in range(1500):
    a.append(i)
a.push(1)
#---
for i in range(1500):
    x = "a".upper()
x.uppper()
#---
x = 5
x()
#---
x = [1]
for i in range(1500):
    x[0] = i
x()
#---
def f():
    return undefined_name


f()
#---
ord("ab")
#---
int("12x")
#---
float("abc")
#---
"a" + 1
#---
def f(a, b):
    return a + b


for i in range(1500):
    f(i, i)
f(1, "a")
#---
def f(a, b):
    return a + b


for i in range(1500):
    f("x", "y")
f("x", None)
#---
def f(a):
    return -a


for i in range(1500):
    f(i)
f("x")
#---
def f(a, b):
    return a - b


for i in range(1500):
    f(i * 0.5, 1.0)
f([], 1.0)
#---
x = [3, "a", 1]
x.sort()
#---
max([])
#---
min()
#---
"%d" % "x"
#---
"{} {}".format(1)
#---
f"{1:q}"
#---
chr(-1)
#---
[1, 2].index(3)
#---
[].pop()
#---
{}["k"]
#---
{}.pop("k")
#---
set().pop()
#---
{[]: 1}
#---
"".join([1])
#---
"a".index("b")
#---
isinstance(1, 2)
#---
sum(["a"])
#---
import math

for i in range(1500):
    math.sqrt(i)
math.sqrt(-1)
#---
import math

math.nope
#---
import math

math.floor("x")
#---
math
#---
range(1, 2, 0)
#---
for i in range(1.5):
    pass
#---
next(iter([]))
#---
assert 1 == 2, "arithmetic %d" % 5
#---
raise ValueError
#---
raise KeyError("k")
#---
raise ZeroDivisionError("by hand") from ValueError("cause")
#---
raise 5
#---
import sys

print("out")
sys.exit(7)
#---
import sys

sys.exit("message")
#---
import sys

sys.exit()
#---
raise SystemExit(3)
#---
def f(a):
    return a


f(*5)
#---
def f(a):
    return a


f(**[1])
#---
def f(**k):
    return k


f(**{1: 2})
