// Package guest is the border between the library and a VM: a [Guest] is all
// that a VM tells the compiler.
//
// It is made of tables: micro-ops and how each is built into IR, the guest's
// types, its own operations with their meaning in three shapes (an evaluator
// row, an expansion to typed operations, a lowering to machine operations), the
// representation of its words, the layout of its frames, and the Go functions
// that compiled code may call. Python is one guest (package interp/pyguest); the
// tests of package tier2 have a toy one of five micro-ops, which is the place to
// begin reading.
//
// The package must not know any guest.
package guest

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Guest describes a VM to the compiler. A Guest may hold the state of one VM (in
// Words, Helpers and World); then it is used with that VM only.
type Guest struct {
	Name string
	Uops *uop.Table
	// Build has the rule for each micro-op, by id.
	Build []build.Rule
	// Taken has, by micro-op, what a branch does that is taken: see build.Builder.
	Taken []build.Rule
	// Types are the guest's types: the names of the lattice's bits.
	Types ir.GuestTypes
	// Classes are the names of its alias classes (ir.MemAccess.Class), by number, as
	// texts have them: "+16 items"; "" for none.
	Classes []string
	// ClassTypes are the types of the words that lie in places of a class, by number; 0, and of a class behind the end, is any.
	ClassTypes []ir.TypeSet
	// Ops are the guest's own operations. Init gives them their numbers.
	Ops []Op
	// Words is how the compiler and the evaluator read and make guest words.
	Words Words
	// Lower has the lowering of the core operations that depend on the guest's
	// words: guard.type, guard.i64, is.type and the unboxes, and whatever else it
	// wants to lower its own way. Boxes are made by Frame.Box.
	Lower map[ir.Op]lower.Rule
	// Frame is how guest frames lie in memory.
	Frame lower.FrameLayout
	// World describes the guest's code.
	World World
	// Routine returns the text of a routine (package ir/irtext) by name: what lowering rules
	// call by lower.Asm.Routine, and package passes/inline by Op.Inline. It is asked once for each
	// (RoutineFunc); nil: the guest has none.
	Routine func(name string) ([]byte, error)
	// Ahead returns the machine code that a routine was given ahead of time for this port; nil:
	// there is none, or none of its text, which is compiled then. It may be nil.
	Ahead func(name string) *lower.Ahead
	// Memory is where its frames and objects are; nil: the guest's traces can be
	// built, evaluated and optimized, but not run by machine code.
	Memory Memory
	// Detach makes a guest that a compile can go on with behind the VM's thread
	// (tier2.Options.Background); nil: compiles are made at once.
	Detach func() (*Detached, error)
	// Later, if set, makes what only compiles read: Ops with their numbers (Init), Build, Taken and Lower. It is called once, when
	// the first compile or whoever wants the tables asks (Ready): a program that never gets hot does without them.
	Later func() error

	table    *ir.OpTable
	first    ir.Op
	unfit    error // of Later
	routines map[string]parsed
	calls    bool // Calls has been called
}

// Detached is a guest that reads nothing which the program writes.
type Detached struct {
	// Guest has the same operations as the guest that it comes from, by number, and the same
	// Lower and Frame, but their functions, those of Words and Routine, and an operation's Infer, Expand, Inline
	// and Lower, answer from what was captured last. It has no World and no Memory.
	Guest *Guest
	// Capture is called on the VM's thread with a function that has been built. It notes what
	// the detached guest will be asked of it and of what passes make of it. use makes that the
	// guest's answers: it is called on the goroutine that compiles, where one function is
	// compiled at a time. pins are the guest's words that must stay alive until the function is
	// compiled.
	Capture func(f *ir.Func) (use func(), pins []uint64, err error)
}

// parsed is a routine's function with what it reads and writes, or what is wrong with its text.
type parsed struct {
	f             *ir.Func
	reads, writes ir.AliasSet
	err           error
}

// RoutineFunc returns the function of a routine (Routine). The first error stays: what is wrong with
// a text is wrong for good.
func (g *Guest) RoutineFunc(name string) (*ir.Func, error) {
	p := g.parse(name)
	return p.f, p.err
}

func (g *Guest) parse(name string) parsed {
	p, ok := g.routines[name]
	if !ok {
		var text []byte
		if text, p.err = g.Routine(name); p.err == nil {
			p.f, p.err = irtext.Parse(name, text, g.Table(), g.Types, irtext.Options{})
		}
		if p.err == nil {
			p.reads, p.writes = p.f.Touches()
		}
		if g.routines == nil {
			g.routines = map[string]parsed{}
		}
		g.routines[name] = p
	}
	return p
}

// touches returns what a routine reads and writes, without its function if that has been compiled ahead of time.
func (g *Guest) touches(name string) parsed {
	if g.Ahead != nil {
		if a := g.Ahead(name); a != nil {
			return parsed{reads: a.Touches, writes: a.Changes}
		}
	}
	return g.parse(name)
}

// Undeclared says which alias classes a routine reads and writes and an operation's row does not: what goes by
// the row would be wrong. "": the row says it all, or there is no such routine.
func (g *Guest) Undeclared(row *ir.OpRow, routine string) string {
	p := g.touches(routine)
	if p.err != nil {
		return ""
	}
	var list []string
	for set := p.reads &^ row.Reads; set != 0; set &= set - 1 {
		list = append(list, "reads "+g.className(set))
	}
	for set := p.writes &^ row.Writes; set != 0; set &= set - 1 {
		list = append(list, "writes "+g.className(set))
	}
	return strings.Join(list, ", ")
}

// className returns the name of the first class of a set.
func (g *Guest) className(set ir.AliasSet) string {
	class := uint8(bits.TrailingZeros64(uint64(set)))
	if name := g.table.ClassName(class); name != "" {
		return name
	}
	return fmt.Sprintf("class %d", class)
}

// Op is one operation of the guest.
type Op struct {
	ir.OpRow
	// Eval computes the operation in the evaluator; nil: by calling Helper.
	Eval eval.OpFunc
	// Expand rewrites the operation into typed ones when the function goes from
	// guest to typed form; it returns what replaces the result (a Ref again),
	// or nil to leave the operation as it is. Operations that only the guest
	// form may hold need it.
	Expand func(t Typed, v *ir.Value) *ir.Value
	// Lower lowers the operation; nil: by calling the routine that Inline says, and Helper
	// where that gives up or Inline says none.
	Lower lower.Rule
	// Inline says which routine the operation is where that does not give up; nil, or
	// false: none. Package passes/inline puts bodies that become small in its place.
	Inline func(v *ir.Value) (Inlined, bool)
	// Helper is the Go function behind the operation: machine code leaves to
	// call it.
	Helper Helper

	room   bool      // made by Room
	number *ir.OpRow // the core operation of one that Number has made
}

// Helper is a Go function that compiled code calls. args are the operands, in
// their representations, and then the immediate if the operation has one. An
// error is an exception of the guest: execution leaves by the Raise exit, and
// whoever ran the code gets the error.
type Helper func(args []uint64) (uint64, error)

// Inlined is an operation as the call of a routine.
type Inlined struct {
	Routine  string
	Operands []*ir.Value
	// Result are the operations of one operand that make the operation's result of the
	// routine's, in order; nil: it is the routine's. An operation that has some needs Op.Lower.
	Result []ir.Op
}

// ByRoutine is an Op.Inline of an operation that is a routine: with the operation's operands, and its
// result.
func ByRoutine(name string) func(*ir.Value) (Inlined, bool) {
	return func(v *ir.Value) (Inlined, bool) {
		return Inlined{Routine: name, Operands: slices.Clone(v.Args)}, true
	}
}

// Fits reports whether an operation can be a routine with these parameters and this result.
func (in *Inlined) Fits(v *ir.Value, params []ir.Type, result ir.Type) bool {
	if n := len(in.Result); n > 0 {
		result = ir.CoreOps.Row(in.Result[n-1]).Result
	}
	return result == v.Type && slices.EqualFunc(in.Operands, params, func(x *ir.Value, t ir.Type) bool { return x.Type == t })
}

// Typed is what an expansion builds typed operations with. They are put in front
// of the operation that is expanded and leave with its Before state.
type Typed interface {
	// I64 returns an int operand as a number; it adds a guard.i64 if the number
	// is not known yet.
	I64(v *ir.Value) *ir.Value
	// U64 returns an int operand as a number from 0 to 2^64−1; it adds a guard.u64 if
	// that is not known yet.
	U64(v *ir.Value) *ir.Value
	// Low64 returns the low 64 bits of an int operand of any size, in two's complement.
	// The operand is known to be an int.
	Low64(v *ir.Value) *ir.Value
	// F64 returns a float operand as a number. The operand is known to be one.
	F64(v *ir.Value) *ir.Value
	// Bool returns a truth value. The operand is known to be one.
	Bool(v *ir.Value) *ir.Value
	// Fact returns what is known of a value of the guest form.
	Fact(v *ir.Value) ir.Fact
	Add(op ir.Op, args ...*ir.Value) *ir.Value
	AddAux(op ir.Op, aux int64, args ...*ir.Value) *ir.Value
	AddTyped(op ir.Op, t ir.Type, aux int64, args ...*ir.Value) *ir.Value
	Guard(op ir.Op, aux int64, args ...*ir.Value) *ir.Value
	Func() *ir.Func
}

// Words reads and makes guest words: for constants at compile time, for the
// evaluator, and for boxing at exits.
type Words = eval.Words

// World answers questions about the guest's program.
type World interface {
	// Frame describes the frames of a code object, by handle.
	Frame(code uint64) (ir.Frame, error)
}

// Memory is a guest's memory as machine code sees it; Reserve and Catcher are its
// extensions.
type (
	Memory  = lower.Memory
	Reserve = lower.Reserve
	Catcher = lower.Catcher
)

// Init numbers the guest's operations. It is called once: by whoever makes the guest, if
// its rules are made with the numbers, otherwise by Ready.
func (g *Guest) Init() error {
	rows := make([]ir.OpRow, len(g.Ops))
	for i := range g.Ops {
		rows[i] = g.Ops[i].OpRow
	}
	t, err := ir.NewOpTable(rows)
	if err != nil {
		return err
	}
	if err := t.NameClasses(g.Classes); err != nil {
		return err
	}
	if err := t.TypeClasses(g.ClassTypes); err != nil {
		return err
	}
	g.table, g.first = t, ir.FirstGuestOp
	return nil
}

// Ready makes the tables that Later puts off, and numbers the operations if nobody has. The error of Later stays.
func (g *Guest) Ready() error {
	if later := g.Later; later != nil {
		g.Later = nil
		g.unfit = later()
	}
	if g.unfit == nil && g.table == nil {
		return g.Init()
	}
	return g.unfit
}

// Table returns the table of operations: the core's and the guest's.
func (g *Guest) Table() *ir.OpTable { return g.table }

// Op returns the guest's description of an operation, nil for core operations.
func (g *Guest) Op(op ir.Op) *Op {
	if op < ir.FirstGuestOp || int(op-ir.FirstGuestOp) >= len(g.Ops) {
		return nil
	}
	return &g.Ops[op-ir.FirstGuestOp]
}

// New makes the object that is virtual in a state: what the operation op, whose
// row says that it sinks (ir.OpRow.Sinks), would have made of args. It is called
// at exits. It may allocate; what its helper cannot do is a mistake of the tables.
func (g *Guest) New(op ir.Op, args []uint64) uint64 {
	w, err := g.Op(op).Helper(args)
	if err != nil {
		panic(fmt.Sprintf("guest: %s, which makes objects, has raised: %v", g.Op(op).Name, err))
	}
	return w
}

// Rules returns the lowering rules for all operations.
func (g *Guest) Rules() lower.Rules {
	r := lower.CoreRules(g.table.Len())
	for op, rule := range g.Lower {
		r[op] = rule
	}
	for i := range g.Ops {
		op := &g.Ops[i]
		switch {
		case op.Lower != nil:
			r[int(ir.FirstGuestOp)+i] = op.Lower
		case op.Helper != nil && op.Inline != nil:
			r[int(ir.FirstGuestOp)+i] = callRoutine(g, op, callHelper(i, op.Aux != ir.NoAux))
		case op.Helper != nil:
			r[int(ir.FirstGuestOp)+i] = callHelper(i, op.Aux != ir.NoAux)
		}
	}
	return r
}

// callRoutine lowers an operation to a call of its routine, with what helper does where that
// gives up.
func callRoutine(g *Guest, op *Op, helper lower.Rule) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		in, ok := op.Inline(v)
		if !ok {
			return helper(a, v)
		}
		if len(in.Result) > 0 {
			panic(&lower.Error{Op: op.Name, What: "Inline says how its result is made of the routine's: it needs a rule of its own (Lower)"})
		}
		r := a.Routine(in.Routine)
		if r == nil {
			return helper(a, v)
		}
		args := make([]lower.V, len(in.Operands))
		types := make([]ir.Type, len(in.Operands))
		for i, x := range in.Operands {
			args[i], types[i] = a.Val(x), x.Type
		}
		if !in.Fits(v, r.Params, r.Result) {
			panic(&lower.Error{Op: op.Name, What: fmt.Sprintf("it is of %v, with the result %v; routine %s takes %v and returns %v", types, v.Type, r.Name, r.Params, r.Result)})
		}
		if does := g.Undeclared(&op.OpRow, in.Routine); does != "" {
			panic(&lower.Error{Op: op.Name, What: fmt.Sprintf("routine %s %s: its row (Reads, Writes) does not say so", in.Routine, does)})
		}
		return a.TryRoutine(r, func(x lower.V) lower.V { return x }, func() lower.V { return helper(a, v) }, args...)
	}
}

