# Assignments to and deletions of elements, of what has neither.
import operator
def t(f, *a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
class A: pass
class B:
    def __setitem__(s, k, v): print('set', k)
class C:
    def __delitem__(s, k): print('del', k)
class T(tuple): pass
class I:
    def __index__(self): print('index'); return 3
class J:
    def __index__(self): raise KeyError('j')
for o in A(), B(), C(), T(), 5, None, (), '', b'', range(3), {1}, {}.keys(), len, A, (x for x in ()):
    for k in 1 << 70, 1, 'x', True, slice(1):
        print(type(o).__name__, type(k).__name__)
        t(operator.setitem, o, k, 1)
        t(operator.delitem, o, k)
for o in A(), (), 5:
    for k in I(), J():
        t(operator.setitem, o, k, 1)
        t(operator.delitem, o, k)
#---
def f(t):
    try: t[1 << 70] = 1
    except IndexError as e: return str(e)
for i in range(3000): r = f((1, 2))
print(r)
