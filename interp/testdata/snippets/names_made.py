# Attributes of names that a program puts together: getattr, hasattr and setattr, by the interned str of the same content.
import gc
class Node:
    def __init__(self, n): self.n = n
class Add(Node): pass
class Mul(Node): pass
class Größe(Node): pass
class Visitor:
    def visit(self, node): return getattr(self, 'visit_' + type(node).__name__, self.other)(node)
    def visit_Add(self, node): return node.n + 1
    def visit_Mul(self, node): return node.n * 2
    def other(self, node): return -node.n
class Deep(Visitor):
    def visit_Größe(self, node): return node.n * 1000
    def visit_Add(self, node): return super().visit_Add(node) + 100
nodes = [Add(1), Mul(2), Größe(3), Node(4)]
def run(vs, n):
    t = 0
    for i in range(n):
        for v in vs:
            for x in nodes: t += v.visit(x)
    return t
print(run([Visitor(), Deep()], 500))
Visitor.visit_Mul = lambda self, node: node.n * 7
print(run([Visitor(), Deep()], 500))
d = Deep(); d.visit_Node = lambda node: 12345
print(run([d, Deep()], 500))
del Deep.visit_Add
gc.collect()
print(run([d, Visitor()], 500))
# Names of one length with one beginning and one end meet in the table.
class Many:
    beginning_1_ending_8 = 1
    beginning_2_ending_8 = 2
    def __getattr__(self, name): return len(name)
def alike(o, n):
    t = []
    for i in range(n):
        r = getattr(o, 'beginning_' + str(i % 3) + '_ending_8')
        if i >= n - 4: t.append(r)
    return t
print(alike(Many(), 1000))
# Fields, slots and dicts by names that are made, read, stored and deleted.
class Slots: __slots__ = ('a0', 'a1', 'a2')
class Plain: pass
class Own(Plain): __slots__ = ('a1',)
def fields(o, n):
    t = 0
    for i in range(n):
        k = 'a' + str(i % 3)
        setattr(o, k, i)
        t += getattr(o, 'a' + str(i % 3)) + hasattr(o, k + 'x')
        if i % 100 == 99:
            delattr(o, k)
            t += hasattr(o, k)
    return t, sorted(getattr(o, '__dict__', {}).items())
print(fields(Slots(), 1000), fields(Plain(), 1000), fields(Own(), 1000), fields(type('T', (), {}), 1000)[0])
def asked(o, names, n): return sum(hasattr(o, ''.join(k)) for i in range(n) for k in names)
print(asked(Plain(), ['', 'a', ('__cl', 'ass__'), 'n' * 400], 300))
