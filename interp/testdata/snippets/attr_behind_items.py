# Attributes of instances of classes that derive from str, tuple and int: their dicts lie behind the items.
class Text(str):
    kind = 7
    label = 'class'
    other = None
    wide = 1 << 60
    def name(self):
        return self.upper()
    @property
    def double(self):
        return self + self

class Pair(tuple):
    kind = 2
    def total(self):
        return self[0] + self[1]

class Number(int):
    kind = 3
    def twice(self):
        return self * 2

class Named(str):
    __slots__ = ('tag', 'note')
    def name(self):
        return 'named'

class Asking(str):
    def __getattr__(self, name):
        return 'asked for ' + name

class Slots:
    __slots__ = ('a', 'b')

class Asked:
    __slots__ = ('a',)
    def __getattr__(self, name):
        return 'asked for ' + name

class Default:
    level = 1
    def __init__(self, own):
        if own:
            self.level = 5

class Setting(str):
    def __setattr__(self, name, value):
        super().__setattr__(name, ('set', value))

class Descr:
    def __set__(self, obj, value):
        obj.__dict__['there'] = value
    def __get__(self, obj, owner=None):
        return 'got' if obj is None else obj.__dict__.get('there')

class WithDescr(str):
    d = Descr()

def loads(values, n=300):
    out = []
    for i in range(n):
        v = values[i % len(values)]
        r = (v.kind, v.label if isinstance(v, Text) else None, getattr(v, 'own', 'none'), getattr(v, 'absent', 0), hasattr(v, 'own'))
        if i >= n - 4:
            out.append(r)
    return out

def methods(values, n=300):
    out = []
    for i in range(n):
        v = values[i % len(values)]
        r = v.name() if isinstance(v, str) else v.total() if isinstance(v, tuple) else v.twice()
        if i >= n - 6:
            out.append(r)
    return out

def stores(values, n=300):
    for i in range(n):
        v = values[i % len(values)]
        v.own = i
        v.more = (i, v)
    return [(v.own, v.more[0], v.more[1] is v) for v in values]

def slots(values, n=300):
    out = []
    for i in range(n):
        v = values[i % len(values)]
        if i % 7 == 0:
            v.tag = i
        elif i % 7 == 5 and hasattr(v, 'tag'):
            del v.tag
        r = getattr(v, 'tag', 'unset'), getattr(v, 'note', 'unset')
        if i >= n - 14:
            out.append(r)
    return out

values = [Text('abc'), Pair((1, 2)), Number(5), Text('αβγ'), Text(''), Number(1 << 100), Text('𝄞' * 5), Pair(())]
print(loads(values))
values[0].own = 'mine'
values[1].own = 'its'
print(loads(values))
values[3].label = 'mine'
values[3].kind = 9
print(loads(values), loads(values[3:]))
del values[3].kind
print(loads(values[3:]))
Text.kind = 70
print(loads(values))
Text.label = 'anew'
print(loads(values[:1] + values[3:4]))
print(methods([Text('abc'), Pair((1, 2)), Number(5), Text('αβγ'), Number(1 << 100)]))
v = Text('xyz')
v.name = lambda: 'own'
print(methods([Text('abc'), v, Number(5)]))
print(stores(values))
print([sorted(v.__dict__) for v in values])
print(slots([Named('a'), Named('bcd'), Named('é')]))
s = Asking('abc')
print([(s.x, getattr(s, 'y', 1)) for i in range(100)][-1])
s.x = 3
print([(s.x, getattr(s, 'y', 1)) for i in range(100)][-1])

def unset(v, n=200):
    r = 0
    for i in range(n):
        r += getattr(v, 'a', 0) + hasattr(v, 'a')
        if i == n - 10:
            v.a = 5
        if i == n - 3:
            del v.a
    return r
print(unset(Slots()), unset(Slots()))
def asked(v, n=100):
    out = []
    for i in range(n):
        if i == n - 2:
            v.a = 1
        if i == n - 1:
            del v.a
        out.append((getattr(v, 'a', 'none'), hasattr(v, 'a')))
    return out[-4:]
print(asked(Asked()))
def message(v):
    for i in range(60):
        try:
            v.a
        except AttributeError as e:
            m = str(e), e.name, e.obj is v
    return m
print(message(Slots()))

def defaults(n=200):
    vs = [Default(False), Default(True), Default(False)]
    out = 0
    for i in range(n):
        out += vs[i % 3].level
        if i == n - 50:
            vs[0].level = 100
        if i == n - 20:
            vs[1].__dict__
            del vs[1].level
    return out
print(defaults())
def varied(n=200):
    vs = [Default(False), Default(True)]
    for v in vs:
        v.__dict__['extra'] = 1
    out = 0
    for i in range(n):
        v = vs[i & 1]
        out += v.level + v.extra
        v.extra = i
        v.late = i
    return out, [sorted(v.__dict__.items()) for v in vs]
print(varied())
s = Setting('abc')
for i in range(100):
    s.own = i
print(s.own)
d = WithDescr('abc')
for i in range(100):
    d.d = i
print(d.d, d.__dict__)

class Keyed(str):
    pass
class Unlike(str):
    def __eq__(self, other):
        return self is other
    def __hash__(self):
        return 1
class Hashed(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        return str.__eq__(self, other) and 'equal' in other
class Lesser(str):
    def __lt__(self, other):
        return False
def keys(make, n=200):
    d = {'abc': 1, make('equal'): 2, ('a', make('b')): 3}
    f = frozenset([make('abc'), 'def', make('αβγ')])
    out = []
    for i in range(n):
        k, e = make('abc'), make('equal')
        r = (d.get(k), d.get(e), d.get('equal'), ('a', 'b') in d, ('a', make('b')) in d, k in f, 'abc' in f, make('def') in f, make('αβγ') in f, 'αβγ' in f, k == 'abc', 'abc' == k, k == e, k != 3)
    out.append(r)
    return out
for make in Keyed, Unlike, Hashed, Lesser, Text:
    print(make.__name__, keys(make))

class Scope(dict):
    pass
class Watching(dict):
    def __setitem__(self, k, v):
        dict.__setitem__(self, k, ('set', v))
class Dropping(dict):
    def __delitem__(self, k):
        dict.__setitem__(self, k, 'dropped')
def drops(d, n=100):
    for i in range(n):
        d['a'] = i
        del d['a']
        d[i] = i
        d.pop(i)
    return d
from collections import defaultdict
for make in Scope, Watching, Dropping, dict:
    print(make.__name__, drops(make(x=1)))
print(drops(defaultdict(int, x=1)))
