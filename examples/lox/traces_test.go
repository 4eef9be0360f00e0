package main

import (
	"io"
	"testing"

	"example.com/lox/lang"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/uop"
)

// The kinds of words.
const (
	number guesttest.Kind = iota
	truth
	null
	text
	list
)

// odds are the words that random traces have besides small numbers, by kind.
func odds(t *testing.T, vm *VM) [][]word {
	must := func(r mem.Ref, err error) word {
		if err != nil {
			t.Fatal(err)
		}
		return word(r)
	}
	odd := [][]word{
		number: {lang.Number(0), 1 << 63, lang.Number(0.5), lang.Number(-3), 0x7ff0 << 48, 0x7ff8 << 48},
		truth:  {lang.False, lang.True},
		null:   {lang.Nil},
	}
	var texts []word
	for _, s := range []string{"", "a", "abcdefgh", "abcdefghi", "abcdefghi"} {
		texts = append(texts, must(vm.heap.String(s)))
	}
	a := must(vm.heap.Array(12, mem.Ref(lang.Nil)))
	for i, w := range []word{lang.Number(0), lang.Number(1), lang.True, texts[1], texts[4], a} {
		if err := vm.heap.Put(mem.Ref(a), mem.Ref(lang.Number(float64(i))), mem.Ref(w)); err != nil {
			t.Fatal(err)
		}
	}
	return append(odd, texts, []word{a, must(vm.heap.Array(0, 0))})
}

// objectRows are the instructions on strings and arrays that change none.
var objectRows = []struct {
	op       lang.Op
	operands []guesttest.Kind
	result   guesttest.Kind
}{
	{lang.At, []guesttest.Kind{list, number}, null}, {lang.Len, []guesttest.Kind{text}, number}, {lang.Len, []guesttest.Kind{list}, number},
	{lang.Find, []guesttest.Kind{list, text}, number}, {lang.Find, []guesttest.Kind{list, number}, number},
	{lang.Equal, []guesttest.Kind{text, text}, truth}, {lang.Equal, []guesttest.Kind{number, number}, truth}, {lang.Equal, []guesttest.Kind{null, text}, truth},
	{lang.Starts, []guesttest.Kind{text, text}, truth},
}

// language describes random traces: there is a row for each instruction of the machine but calls, print, and those that
// change objects.
func language(vm *VM, odd [][]word) *guesttest.Language {
	emit := func(p *guesttest.Program, op lang.Op, arg uint32, k word) {
		p.Emit(uop.Inst{Op: uop.ID(op), Oparg: arg, Operand0: uint64(k), Target: p.PC() - 1})
	}
	binary := func(op lang.Op) func(p *guesttest.Program) {
		return func(p *guesttest.Program) { emit(p, op, 0, 0) }
	}
	l := &guesttest.Language{
		Table: vm.jit.uops, Locals: []guesttest.Kind{number, number, number, truth, null, text, list}, NumKinds: len(odd),
		Counter: number, Truth: truth, Stack: 2, Unset: uint64(lang.Nil), UnsetKind: null,
		Code:  func(int) uint64 { return 0 },
		Count: func(n int) uint64 { return uint64(lang.Number(float64(n))) },
		Word: func(k guesttest.Kind, intn func(int) int) uint64 {
			if n := intn(12); n < len(odd[k]) {
				return uint64(odd[k][n])
			} else if k == number {
				return uint64(lang.Number(float64(n)))
			}
			return uint64(odd[k][intn(len(odd[k]))])
		},
		Load:   func(p *guesttest.Program, local int) { emit(p, lang.Load, uint32(local), 0) },
		Store:  func(p *guesttest.Program, local int) { emit(p, lang.Store, uint32(local), 0) },
		Const:  func(p *guesttest.Program, w uint64) { emit(p, lang.Const, 0, word(w)) },
		Add:    binary(lang.Add),
		Less:   binary(lang.Less),
		Unless: func(p *guesttest.Program, target uint32) { emit(p, lang.JumpIfNot, target, word(p.PC())) },
		Loop:   func(p *guesttest.Program, target uint32) { emit(p, lang.Loop, target, 0) },
		End:    func(p *guesttest.Program, target uint32) { p.Emit(uop.Inst{Op: uop.ID(opEnd), Target: target}) },
	}
	l.Statements = []guesttest.Statement{
		{Weight: 6, Make: func(p *guesttest.Program, dst int) bool {
			op := lang.Add + lang.Op(p.Intn(6))
			p.Operand(number)
			p.Operand(number)
			p.Instruction()
			emit(p, op, 0, 0)
			p.Pop(2)
			p.Push([]guesttest.Kind{number, truth}[(op-lang.Add)/4])
			p.Result(dst)
			return true
		}},
		{Weight: 4, Make: func(p *guesttest.Program, dst int) bool {
			o := objectRows[p.Intn(len(objectRows))]
			for _, k := range o.operands {
				p.Operand(k)
			}
			p.Instruction()
			emit(p, o.op, 0, 0)
			p.Pop(len(o.operands))
			p.Push(o.result)
			p.Result(dst)
			return true
		}},
		{Weight: 2, Make: func(p *guesttest.Program, dst int) bool {
			p.Operand(truth)
			p.Instruction()
			if behind, far := p.PC(), p.PC()+50; p.Intn(2) == 0 {
				emit(p, lang.JumpIfNot, far, word(behind))
			} else {
				emit(p, lang.JumpIfNot, behind, word(far)) // the trace goes on where the jump is taken to
			}
			p.Pop(1)
			return true
		}},
	}
	return l
}

