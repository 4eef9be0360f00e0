package interp_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// hostile are programs that take very long, most of them in one Go function, a line each.
const hostile = `
sum(range(10**11))
sum(iter(range(10**11)))
sum(itertools.repeat(0))
sum(x for x in itertools.count())
max(itertools.count())
min(itertools.count())
all(itertools.count(1))
any(itertools.repeat(0))
-1 in itertools.count()
None in iter(int, 1)
list(itertools.repeat(0, 10**12))
tuple(itertools.repeat(None))
set(itertools.repeat(1))
frozenset(itertools.cycle([1, 2]))
dict.fromkeys(itertools.cycle("ab"))
dict(itertools.repeat((1, 2)))
{}.update(itertools.repeat((1, 2)))
sorted(itertools.count())
"".join(itertools.repeat(""))
b"".join(itertools.repeat(b""))
next(filter(None, itertools.repeat(0)))
next(itertools.compress(itertools.count(), itertools.repeat(0)))
next(itertools.dropwhile(bool, itertools.repeat(1)))
next(itertools.filterfalse(bool, itertools.repeat(1)))
next(itertools.islice(itertools.count(), 10**12, None))
list(zip(itertools.repeat(1)))
list(map(abs, itertools.repeat(1)))
list(enumerate(itertools.repeat(1)))
collections.deque(itertools.count(), maxlen=0)
collections.deque(itertools.count(), maxlen=1)
collections.deque([]).extend(itertools.repeat(1))
collections.Counter(itertools.repeat(1))
functools.reduce(max, itertools.count())
math.prod(itertools.repeat(1))
math.fsum(itertools.repeat(1.0))
math.gcd(*[3**200000, 7**150000] * 1000)
operator.countOf(itertools.repeat(0), 0)
operator.indexOf(itertools.repeat(0), 1)
[].extend(itertools.repeat(1))
bytes(itertools.repeat(1))
bytearray(itertools.repeat(1))
array.array("i", itertools.repeat(1))
set().union(itertools.repeat(1))
set().isdisjoint(itertools.repeat(1))
{1}.issuperset(itertools.repeat(1))
{1}.intersection(itertools.repeat(1))
{1}.difference(itertools.repeat(1))
a, *b = itertools.repeat(1)
max(itertools.repeat(1), key=abs)
list(itertools.product(range(10**3), repeat=6))
list(itertools.permutations(range(20)))
collections.deque(itertools.combinations(range(60), 30), 0)
collections.deque(itertools.product(range(100), repeat=10), 0)
collections.deque(itertools.chain.from_iterable(itertools.repeat(())), 0)
collections.deque(itertools.groupby(itertools.repeat(1)), 0)
collections.deque(itertools.accumulate(itertools.repeat(1)), 0)
collections.deque(itertools.pairwise(itertools.repeat(1)), 0)
collections.deque(itertools.batched(itertools.repeat(1), 3), 0)
next(itertools.batched(itertools.repeat(1), 10**12))
collections.deque(itertools.zip_longest(itertools.repeat(1)), 0)
collections.deque(itertools.starmap(max, itertools.repeat((1, 2))), 0)
collections.deque(iter(int, 1), 0)
collections.deque(reversed(range(10**12)), 0)
1.5 in range(10**12)
range(10**12).count(1.5)
range(10**12).index(1.5)
3 ** (10**8)
3 ** (5 * 10**8)
pow(3, 10**7) * pow(7, 10**7)
pow(3, 7**200000, 5**20000)
pow(3, 7**2000, 5**200000)
pow(3**100000, -1, 5**100001)
3 ** (10**7) // 7 ** (10**6)
3 ** (10**7) % 7 ** (3 * 10**6)
divmod(3 ** (10**7), 7 ** (2 * 10**6))
math.factorial(10**7)
math.factorial(10**9)
math.factorial(10**18)
math.comb(10**8, 5 * 10**7)
math.comb(10**7, 5 * 10**6)
math.perm(10**7)
math.perm(10**9, 10**8)
math.isqrt(3 ** (3 * 10**7))
math.gcd(3 ** (10**7), 7 ** (10**7))
math.lcm(*range(1, 10**6))
math.lcm(3 ** (10**7), 7 ** (10**7))
str(3 ** (10**7))
repr(3 ** (2 * 10**7))
"%d" % 3 ** (10**7)
f"{3 ** (10**7)}"
int("7" * 10**8)
int("7" * 10**7, 7)
int("z" * 10**7, 35)
round(3 ** (10**7), -10**6)
3 ** (10**7) / 7 ** (10**7)
(1 << 10**9) * (1 << 10**9)
((1 << 5 * 10**8) - 1) ** 2
x = 3 ** 10**6; all(x * x for _ in itertools.count())
sum(map(int.__mul__, itertools.repeat(3**10**5), itertools.repeat(7**10**5)))
functools.reduce(int.__mul__, range(1, 10**7))
hash(functools.reduce(lambda x, _: (x, x), range(60), ()))
repr(functools.reduce(lambda x, _: (x, x), range(60), ()))
functools.reduce(lambda x, _: (x, x), range(60), 1) == functools.reduce(lambda x, _: (x, x), range(60), 1.0)
functools.reduce(lambda x, _: [x, x], range(60), 1) < functools.reduce(lambda x, _: [x, x], range(60), 1.0)
isinstance(1, functools.reduce(lambda x, _: (x, x), range(60), str))
issubclass(int, functools.reduce(lambda x, _: (x, x), range(60), str))
str(functools.reduce(lambda x, _: [x, x], range(60), []))
copy.deepcopy(functools.reduce(lambda x, _: (x, [x]), range(60), []))
re.match("(a*)*b", "a" * 40)
re.match("(a|a)*b", "a" * 60)
re.match("(?:a?){60}a{60}", "a" * 60)
re.sub("(x+x+)+y", "", "x" * 60)
re.findall("(.*)(.*)(.*)(.*)(.*)(.*)z", "a" * 2000)
re.search("a.*b.*c.*d.*e", "abcd" * 10000)
re.split("(a*)*b", "a" * 60)
sorted([[i] for i in range(10**6)] * 3, key=lambda x: -x[0])
sorted(range(10**7), key=lambda x: x * 7919 % 10**7)
[i % 1000 for i in range(10**7)].sort()
sorted([0.5 * i % 7 for i in range(10**7)])
sorted(map(str, range(10**7)))
[0] * 10**12
"a" * 10**12
bytearray(10**12)
("a" * 10**7 + "b").replace("a", "bc" * 20)
("a" * 10**6).count("a" * 5 * 10**5 + "b")
("é" * 10**6).find("é" * 5 * 10**5 + "b")
("\u4e00" * 10**6).find("\u4e00" * 5 * 10**5 + "b")
("\u4e00" * 10**6).rfind("b" + "\u4e00" * 5 * 10**5)
(b"a" * 10**6).find(b"a" * 5 * 10**5 + b"b")
(b"a" * 10**6).rfind(b"b" + b"a" * 5 * 10**5)
("ab" * 10**6).split("a" * 5 * 10**5)
(" " * 10**7 + "x").split()
while True: "a\n".splitlines()
[1] * 10**6 in [[1] * 10**6 for _ in range(100)] * 1000
[x for x in itertools.repeat(1)]
{x for x in itertools.repeat(1)}
{x: 1 for x in itertools.repeat(1)}
exec("while True: pass")
eval("sum(range(10**11))")
[None for _ in iter(lambda: 1, 2)]
list(iter(lambda: 1, 2))
random.seed(1); [random.random() for _ in itertools.count()]
random.shuffle(list(range(10**7)))
random.getrandbits(10**9)
time.sleep(10**6)
struct.unpack("i" * 10**7, bytes(4 * 10**7))
struct.pack("%dx" % 10**12)
"{:>1000000000000}".format(1)
"%1000000000000d" % 1
"x".zfill(10**12)
"\t".expandtabs(10**12)
list(range(10**12))
tuple(range(10**10))
[*range(10**12)]
set(range(10**9))
dict.fromkeys(range(10**9))
collections.deque(range(10**12), 5)
collections.deque(range(10**6)).rotate(10**18)
decimal.Decimal(2) ** 10**9
decimal.getcontext().__setattr__("prec", 10**6); decimal.Decimal(2).sqrt()
decimal.getcontext().__setattr__("prec", 10**5); decimal.Decimal(7).ln()
fractions.Fraction(3, 7) ** 10**7
json.loads("[" * 900 + "]" * 900 + " " * 10**8)
json.dumps(list(range(10**7)))
"-".join(map(str, itertools.count()))
print(*itertools.repeat(1), file=io.StringIO())
io.StringIO().writelines(itertools.repeat(""))
io.BytesIO().writelines(itertools.repeat(b""))
csv.writer(io.StringIO()).writerows(itertools.repeat([1]))
list(csv.reader(itertools.repeat("a,b")))
list(csv.reader(itertools.repeat('"')))
heapq.nlargest(3, itertools.count())
bisect.bisect(range(10**18), 5, key=lambda x: sum(range(10**10)))
statistics.mean(itertools.repeat(1))
string.Template("$a" * 10**7).substitute(a=1)
textwrap.wrap("a " * 10**7)
difflib.SequenceMatcher(None, "ab" * 10**5, "ba" * 10**5).ratio()
class A: __eq__ = lambda s, o: sum(range(10**10))
def f(): yield from itertools.repeat(1)
async def f(): pass
[A() for A in itertools.repeat(object)]
type("X", (), {"__len__": lambda s: sum(range(10**11))}).__len__(0)
getattr(type("X", (), {"__getattr__": lambda s, n: max(itertools.count())})(), "x")
bool(type("X", (), {"__bool__": lambda s: any(itertools.repeat(0))})())
vars(type("X", (), {"__dict__": property(lambda s: min(itertools.count()))})())
"ab".translate(type("X", (), {"__getitem__": lambda s, k: sum(range(10**11))})())
("\u4e00" * 10**6).strip("\u4e01" * 10**6 + "\u4e00")
("\u4e00" * 10**6).rstrip("\u4e01" * 10**6 + "\u4e00")
r = type("R", (), {}); exec("a = b = r\nfor i in range(60): a, b = type('A', (a, b) if i else (r,), {}), type('B', (a, b) if i else (r,), {})"); [setattr(r, "x", i) for i in range(10**7)]
sum([[1]] * 10**6, [])
sum([(1, 2)] * 10**6, ())
list(memoryview(bytes(10**8)))
memoryview(bytes(10**8)).tolist()
array.array("i", [1]) * 10**12
hash("a" * 10**8) + hash(bytes(10**8))
[list(range(1000)) for _ in itertools.count()]
{frozenset(range(i)) for i in itertools.count()}
object.__hash__(functools.reduce(lambda x, _: frozenset([x]), range(10**7), 1))
weakref.WeakSet(map(lambda x: type("X", (), {}), itertools.count()))
time.strftime("%Y" * 10**7)
time.strftime("x" + "%Y" * 10**7)
time.strftime("%c" * 10**8)
struct.calcsize("1b" * 10**8)
float("1" * 10**8)
float("1" + "0" * 10**8 + "e-" + "1" * 10**6)
"%.1000000000f" % 0.1
int.from_bytes(b"\xff" * 10**8, "big") ** 3
(3 ** 10**7).to_bytes(10**8, "big")
bin(3 ** 10**7) + hex(3 ** 10**7)
(7 ** 10**7).bit_count() + sum(itertools.repeat(0))
{i * (2**61 - 1): i for i in range(1, 10**6)}
set(i * (2**61 - 1) for i in range(1, 10**6))
dict.fromkeys([i * (2**61 - 1) for i in range(1, 30000)])
x = [1] * 10**7; [x.index(2) if 2 in x else 0 for _ in range(10**6)]
x = list(range(10**7)); x.sort(key=lambda v: -v)
x = [(1,) * 1000 + (i % 7,) for i in range(10**5)]; x.sort()
x = [0] * 10**7; [x.insert(0, 1) for _ in range(10**7)]
x = [0] * 10**7; [x.pop(0) for _ in range(10**7)]
x = collections.deque([0] * 10**7); [x.insert(5 * 10**6, 1) for _ in range(10**7)]
x = collections.deque([0] * 10**7); x.index(1) if 1 in x else x.count(1); x.remove(3)
x = collections.deque([0] * 10**7); [x.rotate(3333333) for _ in range(10**6)]
x = [0] * 10**7; [x.reverse() for _ in range(10**6)]
x = [0] * 10**7; [x == x.copy() for _ in range(10**6)]
x = (0,) * 10**7; [x.count(1) for _ in range(10**6)]
("a" * 10**7).replace("a", "b") * 20
x = "a" * 10**7; [x.count("ab") for _ in range(10**6)]
x = "a" * 10**7; [x.upper() for _ in range(10**6)]
x = "ß" * 10**7; [x.casefold() for _ in range(10**6)]
x = "a" * 10**7; [x.translate({97: "bb"}) for _ in range(10**6)]
x = "a" * 10**7; [x[::-1] == x for _ in range(10**6)]
("a" * 5 * 10**5 + "b").join(["a" * 10**5] * 10**4)
("ab" * 10**6).partition("a" * 10**6 + "b")
("ab" * 10**6).rsplit("b" + "a" * 10**6)
("a" * 10**6).replace("a" * 5 * 10**5 + "b", "c")
("ab" * 10**6 + "c").find("ba" * 5 * 10**5 + "c")
("a" * 10**7).strip("a" * 10**6 + "b")
("ab" * 10**6).lstrip("".join(map(chr, range(10**5))))
"a" * 10**7 in ["a" * 10**7 + "b"] * 10**6
bytes(10**7).translate(bytes(256), bytes(10**6))
bytearray(10**6).replace(b"\0", bytes(10**5))
bytes(10**6).count(bytes(5 * 10**5) + b"1")
(b"ab" * 10**6).split(b"ab" * 5 * 10**5 + b"a")
x = bytearray(10**7); [x.insert(0, 1) for _ in range(10**7)]
x = bytearray(10**7); [x.reverse() or x.hex() for _ in range(10**6)]
bytes.fromhex("00 " * 10**7) * 10
("\ud800" * 10**6).encode("utf-8", "backslashreplace") * 5
("é" * 10**7).encode("ascii", "xmlcharrefreplace")
b"\xff" * 10**8 == bytearray(b"\xff" * 10**8)
(b"\xff" * 10**7).decode("utf-8", "replace")
(b"\xff" * 10**7).decode("utf-8", "backslashreplace")
re.compile("|".join("a" * i for i in range(1, 2000)))
re.compile("(" * 50 + "a" + "){1,9}" * 50).match("a" * 10**6)
re.search("a*a*a*a*a*a*b", "a" * 10**5)
re.findall("(?=(a+))", "a" * 10**5)
re.sub("a", lambda m: "b" * 10**4, "a" * 10**6)
re.search("(?s:.*?){5}z", "a" * 10**4)
re.fullmatch("(?:(?:a|b)*)*c", "ab" * 30)
re.search("[^b]{0,10000}b", "a" * 10**6)
struct.pack("1000000b" * 1, *[1] * 10**6) * 10
list(struct.iter_unpack("b", bytes(10**8)))
struct.unpack("100000000b", bytes(10**8))
struct.Struct("b" * 10**7).size
array.array("d", bytes(8 * 10**7)).tolist()
x = array.array("b", bytes(10**8)); [x.count(1) for _ in range(10**5)]
x = array.array("b", bytes(10**7)); [x.byteswap() or x.reverse() for _ in range(10**6)]
memoryview(bytes(10**8)) == memoryview(bytearray(10**8))
memoryview(bytes(10**8))[::2].tobytes() + memoryview(bytes(10**8))[::-1].tobytes()
memoryview(bytes(10**8))[::2] == memoryview(bytes(10**8))[::-2]
x = set(range(10**6)); [x & x | x ^ x - x for _ in range(10**6)]
x = set(range(10**6)); [x <= x and x == x.copy() for _ in range(10**6)]
x = dict.fromkeys(range(10**6)); [x == x.copy() for _ in range(10**6)]
x = dict.fromkeys(range(10**6)); [x.pop(i) for i in range(10**6)]; [next(iter(x), 0) for _ in range(10**7)]
x = dict.fromkeys(range(10**6)); [x.keys() & x.keys() for _ in range(10**6)]
x = dict.fromkeys(range(10**6)); [x | x for _ in range(10**6)]
sum([0.1] * 10**7) + sum([1] * 10**7) + math.fsum([1e300, -1e300, 1.0] * 10**7)
math.fsum(2.0**i * x for x in itertools.repeat(1) for i in range(-1000, 1000))
math.dist([1.0] * 10**7, [2.0] * 10**7) + math.hypot(*[1.0] * 10**7)
math.sumprod([3**1000] * 10**5, [7**1000] * 10**5)
math.sumprod(itertools.repeat(1.0), itertools.repeat(2.0))
max([3**10000] * 10**7) + min([(1, 2)] * 10**7)[0]
all([1] * 10**7) and any([0] * 10**7)
functools.reduce(lambda a, b: b, [0] * 10**8)
list(zip(*[[1]] * 10**6)) * 10**6
list(map(lambda *a: 1, *[[1] * 10**5] * 1000))
type("X", tuple(type("Y%d" % i, (), {}) for i in range(2000)), {})
type("X", (), dict.fromkeys(("a%d" % i for i in range(10**6)), 1))
[type("X", (), {}) for _ in itertools.count()]
class_ = functools.reduce(lambda c, i: type("X", (c,), {}), range(10**5), object)
isinstance(1, (str,) * 10**7)
print(*range(10**8), sep="", file=io.StringIO())
"%s" * 10**6 % tuple(range(10**6)) * 10
"{}" * 10**6 + ("{0:" + "{0}" * 10**6 + "}").format(1)
("{" * 10**7).format(1)
format(3**10**6, ",d")
f"{10**1000000:_x}"
float.fromhex("0x" + "1" * 10**8)
int("1_" * 10**7 + "1", 16)
int(" " * 10**8 + "1")
(-3) ** 10**7 >> 10**6 << 10**8
~(1 << 10**9) & (1 << 10**9) | (1 << 10**9) ^ 1
round(1.5, -10**9) + round(3**10**6, -10**5)
x = 3**10**6; [x // 7 for _ in range(10**7)]
x = 3**10**6; [x == x + 1 for _ in range(10**7)]
x = 3**10**6; [hash(x) for _ in range(10**7)]
x = 3**10**6; [float(x >> 10**6) for _ in range(10**7)]
int.from_bytes(bytes(10**8)) + len((1 << 8 * 10**8).to_bytes(10**8 + 1))
random.sample(range(10**18), 10**7)
random.choices(range(10**6), k=10**8)
random.randbytes(10**9)
heapq.heapify(list(range(10**7, 0, -1)))
bisect.insort([0] * 10**7, 1, key=lambda v: v) or [bisect.bisect([0] * 10**6, 1) for _ in itertools.count()]
list(itertools.combinations_with_replacement(range(100), 50))
list(itertools.tee(itertools.count(), 1000)[0])
list(itertools.islice(itertools.tee(itertools.count())[0], 10**12))
next(itertools.combinations(range(10**8), 10**7))
itertools.product(range(10**8), range(10**8))
functools.lru_cache(None)(lambda x: x)(tuple([(1,) * 10**6] * 10**4))
operator.attrgetter("a." * 10**6 + "a")(1)
operator.itemgetter(*range(10**6))([0] * 10**6)
copy.copy([0] * 10**8) == [0] * 10**8
weakref.WeakValueDictionary((i, object()) for i in itertools.count())
compile("1+" * 10**6 + "1", "x", "eval")
exec("x = 1\n" * 10**6)
eval("[" * 150 + "]" * 150 + " " * 10**8)
getattr(1, "a" * 10**8, 0) or hasattr(1, "b" * 10**8)
str(b"\0" * 10**8) + repr("\0" * 10**8)
ascii("é" * 10**8)
repr([0] * 10**8)
str(dict.fromkeys(range(10**7)))
repr([[1] * 1000] * 10**5)
x = [1] * 10**7; x[::2] = [2] * (5 * 10**6); del x[::2]; x *= 50
x = [1] * 10**7; [x.extend(x[:10]) or x.__delitem__(slice(0, 10)) for _ in itertools.count()]
x = [0] * 10**7; [x.remove(0) for _ in range(10**7)]
list(range(10**7)) < list(range(10**7)) or [0] * 10**8 < [0] * 10**8
collections.OrderedDict.fromkeys(range(10**8))
collections.Counter("ab" * 10**8)
collections.defaultdict(list, ((i, i) for i in itertools.count()))
time.strptime("1" * 10**6, "%d" * 10**6)
sys.intern("a" * 10**8) == sys.getsizeof("a" * 10**8)
codecs.encode("a" * 10**8, "rot13")
string.capwords("a " * 10**7)
" ".join("a " * 10**7).split(" ", 10**7)
"a\tb" * 10**6 * len("a\t" .expandtabs(10**7))
"\n".join(["a"] * 10**7).splitlines(True)
"a,b" * 10**7 == ",".join("a,b" * 10**7)
("a" * 10**8).isalpha() and ("a" * 10**8).isidentifier()
"".join(reversed("ab" * 10**7)).title().swapcase().center(10**8)
zlib.compress(bytes(10**8), 9)
zlib.compress(random.Random(1).randbytes(10**6) * 50, 9)
zlib.compress(("ab" * 130 + "c").encode() * 10**6, 9)
x = zlib.compress(bytes(10**8), 1); [zlib.decompress(x) for _ in itertools.count()]
[zlib.compressobj(0).compress(bytes(10**8)) for _ in itertools.count()]
[zlib.compressobj(memLevel=9) for _ in itertools.count()]
[zlib.adler32(bytes(10**8)) + zlib.crc32(bytes(10**8)) for _ in itertools.count()]
x = zlib.compress(b""); d = zlib.decompressobj(); [d.decompress(x + bytes(10**6)) for _ in itertools.count()]
d = zlib._ZlibDecompressor(-15); [d.decompress(b"\1\xff\xff\0\0" + bytes(10**7), 1) for _ in itertools.count()]
x = [zlib.compress(bytes(10**6) * 99)]; [x.append(zlib.decompressobj().copy()) for _ in itertools.count()]
raise functools.reduce(lambda c, i: [e := ValueError(i), e.__setattr__("__context__", c)][0], range(10**6), None)
raise functools.reduce(lambda c, i: [e := ValueError(i), e.__setattr__("__cause__", c)][0], range(10**6), None)
raise functools.reduce(lambda c, i: ExceptionGroup("x", [c, ValueError(i)]), range(10**5), ValueError())
raise functools.reduce(lambda c, i: ExceptionGroup("x", [c] * 15), range(12), ValueError())
raise functools.reduce(lambda c, i: ExceptionGroup("x", [c] * 10**6), range(12), ValueError())
s = "a" * 10**6; raise functools.reduce(lambda c, i: [e := ValueError(s), e.__setattr__("__context__", c)][0], range(10**5), None)
raise type("E", (Exception,), {"__str__": lambda s: str(sum(itertools.repeat(1)))})
type("M", (type,), {"mro": lambda cls: [cls] + [int] * 10**6 + [object]})("B", (), {})
C = [type("C%d" % i, (), {}) for i in range(1000)]; type("M", (type,), {"mro": lambda cls: [cls] + C * 1000 + [object]})("B", (), {})
C = [type("C%d" % i, (), {}) for i in range(10**4)]; [type("M", (type,), {"mro": lambda cls: [cls] + C + [object]})("B", (), {}) for i in itertools.count()]
("\u1234" * 10**7).encode("ascii", "xmlcharrefreplace")
("\u1234" * 10**7).encode("ascii", "backslashreplace")
("\u1234" * 10**7).encode("ascii", "namereplace")
(b"\xff" * 10**7).decode("ascii", "backslashreplace")
("\u1234" * 10**7).encode("latin-1", "replace")
zlib.compressobj(0).compress(bytes(10**8))
`

