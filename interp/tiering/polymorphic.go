package tiering

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
)

// Polymorphism. Where a guard of an operation's types keeps failing, its exit is
// continued by an executor that begins with the same operation for other types, and
// so on: a type switch. Two things would go wrong.
//
// An operation that sees too many types would test for one after the other, in vain.
// When its switch has become long, the executor that the operation belongs to is
// compiled anew, with the operation in its general form, which guards nothing. The
// switch is freed with the executor that led to it.
//
// An executor that continues an exit has the rest of the loop in it, with the exits
// of that rest: where several operations see several types each, there would be one
// executor for each combination of them, until the chains are too long and execution
// falls back to the interpreter. So an instruction that many exits lead to, or the
// last exit of a chain, becomes a merge point: it gets an executor that is entered
// with everything in the frame. Exits that come later lead there, and traces that come
// by end there. A few exits are enough where what follows is long, as each of them would have a
// copy of it. Its first instruction is in its general form, for an exit of that could
// not lead to the same place again. If the executor is taken away, because something
// that it relies on has changed or for want of room, exits are counted anew.

const (
	// maxSwitch is how many executors test the operands of an instruction behind the
	// one that it belongs to: with that, it may see four types.
	maxSwitch = 3
	// maxSides is how many exits lead to an instruction, before it gets an executor
	// for all that come; fewSides, where those that have led there have maxTails micro-ops.
	maxSides = 12
	fewSides = 4
	maxTails = 400
)

// generalize gives up the type switch that x is the end of, if it is too long: the
// executor whose instruction it is, that at pc, is compiled anew without the guard.
func (t *Tier) generalize(x *exitdata.Exit, code *adaptive.Code, pc int) bool {
	n, head := x.Switch(uint64(code.Handle), uint32(pc))
	if n < maxSwitch || head.Invalid || code.IsGeneral(pc) {
		return false
	}
	if !project.HasGeneral(t.vm, pycode.Decode(code.Live, pc).Op) {
		return false
	}
	code.FeedbackAt(pc).General = true
	t.Stats.General++
	t.remakeFor(x, head, code, pc)
	return true
}

// remakeFor compiles the executor anew that the instruction at pc belongs to, which x has left too often.
func (t *Tier) remakeFor(x *exitdata.Exit, head *exitdata.Executor, code *adaptive.Code, pc int) {
	at, placed := head.Data.(place)
	placed = placed && at.code != nil && at.code.ExecutorAt(at.pc) == head
	again := remade(Generalized, x, head, pycode.Place{Code: code.Code, Unit: pc})
	t.Invalidate(head)
	if placed {
		t.wantAt(wanted{code: at.code, pc: at.pc, remade: again})
	}
}

// widen notes that the instruction at pc, which a hot exit leads to, has an int of more than 64 bits among its operands in the frame fp, and
// compiles the executor that it belongs to anew: its operations are those of ints of any size then, if it is one that would guess otherwise.
func (t *Tier) widen(x *exitdata.Exit, fp unsafe.Pointer, code *adaptive.Code, pc int) bool {
	in := code.Decode(pc)
	n := 0
	switch in.Op.Base() {
	case pycode.UNARY_NEGATIVE:
		n = 1
	case pycode.CALL:
		n = int(in.Arg)
	}
	if n = min(n, operands(fp, code)); n == 0 || code.FeedbackAt(pc).AnySize {
		return false
	}
	_, head := x.Switch(uint64(code.Handle), uint32(pc))
	if head.Invalid || !slices.ContainsFunc(frame.Entries(frame.Stack(fp), n), func(v object.Value) bool {
		_, fits := t.vm.Heap().AsInt64(v)
		return !fits && t.vm.Heap().IsInt(v)
	}) {
		return false
	}
	code.FeedbackAt(pc).AnySize = true
	t.remakeFor(x, head, code, pc)
	return true
}

// merge makes the instruction at pc a merge point when enough exits, of which x is
// the latest, have led there.
func (t *Tier) merge(x *exitdata.Exit, code *adaptive.Code, pc int) bool {
	deep := t.Compiler != nil && x.Executor.Depth+1 >= t.Compiler.MaxChain()
	if n, _ := x.Switch(uint64(code.Handle), uint32(pc)); n > 0 && !deep {
		return false
	}
	s := code.FeedbackAt(pc)
	if s.Merge || code.Execs != nil && code.Execs[pc] != nil {
		return false
	}
	if s.Sides = min(s.Sides+1, maxSides+1); !manySides(s) && !deep {
		return false
	}
	op := pycode.Decode(code.Live, pc).Op
	switch op.Base() {
	case pycode.JUMP_BACKWARD, pycode.RESUME, pycode.NOT_TAKEN:
		return false // these get theirs when they are hot
	}
	if !project.HasGeneral(t.vm, op) {
		return false // its executor would be left at once, by those of other types
	}
	t.mergeAt(code, pc)
	t.install(code, pc, nil)
	return true
}

// iterates notes that the instruction at pc, which a hot exit leads to, is a loop over a generator in the frame fp. Its general form has
// Go run the generator nested, so the loop is interpreted (Code.RunsMany) where it sees too many types.
func (t *Tier) iterates(fp unsafe.Pointer, code *adaptive.Code, pc int) {
	if code.Decode(pc).Op.Base() == pycode.FOR_ITER && t.vm.Heap().Is(operand(fp, code), object.GeneratorType) {
		code.FeedbackAt(pc).Gens = true
	}
}

// manySides reports whether enough exits have led to an instruction for all that come to share what follows.
func manySides(s *adaptive.Feedback) bool {
	return s.Sides > maxSides || s.Sides > fewSides && s.Tails >= maxTails
}

// mergeAt makes the instruction at pc a merge point: the executor that is installed next
// is entered with everything in memory, and begins with its general form.
func (t *Tier) mergeAt(code *adaptive.Code, pc int) {
	code.FeedbackAt(pc).Merge = true
	t.Stats.Meetings++
}
