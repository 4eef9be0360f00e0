package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// size is a flag: a number of bytes such as 256MiB.
type size uintptr

var sizeUnits = []struct {
	suffix string
	bytes  uint64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"", 1}}

func (s *size) String() string { return strconv.FormatUint(uint64(*s), 10) }

func (s *size) Set(text string) error {
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 64)
		if err != nil || n == 0 || n > math.MaxInt64/u.bytes {
			break
		}
		*s = size(n * u.bytes)
		return nil
	}
	return fmt.Errorf("%q is no size: 256MiB, 1GiB, 64KiB, or a number of bytes", text)
}

// choice is a flag that takes one of some words.
type choice struct {
	value   string
	words   []string
	isEmpty bool // may stand without a value, which is then the first word
}

func (c *choice) String() string { return c.value }

func (c *choice) IsBoolFlag() bool { return c.isEmpty }

func (c *choice) Set(text string) error {
	if c.isEmpty && text == "true" {
		text = c.words[0]
	}
	for _, w := range c.words {
		if w == text {
			c.value = text
			return nil
		}
	}
	return fmt.Errorf("must be one of %s", strings.Join(c.words, ", "))
}

// tierFlags are the flags of commands that run a program.
type tierFlags struct {
	jit       choice
	selects   selectFlag
	passes    string
	maxHeap   size
	codeLimit size
	hot       tier2.Hotspots
	costs     choice
	codeMem   choice
	check     bool
	strict    bool
	debug     debug.Flags
	session   *debug.Session // of the VM that was made with them; nil: no modes
}

// register makes the flags known; pipeline is the name of the one for the passes.
func (t *tierFlags) register(fs *flag.FlagSet, pipeline string) {
	t.jit.words = []string{"native", "uop", "ir", "off"}
	t.selects = selectFlag{interp.Ways}
	t.codeMem = choice{value: "auto", words: []string{"auto", "dual", "mprotect"}}
	fs.Var(&t.jit, "jit", "what runs hot code: native, uop, ir or off (default: native where there is machine code, else uop)")
	fs.Var(&t.selects, "select", "the `selector` of what is compiled: ways, traces (linear), or one of tier2 regions -list, with its options")
	fs.StringVar(&t.passes, pipeline, "", "the pass `pipeline` (default @default)")
	fs.Var(&t.maxHeap, "max-heap", "the most that objects may take, such as 256MiB (`size`)")
	fs.Var(&t.codeLimit, "code-limit", "the most that machine code may take, such as 1MiB (`size`; default 64MiB)")
	fs.Var(&t.codeMem, "codemem", "how code becomes executable: auto, dual or mprotect")
	fs.BoolVar(&t.check, "check", false, "verify the IR after each pass, and each register allocation")
	fs.BoolVar(&t.strict, "strict", false, "end the program at what is unsupported, also where it would catch the exception (status 3)")
	t.hot = tier2.DefaultHotspots
	fs.IntVar(&t.hot.K, "hot-k", t.hot.K, "the `ticks` of a back edge or a function before it may be hot (tier2.Hotspots)")
	fs.Float64Var(&t.hot.M, "hot-m", t.hot.M, "the `weight` of an executor's cost: the share of all ticks that a hot place must have for it")
	fs.IntVar(&t.hot.N, "hot-n", t.hot.N, "the `weight` of the program's age: the higher, the later it has hot places")
	fs.Func("hot-policy", "what an executor costs: "+policyNames()+" (default "+t.hot.Policy.Name+")", func(text string) error {
		for _, p := range tier2.Policies {
			if p.Name == text {
				t.hot.Policy = p
				return nil
			}
		}
		return fmt.Errorf("must be one of %s", policyNames())
	})
	t.costs = choice{value: "recorded", words: []string{"recorded", "measured"}}
	fs.Var(&t.costs, "costs", "by what is hot: recorded costs of executors, or costs measured while the program runs, which replace -hot-n, -hot-m and -hot-policy")
	t.debug.Register(fs, "pass-stats")
}

// policyNames are the names of tier2.Policies.
func policyNames() string {
	var list []string
	for _, p := range tier2.Policies {
		list = append(list, p.Name)
	}
	return strings.Join(list, ", ")
}

var backends = map[string]exitdata.Kind{"": exitdata.Cold, "native": exitdata.Native, "uop": exitdata.Uops, "ir": exitdata.IR}

// selectFlag is a flag: a selector by name.
type selectFlag struct{ uop.Selector }

func (f *selectFlag) String() string { return f.Name }

func (f *selectFlag) Set(text string) (err error) {
	switch text {
	case interp.Ways.Name:
		f.Selector = interp.Ways
	case interp.Traces.Name:
		f.Selector = interp.Traces
	default:
		f.Selector, err = region.Select(text)
	}
	return err
}

var codeModes = map[string]native.Mode{"auto": native.Auto, "dual": native.Dual, "mprotect": native.MProtect}

// options are the compiler's, and whether there is to be one.
func (t *tierFlags) options(stderr io.Writer) (o tier2.Options, on bool, err error) {
	t.debug.Modes.Verify = t.debug.Modes.Verify || t.check
	if t.session, err = t.debug.Session(stderr); err != nil {
		return o, false, err
	}
	var set *passes.Set
	if t.passes != "" || t.session != nil { // otherwise the compiler makes one when it needs it
		set, err = passSet()
	}
	return tier2.Options{
		Backend: backends[t.jit.value], Passes: t.passes, Set: set, CodeMode: codeModes[t.codeMem.value],
		CodeLimit: int(t.codeLimit), CheckAllocation: t.check, Session: t.session,
	}, t.jit.value != "off", err
}

// writePassStats prints what each pass did, if that was asked for.
func (t *tierFlags) writePassStats(w io.Writer) error {
	if !t.debug.Modes.Stats || t.session == nil {
		return nil
	}
	return t.session.WriteStats(w)
}