// hostileLines returns the programs; those that only define something end by a loop.
func hostileLines() []string { return strings.Split(strings.TrimSpace(hostile), "\n") }

// spent returns the processor time of the process.
func spent() time.Duration { return spentAs().user + spentAs().system }

// times is processor time of a process: its own, and that of the system for it, which clears the memory that it gets.
type times struct{ user, system time.Duration }

func spentAs() times {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return times{}
	}
	return times{time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano())}
}

const hostileImports = `import codecs, itertools, collections, functools, math, operator, array, re, copy, random, time, struct, io, heapq, bisect, string, weakref, sys
sys.set_int_max_str_digits(0)
`

// hostileDeadline is the processor time behind which a hostile program is told to end, in tests and in the
// benchmark; hostileLate is how much more it may take there: the bar of BenchmarkHostile.
const (
	testDeadline    = 20 * time.Millisecond
	hostileDeadline = 500 * time.Millisecond
	hostileLate     = 100 * time.Millisecond
)

// withProcessorTime returns a context that is done when the process has used so much processor time from now on, or
// when ten times as much has gone by: what sleeps uses none.
func withProcessorTime(d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeoutCause(context.Background(), 10*d, context.DeadlineExceeded)
	begin := spent()
	go func() {
		for ctx.Err() == nil && spent()-begin < d {
			time.Sleep(d / 500)
		}
		cancel()
	}()
	return ctx, cancel
}

