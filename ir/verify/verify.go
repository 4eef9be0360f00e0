// Package verify checks the invariants of package ir's functions.
//
// [Rules] lists them, numbered. [Check] returns a [Diagnostic] for each breach:
// it never panics, however broken the function is. The checks go from the
// outside in, and a function whose blocks, lists or edges are broken is not
// looked into further, since nothing inside can be relied on.
//
// The package knows operations by their rows, computes its own dominators, and
// must not know passes, guests or targets: it is what they are checked with.
//
//	for _, d := range verify.Check(f, verify.Options{}) {
//		fmt.Println(d) // V017: b1: v6: operand 1, v9, is not defined on every path to here
//	}
//
// # How old a Before state may be
//
// A guard that fails leaves with its Before state, and the instruction is
// executed again from its begin. What the instruction, or one before it, has
// done meanwhile would be done twice. A state does not say which effects precede
// its pc; its place among the values does: a state stands where its instruction
// begins. So the rule (V033) is
//
//	On every path from a state to an operation that has it as its Before state,
//	not passing the state again, there is no observable value
//	(ir.Func.Observable: it writes memory, runs guest code, or may raise).
//
// Guards, loads and pure operations may stand between. An operation that has a
// Before state and is observable itself (a call with a guard of its own) fails
// its guard before its effect, which therefore does not count. In a loop the
// path around the back edge counts: a state ahead of a loop that writes memory
// is of no use inside it. Two equal states merge only if the upper one is good
// at the lower one's place.
//
// The check numbers the memory between effects, as memory SSA does: an
// observable value begins a new memory, and so does a block at which different
// memories meet (the iterated dominance frontier of the blocks with effects).
// A state is good exactly where the memory is that of its own place: since the
// state dominates its uses, equal numbers and effect-free paths are the same.
//
// Raise and After states have no such rule: they say where to go on once the
// effects up to there are done.
package verify

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// Rule is an invariant.
type Rule struct {
	Code string // V001
	What string // what holds
	Why  string // what relies on it
}

// Rules are the invariants in the order in which they are checked.
var Rules = []Rule{
	{"V001", "the function has blocks, each once, its own, with ids below NumBlocks and unlike each other", "side tables are indexed by block id"},
	{"V002", "parameters are param values of their block, numbered in order", "edge arguments match parameters by position"},
	{"V003", "a block's values are a list without cycles, linked in both directions, of values that name the block; ids are below NumValues and unlike each other", "side tables are indexed by value id; iteration ends"},
	{"V004", "every operation has a row", "everything else asks the row"},
	{"V005", "a block ends in a terminator and has no other", "code after it would be dead"},
	{"V006", "a jump has one edge, a branch two, an exit none; edges lead to blocks of the function", "control flow is the edges"},
	{"V007", "predecessors are the blocks with an edge here, as often as they have one", "passes walk the graph in both directions"},
	{"V008", "the entry block has no predecessors and no parameters", "slots and entry values are read there, once"},
	{"V009", "every block can be reached from the entry", "dominance means nothing elsewhere"},
	{"V010", "a block's dominators stand before it", "one walk over the blocks sees definitions before uses"},
	{"V011", "every cycle is entered through one block, which dominates it", "loop passes know natural loops only; irreducible graphs are refused"},
	{"V012", "a block is marked loop if and only if an edge from a block that it dominates leads back to it", "passes find loops by the mark; polls and preheaders depend on it"},
	{"V013", "an operation is allowed in the function's form", "a stage handles its form's operations only"},
	{"V014", "an operation has as many operands as its row asks for; none is nil", "evaluation and lowering index operands"},
	{"V015", "operands have the types that the row asks for; where it leaves them open they are ref, i64, f64 or bool", "representations are never converted silently"},
	{"V016", "the result has the row's type, or one that fits where the row leaves it open: a load of 64 bits is ref, i64 or f64, a narrower one i64", "registers are chosen by type"},
	{"V017", "operands are constants of the function or defined on every path to their use", "SSA"},
	{"V018", "no copies are left", "passes compare values by identity"},
	{"V019", "constants are the function's, in no block, and have their row's type; a bool is 0 or 1", "constants are shared by the whole function"},
	{"V020", "an edge has one argument for each parameter, of its type", "block parameters are assigned on the edge"},
	{"V021", "an immediate is one of its kind: 0 without a kind, a slot of the entry frame, 0 or 1, a memory access with known width, scale and class", "immediates are not checked again"},
	{"V022", "entry values stand in the entry block, are listed in Entries and have the type given there", "they are in registers at the entry only"},
	{"V023", "micro-ops that a value comes from are in ascending order", "merging them is a merge of sorted lists"},
	{"V024", "frames are numbered in order; the first is the entry frame; each other has a caller before it; 0 ≤ NumLocals ≤ NumSlots", "states name frames by number"},
	{"V025", "a state's frame exists", "exits rebuild frames"},
	{"V026", "a state's operand 0 is a state of its frame's caller, and nil exactly for the entry frame", "inlined frames are rebuilt from the outside in"},
	{"V027", "a state has a slot for each local and at most NumSlots", "slots are matched by position"},
	{"V028", "slots of states are ref, i64, f64 or bool; nil is possible in the entry frame only", "an inlined frame has no memory that could be right already"},
	{"V029", "an operation carries the states that its row asks for and no others, each with an exit", "an exit without state leads nowhere"},
	{"V030", "an exit's Owner and When name the operation that carries it; its kind exists", "exits find their state through them"},
	{"V031", "Exits lists every exit at its id; one with an owner is carried by it", "exit tables are indexed by id"},
	{"V032", "Raise exits are of kind error, Before exits are not", "before the instruction no exception is set; after a raise one is"},
	{"V033", "no observable effect lies between a state and an operation that has it as its Before state (see the package comment)", "the instruction is executed again, effects are not"},
	{"V034", "with Options.Progress: no exit resumes at the entry before progress is made", "an executor executes at least one instruction, or entering it again would loop for ever"},
	{"V035", "the immediate of new is an operation that makes objects of its operands (OpRow.Sinks); its operands are what that operation asks for, or numbers to be boxed where it asks for a ref", "an exit does what the operation would have done"},
	{"V036", "a virtual object is an operand of states and other virtual objects only", "it exists nowhere but at exits"},
	{"V037", "the state that an exit operation leaves with holds no virtual object, nor do its callers'", "what is always left with is in memory; nothing is saved by making it late"},
	{"V038", "a function that ends by ret or giveup is a routine (Func.Returns): ret has a result of that type; giveup needs Func.GivesUp; what is given in place of a result is none", "who calls a routine finds its result in the register of its type, and tells a result from none"},
	{"V039", "a routine has no frames, and no operation in it leaves, runs guest code or is opaque", "a routine has nowhere to leave to, and no collection may see its registers"},
}

