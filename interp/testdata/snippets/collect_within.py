import gc
class E:
    def __str__(s): gc.collect(); return "E"
print(E(), "foo", E())

import gc
def inner():
    for i in range(3): yield [i]*3
class E:
    def __add__(s,o): gc.collect(); return o
    def __getattr__(s,n): gc.collect(); return n
    def __lt__(s,o): gc.collect(); return True
    def __eq__(s,o): gc.collect(); return True
    def __getitem__(s,k): gc.collect(); return k
e=E()
def f():
    r=[]
    for a in inner():
        r.append([[a,9], e+[1], e.foo, e<[3], e==[4], e[[5]], [*a, [7]]])
    return r
print(f()); print(f()==f())
def kw(*a,**k): gc.collect(); return a,k
print(kw([1],[2],x=[3]), "".join(map(lambda v:(gc.collect(),v)[1], [str(1)+"a",str(2)+"b"])))
print(sorted([3,1,2], key=lambda v:(gc.collect(),v)[1]), min([[2],[1]],[[0]],key=lambda v:(gc.collect(),v)[1]))
import functools
print(functools.reduce(lambda a,b:(gc.collect(),a+b)[1], [[1],[2],[3]], [0]))
#---
# What compiled code has dropped is collected where it calls gc.collect.
import gc


class Node:
    pass


def cycle(n):
    first = node = Node()
    for _ in range(n):
        node.next = Node()
        node = node.next
    node.next = first
    return [first]


def rounds(n):
    least = 10**6
    for _ in range(n):
        gc.collect()
        kept = cycle(20)
        del kept
        least = min(least, gc.collect())
    return least >= 21


print([rounds(n) for n in (1, 60, 60)])
#---
# Nor do the registers count that machine code has stored at an exit before.
import gc


class Node:
    pass


def link(node, n):
    first = node
    for _ in range(n):
        node.next = Node()
        node.next.before = node
        node = node.next
    node.next = first


def cycles(n):
    made = []
    for _ in range(n):
        node = Node()
        made.append(node)
        link(node, 3)
    return made


def least(n):
    found = 10**6
    for _ in range(n):
        gc.collect()
        made = cycles(8)
        del made
        n = gc.collect()
        found = min(found, n)
    return found >= 32


print([least(1 << i) for i in range(11)])
#---
# A generator that waits while gc.collect() is called, and yields by machine code then, is still the one that its next round suspends.
import asyncio, gc
class E:
    def __len__(s): gc.collect(); return 3
    def __eq__(s, o): gc.collect(); return True
def key(x):
    if x == 9: gc.collect()
    return x
def within(n):
    s = 0
    for i in range(n):
        l = [3, 1, i % 20]
        l.sort(key=key)
        s += sum(map(key, l)) + len(list(filter(key, l))) + sum(key(x) for x in l)
        for x in map(key, l): s += x
    return s
print(within(400), within(1000))
def gen(xs, e, k):
    a, b = [1], "q" * 3
    for x in xs:
        if x % k == 0: x += len(e) + (e in [5, 6]) + sorted([3, 1], key=lambda q: (gc.collect(), q)[1])[0]
        yield x, a, b, k
def outer(n, k):
    e = E()
    for i in range(n): yield from gen([i, 1], e, k)
print(sum(x[0] + len(x[2]) for x in outer(400, 13)), sum(x[0] for x in outer(3000, 997)))
async def co(x): return key(x)
async def each(l):
    for x in l: yield key(await co(x))
async def main(n):
    s = 0
    for i in range(n):
        async for x in each([3, 1, i % 20]): s += x
        s += await co(i)
    return s
print(asyncio.run(main(400)))
