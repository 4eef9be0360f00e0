# What methods say of themselves that are given what they do not take.
import math
import types


def show(label, f, *a, **k):
    try:
        r = f(*a, **k)
        print(label, '->', r if isinstance(r, (int, str, type(NotImplemented), type(None), bool)) else type(r).__name__)
    except Exception as e:
        print(label, '!!', type(e).__name__, e)


class L(list):
    class Inner(dict):
        pass


# A bound one is named by its receiver's class.
for f in (True.__ceil__, [].__reduce__, {}.__format__, L().append, L().sort, L.Inner().get, L.Inner().items, L.__init_subclass__, dict.fromkeys, L.Inner.fromkeys, math.sin, len, (1).bit_length, 'a'.isalpha, L().clear,
          super(L, L()).append, object().__dir__, range(3).count):
    for a in ((), (1,), (1, 2), (1, 2, 3, 4, 5, 6)):
        if f.__name__ == 'sort' and len(a) > 2 or f.__name__ in ('sort', 'append', 'clear', 'sin') and len(a) == (f.__name__ != 'clear' and f.__name__ != 'sort'):
            continue
        show(f.__name__ + str(a), f, *a)
    show(f.__name__ + ' k', f, k=1)
try: True.__ceil__(1)
except TypeError as e: print(e)
try: L().append()
except TypeError as e: print(e)
try: L().append(*())
except TypeError as e: print(e)
try: L().append(x=1)
except TypeError as e: print(e)
try: list.append(L())
except TypeError as e: print(e)
def often(n):
    s = set()
    f, l = L().append, L()
    for i in range(n):
        try: f()
        except TypeError as e: s.add(str(e))
        try: l.append(1, 2)
        except TypeError as e: s.add(str(e))
        try: l.append(*(1, 2))
        except TypeError as e: s.add(str(e))
    return sorted(s)
print(often(3000))

# Slots that take two arguments have a name, and pow takes one or two.
for t, names in ((list, '__setitem__ __delitem__ __getitem__ __mul__ __rmul__ __imul__ __add__ __contains__ __len__ __iter__ __setattr__ __delattr__ __getattribute__'), (dict, '__setitem__ __delitem__'), (int, '__pow__ __rpow__ __add__ __neg__'),
                 (float, '__pow__ __rpow__'), (property, '__get__ __set__ __delete__'), (type(len), '__setattr__'), (object, '__setattr__ __delattr__ __init__ __format__ __eq__'), (str, '__mul__ __rmul__ __mod__ __format__'), (tuple, '__mul__'), (bytes, '__mul__')):
    x = t() if t not in (type(len),) else len
    for n in names.split():
        for a in ((), (None,), (1, 2, 3), (1,) * 6):
            show(f'{t.__name__}.{n}{a}', getattr(x, n), *a)
        show(f'{t.__name__}.{n} k', getattr(x, n), k=1)
for f, a in ((list.__mul__, ([1], [])), (list.__mul__, ([1], 1.5)), (str.__rmul__, ('a', 'b')), (tuple.__mul__, ((), None)), (bytes.__mul__, (b'a', b'b')), (list.__mul__, ([1], True))):
    show(f.__name__, f, *a)
show('__init__', object().__init__, 1)
show('__init__', object.__init__, object(), k=1)
show('keys', setattr, {}.keys(), 'mapping', 1)
show('self', setattr, len, '__self__', 1)
show('objclass', setattr, list.append, '__objclass__', 1)
