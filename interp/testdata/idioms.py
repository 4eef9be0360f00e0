"""Special methods and callbacks in Python, as programs have them: the shortest of RUNS runs of N calls, in nanoseconds of CPU time for one.

    tier2 run interp/testdata/idioms.py [RUNS [N [NAME...]]]
"""
import bisect
import contextlib
import functools
import heapq
import math
import sys
from collections import defaultdict, namedtuple
from dataclasses import dataclass
from time import process_time


class Prop:
    def __init__(self):
        self._x = 1

    @property
    def x(self):
        return self._x

    @x.setter
    def x(self, v):
        self._x = v


def setter(n, o=Prop()):
    for i in range(n):
        o.x = i


class Field:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, o, owner):
        return o.value

    def __set__(self, o, v):
        o.value = v


class Described:
    f = Field()


def descriptor_set(n, o=Described()):
    for i in range(n):
        o.f = i


class SetAttr:
    def __setattr__(self, k, v):
        object.__setattr__(self, k, v)


class SetAttrSuper:
    def __setattr__(self, k, v):
        super().__setattr__(k, v)


def setattr_object(n, o=SetAttr()):
    for i in range(n):
        o.x = i


def setattr_super(n, o=SetAttrSuper()):
    for i in range(n):
        o.x = i


class GetAttribute:
    def __init__(self):
        self.x = 1

    def __getattribute__(self, k):
        return object.__getattribute__(self, k)


def getattribute(n, o=GetAttribute()):
    for i in range(n):
        o.x


class DelAttr:
    def __delattr__(self, k):
        pass


def delattr_(n, o=DelAttr()):
    for i in range(n):
        del o.x


class Key:
    def __init__(self, a):
        self.a = a

    def __hash__(self):
        return self.a

    def __eq__(self, other):
        return self.a == other.a


@dataclass(frozen=True)
class Point:
    x: int
    y: int


def hash_get(n, d={Key(i): i for i in range(16)}, ks=[Key(i) for i in range(16)]):
    for i in range(n):
        d[ks[i & 15]]


def hash_same(n, ks=[Key(i) for i in range(16)]):
    d = {k: 1 for k in ks}
    for i in range(n):
        d[ks[i & 15]]


def hash_store(n, d={Key(i): i for i in range(16)}, ks=[Key(i) for i in range(16)]):
    for i in range(n):
        d[ks[i & 15]] = i


def hash_in(n, d={Key(i) for i in range(16)}, ks=[Key(i) for i in range(16)]):
    for i in range(n):
        ks[i & 15] in d


def hash_add(n, d={Key(i) for i in range(16)}, ks=[Key(i) for i in range(16)]):
    for i in range(n):
        d.add(ks[i & 15])


def hash_dict_get(n, d={Key(i): i for i in range(16)}, ks=[Key(i) for i in range(16)]):
    for i in range(n):
        d.get(ks[i & 15])


def hash_tuple(n, d={(Key(i), i): i for i in range(16)}, ks=[Key(i) for i in range(16)]):
    for i in range(n):
        d[ks[i & 15], i & 15]


def hash_frozen(n, d={Point(i, 2): i for i in range(16)}, ks=[Point(i, 2) for i in range(16)]):
    for i in range(n):
        d[ks[i & 15]]


def hash_frozen_new(n):
    d = {Point(i, 2): i for i in range(16)}
    for i in range(n):
        Point(i & 15, 2) in d


class Ordered:
    def __init__(self, a):
        self.a = a

    def __lt__(self, other):
        return self.a < other.a


objs = [Ordered(i * 7919 % 1000) for i in range(64)]


def sort_lt(n):
    for i in range(n >> 7):
        sorted(objs)


def sort_key(n, l=[(3, 1), (1, 2), (2, 3), (0, 4)]):
    for i in range(n >> 2):
        sorted(l, key=lambda t: t[0])


def list_sort_key(n, l=[(3, 1), (1, 2), (2, 3), (0, 4)]):
    for i in range(n >> 2):
        m = l[:]
        m.sort(key=lambda t: t[1])


def heap_lt(n):
    h = objs[:]
    heapq.heapify(h)
    for i in range(n >> 3):
        heapq.heappush(h, heapq.heappop(h))


def min_lt(n):
    for i in range(n >> 6):
        min(objs)


def bisect_lt(n, l=sorted(objs), k=Ordered(500)):
    for i in range(n >> 2):
        bisect.bisect_left(l, k)


class Missing(dict):
    def __missing__(self, k):
        return k


class MissingStore(dict):
    def __missing__(self, k):
        self[k] = v = [k]
        return v


def missing(n, d=Missing()):
    for i in range(n):
        d[i]


