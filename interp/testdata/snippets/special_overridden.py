# What special methods return and override is what counts.
class C:
    def __neg__(self): return NotImplemented
    def __pos__(self): return NotImplemented
    def __invert__(self): return NotImplemented
    def __abs__(self): return NotImplemented
print(-C(), +C(), ~C(), abs(C()))
class F(float):
    def __neg__(self): return 'neg'
for f in (lambda: -F(1), lambda: +F(1), lambda: ~F(1), lambda: abs(F(-1)), lambda: ~1.5, lambda: -'a'):
    try: print(f())
    except TypeError as e: print(e)
class M(type):
    def mro(cls): return [cls, object]
class A: x = 1
class D(A, metaclass=M): pass
print([k.__name__ for k in D.__mro__], hasattr(D(), 'x'), isinstance(D(), A), issubclass(D, A))
class M2(type):
    def mro(cls): return type.mro(cls) + [Extra]
class Extra: y = 5
class E(A, metaclass=M2): pass
print(E().y, E().x, [k.__name__ for k in E.__mro__])
for bad in ([], [1], 5):
    class B(type):
        def mro(cls): return bad
    try: B('x', (), {})
    except TypeError as e: print(e)
class S: __slots__ = ('s',)
class B(type):
    def mro(cls): return [cls, S, object]
try: B('x', (), {})
except TypeError as e: print(e)
#---
# pow with three arguments.
class I(int):
    def __pow__(s, o, m=None): return 'P' if m is None else 'PM'
    def __rpow__(s, o, m=None): return 'R' if m is None else 'RM'
class J(int): pass
class N(int):
    def __pow__(s, o, m=None): return NotImplemented
    def __rpow__(s, o, m=None): return NotImplemented
class O:
    def __pow__(s, o, m=None): return ('O', type(m).__name__)
    def __rpow__(s, o, m=None): return ('RO', type(m).__name__)
class Z:
    def __pow__(s, o, m=None): return ('Z', type(m).__name__)
vals = (2, I(3), J(4), N(5), O(), Z(), 2.0, True, 'a', None)
for a in vals:
    row = []
    for b in vals:
        for c in vals:
            try: r = pow(a, b, c)
            except TypeError as e: r = str(e)
            row.append(r)
    print(row)
print(I(2) ** 3, 2 ** I(3), pow(I(2), 3, None))
#---
# __format__, __get__ of what builtin types have.
print((1.5).__format__('e'), (255).__format__('x'), 'a'.__format__('>3'), True.__format__(''), (3).__format__(''))
class F(float):
    def __format__(s, spec): return super().__format__(spec)
class S(str):
    def __format__(s, spec): return super().__format__(spec) + '!'
class T(int):
    def __str__(self): return 'T'
    def __format__(s, spec): return super().__format__(spec)
print(f'{F(2):.2f}', f'{S("ab"):>4}', f'{T(5)}', f'{T(5):03}', '{:.1f}'.format(F(2)))
for f in (lambda: (1).__format__(5), lambda: (1.5).__format__(None), lambda: 'a'.__format__()):
    try: f()
    except TypeError as e: print(e)
class A: pass
a = A()
object.__setattr__.__get__(a)('x', 3)
print(a.x, str.join.__get__('-', str)(['a', 'b']), int.__add__.__get__(3)(4), len.__call__('ab'))
class C:
    __slots__ = ('a',)
    def __setattr__(self, n, v): object.__setattr__(self, n, v)
c = C()
try: del c.zz
except AttributeError as e: print(e)
try: c.zz = 1
except AttributeError as e: print(e)
import math
print(math.pow(0.0, -math.inf), math.pow(-0.0, -math.inf))
