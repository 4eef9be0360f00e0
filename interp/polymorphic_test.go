package interp_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	uops "github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// manySites has eight operations in a loop that see three types each, in all
// combinations.
const manySites = `
kinds = (7, 2.5, "ab")
def pick(n, x):
    out = []
    for i in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        out.append(kinds[(x >> 16) % 3])
    return out
def many(p, q, r, s, rounds):
    for k in range(rounds):
        for i in range(600):
            a = p[i]
            b = q[i]
            c = r[i]
            d = s[i]
            x = a + a
            y = b + b
            z = c + c
            w = d + d
            x = a * times
            y = b * times
            z = c * times
            w = d * times
    return x, y, z, w
lists = pick(600, 7), pick(600, 8), pick(600, 9), pick(600, 10)
`

// ran runs a program, then its function again. It returns the VM, open, what the
// function returns, and the share of its bytecodes that tier 2 executed.
func ran(t *testing.T, source string, choice uop.Selector, o tier2.Options) (vm *interp.VM, r interp.Value, coverage float64) {
	t.Helper()
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	vm, err := interp.New(interp.Options{Heap: object.Options{Limit: 256 << 20}, Selector: choice, Stats: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	})
	o.Clock = true
	if err := vm.EnableTier2(o); err != nil {
		t.Fatal(err)
	}
	if stderr, status := result(vm.RunMain(compiled(t, source), nil)); status != 0 {
		t.Fatal(stderr)
	}
	before := vm.Stats()
	if r, err = vm.Call("again"); err != nil {
		t.Fatal(err)
	}
	after := vm.Stats()
	one, two := after.Tier1.Instructions-before.Tier1.Instructions, after.Tier2.Instructions-before.Tier2.Instructions
	return vm, r, float64(two) / float64(one+two)
}

// TestManyTypes: a loop whose operations see several types each stays in tier 2, in
// few executors: where chains become long, paths meet. That is so, too, after all its
// executors have become invalid, since a global that they rely on has changed.
func TestManyTypes(t *testing.T) {
	for name, choice := range map[string]uop.Selector{"traces": interp.Traces, "joins": interp.Ways} {
		t.Run(name, func(t *testing.T) {
			vm, _, coverage := ran(t, manySites+"times = 2\nmany(*lists, 400)\ntimes = 3\ndef again(): many(*lists, 400)\n", choice, tier2.Options{})
			st := vm.TierStats()
			if coverage < 0.95 {
				t.Errorf("tier 2 executes a share of %.3f", coverage)
			}
			if n := st.Refusals[tier2.RefusedChain]; n != 0 {
				t.Errorf("%d exits go to tier 1, their chains being too long", n)
			}
			if st.Meetings == 0 {
				t.Error("no paths meet")
			}
			if st.Executors > 600 {
				t.Errorf("%d executors", st.Executors)
			}
			t.Logf("%d executors, %d meetings, coverage %.3f", st.Executors, st.Meetings, coverage)
		})
	}
}

// truths tests what it is given for truth.
const truths = `
def f(values, rounds):
    n = 0
    for r in range(rounds):
        for a in values:
            if a:
                n += 1
    return n
`

// guards counts executors that test the truth of one type, and those that test it of
// any.
func guards(vm *interp.VM) (one, any int) {
	for _, ex := range vm.Compiler().Table().Executors {
		if ex.Invalid {
			continue
		}
		for i := range ex.Trace.Insts {
			switch ex.Trace.Insts[i].Op {
			case uops.TO_BOOL_BOOL, uops.TO_BOOL_INT, uops.TO_BOOL_NONE, uops.TO_BOOL_LIST, uops.TO_BOOL_STR, uops.REPLACE_WITH_TRUE:
				one++
			case uops.TO_BOOL:
				any++
			}
		}
	}
	return one, any
}

// TestTypeSwitch: an operation that sees a few types becomes a type switch: an
// executor for each type, in which execution stays.
func TestTypeSwitch(t *testing.T) {
	vm, r, coverage := ran(t, truths+"v = [7, 'ab', [1]] * 200\ndef again(): return f(v, 200)\nagain()\n", interp.Ways, tier2.Options{})
	if r.String() != "120000" {
		t.Errorf("got %v", r)
	}
	if one, any := guards(vm); one < 3 || vm.TierStats().General != 0 {
		t.Errorf("executors for one type: %d, for any: %d; %d general", one, any, vm.TierStats().General)
	}
	if coverage < 0.999 {
		t.Errorf("tier 2 executes a share of %.4f", coverage)
	}
}

