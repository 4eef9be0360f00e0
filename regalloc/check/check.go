// Package check proves that a register allocation computes the same values as
// the function it was made for. It knows package lower's machine form and
// nothing of how allocations are found, so that an allocator's mistake cannot
// hide in it.
//
// # The lattice
//
// The checker interprets the allocated function abstractly. For each point of
// the program and each place (register or slot) it computes the set of virtual
// registers whose value the place certainly holds:
//
//	all values               the point has not been reached yet (top)
//	  |
//	{v1, v2, …}              the place holds the value of each of these
//	  |
//	{}                       nothing is known of what the place holds (bottom)
//
// Where paths join, a place holds what it holds on every path: the meet is the
// intersection. There is one top for the whole state of a block, since a block
// has been reached or has not. Sets are needed, and not single values, because
// one word may be several values: a parameter is the same word as its argument.
// A rematerializable instruction counts as a place that can be read at any time:
// it holds its result, and the parameters that have become it.
//
//	move a → b       b holds what a held
//	remat i → b      b holds what i would give
//	instruction      scratch registers and clobbers hold nothing; then each
//	                 result's place holds the result and nothing else, and no
//	                 other place holds that result (it is a new value, even if
//	                 it has the name of one from the loop's last turn)
//	edge             a place that holds an argument holds the parameter; no
//	                 other place holds the parameter
//
// The sets only shrink from one visit of a block to the next, so the iteration
// ends. Then each operand is checked: a use's place must hold its value; places
// must obey constraints; results must not destroy operands that are still
// needed; edits may write only what belongs to the function.
//
// # Example
//
//	diags := check.Run(f, &target.Regs, &res.Allocation)
//	for _, d := range diags {
//		t.Error(d)
//	}
//
// What the checker cannot see: whether a rematerialized instruction really has
// no effect, and whether the emitter does what the edits say.
package check

import (
	"fmt"

	"github.com/tier2go/tier2/lower"
)

// Rule is the kind of mistake that a Diag reports.
type Rule string

// The rules.
const (
	Shape      Rule = "shape"      // the function or the allocation is malformed
	Value      Rule = "value"      // a use's place does not hold its value
	Constraint Rule = "constraint" // an operand's place is not one that the operand allows
	Overlap    Rule = "overlap"    // a result or clobber destroys an operand that is still needed
	BadEdit    Rule = "edit"       // an edit is no move or rematerialization of its class
	Foreign    Rule = "foreign"    // a place is written that is not the function's
	Dead       Rule = "dead"       // an instruction is left out that must not be
)

// Diag is one mistake, with its place in the function.
type Diag struct {
	Func    string
	Block   lower.BlockID // -1 if it is no single block
	Inst    lower.InstID  // -1 if it is no single instruction
	Operand int           // index among the instruction's operands, -1 for none
	Edit    int           // index among the edits, -1 for none
	Rule    Rule
	What    string
}

// Error implements error: check: sum: b1: inst 4: operand 2: value: v3 is not in g2.
func (d Diag) Error() string {
	s := "check: " + d.Func
	if d.Block >= 0 {
		s += fmt.Sprintf(": b%d", d.Block)
	}
	if d.Inst >= 0 {
		s += fmt.Sprintf(": inst %d", d.Inst)
	}
	if d.Operand >= 0 {
		s += fmt.Sprintf(": operand %d", d.Operand)
	}
	if d.Edit >= 0 {
		s += fmt.Sprintf(": edit %d", d.Edit)
	}
	return s + ": " + string(d.Rule) + ": " + d.What
}

// maxDiags bounds the mistakes that are reported for one function.
const maxDiags = 50

// Run checks an allocation of f for the register file rf. It returns nil if the
// allocation is right, and the mistakes in order of their places otherwise. It
// changes nothing.
func Run(f *lower.Func, rf *lower.RegFile, al *lower.Allocation) []Diag {
	return run(f, rf, al, 0, f.Entry)
}

// Jump checks that the function runs from the start of a block, after the
// block's parameters have been assigned, with nothing but the given values in
// the given places: what Result.LiveIn of package regalloc promises to those who
// jump there.
func Jump(f *lower.Func, rf *lower.RegFile, al *lower.Allocation, b lower.BlockID, entry []lower.Entry) []Diag {
	return run(f, rf, al, b, entry)
}

