# The module pickle, whose picklers and unpicklers are _pickle's: bytes, errors, hooks.
import collections
import copyreg
import datetime
import io
import pickle
import _pickle

assert pickle.dumps is _pickle.dumps and pickle.Pickler is _pickle.Pickler


class C:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f'C({self.__dict__})'

    class Inner:
        def method(self):
            pass


class S:
    __slots__ = 'a', 'b'

    def __init__(self):
        self.a = 1

    def __repr__(self):
        return f'S({self.a}, {hasattr(self, "b")})'


class N(tuple):
    def __new__(cls, *args, k=1):
        return tuple.__new__(cls, args)

    def __getnewargs_ex__(self):
        return tuple(self), {'k': 2}


class State:
    def __getstate__(self):
        return 'state'

    def __setstate__(self, state):
        self.state = state

    def __repr__(self):
        return f'State({self.state})'


class L(list):
    pass


class Setter:
    def __reduce__(self):
        return Setter, (), {'x': 1}, None, None, set_state

    def __repr__(self):
        return f'Setter({self.__dict__})'


def set_state(obj, state):
    obj.__dict__.update(state, by='setter')


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(f'{type(e).__module__}.{type(e).__name__}: {e}'.split(' at 0x')[0], getattr(e, '__notes__', None), type(e.__context__).__name__)


shared = [1, 2]
values = [
    None, True, False, 0, 255, 256, 65535, 65536, -1, -2**31, 2**31, -2**31 - 1, 2**63, -2**63, -2**71, 2**2040, 1.5, -0.0, float('inf'),
    '', 'abc', 'é€\U00010000\\\n\0\x1a', '\ud800', 'x' * 300, b'', b'\xffa', b'x' * 300, bytearray(b'ab'), bytearray(), (), (1,), (1, 2, 3), (1, 2, 3, 4),
    [], [1], [1, 2], {}, {'a': 1}, {'a': 1, 'b': [2]}, set(), {1}, frozenset([1]), C(1), S(), N(1, 2), L([1, 2]), State(), Setter(), [shared, shared],
    C, C.Inner, C.Inner.method, len, [3].append, range(3), slice(1, 2), Ellipsis, NotImplemented, type(None), collections.OrderedDict(a=1), ValueError('x', 2),
    datetime.date(2020, 1, 2), collections.deque([1], 3),
]
attempt(pickle.dumps, S(), 1)
for v in values:
    for protocol in range(2 if isinstance(v, S) else 0, 6):
        data = pickle.dumps(v, protocol)
        print(protocol, len(data), data[:90])
        again = pickle.loads(data)
        f = io.BytesIO()
        pickle.dump(v, f, protocol)
        assert f.getvalue() == data
        f.seek(0)
        stream = pickle.load(f)
        assert type(again) is type(v) is type(stream)
    if callable(v):
        print(again == v or again.__name__ == v.__name__)
    else:
        print(ascii(again))

# What lies in itself.
l = [1]
l.append(l)
t = ([],)
t[0].append(t)
d = {}
d['d'] = d
c = C(1)
c.me = c
f = C(2)
f.s = frozenset([f])
for v in l, t, d, c, f:
    for protocol in range(6):
        data = pickle.dumps(v, protocol)
        print(data)
        x = pickle.loads(data)
    print(x[1] is x if v is l else x[0][0] is x if v is t else x['d'] is x if v is d else x.me is x if v is c else x in x.s)

# Batches and frames.
for v in list(range(1001)), list(range(2000)), dict.fromkeys(range(1001)), set(range(2001)), L(range(1001)), L(range(1002)), ['x' * 70000, 'y', b'z' * 70000], ['v' * 1000] * 3 + [str(i) * 900 for i in range(200)]:
    for protocol in 0, 1, 4, 5:
        data = pickle.dumps(v, protocol)
        writes = []

        class Sink:
            def write(self, data):
                writes.append(bytes(data))
        pickle.Pickler(Sink(), protocol).dump(v)
        print(protocol, len(data), hash(data), pickle.loads(data) == v, [len(w) for w in writes], b''.join(writes) == data)

# Hooks.


class Persistent(pickle.Pickler):
    def persistent_id(self, obj):
        return ('id', obj.n) if isinstance(obj, C) else None


class Found(pickle.Unpickler):
    def persistent_load(self, pid):
        return f'loaded {pid}'

    def find_class(self, module, name):
        print('find', module, name)
        return super().find_class(module, name)


for protocol in range(6):
    f = io.BytesIO()
    p = Persistent(f, protocol)
    p.dump([C(1), len])
    p.dump([C(1), len])
    print(f.getvalue())
    f.seek(0)
    u = Found(f)
    print(u.load(), u.load())
    f.seek(0)
    attempt(pickle.load, f)


class Override(pickle.Pickler):
    def reducer_override(self, obj):
        if obj is C:
            return str, ('C itself',)
        return NotImplemented