// TestTooManyTypes: an operation that sees too many types is compiled anew without
// its guard, once, and the executors of its type switch are freed.
func TestTooManyTypes(t *testing.T) {
	vm, r, coverage := ran(t, truths+"v = [7, 'ab', [1], None, True, f] * 100\ndef again(): return f(v, 200)\nagain()\n", interp.Ways, tier2.Options{})
	if r.String() != "100000" {
		t.Errorf("got %v", r)
	}
	if n := vm.TierStats().General; n != 1 {
		t.Errorf("%d instructions in their general form", n)
	}
	if one, any := guards(vm); one != 0 || any == 0 {
		t.Errorf("executors for one type: %d, for any: %d", one, any)
	}
	if n := vm.Compiler().Table().Stats.Freed; n < 3 {
		t.Errorf("%d executors freed", n)
	}
	if coverage < 0.999 {
		t.Errorf("tier 2 executes a share of %.4f", coverage)
	}
}

// TestManyCallees: calls have no general form: a place that sees many functions is
// neither a meeting place nor compiled anew again and again.
func TestManyCallees(t *testing.T) {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "def f%d(x): return x + %d\n", i, i)
	}
	b.WriteString("fs = [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11]\ndef run(rounds):\n    n = 0\n    for r in range(rounds):\n        for f in fs:\n            n = f(n)\n    return n\ndef again(): return run(9000)\nagain()\n")
	vm, r, coverage := ran(t, b.String(), interp.Ways, tier2.Options{})
	if r.String() != "594000" {
		t.Errorf("got %v", r)
	}
	if st := vm.TierStats(); coverage < 0.9 || st.Executors > 60 {
		t.Errorf("tier 2 executes a share of %.3f, in %d executors; refusals: %v", coverage, st.Executors, st.Refusals)
	}
}

// BenchmarkTypes measures operations that see 1, 2, 3 and 5 types, by
// testdata/polymorphism.py: ns/round is what it prints.
func BenchmarkTypes(b *testing.B) {
	benchKernels(b, "polymorphism.py", []string{"add", "less", "truth"}, []string{"1", "2", "3", "5"})
}

// testKernels runs the kernels of a program of testdata, with each of the counts: each stays
// in tier 2, and computes what tier 1 does. calls says what `again` and `few` do, and what
// is made ahead: its arguments are the kernel and the count.
func testKernels(t *testing.T, name string, kernels []string, counts []int, calls string) {
	source := kernelsOf(t, name)
	for _, kernel := range kernels {
		for _, count := range counts {
			t.Run(fmt.Sprint(kernel, "/", count), func(t *testing.T) {
				program := source + fmt.Sprintf(calls, kernel, count) + `
before = few()
again()
if few() != before:
    raise ValueError(few())
`
				if _, r, coverage := ran(t, program, interp.Ways, tier2.Options{}); coverage < 0.99 {
					t.Errorf("tier 2 executes a share of %.4f; result %v", coverage, r)
				}
			})
		}
	}
}

// kernelsOf returns what a program of testdata that measures its kernels has of them.
func kernelsOf(t *testing.T, name string) string {
	source, _, _ := strings.Cut(readFile(t, filepath.Join("testdata", name)), "\nif __name__")
	return source
}

// benchKernels runs a program of testdata that measures its kernels itself, each with
// each of the counts.
func benchKernels(b *testing.B, name string, kernels, counts []string) {
	file := filepath.Join("testdata", name)
	code, err := cpython(b).CompileFile(context.Background(), file)
	if err != nil {
		b.Fatal(err)
	}
	for _, kernel := range kernels {
		for _, count := range counts {
			b.Run(kernel+"/"+count, func(b *testing.B) {
				b.ReportAllocs()
				var out strings.Builder
				for b.Loop() {
					out.Reset()
					vm, err := interp.New(importing(cpython(b), interp.Options{Heap: small, Stdout: &out})) // they import kernels.py
					if err == nil {
						err = vm.EnableTier2(tier2.Options{})
					}
					if err != nil {
						b.Fatal(err)
					}
					if stderr, status := result(vm.RunMain(code, []string{file, kernel, count, "50"})); status != 0 {
						b.Fatal(stderr)
					}
					if err := vm.Close(); err != nil {
						b.Fatal(err)
					}
				}
				var round float64
				if _, err := fmt.Sscanf(out.String(), kernel+" "+count+" %f ns", &round); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(round, "ns/round")
			})
		}
	}
}

// alternating loads an attribute of instances of two classes in turn, at one place.
const alternating = `
class A:
    def __init__(self): self.x = 1
class B:
    def __init__(self): self.y = self.x = 2
def work(v, n):
    s = 0
    for _ in range(n):
        for o in v:
            s += o.x
    return s
print(work([A(), B()] * 500, 200))
`

// TestAlternating: where two classes alternate, an instruction that misses each second time is
// not specialized anew for each: nearly half of its executions hit, one of a hundred specializes, and
// none waits for long in its base. So it costs less than the general form (docs/families.md).
func TestAlternating(t *testing.T) {
	got, stats := run(t, mode{backend: exitdata.Cold}, interp.Options{Heap: small, Stats: true}, compiled(t, alternating))
	f := stats.Tier1.Families["LOAD_ATTR"]
	n := f.Hit + f.Miss + f.Deferred + f.Success + f.Failure
	if got.show() != "300000\n" || n < 200_000 {
		t.Fatalf("got %q; %+v", got.show(), f)
	}
	if f.Hit*20 < n*9 || (f.Success+f.Failure)*100 > n || f.Deferred*20 > n {
		t.Errorf("of %d executions %d hit, %d missed, %d were deferred, %d specialized", n, f.Hit, f.Miss, f.Deferred, f.Success+f.Failure)
	}
}

