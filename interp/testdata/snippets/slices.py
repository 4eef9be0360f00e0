# Slices of list, tuple and str with every kind of bound.
def f(x):
    return x[:3], x[-3:], x[2:5], x[::-1], x[1::2], x[:-1:3], x[5:2], x[100:], x[-100:2], x[4:1:-1], x[:]


for i in range(1200):
    a = f([i, i + 1, i + 2, i + 3, i + 4, i + 5])
    b = f((i, 1, 2, 3, 4))
    c = f("abcdéf日")
print(a)
print(b)
print(c)
#---
# Slice assignment changes lengths, with steps it does not.
def f(a, i):
    a[1:3] = [i]
    a[:0] = (9, 8)
    a[len(a):] = "xy"
    a[::2] = [0] * len(a[::2])
    if len(a) > 40:
        a[5:] = []
    return a


a = [1, 2, 3, 4]
for i in range(1500):
    f(a, i)
print(a)
a[1::2] = [7]
#---
a = [1, 2, 3]
for i in range(1500):
    a[1:2] = [i]
print(a)
a[0:1] = 5
#---
print([1, 2, 3][::0])
#---
print("abc"["a":])