// takes reports whether the operands on a stack have the types that the operation is for.
func (o *operation) takes(stack []word) bool {
	for i, t := range o.args {
		if words.Set(uint64(stack[len(stack)-len(o.args)+i]))&t == 0 {
			return false
		}
	}
	return true
}

// interpret executes a trace by the machine's own instructions.
func interpret(vm *VM, t *uop.Trace, slots []uint64, poll func() bool) (eval.Out, error) {
	f := &frame{sp: uint32(vm.codes[0].Locals)}
	for i, w := range slots {
		f.slots[i] = word(w)
	}
	leave := func(kind ir.ExitKind, pc uint32, f *frame) (eval.Out, error) {
		state := eval.FrameState{Name: vm.codes[0].Name, PC: pc}
		for _, w := range f.slots[:f.sp] {
			state.Slots = append(state.Slots, eval.Slot{Word: uint64(w), Present: true})
		}
		return eval.Out{Kind: kind, Frames: []eval.FrameState{state}}, nil
	}
	for steps, i := 0, 0; steps < 10000; steps++ {
		u := &t.Insts[i]
		before := *f
		if i++; u.Op == uop.ID(opEnd) {
			return leave(ir.End, u.Target, f)
		}
		in := lang.Inst{Op: lang.Op(u.Op), Arg: u.Oparg, K: word(u.Operand0)}
		f.pc = u.Target + 1
		if in.Op == lang.JumpIfNot {
			if w := f.slots[f.sp-1]; w != lang.False && w != lang.True {
				return leave(ir.Deopt, u.Target, f) // compiled code knows bools only
			}
			if in.Arg == u.Target+1 { // the trace has the jump the other way round
				in.Arg = uint32(u.Operand0)
			}
		}
		if err := instructions[in.Op].run(vm, f, &in); err != nil {
			if in.Op < lang.Array || !operations[in.Op-lang.Array].takes(before.slots[:before.sp]) {
				return leave(ir.Deopt, u.Target, &before)
			}
			out, _ := leave(ir.Error, u.Target, &before)
			out.Raised = &eval.Raise{Err: err}
			return out, nil
		}
		switch {
		case in.Op == lang.JumpIfNot && f.pc != uint32(u.Operand0):
			return leave(ir.Side, f.pc, f)
		case in.Op == lang.Loop && poll():
			return leave(ir.Poll, f.pc, f)
		case in.Op == lang.Loop:
			i = 0
		}
	}
	return eval.Out{}, guesttest.ErrUnknown
}

// TestTraces: what is built of random traces leaves as the machine's instructions do.
func TestTraces(t *testing.T) {
	vm, err := New("(fun main (a b c d e s l) (return (+ a (+ b (+ c (+ d (+ e (+ a (+ b (+ c (+ s l)))))))))))", io.Discard, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	odd := odds(t, vm)
	l := language(vm, odd)
	d := guesttest.Differential{
		Guest: vm.jit.Guest,
		Interpret: func(t *uop.Trace, slots []uint64, poll func() bool) (eval.Out, error) {
			return interpret(vm, t, slots, poll)
		},
		Format: func(w uint64) string { return word(w).String() },
	}
	var kinds [ir.NumExitKinds]int
	for seed := range uint64(2000) {
		data := guesttest.Bytes(seed, 10+int(seed%50))
		trace := l.Trace(data)
		kind, err := d.Check(trace, l.Slots(data[len(data)/2:], len(l.Locals)), 4)
		if err == guesttest.ErrUnknown {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, trace)
		}
		kinds[kind]++
	}
	for _, k := range []ir.ExitKind{ir.End, ir.Deopt, ir.Side, ir.Poll, ir.Error} {
		if kinds[k] == 0 {
			t.Errorf("no run left by an exit of kind %s", k)
		}
	}
	t.Log(kinds)
}