// callHelper lowers an operation to a call of its helper, whose number is the
// operation's.
func callHelper(index int, aux bool) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		var args [16]lower.V
		n := 0
		for i, x := range v.Args {
			p := a.Arg(i)
			if x.Type == ir.F64 {
				p = a.FToBits(p)
			}
			args[n] = p
			n++
		}
		if aux {
			args[n] = lower.Imm(v.Aux)
			n++
		}
		r := a.Call(index, args[:n]...)
		switch v.Type {
		case ir.Void:
			return lower.None
		case ir.F64:
			return a.BitsToF(r)
		}
		return r
	}
}

// Evals returns the evaluator's rows for the guest's operations. They call the helpers that the operations have at the time.
func (g *Guest) Evals() []eval.OpFunc {
	list := make([]eval.OpFunc, len(g.Ops))
	for i := range g.Ops {
		op := &g.Ops[i]
		list[i] = op.Eval
		if op.Eval == nil && op.Helper != nil {
			list[i] = g.evalHelper(op)
		}
	}
	return list
}

func (g *Guest) evalHelper(op *Op) eval.OpFunc {
	aux := op.Aux != ir.NoAux
	return func(m *eval.Machine, v *ir.Value, args []uint64) (uint64, error) {
		if aux {
			args = append(args[:len(args):len(args)], uint64(v.Aux))
		}
		w, err := g.call(op.Helper, args, v.Exits[ir.Raise] != nil)
		if err != nil {
			return 0, &eval.Raise{Err: err}
		}
		return w, nil
	}
}

// call calls a helper. Memory that runs out is an exception of the guest, at once
// if the operation may raise.
func (g *Guest) call(h Helper, args []uint64, raises bool) (w uint64, err error) {
	reserve, ok := g.Memory.(Reserve)
	if !ok {
		return h(args)
	}
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		switch err = reserve.Spend(r); {
		case err == nil:
			panic(r)
		case !raises:
			late := err
			w, err = h(args)
			reserve.Postpone(late)
		}
	}()
	return h(args)
}
