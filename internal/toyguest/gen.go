package toyguest

import (
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/uop"
)

// Language describes the guest's random programs. Their locals are two ints, which count, a
// float, a list, an int and a float.
func Language(h *Heap) *guesttest.Language {
	emit := func(p *guesttest.Program, op uop.ID, arg int) { p.Emit(uop.Inst{Op: op, Oparg: uint32(arg)}) }
	to := func(op uop.ID) func(*guesttest.Program, uint32) {
		return func(p *guesttest.Program, target uint32) { p.Emit(uop.Inst{Op: op, Target: target}) }
	}
	return &guesttest.Language{
		Table: Uops, Locals: []guesttest.Kind{gInt, gInt, gFloat, gList, gInt, gFloat}, NumKinds: len(interesting),
		Counter: gInt, Truth: gBool, Stack: 4, Unset: Nil, UnsetKind: gNil,
		Code:   func(locals int) uint64 { return Code(locals, 9) },
		Count:  func(n int) uint64 { return h.must(int64(n)) },
		Word:   h.random,
		Begin:  to(BEGIN),
		Load:   func(p *guesttest.Program, local int) { emit(p, LOAD, local) },
		Store:  func(p *guesttest.Program, local int) { emit(p, STORE, local) },
		Const:  func(p *guesttest.Program, w uint64) { p.Emit(uop.Inst{Op: CONST, Operand0: w}) },
		Add:    func(p *guesttest.Program) { guards(p, gInt); emit(p, ARITH, 0) },
		Less:   func(p *guesttest.Program) { guards(p, gInt); emit(p, LESS, 0) },
		Unless: to(EXITUNLESS), Poll: to(POLL), Loop: to(LOOP), End: to(END),
		Call: func(p *guesttest.Program, code uint64, args int) {
			p.Emit(uop.Inst{Op: CALL, Oparg: uint32(args), Target: p.PC(), Operand0: code})
		},
		Return: func(p *guesttest.Program) { emit(p, RETURN, 0) },
		Start: func(p *guesttest.Program) {
			if p.Intn(4) == 0 {
				h.move(p, 2+p.Intn(2))
			}
		},
		Statements: []guesttest.Statement{
			{Weight: 6, Make: computed},
			{Weight: 2, Make: compared},
			{Weight: 2, Make: h.read},
			{Weight: 1, Make: h.written},
			{Weight: 2, Make: called},
			{Weight: 2, Make: paired},
			{Weight: 1, Make: h.overwritten},
			{Weight: 1, Make: h.move},
		},
	}
}

// Slots makes words for the entry frame's n slots from bytes: of the kinds that programs
// expect for the most part, small, huge and odd ones among them.
func Slots(h *Heap, data []byte, n int) []uint64 {
	slots := Language(h).Slots(data, n)
	if len(data) > 0 && data[0]%3 == 0 {
		slots[4], _ = h.ParseWord("9223372036854775808") // an int that no guard.i64 passes
	}
	return slots
}

// Interesting words, by kind.
var interesting = [][]string{
	gInt: {"0", "1", "-1", "2", "7", "-140737488355328", "140737488355327", "140737488355328", "9223372036854775807",
		"-9223372036854775808", "9223372036854775808", "-100000000000000000000"},
	gFloat: {"0.0", "-0.0", "1.0", "-1.5", "2.25", "inf", "-inf", "nan", "1e+300", "5e-324"},
	gBool:  {"false", "true"},
	gNil:   {"nil"},
	gList:  {"L0", "L1", "L2", "L3"},
}

// Words returns words of all types, for random inputs.
func (h *Heap) Words() []uint64 {
	var list []uint64
	for _, names := range interesting {
		for _, s := range names {
			w, _ := h.ParseWord(s) // the names above are right
			list = append(list, w)
		}
	}
	return list
}

// random makes a word of a kind.
func (h *Heap) random(kind guesttest.Kind, intn func(int) int) uint64 {
	n := intn(24)
	if names := interesting[kind]; n < len(names) {
		w, _ := h.ParseWord(names[n])
		return w
	}
	switch kind {
	case gInt:
		return h.must(int64(n))
	case gFloat:
		return h.BoxF64(float64(n) / 4)
	case gBool:
		return h.BoxBool(n&1 != 0)
	case gList:
		return h.List(n % 4)
	}
	return Nil
}

// guard guards that the entry i below the top has a kind.
func guard(p *guesttest.Program, i int, k guesttest.Kind) {
	p.Emit(uop.Inst{Op: GUARD, Oparg: uint32(i) | uint32(k)<<4})
}

// guards guards that the two entries on top have a kind.
func guards(p *guesttest.Program, k guesttest.Kind) {
	guard(p, 1, k)
	guard(p, 0, k)
}

// operate makes an instruction that pops n entries and pushes one of a kind.
func operate(p *guesttest.Program, op uop.ID, arg, n int, k guesttest.Kind) {
	p.Emit(uop.Inst{Op: op, Oparg: uint32(arg)})
	p.Pop(n)
	p.Push(k)
}