func run(f *lower.Func, rf *lower.RegFile, al *lower.Allocation, b lower.BlockID, entry []lower.Entry) []Diag {
	c := &checker{f: f, rf: rf, al: al}
	if !c.shape(b, entry) {
		return c.diags
	}
	c.setup()
	c.fixpoint(b, entry)
	c.report()
	return c.diags
}

// checker is one run.
type checker struct {
	f     *lower.Func
	rf    *lower.RegFile
	al    *lower.Allocation
	diags []Diag

	alloc   lower.RegSet
	firstEd []int  // by instruction: its first edit; one more at the end
	dead    []bool // by instruction
	remat   []int  // by instruction: its place if it can be executed again, else 0
	places  int
	sets    *sets
	in      []state
	loud    bool // mistakes are reported
	block   lower.BlockID
	inst    lower.InstID
	edit    int
}

func (c *checker) fail(operand int, r Rule, format string, args ...any) {
	if len(c.diags) < maxDiags {
		c.diags = append(c.diags, Diag{c.f.Name, c.block, c.inst, operand, c.edit, r, fmt.Sprintf(format, args...)})
	}
}

// setup makes the tables.
func (c *checker) setup() {
	f := c.f
	for class := range c.rf.Allocatable {
		for _, r := range c.rf.Allocatable[class] {
			c.alloc = c.alloc.With(r)
		}
	}
	c.dead = make([]bool, len(f.Insts))
	for _, i := range c.al.Dead {
		c.dead[i] = true
	}
	c.firstEd = make([]int, len(f.Insts)+1)
	e := 0
	for i := range c.firstEd {
		for e < len(c.al.Edits) && int(c.al.Edits[e].Inst) < i {
			e++
		}
		c.firstEd[i] = e
	}
	c.sets = newSets(len(f.Classes))
	c.places = 64 + c.al.NumSlots
	c.remat = make([]int, len(f.Insts))
	for i := range f.Insts {
		if c.again(lower.InstID(i)) {
			c.remat[i] = c.places
			c.places++
		}
	}
	c.in = make([]state, len(f.Blocks))
	c.edit = -1
}

// again reports whether an instruction can be executed again.
func (c *checker) again(i lower.InstID) bool {
	in := &c.f.Insts[i]
	return in.Flags&lower.IsRemat != 0 && in.Clobber == 0 && in.NumOps == 1 && c.f.InstOps(i)[0].Kind == lower.Def
}

// fixpoint computes the state at the start of each block that can be reached from
// block b with the entries in their places.
func (c *checker) fixpoint(b lower.BlockID, entry []lower.Entry) {
	s := make(state, c.places)
	for i, p := range c.remat {
		if p > 0 {
			s[p] = setID(c.f.InstOps(lower.InstID(i))[0].V) + 1
		}
	}
	for _, e := range entry {
		i := index(e.At)
		s[i] = c.sets.with(s[i], e.V)
	}
	c.in[b] = s
	pending := make([]bool, len(c.in))
	pending[b] = true
	for again := true; again; {
		again = false
		for b := range pending {
			if !pending[b] {
				continue
			}
			pending[b] = false
			out := c.in[b].clone()
			c.walk(lower.BlockID(b), out)
			for i := range c.f.Blocks[b].Succs {
				e := &c.f.Blocks[b].Succs[i]
				if c.flow(out, e) {
					pending[e.To] = true
					again = true
				}
			}
		}
	}
}

// flow merges the state at the end of a block into its successor's and reports
// whether that changed.
func (c *checker) flow(out state, e *lower.Edge) bool {
	params := c.f.Blocks[e.To].Params
	next := out
	if len(params) > 0 {
		next = out.clone()
		for i, s := range out {
			if s != 0 {
				next[i] = c.sets.assign(s, params, e.Args)
			}
		}
	}
	if c.in[e.To] == nil {
		c.in[e.To] = next.clone()
		return true
	}
	return c.in[e.To].meet(c.sets, next)
}