// runHostile runs one program that is told to end behind a deadline of processor time, and returns how much it has used.
func runHostile(t testing.TB, source string, deadline time.Duration) (processor time.Duration, err error) {
	imports := hostileImports
	for _, m := range []string{"decimal", "fractions", "json", "csv", "statistics", "textwrap", "difflib", "zlib"} {
		if strings.Contains(source, m+".") {
			imports += "import " + m + "\n"
		}
	}
	vm := newVM(t, modes[4], importing(cpython(t), interp.Options{Heap: object.Options{Limit: 256 << 20}}))
	defer vm.Close()
	if err := vm.RunMain(compiled(t, imports), []string{"x"}); err != nil {
		t.Fatal(err)
	}
	code := compiled(t, source)
	used := spent()
	ctx, cancel := withProcessorTime(deadline)
	defer cancel()
	defer vm.InterruptOn(ctx)()
	err = vm.RunMain(code, []string{"x"})
	processor = spent() - used
	var stopped *interp.Interrupted
	var exception *interp.GuestError
	var unsupported *interp.Unsupported
	if err != nil && !errors.As(err, &stopped) && !errors.As(err, &exception) && !errors.As(err, &unsupported) {
		t.Errorf("%s: %v", source, err)
	}
	return processor, err
}

// TestHostile: programs that take very long end behind a deadline; one that does not is found by the test's own time
// limit. BenchmarkHostile holds the time.
func TestHostile(t *testing.T) {
	lines := hostileLines()
	if len(lines) < 200 {
		t.Errorf("%d programs, want 200", len(lines))
	}
	for i, source := range lines {
		if i%soak.Of(14, 14, 7) == 0 { // BenchmarkHostile runs all
			t.Run(fmt.Sprint(i), func(t *testing.T) { runHostile(t, source, testDeadline) })
		}
	}
}

// BenchmarkHostile fails where a hostile program needs more than hostileLate to end. All of them, once, take about two minutes:
//
//	go test ./interp -run '^$' -bench Hostile -benchtime 1x
func BenchmarkHostile(b *testing.B) {
	for i, source := range hostileLines() {
		b.Run(fmt.Sprintf("%03d", i), func(b *testing.B) {
			for range b.N {
				runtime.GC() // what the last one left is not this one's
				before := spentAs()
				processor, err := runHostile(b, source, hostileDeadline)
				system := spentAs().system - before.system
				b.ReportMetric(float64(processor.Milliseconds()), "ms")
				b.Logf("%v, %v of the system, %s: %.60v", processor.Round(time.Millisecond), system.Round(time.Millisecond), source, err)
				if processor > hostileDeadline+hostileLate {
					b.Errorf("%s: %v of processor time behind a deadline of %v", source, processor, hostileDeadline)
				}
			}
		})
	}
}
