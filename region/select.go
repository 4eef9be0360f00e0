package region

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/uop"
)

// Option is a number that a selector takes.
type Option struct {
	Name         string
	Default, Min int
	Doc          string
	Try          []int // what a sweep tries; none: the default alone
}

// Kind is a selector with its options open: what Select makes selectors of.
type Kind struct {
	Name    string
	Doc     string // one line
	Source  string
	Options []Option
	make    func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun
}

var (
	optHot     = Option{"hot", 50, 1, "executions of a head until it is hot", []int{10, 25, 50, 100}}
	optHotLEI  = Option{"hot", 35, 1, "cycles of a head until it is hot", []int{10, 20, 35, 70}}
	optBuffer  = Option{"buffer", 500, 2, "taken branches in the buffer", nil}
	optProf    = Option{"prof", 15, 1, "traces that are observed", []int{5, 15, 30, 60}}
	optMin     = Option{"min", 2, 1, "traces that must have a block", []int{1, 2, 4}}
	optLambda  = Option{"lambda", 10, 0, "price of an instruction of code, in executions", []int{1, 2, 5, 10}}
	optBound   = Option{"bound", 400, 1, "size of a region", nil}
	optExit    = Option{"cx", 8, 0, "price of an exit, in instructions", nil}
	optEntry   = Option{"entry", 8, 0, "price of an entry from outside, for each instruction", []int{0, 1, 8}}
	optShare   = Option{"share", 2, 0, "percent of the head's executions that an edge must have", nil}
	optClosure = []Option{optHot, optLambda, optBound, optExit, optEntry, optShare}
	optGrow    = []Option{withDefault(optHot, 25), withDefault(optLambda, 5), withDefault(optBound, 800), optExit, optEntry, optShare}
)

const optMethodCold = "blocks are left out that are executed less often than in so many of 1000 executions of the head"

func withDefault(o Option, n int) Option {
	o.Default = n
	return o
}

const hiniker = "Hiniker, Hazelwood, Smith: Improving region selection in dynamic optimization systems, MICRO 2005"

