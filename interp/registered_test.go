package interp_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// started calls change, a Go function, from the middle of frames that wait for each other,
// of a generator that is suspended, and of a loop that is running. All of it is hot before and
// after.
const started = `
def squares(n):
    for i in range(n):
        yield i * i

def leaf(n):
    s = i = 0
    while i < n:
        s += i
        i += 1
        if i == 2000:
            change()
    return s

def middle(n):
    s = 0
    for i in range(3):
        s += leaf(n)
    for i in range(n):
        s += i
    return s

waiting = squares(6000)
head = [next(waiting) for i in range(2000)]
total = middle(5000)
for i in range(3000):
    total += i
print(total, sum(head), sum(waiting))
change()
print(middle(5000))
`

const startedOutput = "54488500 2664667000 69317334000\n49990000\n"

// TestRegisterRunning registers and unregisters the optimizer of each mode while frames run and
// wait that began without or with it: code that is loaded counts at once, and no longer at once.
func TestRegisterRunning(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		if m.backend == exitdata.Cold {
			return
		}
		code := compiled(t, started)
		for _, first := range []bool{false, true} {
			var out strings.Builder
			vm, err := interp.New(interp.Options{Heap: small, Stdout: &out})
			if err != nil {
				t.Fatal(err)
			}
			var o tier2.Optimizer = &optimizer{triggers: everywhere, do: interpret}
			if !m.plain && first {
				if o, err = vm.NewCompiler(tier2.Options{Backend: m.backend, CheckAllocation: true}); err != nil {
					t.Fatal(err)
				}
			}
			if first {
				if err := vm.Register(o); err != nil {
					t.Fatal(err)
				}
			}
			changes, on := 0, first
			change := func() (err error) {
				before := vm.TierStats().Executors
				changes++
				switch {
				case on:
					if before == 0 {
						t.Errorf("change %d: no executor although it is registered: %+v", changes, vm.TierStats())
					}
					err = vm.Unregister(o)
					for _, ex := range vm.Executors() {
						if !ex.Invalid {
							t.Errorf("executor %d is valid although its optimizer is gone", ex.ID)
						}
					}
				case !m.plain && vm.Compiler() == nil:
					o, err = vm.NewCompiler(tier2.Options{Backend: m.backend, CheckAllocation: true})
					if err == nil {
						err = vm.Register(o)
					}
				default:
					err = vm.Register(o)
				}
				on = !on
				return err
			}
			if err := vm.SetGlobal("change", change); err != nil {
				t.Fatal(err)
			}
			if err := vm.RunMain(code, nil); err != nil || out.String() != startedOutput {
				t.Errorf("first %v: %v, %q", first, err, out.String())
			}
			if changes != 7 || vm.TierStats().Executors < 3 {
				t.Errorf("first %v: %d changes, %d executors", first, changes, vm.TierStats().Executors)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestUnregistered: without an optimizer no instruction counts, and no executor stands in
// code, as if there had been none.
func TestUnregistered(t *testing.T) {
	vm, err := interp.New(interp.Options{Heap: small})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	o := &optimizer{triggers: everywhere, do: interpret}
	if err := vm.Unregister(o); !errors.Is(err, interp.ErrNotRegistered) {
		t.Errorf("before: %v", err)
	}
	if err := vm.Register(o); err != nil {
		t.Fatal(err)
	}
	code := compiled(t, "def f(n):\n    s = 0\n    for i in range(n): s += i\n    return s\n")
	if err := vm.RunMain(code, nil); err != nil {
		t.Fatal(err)
	}
	call := func() {
		t.Helper()
		if _, err := vm.Call("f", 3000); err != nil {
			t.Fatal(err)
		}
	}
	call()
	asked := o.asked
	if asked == 0 {
		t.Fatal("it has not been asked")
	}
	if err := vm.Unregister(o); err != nil {
		t.Fatal(err)
	}
	call()
	call()
	f := code.Consts[slices.IndexFunc(code.Consts, func(k pycode.Const) bool { _, ok := k.(*pycode.Code); return ok })].(*pycode.Code)
	live := vm.LiveUnits(f)
	for at := 0; at < len(f.Units); at = pycode.Decode(live, at).Next {
		switch op := pycode.Decode(live, at).Op; op {
		case pycode.ENTER_EXECUTOR, pycode.JUMP_BACKWARD_JIT, pycode.RESUME:
			t.Errorf("%v stands in the code", op)
		}
	}
	if o.asked != asked || len(vm.Optimizers()) != 0 {
		t.Errorf("asked %d times, then %d; %v", asked, o.asked, vm.Optimizers())
	}
	if err := vm.Register(o); err != nil {
		t.Fatal(err)
	}
	if call(); o.asked == asked {
		t.Error("it has not been asked again")
	}
}

// TestCapabilities: what an optimizer publishes is held against what the VM can do, and what
// the optimizer makes.
func TestCapabilities(t *testing.T) {
	vm, err := interp.New(interp.Options{Heap: small})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	other := "arm64"
	if runtime.GOARCH == other {
		other = "amd64"
	}
	if err := vm.Register(&published{can: tier2.Capabilities{Kind: exitdata.Native, Target: other}, cost: 1, run: 1}); !errors.Is(err, interp.ErrTarget) || !strings.Contains(err.Error(), other) {
		t.Errorf("code for %s: %v", other, err)
	}
	if err := vm.Register(&published{can: tier2.Capabilities{Kind: exitdata.Native, Target: runtime.GOARCH}, cost: 1, run: 1}); !errors.Is(err, interp.ErrTarget) {
		t.Errorf("machine code and a table without: %v", err)
	}
	o := &optimizer{triggers: tier2.BackEdges, do: interpret, kind: exitdata.Own}
	got, stats := runOptimized(t, o, hot, interp.Options{})
	if got.show() != hotOutput || stats.Executors != 0 || stats.Refusals[tier2.RefusedKind] == 0 {
		t.Errorf("of another kind: %q, %d executors, %v", got.show(), stats.Executors, stats.Refusals)
	}
	watching := uop.Selector{Name: "watching", New: func(uop.Limits) uop.SelectorRun { return blind{} }}
	vm2, err := interp.New(interp.Options{Heap: small, Selector: watching})
	if err != nil {
		t.Fatal(err)
	}
	defer vm2.Close()
	var registered error
	if err := vm2.SetGlobal("register", func() { registered = vm2.Register(&optimizer{triggers: everywhere}) }); err != nil {
		t.Fatal(err)
	}
	if err := vm2.RunMain(compiled(t, "register()\n"), nil); err != nil || !errors.Is(registered, interp.ErrObserves) {
		t.Errorf("a selector that observes: %v, %v", err, registered)
	}
}

// blind is a selector that observes and selects nothing.
type blind struct{}

func (blind) Observe(uop.Event) (uop.Place, bool) { return uop.Place{}, false }
func (blind) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	return nil, &uop.Refusal{At: head}
}

// published is an optimizer with costs of its own.
type published struct {
	optimizer
	can       tier2.Capabilities
	cost, run float64
}

func (o *published) Capabilities() tier2.Capabilities { return o.can }
func (o *published) OptimizationCost() float64        { return o.cost }
func (o *published) RunCost() float64                 { return o.run }

// TestArbitration: of two optimizers the one is asked first whose executors run faster, where
// the place is hot by its costs; the other one where that has none. Exits are continued by
// whose executor they leave.
func TestArbitration(t *testing.T) {
	can := tier2.Capabilities{Triggers: tier2.BackEdges | tier2.Exits, Limits: uop.DefaultLimits}
	for _, c := range []struct {
		name       string
		fast, slow published
		refuses    bool // the fast one
		of         string
	}{
		{"the faster one", published{can: can, run: 0.2, cost: 100}, published{can: can, run: 0.9, cost: 1}, false, "fast"},
		{"it refuses", published{can: can, run: 0.2, cost: 100}, published{can: can, run: 0.9, cost: 1}, true, "slow"},
		{"not hot enough for its costs", published{can: can, run: 0.2, cost: 1e9}, published{can: can, run: 0.9, cost: 1}, false, "slow"},
		{"equal runs", published{can: can, run: 0.2, cost: 1}, published{can: can, run: 0.2, cost: 100}, false, "fast"},
	} {
		for _, swapped := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, swapped), func(t *testing.T) {
				vm, err := interp.New(interp.Options{Heap: small})
				if err != nil {
					t.Fatal(err)
				}
				defer vm.Close()
				made := map[*exitdata.Executor]string{}
				asked := map[string]int{}
				by := func(name string, refuses bool) func(tier2.Code, int, tier2.Source) (*exitdata.Executor, error) {
					return func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
						asked[name]++
						if x := src.Exit(); x != nil && made[x.Executor] != name {
							t.Errorf("%s is asked to continue an exit of %s", name, made[x.Executor])
						}
						if refuses {
							return nil, nil
						}
						ex, err := interpret(code, offset, src)
						made[ex] = name
						return ex, err
					}
				}
				fast, slow := c.fast, c.slow
				fast.do, slow.do = by("fast", c.refuses), by("slow", false)
				list := []*published{&fast, &slow}
				if swapped {
					slices.Reverse(list)
				}
				for _, o := range list {
					if err := vm.Register(o); err != nil {
						t.Fatal(err)
					}
				}
				if err := vm.Register(&fast); !errors.Is(err, interp.ErrRegistered) {
					t.Errorf("twice: %v", err)
				}
				if got := vm.Optimizers(); got[0] != &fast || got[1] != &slow {
					t.Error("they are asked in another order")
				}
				if err := vm.RunMain(compiled(t, "s = 0\nfor i in range(9000):\n    if i % 3: s += i\n"), nil); err != nil {
					t.Fatal(err)
				}
				for _, ex := range vm.Executors() {
					if made[ex] != c.of {
						t.Errorf("%s has made executor %d", made[ex], ex.ID)
					}
				}
				if len(vm.Executors()) == 0 || asked[c.of] == 0 {
					t.Errorf("asked: %v", asked)
				}
			})
		}
	}
}