// Diagnostic is a breach of a rule.
type Diagnostic struct {
	Code    string
	Block   *ir.Block // nil if it is of no block
	Value   *ir.Value // nil if it is of no value
	Message string
}

// String prints the breach with ids in memory: V017: b1: v6: message.
func (d Diagnostic) String() string {
	s := d.Code + ": "
	if d.Block != nil {
		s += fmt.Sprintf("b%d: ", d.Block.ID)
	}
	if d.Value != nil {
		s += d.Value.String() + ": "
	}
	return s + d.Message
}

// Progress is what rule V034 must know.
type Progress struct {
	// PC is the pc of the entry frame at which the function is entered, in code
	// units.
	PC uint32
	// Mark reports whether at least one guest instruction has been executed
	// once v has been; nil: no value is such a mark.
	Mark func(v *ir.Value) bool
}

// Options configure a check.
type Options struct {
	// Progress asks for rule V034. Nil: the executor may resume at its entry
	// (its entry is not the place where it was entered from).
	Progress *Progress
	// Max is how many diagnostics are returned at most; 0 means 100.
	Max int
}

// Checker checks functions one after another and keeps its memory.
type Checker struct {
	f     *ir.Func
	opts  Options
	diags []Diagnostic

	order  []int32     // by block id: index in Blocks, −1
	defs   []*ir.Value // by value id: constants, parameters and listed values
	pos    []int32     // by value id: place in its block, −1 for parameters
	cfg    graph
	counts []int32 // by block index: scratch
	memory memory
}

// Check checks one function.
func Check(f *ir.Func, opts Options) []Diagnostic {
	var c Checker
	return c.Check(f, opts)
}

// Check checks a function. The result is valid until the next call.
func (c *Checker) Check(f *ir.Func, opts Options) []Diagnostic {
	c.f, c.opts, c.diags = f, opts, c.diags[:0]
	if c.opts.Max <= 0 {
		c.opts.Max = 100
	}
	if !c.checkBlocks() || !c.checkLists() || !c.checkEdges() {
		return c.diags
	}
	c.checkGraph()
	if !c.checkFrames() {
		return c.diags
	}
	c.checkConsts()
	c.checkRoutine()
	for i, b := range f.Blocks {
		for _, v := range b.Params {
			c.checkParam(v)
		}
		for v := b.First(); v != nil; v = v.Next() {
			c.checkValue(v, int32(i))
		}
		c.checkArgs(b, int32(i))
	}
	c.checkExits()
	if len(c.diags) == 0 { // the rest walks states and exits
		c.checkAge()
		c.checkProgress()
	}
	return c.diags
}

// report adds a diagnostic, as long as there are not too many.
func (c *Checker) report(code string, b *ir.Block, v *ir.Value, format string, args ...any) {
	if len(c.diags) < c.opts.Max {
		c.diags = append(c.diags, Diagnostic{code, b, v, fmt.Sprintf(format, args...)})
	}
}

// fail reports a breach at a value.
func (c *Checker) fail(code string, v *ir.Value, format string, args ...any) {
	c.report(code, v.Block, v, format, args...)
}

// resized returns a slice of n elements, all the zero value.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// isData reports whether t is the type of guest data.
func isData(t ir.Type) bool {
	return t == ir.Ref || t == ir.I64 || t == ir.U64 || t == ir.F64 || t == ir.Bool
}