def missing_store(n):
    d = MissingStore()
    for i in range(n):
        d[i & 1023]
        if not i & 1023:
            d = MissingStore()


def default_list(n):
    d = defaultdict(list)
    for i in range(n):
        d[i & 1023].append(i)
        if not i & 1023:
            d = defaultdict(list)


def default_python(n):
    d = defaultdict(lambda: 0)
    for i in range(n):
        d[i & 1023] += 1
        if not i & 1023:
            d = defaultdict(lambda: 0)


class Singleton(type):
    instances = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls.instances:
            cls.instances[cls] = super().__call__(*args, **kwargs)
        return cls.instances[cls]


class One(metaclass=Singleton):
    pass


class Made(type):
    def __call__(cls, *args, **kwargs):
        o = super().__call__(*args, **kwargs)
        o.made = True
        return o


class Two(metaclass=Made):
    def __init__(self, a, b=2):
        self.a = a
        self.b = b


def meta_singleton(n):
    for i in range(n):
        One()


def meta_super(n):
    for i in range(n):
        Two(i)


class InstanceCheck(type):
    def __instancecheck__(cls, o):
        return hasattr(o, "a")

    def __subclasscheck__(cls, c):
        return True


class Checked(metaclass=InstanceCheck):
    pass


def instancecheck(n, o=Key(1)):
    for i in range(n):
        isinstance(o, Checked)


def subclasscheck(n):
    for i in range(n):
        issubclass(Key, Checked)


def keywords(a, b=2, *, c=3, d=4):
    return a


def star_kw(n, d={"c": 5, "d": 6}):
    for i in range(n):
        keywords(i, **d)


def star_both(n, t=(1, 2), d={"c": 5}):
    for i in range(n):
        keywords(*t, **d)


def kw_only(n):
    for i in range(n):
        keywords(i, d=3)


def takes_all(*args, **kwargs):
    return args


def call_takes_all(n):
    for i in range(n):
        takes_all(i, b=2)


def decorate(f):
    @functools.wraps(f)
    def g(*args, **kwargs):
        return f(*args, **kwargs)
    return g


decorated = decorate(lambda a, b=2: a)


def wraps(n):
    for i in range(n):
        decorated(i)


def wraps_kw(n):
    for i in range(n):
        decorated(i, b=3)


def partial(n, p=functools.partial(keywords, 1)):
    for i in range(n):
        p(i)


def partial_kw(n, p=functools.partial(keywords, 1, c=2)):
    for i in range(n):
        p(i, d=3)


@functools.lru_cache(maxsize=None)
def cached(a):
    return a


@functools.lru_cache(maxsize=128)
def bounded(a, b=2):
    return a


def lru_hit(n):
    for i in range(n):
        cached(i & 63)


def lru_bounded(n):
    for i in range(n):
        bounded(i & 63)


def lru_miss(n):
    for i in range(n):
        bounded(i)


class Cached:
    @functools.cached_property
    def x(self):
        return 1


def cached_property(n):
    for i in range(n):
        c = Cached()
        c.x
        c.x


@contextlib.contextmanager
def context():
    yield 1


def manager(n):
    for i in range(n):
        with context():
            pass


def exit_stack(n):
    for i in range(n):
        with contextlib.ExitStack() as s:
            s.callback(decorated, 1)


async def agen(n):
    for i in range(n):
        yield i


async def aloop(n):
    async for x in agen(n):
        pass


def async_generator(n):
    try:
        aloop(n).send(None)
    except StopIteration:
        pass


class Index:
    def __index__(self):
        return 1


def index(n, l=[1, 2, 3], o=Index()):
    for i in range(n):
        l[o]


class Eq:
    def __init__(self, a):
        self.a = a

    def __eq__(self, o):
        return self.a == o.a


def in_list(n, l=[Eq(i) for i in range(8)], o=Eq(7)):
    for i in range(n >> 3):
        o in l


def list_eq(n, l=[Eq(i) for i in range(8)], m=[Eq(i) for i in range(8)]):
    for i in range(n >> 3):
        l == m


def held_function(n, f=math.sqrt, g=min):
    x = 0.0
    for i in range(n):
        x += f(g(i, 9))


def generator_next(n):
    class It:
        __next__ = (i for i in range(n)).__next__

        def __iter__(self):
            return self
    for x in It():
        pass


def frame_back(n):
    f, a, b, c, d = sys._getframe(), 1, [2], "3", 4.0
    for i in range(n):
        f.f_back


class SuperBase:
    def f(self):
        return 1


class SuperNext(SuperBase):
    def f(self):
        return super().f()


def super_many(n, o=[type('S%d' % i, (SuperNext,), {})() for i in range(12)]):
    for i in range(n):
        o[i % 12].f()


