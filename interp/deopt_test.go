package interp_test

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/deopt"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// proves runs a program whose exits are forced and returns what it printed.
func proves(t *testing.T, code *pycode.Code, argv []string, sel uop.Selector, to tier2.Options, o deopt.Options) (out string, forced int, err error) {
	t.Helper()
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	var b bytes.Buffer
	d, err := interp.NewDeopt(importing(cpython(t), interp.Options{Heap: small, Stdout: &b, Selector: sel}), to, o)
	if err != nil {
		t.Fatal(err)
	}
	err = d.RunMain(code, argv)
	forced = int(d.VM().Stats().Tier2.DeoptForced)
	t.Logf("%d forced, %d compared", forced, d.Compared)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	return b.String(), forced, err
}

// shallow are the options of tests with thousands of exits: usually every eighth comparison follows all references.
func shallow() deopt.Options { return deopt.Options{Deep: soak.Of(8, 8, 0)} }

func TestDeopt(t *testing.T) {
	for _, c := range counted {
		t.Run(c.name, func(t *testing.T) {
			out, forced, err := proves(t, compiled(t, c.source), []string{"<test>"}, interp.Traces, tier2.Options{CheckAllocation: true}, deopt.Options{})
			if err != nil || out != c.want || forced == 0 {
				t.Errorf("printed %q, %d exits forced, error %v", out, forced, err)
			}
		})
	}
}

// deoptSelectors are the selectors of TestDeoptPrograms and TestDeoptSnippets: regions,
// which the VM has by itself, and at full size traces. (TestDeoptSelectors tries others.)
func deoptSelectors() []uop.Selector {
	list := []uop.Selector{interp.Ways, interp.Traces}
	return list[:soak.Of(1, 1, len(list))]
}

// TestDeoptPrograms forces every exit of the programs of the test suite, usually of a third of them.
func TestDeoptPrograms(t *testing.T) {
	total := 0
	for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := expected(t, strings.TrimSuffix(file, ".py")+".out", "")
			if !testing.Short() && !soak.Some(3, want) {
				t.Skip("another third of the programs")
			}
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			for _, sel := range deoptSelectors() {
				out, forced, err := proves(t, code, []string{file}, sel, tier2.Options{}, shallow())
				if err != nil {
					t.Fatal(err)
				}
				if d := differs(out, want); d != "" {
					t.Error(d)
				}
				if forced < 10 {
					t.Errorf("only %d exits have been forced", forced)
				}
				total += forced
			}
		})
	}
	if total < soak.Of(0, 800, 5000) && !t.Failed() && !testing.Short() {
		t.Errorf("only %d exits have been forced", total)
	}
}

// placed says by which test executors that stand at many instructions, or leave at many exits, are usually tried of a
// file of snippets. At full size all three have all files.
type placed uint32

const (
	everyExit        placed = iota // TestDeoptSnippets: exits of what is hot by itself
	everyInstruction               // TestDeoptEverywhere: exits of machine code at every instruction; TestRequest: micro-ops there
	everyRequest                   // TestRequest: machine code at every instruction
	numPlaced
)

// placedOf says which test has a file.
func placedOf(file string) placed {
	return placed(crc32.ChecksumIEEE([]byte(filepath.Base(file))) % uint32(numPlaced))
}

// placedSnippets are the files that a test has. Programs whose work is done by modules in Go have the instructions that
// others have, too: one in four of them is taken.
func placedSnippets(t *testing.T, tests ...placed) []string {
	return slices.DeleteFunc(files(t, "testdata/snippets/*.py", 15), func(file string) bool {
		return !soak.On() && (!slices.Contains(tests, placedOf(file)) || aboutModules(file) && !soak.Some(4, filepath.Base(file)))
	})
}

// aboutModules reports whether what a file of snippets claims is about a module in Go, and not about how code is executed.
func aboutModules(file string) bool {
	name := filepath.Base(file)
	return strings.HasPrefix(name, "modules_") || strings.HasPrefix(name, "decimal_")
}

