package interp_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

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
float("1" * 10**8)
float("1" + "0" * 10**8 + "e-" + "1" * 10**6)
"%.1000000000f" % 0.1
int.from_bytes(b"\xff" * 10**8, "big") ** 3
(3 ** 10**7).to_bytes(10**8, "big")
bin(3 ** 10**7) + hex(3 ** 10**7)
(7 ** 10**7).bit_count() + sum(itertools.repeat(0))
`

// hostileLines returns the programs; those that only define something end by a loop.
func hostileLines() []string { return strings.Split(strings.TrimSpace(hostile), "\n") }

// spent returns the processor time of the process.
func spent() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

const hostileImports = `import itertools, collections, functools, math, operator, array, re, copy, random, time, struct, io, heapq, bisect, string, weakref, sys
sys.set_int_max_str_digits(0)
`

var (
	hostileStep     = flag.Int("hostile-step", 7, "run one hostile program of so many")
	hostileDeadline = flag.Duration("hostile-deadline", 20*time.Millisecond, "of a hostile program; the bar is 500ms and 100ms more of processor time")
)

// runHostile runs one program under a deadline, and returns how long it has gone on behind it.
func runHostile(t *testing.T, source string, deadline time.Duration) (late, processor time.Duration, err error) {
	imports := hostileImports
	for _, m := range []string{"decimal", "fractions", "json", "csv", "statistics", "textwrap", "difflib"} {
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
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	defer vm.InterruptOn(ctx)()
	begin, used := time.Now(), spent()
	err = vm.RunMain(code, []string{"x"})
	return time.Since(begin) - deadline, spent() - used, err
}

// TestHostile: programs that take very long end behind a deadline, which the log compares with what they took; one that
// does not end is found by the test's own time limit. All of them: go test ./interp -run TestHostile
// -hostile-step=1 -hostile-deadline=500ms -v.
func TestHostile(t *testing.T) {
	for i, source := range hostileLines() {
		if i%*hostileStep != 0 {
			continue
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			late, processor, err := runHostile(t, source, *hostileDeadline)
			var stopped *interp.Interrupted
			var exception *interp.GuestError
			var unsupported *interp.Unsupported
			if err != nil && !errors.As(err, &stopped) && !errors.As(err, &exception) && !errors.As(err, &unsupported) {
				t.Errorf("%s: %v", source, err)
			}
			t.Logf("%s: late %v processor %v %.60v", source, late.Round(time.Millisecond), processor.Round(time.Millisecond), err)
		})
	}
}