def next_default(n, v=[3, 5, 7]):
    for i in range(n):
        next((x for x in v if x > 4), None)


def percent_float(n):
    for i in range(n):
        "%.2f" % i


def percent_several(n, x=2.5, s="key"):
    for i in range(n):
        "%-8s %5d %8.3f" % (s, i, x)


def format_float(n, x=2.5):
    for i in range(n):
        f"{x:8.4f}"


def format_hex(n):
    for i in range(n):
        f"{i & 255:02x}"


def padding(n, s="key"):
    for i in range(n):
        s.ljust(8)


def find_from(n, s="key=value; other=more"):
    for i in range(n):
        s.find("=", 5)


def split_once(n, s="key: value"):
    for i in range(n):
        s.split(":", 1)


def encode(n, s="some text"):
    for i in range(n):
        s.encode().decode()


def in_range(n):
    k = 0
    for i in range(n):
        if (i & 15) in range(8):
            k += 1


def list_of_dict(n, d=dict.fromkeys(range(8))):
    for i in range(n >> 1):
        list(d)
        list(d.values())


def dict_of_pairs(n, pairs=tuple((i, i) for i in range(8))):
    for i in range(n >> 3):
        dict((k, v) for k, v in pairs)


def float_of_int(n, l=[1, 4, 6, 7, 8, 9, 10, 11]):
    x = 0.0
    for i in range(n >> 3):
        for v in l:
            x += float(v)


def float_of_str(n, l=["1", "1.234567", "44324", "-23.4"]):
    x = 0.0
    for i in range(n >> 2):
        for v in l:
            x += float(v)


Named = namedtuple("Named", "a b c")


def named_item(n, l=[Named(i, 2, 3) for i in range(8)]):
    k = 0
    for i in range(n >> 3):
        for v in l:
            k += v.a


def named_unpacked(n, l=[Named(i, 2, 3) for i in range(8)]):
    k = 0
    for i in range(n >> 3):
        for v in l:
            a, b, c = v
            k += a


def bytes_percent(n, s=b"words"):
    for i in range(n):
        b"some %s here" % s


def bytes_of_ints(n, l=[0, 1, 2, 3]):
    for i in range(n):
        bytes(l)


def read_character(n):
    with open(__file__) as f:
        for i in range(n):
            if not f.read(1):
                f.seek(0)


def percent_two(n, s="key"):
    for i in range(n):
        "%s=%d" % (s, i)


def format_method(n, x=2.25, s="key"):
    for i in range(n):
        "{}={:.2f}".format(s, x)


def float_text(n):
    for i in range(n):
        str((i & 1023) / 4)


def float_long(n):
    for i in range(n):
        str(i / 7)


def float_general(n):
    for i in range(n):
        "%g" % (i / 100)


def split_lines(n, s="one\ntwo lines\nthree\n"):
    for i in range(n):
        s.splitlines()


def split_last(n, s="file.name.txt"):
    for i in range(n):
        s.rsplit(".", 1)


def title_(n, s="some words here"):
    for i in range(n):
        s.title()


def find_within(n, s="key=value;other=3"):
    for i in range(n):
        s.find("=", 4, 16)


all_of = [
    setter, descriptor_set, setattr_object, setattr_super, getattribute, delattr_,
    hash_get, hash_same, hash_store, hash_in, hash_add, hash_dict_get, hash_tuple, hash_frozen, hash_frozen_new,
    sort_lt, sort_key, list_sort_key, heap_lt, min_lt, bisect_lt,
    missing, missing_store, default_list, default_python,
    meta_singleton, meta_super, instancecheck, subclasscheck,
    star_kw, star_both, kw_only, call_takes_all, wraps, wraps_kw, partial, partial_kw, lru_hit, lru_bounded, lru_miss, cached_property,
    manager, exit_stack, async_generator, index, in_list, list_eq, held_function, generator_next, frame_back,
    super_many, next_default, percent_float, percent_several, format_float, format_hex, padding, find_from, split_once, encode,
    in_range, list_of_dict, dict_of_pairs, float_of_int, float_of_str, named_item, named_unpacked, bytes_percent, bytes_of_ints, read_character,
    percent_two, format_method, float_text, float_long, float_general, split_lines, split_last, title_, find_within,
]
runs, n = [*map(int, sys.argv[1:3]), *[5, 200000][len(sys.argv[1:3]):]]
for f in all_of:
    if sys.argv[3:] and f.__name__ not in sys.argv[3:]:
        continue
    best = 1e9
    for _ in range(runs):
        start = process_time()
        f(n)
        best = min(best, process_time() - start)
    print(f"{f.__name__:16} {best / n * 1e9:7.1f}")