// Kinds are all selectors, in the order of tables.
var Kinds = []Kind{
	{"net", "next executing tail: what runs behind a hot target of a backward branch", "Duesterwald, Bala: Software profiling for hot path prediction, ASPLOS 2000",
		[]Option{optHot}, func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &net{base: newBase(name, lim), hot: o("hot")}
		}},
	{"lei", "last executed iteration: the cycle that a buffer of branches shows", hiniker,
		[]Option{optHotLEI, {"buffer", 500, 2, "taken branches in the buffer", []int{100, 500, 2000}}}, func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return newLEI(name, o, lim)
		}},
	{"net+comb", "several of NET's traces combined", hiniker,
		[]Option{optHot, withDefault(optProf, 30), optMin},
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &comb{newCombined(o), net{base: newBase(name, lim), hot: o("hot")}}
		}},
	{"lei+comb", "several of LEI's traces combined", hiniker,
		[]Option{optHotLEI, optBuffer, optProf, optMin},
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &leiComb{newCombined(o), *newLEI(name, o, lim)}
		}},
	{"tree", "trace tree: hot side exits record branches back to the header", "Gal, Franz: Incremental dynamic code generation with trace trees, 2006",
		[]Option{withDefault(optHot, 56), {"exit", 10, 1, "exits at a place until a branch is recorded", []int{5, 10, 20, 50}}, {"paths", 100, 0, "branches of a tree", []int{10, 30, 100}}},
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &tree{base: newBase(name, lim), hot: o("hot"), exit: o("exit"), paths: o("paths"),
				exits: map[exitKey]int{}, branches: map[uop.Place]int{}}
		}},
	{"cpython313", "projection along the inline caches' history", "CPython 3.13, Python/optimizer.c",
		[]Option{withDefault(optHot, 16), {"exit", 64, 1, "exits to a place until it is a head", []int{10, 32, 64, 128}}, {"depth", 5, 1, "frames", []int{2, 5, 10}}},
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &cpython313{base: newBase(name, lim), hot: o("hot"), exit: o("exit"), depth: o("depth")}
		}},
	{"cpython315", "recording with fitness and exit quality", "CPython 3.15, Python/optimizer.c",
		[]Option{{"hot", 4000, 1, optHot.Doc, []int{25, 100, 1000, 4000}}, {"fitness", fitness315, 40, "fitness of a trace's first instruction", []int{625, 1250, 2500, 5000}}},
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &cpython315{base: newBase(name, lim), hot: o("hot"), fitness: o("fitness")}
		}},
	{"mincut", "single-entry closure of most profit, by a minimum cut", "F1 of this project; Picard: Maximal closure of a graph, 1976",
		optClosure, func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &mincut{newClosure(name, o, lim, false)}
		}},
	{"mincut+merge", "mincut, then copies of neighbouring regions while transitions cost more than code", "F1 and F2 of this project",
		optClosure, func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &mincut{newClosure(name, o, lim, true)}
		}},
	{"grow", "mincut, selected again at hot exits with what follows them, while that pays and fits", "F1 of this project",
		optGrow, func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			s := &grower{closure: newClosure(name, o, lim, false), at: -1}
			s.copies = true
			return s
		}},
	{"joins", "hot blocks; what follows each join is shared or duplicated", "F3 of this project",
		append(slices.Clone(optClosure[:3]), withDefault(optExit, 0), optShare, Option{"facts", 1, 0, "price of the facts that a join loses, for each execution", []int{0, 1, 4}}),
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &joins{newClosure(name, o, lim, false), o("facts")}
		}},
	{"method", "all executed blocks of the function", "method compilers",
		[]Option{optHot, {"cold", 0, 0, optMethodCold, []int{0, 1, 10, 50}}},
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &method{base: newBase(name, lim), hot: o("hot"), cold: uint64(o("cold"))}
		}},
	{"lbbv", "lazy basic block versioning: a block is compiled when it is first executed, once for each context: a model", "Chevalier-Boisvert, Feeley: Simple and effective type check removal through lazy basic block versioning, ECOOP 2015",
		[]Option{withDefault(optHot, 1), {"limit", 5, 1, "versions of a block, the general one among them", []int{1, 2, 5, 20}}, {"facts", 1, 0, "branches that a context knows the outcome of", []int{1, 2, 4}}},
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &versions{base: newBase(name, lim), hot: o("hot"), limit: o("limit"), facts: o("facts"), units: map[int32]*unit{}}
		}},
	{"dbds", "method, with copies behind joins where simulating them shows that they pay: a model", "Leopoldseder et al.: Dominance-based duplication simulation, CGO 2018",
		[]Option{optHot, {"cold", 0, 0, optMethodCold, []int{0, 10}}, {"scale", 256, 0, "price of an executed instruction, in those of code", []int{64, 256, 1024}},
			{"budget", 150, 100, "percent that the code may grow to", []int{150, 300}}, {"sure", 20, 1, "times that a branch has gone one way behind a block until it is decided there", nil},
			{"facts", 0, 0, "worth of the facts that a join loses, for each execution", nil}},
		func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &simulated{method: method{base: newBase(name, lim), hot: o("hot"), cold: uint64(o("cold"))}, scale: o("scale"), budget: o("budget"),
				sure: o("sure"), facts: o("facts"), last: [2]int32{-1, -1}, ways: map[[3]int32]uint64{}, pairs: map[[2]int32]uint64{}}
		}},
	{"oracle", "mincut's problem by enumeration, up to 20 blocks", "",
		optClosure, func(name string, o func(string) int, lim uop.Limits) uop.SelectorRun {
			return &oracle{newClosure(name, o, lim, false)}
		}},
}

func newLEI(name string, o func(string) int, lim uop.Limits) *lei {
	return &lei{base: newBase(name, lim), hot: o("hot"), size: o("buffer")}
}

func newCombined(o func(string) int) combined {
	return combined{prof: o("prof"), min: o("min"), traces: map[int32][][]int32{}}
}

func newClosure(name string, o func(string) int, lim uop.Limits, merge bool) closure {
	return closure{base: newBase(name, lim), merg: merge, closureOptions: closureOptions{
		hot: o("hot"), lambda: o("lambda"), bound: o("bound"), cx: o("cx"), entry: o("entry"), share: o("share")}}
}

