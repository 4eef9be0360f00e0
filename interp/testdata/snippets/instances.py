class A:
    def __init__(self, x):
        self.x = 1 // x
def f(n):
    c = 0
    for i in range(n):
        try:
            A(i % 3)
        except ZeroDivisionError:
            c += 1
    return c
print(f(6000))
A(0)
#---
class Edge:
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.turn = False
        self.rank = 1
    def head(self):
        return self.b if self.turn else self.a
    def tail(self):
        return self.a if self.turn else self.b
    def mark(self, m):
        self.head()[0] = m
    def walk(self, m):
        self.mark(m)
        t = self.tail()
        t[0] += m
        return t
class Graph:
    def __init__(self, n):
        self.edges = [Edge([i], [i + 1]) for i in range(n)]
    def step(self, m):
        k = 0
        e = self.edges[m % len(self.edges)]
        while k < 5:
            e.turn = not e.turn
            out = e.walk(m)
            k += e.rank
        return out
def f(n):
    g = Graph(7)
    s = 0
    for i in range(n):
        s += g.step(i)[0]
    return s
print(f(3000))
