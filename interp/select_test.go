package interp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/deopt"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// branchy has joins, inner loops of both kinds, calls from two places of a function
// that returns in two, an early return, and a phase in which other ways are taken.
const branchy = `
def sign(x, t):
    if x < t:
        return -1
    return x & 7

def work(n, t):
    a = b = 0
    last = None
    for i in range(n):
        x = i * 7919 & 255
        if x < t:
            a += sign(x, 40)
        elif x & 1:
            b += sign(i & 63, 20)
            last = x
        if x & 2 or x & 8:
            a ^= 3
        k = 0
        while k < x & 3:
            b += k
            k += 1
        for j in (1, 2):
            if j == x & 3:
                a += j
        if b < -100000:
            return last
    return a, b, last

print(work(6000, 100), work(6000, 250), work(6000, 3))
`

const branchyOutput = "(8559, 10729, 161) (20639, 6115, 255) (4464, 13700, 161)\n"

// selectors are all that there are.
func selectors(t testing.TB) []uop.Selector {
	list := []uop.Selector{interp.Ways, interp.Traces}
	for _, k := range region.Kinds {
		s, err := region.Select(k.Name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestSelectors runs a program with each selector: it prints the same, and regions are
// compiled. Those that learn are told of no events, the others of some.
func TestSelectors(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, s := range selectors(t) {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			got, stats := run(t, mode{backend: exitdata.Native}, interp.Options{Heap: small, Selector: s}, compiled(t, branchy))
			if got.show() != branchyOutput {
				t.Errorf("got %q", got.show())
			}
			sel := stats.Tier2.Selection
			if s.New == nil {
				if sel.Selected != 0 || sel.Events != 0 || stats.Tier2.Executors == 0 {
					t.Errorf("linear traces: %+v", sel)
				}
				return
			}
			_, learns := s.New(uop.DefaultLimits).(uop.Learner)
			if sel.Selector != s.Name || learns != (sel.Events == 0) {
				t.Errorf("learns %v: %+v", learns, sel)
			}
			if sel.Compiled == 0 && s.Name != "oracle" && s.Name != "cpython315" { // more than 20 blocks; too cold for it
				t.Errorf("no region was compiled: %+v, refused %v", sel, stats.Tier2.Refusals)
			}
		})
	}
}

// TestDeoptSelectors forces the exits of regions of several selectors.
func TestDeoptSelectors(t *testing.T) {
	for _, s := range selectors(t) {
		if testing.Short() && s.Name != "net" && s.Name != "mincut" && s.Name != "tree" {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			out, forced, err := proves(t, compiled(t, branchy), []string{"<test>"}, s, tier2.Options{CheckAllocation: true}, deopt.Options{})
			if err != nil || out != branchyOutput || forced == 0 && s.Name != "cpython315" {
				t.Errorf("printed %q, %d exits forced, error %v", out, forced, err)
			}
		})
	}
}

// phases goes one way for a while, then the other, then both ways in turn.
const phases = `
def f(n, m, k):
    a = b = 0
    for i in range(n):
        if i & m == k:
            a += 1
        else:
            b += 2
        a ^= i & 3
    return a, b
print(f(5000, 0, 1), f(5000, 0, 0), f(20000, 1, 1))
`

// TestGrow: where a phase of the program makes a region's exit hot, the region is
// selected again and has both ways; the exit is not taken any more.
func TestGrow(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, name := range []string{"ways", "mincut", "method"} {
		t.Run(name, func(t *testing.T) {
			s := interp.Ways
			if name != s.Name {
				var err error
				if s, err = region.Select(name); err != nil {
					t.Fatal(err)
				}
			}
			got, stats := run(t, mode{backend: exitdata.Native}, interp.Options{Heap: small, Selector: s}, compiled(t, phases))
			if got.show() != "(0, 10000) (5000, 0) (0, 20000)\n" {
				t.Errorf("got %q", got.show())
			}
			if sel := stats.Tier2.Selection; sel.Grown == 0 {
				t.Errorf("%+v", sel)
			}
			if n := stats.Tier2.Exits.Taken; n > 300 {
				t.Errorf("%d exits taken", n)
			}
			if n := stats.Tier2.Exits.Stitched; name == "ways" && n > 0 { // a way that the region does not have
				t.Errorf("%d exits lead to other executors", n)
			}
		})
	}
}

// TestSplit: a region that is as large as its selector lets it be, and is left at one
// place, is split there: a region of its own begins behind the exit.
func TestSplit(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	s, err := region.Select("mincut(bound=40)")
	if err != nil {
		t.Fatal(err)
	}
	got, stats := run(t, mode{backend: exitdata.Native}, interp.Options{Heap: small, Selector: s}, compiled(t, branchy))
	if sel := stats.Tier2.Selection; got.show() != branchyOutput || sel.Split == 0 {
		t.Errorf("got %q, %+v", got.show(), sel)
	}
}

// TestFullStays: a region that has all micro-ops that it may have is not selected again because
// of an exit: what came in would put something else out. Its exits get regions of their own.
func TestFullStays(t *testing.T) {
	var b strings.Builder
	b.WriteString("def work(n):\n    a = b = 0\n    for i in range(n):\n")
	for k := range 50 {
		fmt.Fprintf(&b, "        if i >> %d & 1:\n            a += %d\n        else:\n            b ^= i + %d\n", 4+k%12, k, k)
	}
	b.WriteString("    return a, b\ndef again(): return work(20000)\nagain()\n")
	vm, _, _ := ran(t, b.String(), interp.Ways, tier2.Options{})
	if sel := vm.Stats().Tier2.Selection; sel.Split == 0 {
		t.Errorf("%+v: nothing is split", sel)
	}
	for _, ex := range vm.Executors() {
		for _, r := range vm.RemadeBefore(ex) {
			if r.Why == interp.Grown && r.Uops*4 >= uop.DefaultLimits.MaxUops*3 {
				t.Errorf("executor %d has grown from one of %d micro-ops", ex.ID, r.Uops)
			}
		}
	}
}