// TestOwnMixed: the library's compiler and an optimizer with executors of its own at one VM.
func TestOwnMixed(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, run := range []float64{0.05, 0.8} { // against the compiler's 0.1
		var out strings.Builder
		vm, err := interp.New(interp.Options{Heap: small, Stdout: &out})
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.EnableTier2(tier2.Options{}); err != nil {
			t.Fatal(err)
		}
		own := &ownCosts{run: run}
		if err := vm.Register(own); err != nil {
			t.Fatal(err)
		}
		const source = "def f(n):\n    s = i = 0\n    while i < n:\n        s += i\n        i += 1\n    return s\ndef g(n):\n    s = 0.5\n    for i in range(n): s *= 1.5\n    return s\nprint(f(9000), g(1500))\n"
		if err := vm.RunMain(compiled(t, source), nil); err != nil || out.String() != "40495500 6.852650585738202e+263\n" {
			t.Errorf("%v, %q", err, out.String())
		}
		kinds := map[exitdata.Kind]int{}
		for _, ex := range vm.Executors() {
			kinds[ex.Kind]++
		}
		if (kinds[exitdata.Own] > 0) != (run < 0.1) || kinds[exitdata.Native] == 0 {
			t.Errorf("RunCost %v: %v", run, kinds)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestOwnExits: an exit of an executor of one's own becomes hot, is continued by another one,
// and leads there from then on.
func TestOwnExits(t *testing.T) {
	var out strings.Builder
	vm, err := interp.New(interp.Options{Heap: small, Stdout: &out})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.Register(closures{}); err != nil {
		t.Fatal(err)
	}
	const source = "def f(n, m):\n    s = i = 0\n    while i < n:\n        i += 1\n        if i < m: s += 1\n        else: s += 2\n    return s\nprint(f(9000, 3000))\n"
	if err := vm.RunMain(compiled(t, source), nil); err != nil || out.String() != "15001\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	stitched := 0
	for _, ex := range vm.Executors() {
		for _, x := range ex.Exits {
			if x != nil && x.Target.Kind == exitdata.Own {
				stitched++
			}
		}
	}
	if stitched < 2 {
		t.Errorf("%d exits of %d executors lead to executors; %+v", stitched, len(vm.Executors()), vm.TierStats())
	}
}

// TestOwnEnds: executors of one's own are interrupted and out of budget like any others.
func TestOwnEnds(t *testing.T) {
	for _, own := range []bool{false, true} {
		vm, err := interp.New(interp.Options{Heap: small, Budget: 200_000})
		if err != nil {
			t.Fatal(err)
		}
		if own {
			if err := vm.Register(closures{}); err != nil {
				t.Fatal(err)
			}
		}
		err = vm.RunMain(compiled(t, "def f(n):\n    i = 0\n    while i < n: i += 1\nf(1000000000)\n"), nil)
		var spent *interp.BudgetError
		if !errors.As(err, &spent) || spent.Executed < 200_000 || spent.Executed > 200_010 {
			t.Errorf("own %v: %v, %+v", own, err, spent)
		}
		if own && len(vm.Executors()) == 0 {
			t.Error("no executor")
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}

// ownCosts is closures with another RunCost.
type ownCosts struct {
	closures
	run float64
}

func (o *ownCosts) RunCost() float64 { return o.run }

// TestOwnWrong: executors of one's own that break their contract are refused by name where that
// is known when they are made, and end the run by name where nobody knows how to go on.
func TestOwnWrong(t *testing.T) {
	leaving := func(do func(f exitdata.Frame) (int, error)) func(ex *exitdata.Executor) {
		return func(ex *exitdata.Executor) { ex.Execute, ex.Leaves = do, []ir.ExitKind{ir.Side} }
	}
	for _, c := range []struct {
		name   string
		edit   func(ex *exitdata.Executor)
		reason string // of the refusal
		err    string // that ends the run
	}{
		{"nothing to execute", func(ex *exitdata.Executor) { ex.Leaves = []ir.ExitKind{ir.Side} }, tier2.RefusedExecutor, ""},
		{"no exits", func(ex *exitdata.Executor) { ex.Execute = func(exitdata.Frame) (int, error) { return 0, nil } }, tier2.RefusedExecutor, ""},
		{"an exit of a kind that only compiled code has", func(ex *exitdata.Executor) {
			ex.Execute, ex.Leaves = func(exitdata.Frame) (int, error) { return 0, nil }, []ir.ExitKind{ir.Dynamic}
		}, tier2.RefusedExecutor, ""},
		{"it does nothing", leaving(func(exitdata.Frame) (int, error) { return 0, nil }), tier2.RefusedIdle, ""},
		{"an exit that it has not", leaving(func(exitdata.Frame) (int, error) { return 1, nil }), "", "by exit 1 of 1"},
		{"pc in a cache", leaving(func(f exitdata.Frame) (int, error) { f.GoOn(f.PC()+1, f.SP()); return 0, nil }), "", "where no instruction begins"},
		{"pc behind the code", leaving(func(f exitdata.Frame) (int, error) { f.GoOn(1e6, f.SP()); return 0, nil }), "", "where no instruction begins"},
		{"sp below the locals", leaving(func(f exitdata.Frame) (int, error) { f.GoOn(f.PC(), 0); return 0, nil }), "", "slots in use"},
		{"sp behind the stack", leaving(func(f exitdata.Frame) (int, error) { f.GoOn(f.PC(), 1000); return 0, nil }), "", "slots in use"},
		{"it raises", leaving(func(f exitdata.Frame) (int, error) { return 0, errors.New("mine") }), "", "RuntimeError: mine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := &optimizer{triggers: tier2.BackEdges, kind: exitdata.Own}
			o.do = func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
				ex := &exitdata.Executor{Kind: exitdata.Own, Name: "wrong", Code: code.Handle, Offset: uint32(offset)}
				c.edit(ex)
				return ex, nil
			}
			got, stats := runOptimized(t, o, "s = 0\nfor i in range(5000): s += i\nprint(s)\n", interp.Options{})
			if c.err == "" && (got.show() != "12497500\n" || stats.Refusals[c.reason] == 0) {
				t.Errorf("%q, refused %v", got.show(), stats.Refusals)
			}
			if c.err != "" && !strings.Contains(got.stderr, c.err) {
				t.Errorf("%+v", got)
			}
		})
	}
}