// notForced matches programs that TestDeoptEverywhere leaves out. Other words keep objects alive in two VMs, which call
// finalizers in other places then.
func notForced(program string) bool {
	return finalizes.MatchString(program) || importsHost.MatchString(program) || keepsTime.MatchString(program) || hasAddresses.MatchString(program) ||
		showsCopies.MatchString(program)
}

// showsCopies matches programs whose callbacks look at their callers' frames. Of compiled code they see copies (peek.go): the
// copied function, and tuples that machine code has not made yet, are objects of their own there, and in the other VM they are not.
// What such programs print is compared with CPython's by TestSnippets, in all modes.
var showsCopies = regexp.MustCompile(`_getframe\([1-9]`)

// TestDeoptSnippets forces every exit of the snippets: they are about what side
// exits, types and effects there are. However they end, both VMs end so.
func TestDeoptSnippets(t *testing.T) {
	for _, file := range placedSnippets(t, everyExit) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			for i, p := range strings.Split(readFile(t, file), between) {
				if keepsTime.MatchString(p) || finalizes.MatchString(p) || showsCopies.MatchString(p) || !testing.Short() && !soak.Some(4, "exits "+p) {
					continue
				}
				for _, sel := range deoptSelectors() {
					_, _, err := proves(t, compiled(t, p), []string{"<test>"}, sel, tier2.Options{}, shallow())
					if d := new(deopt.Error); errors.As(err, &d) {
						t.Errorf("%d: %v\n%s", i, err, p)
					}
				}
			}
		})
	}
}

// planted is an observer that damages the state of one exit of the first executor:
// every exit that it can be done to, one after the other.
type planted struct {
	tier2.NopObserver
	damage func(s *exitdata.State) bool
	skip   int            // exits that are left as they are
	exit   *exitdata.Exit // the one that is damaged
}

func (p *planted) Code(ex *exitdata.Executor, _ *lower.Func, _ *lower.Code) {
	seen := map[*exitdata.State]bool{}
	for _, x := range ex.Exits {
		if p.exit != nil || !x.Test || x.Kind == ir.Poll || seen[x.State] {
			continue
		}
		seen[x.State] = true
		if p.skip--; p.skip < 0 && p.damage(x.State) {
			p.exit = x
		}
	}
}

// damaged has slots of all kinds in its exits' states: numbers in registers, a
// tuple that only the exits make, an inlined call.
const damaged = `
def g(x, y):
    return x * 2.5 + y
def f(n):
    s = 0.5
    k = 0
    last = None
    for i in range(n):
        s = g(s, i) if i % 7 else 0.25
        k = k + i
        last = (k, s)
    return s, k, last
print(f(3000))
`

// faults are what a compiler could get wrong in a state. Each changes a slot of a
// frame, or the frame, and reports whether it has.
var faults = []struct {
	name   string
	damage func(s *exitdata.State) bool
}{
	{"wrong slot", func(s *exitdata.State) bool {
		fs := &s.Frames[0]
		for i := range fs.Slots {
			for j := range fs.Slots[:i] {
				if a, b := &fs.Slots[i], &fs.Slots[j]; a.At != b.At && a.Type == b.Type && a.Kind == ir.SlotPlace && b.Kind == a.Kind {
					a.At, b.At = b.At, a.At
					return true
				}
			}
		}
		return false
	}},
	{"wrong pc", func(s *exitdata.State) bool { s.Frames[len(s.Frames)-1].PC++; return true }},
	{"wrong pc of a caller", func(s *exitdata.State) bool {
		if len(s.Frames) == 1 {
			return false
		}
		s.Frames[0].PC--
		return true
	}},
	{"lost store", func(s *exitdata.State) bool {
		fs := &s.Frames[0]
		for i := range fs.Slots {
			if fs.Slots[i].Type == ir.F64 {
				fs.Slots = append(fs.Slots[:i:i], fs.Slots[i+1:]...)
				return true
			}
		}
		return false
	}},
	{"missing box", func(s *exitdata.State) bool {
		fs := &s.Frames[0]
		for i := range fs.Slots {
			if fs.Slots[i].Type == ir.I64 && fs.Slots[i].Kind == ir.SlotPlace {
				fs.Slots[i].Raw = true
				return true
			}
		}
		return false
	}},
	{"stale value", func(s *exitdata.State) bool {
		fs := &s.Frames[0]
		for i := range fs.Slots {
			if fs.Slots[i].Type == ir.F64 {
				fs.Slots[i].Kind, fs.Slots[i].Word = ir.SlotConst, math.Float64bits(0.5)
				return true
			}
		}
		return false
	}},
	{"wrong stack", func(s *exitdata.State) bool { s.Frames[len(s.Frames)-1].SP--; return true }},
	{"wrong clock", func(s *exitdata.State) bool { s.Clock++; return true }},
	{"object of the wrong parts", func(s *exitdata.State) bool {
		if len(s.Objects) == 0 {
			return false
		}
		a := s.Objects[0].Args
		a[0], a[1] = a[1], a[0]
		return true
	}},
}

