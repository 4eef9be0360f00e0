package interp_test

import (
	"errors"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
)

// allocating are functions that allocate in many ways, also memory of Go, and what they return. They keep nothing.
const allocating = `
import csv, functools, io, pickle, re, struct, zlib

class Point:
    def __init__(self, x, *rest, y=0, **named):
        self.x, self.y, self.rest, self.named = x, y, rest, named
    def __add__(self, other): return Point(self.x + other.x, 1, y=self.y + other.y, z=3)
    def __repr__(self): return f"<{self.x} {self.y}>"
    def __hash__(self): return hash((self.x, self.y))
    def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)

def plus(x, y): return x + y
def star(a, /, *args, k=(), **kw):
    try:
        return plus(sum(args), len(kw)) + a
    finally:
        kw.clear()

def calls():
    return [star(1, *range(i), k=[i], **{"x%d" % i: i}) for i in range(12)]
def points():
    p = Point(0)
    for i in range(12): p = p + Point(i, y=1)
    return repr(p)
def closures():
    made = [lambda x, i=i: x + i + n for i in range(8) for n in (i,)]
    return [f(1.5) for f in made]
def gen(n):
    try:
        for i in range(n): yield (i, str(i))
    finally:
        pass
def generators():
    return dict(gen(10)), [b for a, _ in gen(3) for b in gen(a)], list(zip(gen(3), gen(4)))
def strings():
    s = ""
    for i in range(20): s += "%s-%r " % (i, float(i))
    return s.split(), s.upper().replace("1", "one" * 3), "".join(sorted(s))
def tables():
    d = {}
    for i in range(40): d[(i % 7, str(i))] = [i]
    return sorted(d.items()), {Point(i % 3) for i in range(9)} == {Point(0), Point(1), Point(2)}, {k: v for k, v in d.items() if k[0]}
def raising():
    out = []
    for i in range(8):
        try:
            try: [][i]
            except IndexError as e: raise ValueError(i, [i]) from e
        except ValueError as e:
            out.append((e.args, type(e.__cause__).__name__))
    return out
def ints():
    x = 3
    for i in range(20): x = x * x % (10**40 + i)
    return x, str(x), hex(x), [10**i for i in range(20)]
def classes():
    out = []
    for i in range(3):
        class C(Point):
            __slots__ = ()
            k = i
            @property
            def both(self): return self.x, self.k
        out.append((C(i).both, C.__name__, isinstance(C(1), Point)))
    return out
def library():
    return re.sub("([a-c]+)(\\d)", lambda m: m[2] + m[1], "abc1 cab2 x3"), functools.reduce(lambda a, b: a + [b], range(8), []), list(map(str, filter(None, range(5))))
def outside():
    s, b = io.StringIO(), io.BytesIO()
    for i in range(12):
        s.write(f"{i} " * 300)
        b.write(bytes([i]) * 500 * i)
    p = pickle.dumps([("x" * 20 + str(i), i) for i in range(150)])
    rows = list(csv.reader(["a,b," + "x" * 3000]))
    z = zlib.decompress(zlib.compress(b.getvalue()))
    return s.getvalue()[-9:], z[-3:], len(z), pickle.loads(p)[-1], rows[0][2][-3:], struct.unpack("700i", struct.pack("700i", *range(700)))[-1]

FUNCTIONS = [calls, points, closures, generators, strings, tables, raising, ints, classes, library, outside]
WANT = [repr(f()) for f in FUNCTIONS]
def run(n): return repr(FUNCTIONS[n]()) == WANT[n]
`

// TestAllocationFails: whichever allocation of a program fails, what the program gets is a
// MemoryError or nothing, the heap is whole, and the program does the same as before
// afterwards. Usually the slow modes share the functions out.
func TestAllocationFails(t *testing.T) {
	step := soak.Of(97, 41, 1)
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, importing(cpython(t), interp.Options{Heap: small}), allocating)
		functions, err := vm.Global("FUNCTIONS")
		if err != nil {
			t.Fatal(err)
		}
		count, err := functions.Len()
		if err != nil {
			t.Fatal(err)
		}
		for n := range count {
			if m.slow && !soak.On() && n%numSlow != m.number() {
				continue
			}
			for range 60 { // hot
				if v, err := vm.Call("run", n); err != nil || v.String() != "True" {
					t.Fatal(n, v, err)
				}
			}
			failed := 0
			for k := 1 + n; k <= 2000; k += step {
				vm.Heap().FailAllocation(k)
				v, err := vm.Call("run", n)
				vm.Heap().FailAllocation(0)
				var guest *interp.GuestError
				switch {
				case err == nil && v.String() == "True":
				case errors.As(err, &guest) && guest.Type == "MemoryError":
					failed++
				default:
					t.Fatalf("function %d, allocation %d: %v, %v", n, k, v, err)
				}
				if err := vm.Heap().Check(); err != nil {
					t.Fatalf("function %d, allocation %d: %v", n, k, err)
				}
				if v, err := vm.Call("run", n); err != nil || v.String() != "True" {
					t.Fatalf("function %d, after allocation %d has failed: %v, %v", n, k, v, err)
				}
			}
			if failed == 0 {
				t.Errorf("function %d: no allocation has failed", n)
			}
		}
	})
}