// report checks each reachable block once more, aloud.
func (c *checker) report() {
	c.loud = true
	for b := range c.in {
		if c.in[b] != nil {
			c.walk(lower.BlockID(b), c.in[b].clone())
		}
	}
}

// walk interprets one block.
func (c *checker) walk(b lower.BlockID, s state) {
	blk := &c.f.Blocks[b]
	c.block = b
	for i := blk.First; i < blk.First+blk.N; i++ {
		c.inst = lower.InstID(i)
		for e := c.firstEd[i]; e < c.firstEd[i+1]; e++ {
			c.edit = e
			c.doEdit(s, &c.al.Edits[e])
		}
		c.edit = -1
		if !c.dead[i] {
			c.doInst(s)
		}
	}
}

// doEdit interprets an edit.
func (c *checker) doEdit(s state, e *lower.Edit) {
	to := index(e.To)
	if c.loud {
		c.checkEdit(e)
	}
	if e.Of < 0 {
		s[to] = s[index(e.From)]
		return
	}
	s[to] = 0
	if p := c.remat[e.Of]; p > 0 {
		s[to] = s[p]
	}
}

// checkEdit reports what is wrong with an edit in itself.
func (c *checker) checkEdit(e *lower.Edit) {
	if e.Of >= 0 {
		if !e.To.IsReg() {
			c.fail(-1, BadEdit, "rematerialization to %v, which is no register", e.To)
		}
		if !c.again(e.Of) {
			c.fail(-1, BadEdit, "instruction %d cannot be executed again", e.Of)
		} else if d := c.f.InstOps(e.Of)[0]; d.Constraint == lower.InFixed && d.At != e.To {
			c.fail(-1, BadEdit, "instruction %d cannot be executed with its result in %v", e.Of, e.To)
		} else if c.f.Classes[d.V] != e.Class {
			c.fail(-1, BadEdit, "instruction %d has a result of the other class", e.Of)
		}
	} else if e.From.IsSlot() && e.To.IsSlot() {
		c.fail(-1, BadEdit, "move between slots %v and %v", e.From, e.To)
	}
	for _, l := range [2]lower.Loc{e.From, e.To} {
		if l.IsReg() && l.Reg().Class() != e.Class {
			c.fail(-1, BadEdit, "%v is of the other class", l)
		}
	}
	if !c.mayWrite(e.To) {
		c.fail(-1, Foreign, "%v is not the function's to write", e.To)
	}
}

// mayWrite reports whether edits of the instruction at hand may write a place:
// allocatable and scratch registers, the function's own slots, and what the
// instruction's fixed operands name.
func (c *checker) mayWrite(l lower.Loc) bool {
	if l.IsReg() {
		r := l.Reg()
		if c.alloc.Has(r) || r == c.rf.Scratch[r.Class()] {
			return true
		}
	} else if l.Slot() >= c.f.FirstSlot {
		return true
	}
	for _, o := range c.f.InstOps(c.inst) {
		if o.Constraint == lower.InFixed && o.At == l {
			return true
		}
	}
	return false
}

// doInst interprets the instruction at hand.
func (c *checker) doInst(s state) {
	in := &c.f.Insts[c.inst]
	ops := c.f.InstOps(c.inst)
	locs := c.al.Locs[in.Ops : in.Ops+int32(in.NumOps)]
	for _, r := range c.rf.Scratch {
		s[r] = 0
	}
	if c.loud {
		c.checkUses(s, ops, locs)
		c.checkDefs(in, ops, locs)
	}
	for r := lower.PReg(0); in.Clobber>>r != 0; r++ {
		if in.Clobber.Has(r) {
			s[r] = 0
		}
	}
	for j := range ops {
		if ops[j].Kind == lower.Def {
			s.kill(c.sets, ops[j].V)
		}
	}
	for j := range ops {
		if ops[j].Kind == lower.Def {
			s[index(locs[j])] = setID(ops[j].V) + 1
		}
	}
	for _, r := range c.rf.Scratch {
		s[r] = 0
	}
	if p := c.remat[c.inst]; p > 0 {
		s[p] = setID(ops[0].V) + 1
	}
}