// arithmetic makes an operation on the two entries on top.
func arithmetic(p *guesttest.Program, op int) {
	k := guesttest.Kind(op & 1)
	p.Instruction()
	guards(p, k)
	operate(p, ARITH, op, 2, k)
}

// computed makes a number of two others.
func computed(p *guesttest.Program, dst int) bool {
	op := p.Intn(len(arith))
	p.Operand(guesttest.Kind(op & 1))
	p.Operand(guesttest.Kind(op & 1))
	arithmetic(p, op)
	p.Result(dst)
	return true
}

// compared compares two numbers, and leaves if the first is not less or makes a bool of it.
func compared(p *guesttest.Program, dst int) bool {
	k := guesttest.Kind(p.Intn(2))
	p.Operand(k)
	p.Operand(k)
	p.Instruction()
	guards(p, k)
	operate(p, LESS, int(k), 2, gBool)
	if p.Intn(2) == 0 {
		p.Result(dst)
		return true
	}
	p.Instruction()
	p.Unless(p, p.PC()+50)
	p.Pop(1)
	return true
}

// element pushes a list and an index, and begins an instruction that has guarded both.
func (h *Heap) element(p *guesttest.Program) {
	p.Operand(gList)
	if p.Intn(3) == 0 {
		p.Operand(gInt)
	} else {
		p.Constant(h.must(int64(p.Intn(4))), gInt)
	}
	p.Instruction()
	guard(p, 0, gInt)
	guard(p, 1, gList)
}

// read reads a list's element, written writes one.
func (h *Heap) read(p *guesttest.Program, dst int) bool {
	h.element(p)
	operate(p, GET, 0, 2, guesttest.AnyKind)
	p.Result(dst)
	return true
}

func (h *Heap) written(p *guesttest.Program, dst int) bool {
	p.LoadLocal(dst)
	h.element(p)
	p.Emit(uop.Inst{Op: SET})
	p.Pop(3)
	return true
}

// called calls a helper, one that everybody knows or one that nobody does.
func called(p *guesttest.Program, dst int) bool {
	if p.Intn(2) == 0 {
		p.Operand(guesttest.Kind(p.Intn(2)))
		p.Instruction()
		operate(p, HELPER, p.Intn(numHelpers), 1, guesttest.AnyKind)
	} else {
		p.LoadLocal(dst)
		p.Instruction()
		operate(p, ANY, 0, 1, guesttest.AnyKind)
	}
	p.Result(dst)
	return true
}

// paired makes a pair of two locals, or takes the one in a local apart.
func paired(p *guesttest.Program, dst int) bool {
	if local, ok := p.Find(gObject); ok && p.Room() > 0 && p.Intn(3) > 0 {
		p.LoadLocal(local)
		p.Instruction()
		operate(p, UNPACK, 0, 1, guesttest.AnyKind)
		p.Push(guesttest.AnyKind)
		p.Result(dst)
		return true
	}
	if p.Room() < 0 {
		return false
	}
	p.LoadLocal(p.Intn(p.NumLocals()))
	p.LoadLocal(p.Intn(p.NumLocals()))
	p.Instruction()
	operate(p, PAIR, 0, 2, gObject)
	p.Result(dst)
	return true
}

// overwritten computes a number, possibly too large for 64 bits, and stores
// another one to the same local before anything can leave with the first.
func (h *Heap) overwritten(p *guesttest.Program, dst int) bool {
	if p.Depth() > 0 {
		return false
	}
	dst = max(dst, 2)
	k := guesttest.Kind(p.Intn(2))
	p.Operand(k)
	p.Constant(p.RandomWord(k), k)
	arithmetic(p, int(k)+4*p.Intn(2))
	p.StoreLocal(dst)
	p.Constant(p.RandomWord(k), k)
	p.StoreLocal(dst)
	return true
}

// move copies a number between locals, guarded, and computes with the old one or
// gives it a new value: then a loop carries to dst, after its first round, a
// number that was in src at entry and may have any size, and later computed ones.
func (h *Heap) move(p *guesttest.Program, dst int) bool {
	if p.Depth() > 0 {
		return false
	}
	kind := p.Intn(4) / 3 // mostly gInt
	k, src := guesttest.Kind(kind), 4+kind
	p.LoadLocal(src)
	p.Instruction()
	guard(p, 0, k)
	p.Know(k)
	p.StoreLocal(max(dst, 2))
	switch p.Intn(3) {
	case 0:
		p.LoadLocal(src)
		p.Constant(p.RandomWord(k), k)
		arithmetic(p, kind)
		p.StoreLocal(src)
	case 1:
		for range 2 { // a number that is computed and small
			if k == gInt {
				p.Constant(h.must(int64(p.Intn(16))), k)
			} else {
				p.Constant(h.BoxF64(float64(p.Intn(16))/4), k)
			}
		}
		arithmetic(p, kind)
		p.StoreLocal(src)
	}
	return true
}
