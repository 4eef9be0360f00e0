# What the attributes of builtin types are on the type.
class L(list):
    def __class_getitem__(cls, k): return 'mine', super().__class_getitem__(k)
print(L[int], list[int], list.__class_getitem__(int), dict.__class_getitem__((int, str)), L.__bases__[0][int], type(list.__dict__['__class_getitem__']).__name__)
class M(dict): pass
print(M[int].__origin__ is M, hasattr(M, '__class_getitem__'), hasattr(int, '__class_getitem__'))
for t in (int, str, range, bytes):
    try: t[int]
    except TypeError as e: print(e)
import sys, os, time
print(range(3, 4).start, range.start.__get__(range(7, 9)), slice.stop.__get__(slice(5)))
print(sys.flags.__class__.optimize.__get__(sys.flags), os.stat_result.st_mode.__name__, time.struct_time.__match_args__)
for f in (lambda: range.start.__set__(range(3), 1), lambda: setattr(range(3), 'start', 1), lambda: setattr(slice(1), 'stop', 2), lambda: range.start.__get__(3), lambda: setattr(sys.flags, 'debug', 3)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def g(a=1): yield
x = g()
F, G = type(g), type(x)
print(G.gi_running.__get__(x), G.gi_frame.__get__(x).f_code.co_name, F.__defaults__.__get__(g), F.__closure__.__get__(g), F.__globals__.__get__(g) is globals())
F.__defaults__.__set__(g, (5,)); print(g.__defaults__)
try: F.__globals__.__set__(g, {})
except Exception as e: print(type(e).__name__)
d = {1: 2}; v = d.keys(); m = v.mapping
print(m[1], type(m).__name__, type(d.items()).mapping.__get__(d.items()))
print([].append.__self__, str.join.__objclass__, type(str.join).__objclass__.__get__(str.join))
S = set; print(S[int], frozenset.__class_getitem__(int), type[int])
match sys.version_info:
    case type(): print('no')
    case sys.version_info.__class__: print('yes')