// Select returns the selector of a text: a kind's name, and options in parentheses
// where they are not the defaults, as "net+comb(prof=30,min=2)".
func Select(text string) (uop.Selector, error) {
	k, values, _, err := parse(text)
	if err != nil {
		return uop.Selector{}, err
	}
	return k.selector(values), nil
}

// Set returns the selector of a text with one of its options set to a number.
func Set(text, option string, n int) (uop.Selector, error) {
	k, values, given, err := parse(text)
	if err == nil {
		err = k.set(values, given, fmt.Sprintf("%s=%d", option, n))
	}
	if err != nil {
		return uop.Selector{}, err
	}
	return k.selector(values), nil
}

// Sweep returns the settings of a selector that a sweep tries: all combinations of
// what its options are tried with, except for those that the text sets, which stay.
// The combinations of net+comb and of lei+comb are as many as those of any other.
func Sweep(text string) ([]uop.Selector, error) {
	k, values, given, err := parse(text)
	if err != nil {
		return nil, err
	}
	all := [][]int{values}
	for j, o := range k.Options {
		if given[j] || len(o.Try) == 0 {
			continue
		}
		var next [][]int
		for _, v := range all {
			for _, n := range o.Try {
				w := slices.Clone(v)
				w[j] = n
				next = append(next, w)
			}
		}
		all = next
	}
	out := make([]uop.Selector, len(all))
	for i, v := range all {
		out[i] = k.selector(v)
	}
	return out, nil
}

// parse reads the text of a selector: its kind, the options' numbers, and which of
// them the text sets.
func parse(text string) (k *Kind, values []int, given []bool, err error) {
	name, rest, open := strings.Cut(strings.TrimSpace(text), "(")
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		var names []string
		for _, k := range Kinds {
			names = append(names, k.Name)
		}
		return nil, nil, nil, unknown("selector", name, names)
	}
	k = &Kinds[i]
	values, given = make([]int, len(k.Options)), make([]bool, len(k.Options))
	for j, o := range k.Options {
		values[j] = o.Default
	}
	if open {
		args, ok := strings.CutSuffix(rest, ")")
		if !ok {
			return nil, nil, nil, fmt.Errorf("region: %q does not end with a parenthesis", text)
		}
		err = k.set(values, given, args)
	}
	return k, values, given, err
}

// selector returns the kind with its options set.
func (k *Kind) selector(values []int) uop.Selector {
	full, doc := k.text(values), k.Doc
	if k.Source != "" {
		doc += " (" + k.Source + ")"
	}
	return uop.Selector{Name: full, Doc: doc, New: func(lim uop.Limits) uop.SelectorRun {
		return k.make(full, func(name string) int {
			for j, o := range k.Options {
				if o.Name == name {
					return values[j]
				}
			}
			return 0 // an option that the kind does not have costs nothing
		}, lim)
	}}
}

func unknown(what, name string, names []string) error {
	if list := near.Names(name, names); len(list) > 0 {
		names = list
	}
	return fmt.Errorf("region: unknown %s %q (%s?)", what, name, strings.Join(names, ", "))
}

// set reads "name=number,…".
func (k *Kind) set(values []int, given []bool, args string) error {
	for _, arg := range strings.Split(args, ",") {
		name, digits, _ := strings.Cut(strings.TrimSpace(arg), "=")
		j := slices.IndexFunc(k.Options, func(o Option) bool { return o.Name == name })
		if j < 0 {
			var names []string
			for _, o := range k.Options {
				names = append(names, o.Name)
			}
			return unknown("option of "+k.Name, name, names)
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n < k.Options[j].Min || n > 1<<30 {
			return fmt.Errorf("region: %s: %s must be a number from %d on, not %q", k.Name, name, k.Options[j].Min, digits)
		}
		values[j], given[j] = n, true
	}
	return nil
}

// text returns the name with the options that are not the defaults.
func (k *Kind) text(values []int) string {
	var list []string
	for j, o := range k.Options {
		if values[j] != o.Default {
			list = append(list, fmt.Sprintf("%s=%d", o.Name, values[j]))
		}
	}
	if list == nil {
		return k.Name
	}
	return k.Name + "(" + strings.Join(list, ",") + ")"
}
