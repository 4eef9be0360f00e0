# Indexing: positive, negative, out of kinds, in one hot place.
def f(a, i):
    return a[i]


xs = list(range(100))
s = 0
for i in range(2500):
    s += f(xs, i % 100)
print(s, f(xs, -1), f(xs, -100), f(xs, True), f((1, 2, 3), -2), f("abcé日", 3), f("abc", -1), f({1: "one"}, 1.0), f({"k": 2}, "k"), f(range(5, 50, 5), 3), f(b"abc", 1), f(xs, slice(2, 9, 3)))
#---
def f(a, n):
    s = 0
    for i in range(n):
        s += a[i]
    return s


a = list(range(2000))
print(f(a, 2000))
print(f(a, 2001))
#---
def f(a, n):
    s = 0
    for i in range(n):
        s += a[-i]
    return s


a = list(range(2000))
print(f(a, 2001))
print(f(a, 2002))
#---
def f(a, n):
    for i in range(n):
        a[i] = i * 2
    return a


a = [0] * 2000
print(sum(f(a, 2000)))
f(a, 2001)
#---
def f(a, n):
    for i in range(n):
        a[i % 5] = i
    return a


print(f([0] * 5, 2000), f({}, 2000), f(bytearray(5), 256))
f((1, 2, 3, 4, 5), 10)
#---
def f(a, n):
    s = ""
    for i in range(n):
        s = a[i]
    return s


text = "abcdé日" * 400
print(f(text, 2400))
f(text, 2401)
#---
def f(d, n):
    t = 0
    for i in range(n):
        t += d[i]
    return t


d = {}
for i in range(2000):
    d[i] = i * i
print(f(d, 2000))
f(d, 2001)
#---
f = "no such"
d = {"a": 1}
for i in range(1500):
    d["a"] += 1
print(d)
d["b"] += 1
#---
def f(a):
    return a["x"]


for i in range(1500):
    f({"x": i})
f([1, 2])
#---
def f(a, i):
    return a[i]


for i in range(1500):
    f([1, 2, 3], 1)
f([1, 2, 3], 1.0)
#---
def f(a, i):
    return a[i]


for i in range(1500):
    f("abc", 1)
f(None, 1)
#---
# del of items, negative and by slice.
a = list(range(3000))
while len(a) > 20:
    del a[-1]
    del a[0]
    del a[1:3]
print(a)
d = {i: i for i in range(2000)}
for i in range(1990):
    del d[i]
print(d)
del d[5]