// picky selects what a test says.
type picky struct {
	uop.SelectorRun
	pick func(head uop.Place) (*uop.Region, *uop.Refusal)
}

func (*picky) Learn(uop.Flow)                                      {}
func (p *picky) Select(head uop.Place) (*uop.Region, *uop.Refusal) { return p.pick(head) }
func (*picky) Observe(uop.Event) (head uop.Place, hot bool)        { return head, false }

// TestRefusedRegions: what a selector refuses, and what is no region, is counted by
// name, and the program goes on in linear traces; so it does with a selector that
// panics.
func TestRefusedRegions(t *testing.T) {
	for reason, pick := range map[string]func(head uop.Place) (*uop.Region, *uop.Refusal){
		"too_large": func(head uop.Place) (*uop.Region, *uop.Refusal) {
			return nil, &uop.Refusal{Reason: uop.RefuseTooLarge, At: head}
		},
		"invalid": func(head uop.Place) (*uop.Region, *uop.Refusal) {
			return &uop.Region{Blocks: []uop.RegionBlock{{At: uop.Place{Code: head.Code, PC: head.PC + 1}}}}, nil
		},
		"panic": func(uop.Place) (*uop.Region, *uop.Refusal) { panic("mine") },
	} {
		s := uop.Selector{Name: "picky", New: func(uop.Limits) uop.SelectorRun { return &picky{pick: pick} }}
		got, stats := run(t, mode{backend: exitdata.IR, fails: reason}, interp.Options{Heap: small, Selector: s}, compiled(t, phases))
		if got.status != 0 || got.show() != "(0, 10000) (5000, 0) (0, 20000)\n" {
			t.Errorf("%s: got %q", reason, got.show())
		}
		if reason == "panic" {
			if stats.Tier2.Refusals[tier2.RefusedPanic] == 0 {
				t.Errorf("%s: %v", reason, stats.Tier2.Refusals)
			}
			continue
		}
		if sel := stats.Tier2.Selection; sel.Refused[reason] == 0 || sel.Compiled != 0 || stats.Tier2.Executors == 0 {
			t.Errorf("%s: %+v, %d executors", reason, sel, stats.Tier2.Executors)
		}
	}
}

// cutRegion has a call in one of three ways that no trace inlines: the frame is too big.
var cutRegion = `
def f(a, *, k):
    if a < 0:
        ` + manyLocals(300) + ` = 0
    return a + k

def work(n):
    s = t = 0
    for i in range(n):
        if i & 1:
            s += 1
        elif i & 2:
            s = f(s, k=2)
        else:
            t += 3
    return s, t
print(work(20000))
`

// manyLocals returns assignments to so many variables.
func manyLocals(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("x", i)
	}
	return strings.Join(names, " = ")
}

// TestCutRegions: what cannot be built is left out of a region, the rest is compiled.
func TestCutRegions(t *testing.T) {
	var out strings.Builder
	vm, err := interp.New(interp.Options{Heap: small, Stdout: &out})
	if err == nil {
		err = vm.EnableTier2(tier2.Options{Backend: exitdata.IR})
	}
	if err == nil {
		err = vm.RunMain(compiled(t, cutRegion), []string{"cut.py"})
	}
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if out.String() != "(20000, 15000)\n" {
		t.Errorf("got %q", out.String())
	}
	n := 0
	for _, ex := range vm.Executors() {
		if ex.Trace != nil && len(ex.Trace.Blocks) > 3 && ex.Parent == nil {
			n++
			var abort *build.Abort
			if !errors.As(ex.Cut, &abort) || abort.Uop != "_PY_FRAME_KW" {
				t.Errorf("the region is cut by %v", ex.Cut)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d regions", n)
	}
}

// TestProfile: the profile of a loop, from its top, as inline caches have it.
func TestProfile(t *testing.T) {
	var list []uop.Flow
	o := &optimizer{kind: exitdata.Uops}
	o.triggers = tier2.BackEdges
	o.do = func(_ tier2.Code, _ int, src tier2.Source) (*exitdata.Executor, error) {
		if list == nil {
			src.Profile(func(f uop.Flow) {
				f.Ways = append([]uop.Way(nil), f.Ways...)
				list = append(list, f)
			})
		}
		if t, stop := src.Region(uop.DefaultLimits); t != nil || stop != uop.AbortNoRegion {
			return nil, fmt.Errorf("an optimizer that interprets micro-ops gets a region")
		}
		return nil, nil
	}
	got, stats := runOptimized(t, o, "i = 0\nwhile i < 3000:\n    if i & 1:\n        i += 1\n    else:\n        i += 1\n", interp.Options{})
	if got.status != 0 || stats.Refusals["error"] != 0 || len(list) < 4 {
		t.Fatalf("%+v, %v, %d blocks", got, stats.Refusals, len(list))
	}
	top, back, balanced := list[0], 0, 0
	for _, f := range list {
		if f.Count == 1024 && len(f.Ways) == 2 && f.Ways[0].Count == 512 && f.Ways[1].Count == 512 {
			balanced++
		}
		for _, w := range f.Ways {
			if w.To == top.At && w.How == uop.Taken {
				back += int(w.Count)
			}
		}
	}
	if top.Count != 1024 || balanced != 1 || back < 900 || back > 1024 {
		t.Errorf("%d of 1024 executions go round, %d balanced branches: %+v", back, balanced, list)
	}
}