// TestDeoptFaults: an exit whose state is wrong is found, whichever it is.
func TestDeoptFaults(t *testing.T) {
	code := compiled(t, damaged)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			found := 0
			for skip := 0; ; skip++ {
				p := &planted{damage: f.damage, skip: skip}
				_, _, err := proves(t, code, []string{"<test>"}, interp.Traces, tier2.Options{Observer: p}, deopt.Options{})
				if p.exit == nil {
					break
				}
				if d := new(deopt.Error); errors.As(err, &d) {
					found++
				} else if p.exit.Taken() > 0 {
					t.Errorf("exit %d was taken %d times, and nothing found: %v", p.exit.Index, p.exit.Taken(), err)
				}
			}
			if found == 0 {
				t.Error("no damaged exit has been found")
			}
		})
	}
}

// TestDeoptRandom forces exits at visits that a seed chooses, with exits that get
// executors of their own early.
func TestDeoptRandom(t *testing.T) {
	names := []string{"quicksort", "changing_types", "queens", "life", "spectral_norm", "word_count"}
	for seed, name := range names[:soak.Of(3, 3, len(names))] {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("..", "testdata", "programs", name+".py")
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			o := deopt.Options{Random: true, Seed: uint64(seed), Times: 10}
			out, forced, err := proves(t, code, []string{file}, interp.Traces, tier2.Options{Hotness: 4}, o)
			if err != nil {
				t.Fatal(err)
			}
			if d := differs(out, expected(t, strings.TrimSuffix(file, ".py")+".out", "")); d != "" || forced < 100 {
				t.Errorf("%d exits forced; %s", forced, d)
			}
		})
	}
}

// importsHost matches what is another thing in each run: random numbers until they are
// seeded (tempfile draws some), those of the host and of its ports, and the times that unittest takes.
var importsHost = regexp.MustCompile(`(?m)^import .*\b(random|unittest|tempfile|socket)\b|\burandom\(`)

// keepsTime matches imports of what keeps the time of its import: logging does, which
// asyncio imports.
var keepsTime = regexp.MustCompile(`(?m)^import .*\b(logging|asyncio)\b`)

// hasAddresses matches programs that make text of addresses, which two VMs do not share.
var hasAddresses = regexp.MustCompile(`\bhex\(id\(`)

// TestDeoptEverywhere forces the exits of executors that stand at every instruction.
func TestDeoptEverywhere(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, file := range placedSnippets(t, everyInstruction) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			for i, p := range strings.Split(readFile(t, file), between) {
				if notForced(p) || !testing.Short() && !soak.Some(4, "everywhere "+p) {
					continue
				}
				code := compiled(t, p)
				d, err := interp.NewDeopt(importing(cpython(t), interp.Options{Heap: small, Strict: true}), tier2.Options{}, shallow())
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range sites(code) {
					if err := d.VM().Request(s.code, s.unit); err != nil {
						t.Fatal(err)
					}
				}
				err = d.RunMain(code, []string{"<test>"})
				if e := new(deopt.Error); errors.As(err, &e) && !strings.Contains(err.Error(), lookedAt) {
					t.Errorf("%d: %v\n%s", i, err, p)
				}
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