f = io.BytesIO()
Override(f).dump([C, len])
print(pickle.loads(f.getvalue()))
f = io.BytesIO()
p = pickle.Pickler(f)
attempt(lambda: p.dispatch_table)
p.dispatch_table = copyreg.dispatch_table.copy()
p.dispatch_table[C] = lambda c: (str, (f'C of {c.n}',))
p.dump(C(3))
print(pickle.loads(f.getvalue()))
p = pickle.Pickler(io.BytesIO())
p.dump(['a', 'b', 'a'])
print(sorted((i, x) for i, x in p.memo.copy().values()))
q = pickle.Pickler(io.BytesIO())
q.memo = p.memo
q.memo = q.memo.copy()
p.clear_memo()
print(len(p.memo.copy()), len(q.memo.copy()), p.bin, p.fast)
p.fast = 1
attempt(p.dump, l)
attempt(setattr, p, 'memo', 1)
attempt(setattr, p, 'memo', {1: 2})
u = pickle.Unpickler(io.BytesIO(pickle.dumps(['a', 'b'])))
u.load()
print(u.memo.copy())
attempt(setattr, u, 'memo', {-1: 2})
p.persistent_id = lambda obj: None
print(p.persistent_id(1))
del p.persistent_id
print(p.persistent_id(1))
copyreg.add_extension('__main__', 'C', 300)
print(pickle.dumps(C), pickle.loads(pickle.dumps(C)) is C)

# Buffers.
for data in b'bytes', bytearray(b'array'):
    b = pickle.PickleBuffer(data)
    print(bytes(b.raw()), pickle.dumps(b, 5), pickle.loads(pickle.dumps(b, 5)))
    kept = []
    out = pickle.dumps(b, 5, buffer_callback=kept.append)
    back = pickle.loads(out, buffers=kept)
    print(out, bytes(back), kept == [b])
    attempt(pickle.loads, out)
    attempt(pickle.loads, out, buffers=[])
    attempt(pickle.dumps, b, 4)
    print(memoryview(b).obj is data, memoryview(b).readonly)
    b.release()
    attempt(b.raw)
attempt(pickle.dumps, pickle.PickleBuffer(memoryview(b'abcdef')[::2]), 5)
attempt(pickle.PickleBuffer, 1)

# Errors.


class Bad:
    def __init__(self, value):
        self.value = value

    def __reduce__(self):
        return self.value


for value in (1, (), (1,), (1, 2), (len, 2), (len, (), None, 1), (len, (), None, None, 1), (len, (), None, None, None, 1), (copyreg.__newobj__, ()),
              (copyreg.__newobj__, (1,)), (copyreg.__newobj__, (C,)), (copyreg.__newobj_ex__, (1,)), (copyreg.__newobj_ex__, (1, 2, 3)), 'nothing', 'a.b',
              (len, (lambda: 0,)), (C, (1,), {'x': lambda: 0})):
    attempt(pickle.dumps, [Bad(value)])
attempt(pickle.dumps, {'k': (1, lambda: 0)})
attempt(pickle.dumps, {lambda: 0})
attempt(pickle.dumps, 1, 6)
attempt(pickle.dumps, 1, buffer_callback=print, protocol=4)
attempt(pickle.Pickler, 1)
attempt(pickle.Unpickler, 1)
attempt(pickle.loads, 'str')
for data in (b'', b'N', b'.', b'\xff', b'a.', b'(.', b'K', b'K\x01', b']K\x01e.', b'(K\x01s.', b'(K\x01d.', b'(]K\x01K\x02K\x03u.', b'0.', b'1.', b'2.', b'g7\n.', b'h\x07.', b'gx\n.',
             b'p1\n.', b'Np-1\n.', b'I1x\n.', b'L1x\n.', b'Fx\n.', b'F 1\n.', b'F1x\n.', b'Sx\n.', b"S'\\x'\n.", b'T\xff\xff\xff\xff.', b'\x8b\xff\xff\xff\xff.', b'\x80\x06.', b'\x82\x00.',
             b'\x82\x07.', b'P\xff\n.', b'Px\n.', b'NQ.', b'\x97.', b'cos\n\n.', b'cos\nnothing\n.', b'cno_module\nx\n.', b'\x80\x04\x8c\x02os\x8c\x05a.b.c\x93.', b'NN\x93.', b'NN\x81.',
             b'cbuiltins\nint\nN\x81.', b'NNN\x92.', b'cbuiltins\nint\nNR.', b'N)R.', b'NNb.', b'c__main__\nC\n)\x81Nb.', b'c__main__\nC\n)\x81K\x01b.', b'c__main__\nC\n)\x81}K\x01\x86b.', b'(o.',
             b'(cbuiltins\nlist\no.', b'(K\x01icollections\ndeque\n.', b'\x8e\xff\xff\xff\xff\xff\xff\xff\xff.', b'\x95\xff\xff\xff\xff\xff\xff\xff\xff.', b'B\x05\x00\x00\x00ab.', b'I01\n.', b'I010\n.',
             b'U\x01\xff.', b'V\\u20ac\n.', b'\x8fK\x01\x90.', b'\x8f(K\x01K\x02\x90.', b'(K\x01K\x02\x91.'):
    attempt(pickle.loads, data)
print(pickle.loads(b'U\x01\xff.', encoding='bytes'), pickle.loads(b'U\x01\xe9.', encoding='latin1'), pickle.loads(b'U\x01\xff.', errors='replace'))


class Short:
    def read(self, n):
        return b'J'[:n]

    def readline(self):
        return b'x'


attempt(pickle.load, Short())


class Again:
    def __reduce__(self):
        try:
            running.dump(1)
        except RuntimeError as e:
            print(e)
        return list, ()


running = pickle.Pickler(io.BytesIO())
running.dump(Again())
deep = []
for _ in range(100000):
    deep = [deep]
try:
    pickle.dumps(deep)
except RecursionError:
    print('RecursionError')