// longTail has a branch that eight ways lead to, and much that follows.
const longTail = `
def tail(rounds):
    n = a = b = c = 0
    for i in range(rounds):
        k = (i * 7919 >> 4) & 7
        if k == 0: n += 1
        elif k == 1: n += 2
        elif k == 2: n += 3
        elif k == 3: n += 4
        elif k == 4: n += 5
        elif k == 5: n += 6
        elif k == 6: n += 7
        else: n += 8
        if i & 15: c += 1
        a += n ^ i; b += a & i; c += b | i
        a ^= n + i; b ^= a - i; c ^= b + i
        a &= 65535; b &= 65535; c &= 65535
        a += n * 3; b += a * 5; c += b * 7
        a -= i % 3; b -= i % 5; c -= i % 7
        a = a * 3 & 65535; b = b * 3 & 65535; c = c * 3 & 65535
        a += i; b += i; c += i; a ^= b; b ^= c; c ^= a
    return n, a, b, c
`

// TestLongTails: where few exits lead to an instruction behind which much follows, they share it.
func TestLongTails(t *testing.T) {
	vm, _, _ := ran(t, longTail+"tail(60000)\ndef again(): return tail(6000)\n", interp.Traces, tier2.Options{})
	st := vm.Stats().Tier2
	t.Logf("%d meetings, %d executors, %d micro-ops", vm.TierStats().Meetings, st.Executors, st.UopsIn)
	if vm.TierStats().Meetings == 0 {
		t.Error("no paths meet: each exit by the branch has a copy of what follows")
	}
}

// threeClasses are three classes with special methods, and an instance of each.
const threeClasses = `
def made(i):
    class C:
        v = i
        def __eq__(self, o): return type(o) is type(self) and self.v == o.v
        def __lt__(self, o): return self.v < o.v
        def __add__(self, o): return self.v + o.v
        def __radd__(self, o): return self.v + o
        def __neg__(self): return -self.v
        def __hash__(self): return self.v
        def __len__(self): return self.v
        def __getitem__(self, i): return self.v + i
        def __setitem__(self, i, x): self.w = x
        def __delitem__(self, i): self.w = i
        def __contains__(self, i): return i == self.v
        def __iter__(self): return iter((1, 2))
        def __str__(self): return 'abc'
        def __iadd__(self, x): return self
        def __setattr__(self, name, x): object.__setattr__(self, 'w', x)
    return C()
objects = [made(i) for i in (1, 2, 3)] * 100
`

// TestClassSwitch: instructions that call special methods of a few classes in turn become type switches. What tier 1 has seen last is another
// class than that by which an executor is left, so the operands say how it goes on.
func TestClassSwitch(t *testing.T) {
	for _, statement := range []string{
		"o == o", "o < o", "o + o", "1 + o", "-o", "hash(o)", "len(o)", "not o", "o[1]", "o[1] = 2", "del o[1]", "2 in o", "x, y = o", "str(o)", "f'{o}'", "o += 1", "o.z = 1",
	} {
		t.Run(statement, func(t *testing.T) {
			vm, _, coverage := ran(t, threeClasses+"def f(rounds):\n    for r in range(rounds):\n        for o in objects:\n            "+statement+"\ndef again(): f(100)\nagain()\n", interp.Ways, tier2.Options{})
			st := vm.TierStats()
			if st.General != 0 || st.Refusals[tier2.RefusedProgress] != 0 {
				t.Errorf("%d general, refused: %v", st.General, st.Refusals)
			}
			if coverage < 0.98 {
				t.Errorf("tier 2 executes a share of %.4f", coverage)
			}
		})
	}
}

// TestNextSwitch: a loop over iterators of a few classes in turn, whose __next__ are functions, does not make executors again and again that
// leave at the iterator's class.
func TestNextSwitch(t *testing.T) {
	for _, n := range []int{3, 8} {
		vm, _, coverage := ran(t, fmt.Sprintf(`
def made():
    class I:
        i = 0
        def __iter__(self): return self
        def __next__(self):
            self.i = 1 - self.i
            if self.i: return 2
            raise StopIteration
    return I()
iterators = [made() for i in range(%d)]
def f(rounds):
    for r in range(rounds):
        for o in iterators:
            for x in o: pass
def again(): f(3000)
again()
`, n), interp.Ways, tier2.Options{})
		st := vm.TierStats()
		if idle := st.Refusals[tier2.RefusedIdle]; idle > 4 || st.Executors > 60 {
			t.Errorf("of %d classes: %d executors, of which %d executed nothing", n, st.Executors, idle)
		}
		if coverage < 0.9 {
			t.Errorf("of %d classes: tier 2 executes a share of %.4f", n, coverage)
		}
	}
}
