package toyguest

import (
	"math/rand/v2"
	"slices"

	"github.com/tier2go/tier2/uop"
)

// Locals is the number of locals of generated traces: two ints, a float, a list,
// an int and a float.
const Locals = 6

var entryKinds = []int{GInt, GInt, GFloat, GList, GInt, GFloat}

// any is the kind of what a trace does not know the type of.
const anyKind = -1

// Bytes returns n random bytes that depend on the seed only.
func Bytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// Generate makes a trace from bytes: valid, with guards that hold for the most
// part if the slots have the types of Slots. What is made depends on the bytes
// only; when they are used up, the trace ends.
func Generate(h *Heap, data []byte) *uop.Trace {
	g := &gen{h: h, data: data, t: &uop.Trace{Table: Uops, Name: "random", Code: Code(Locals, 9)}}
	loop := g.intn(4) > 0
	g.kinds = append([]int(nil), entryKinds...)
	if loop && g.intn(4) == 0 {
		g.move(2 + g.intn(2))
	}
	for len(g.data) > 0 {
		g.statement()
	}
	for len(g.stack) > 0 {
		g.store(4 + g.intn(2))
	}
	if loop {
		g.t.Stop = uop.StopLoop
		g.push(0)
		g.push(1)
		g.begin()
		g.guards(GInt)
		g.emit(LESS, 0)
		g.pop(2)
		g.begin()
		g.target(EXITUNLESS, 0, g.pc+100)
		g.push(0)
		g.constant(g.h.must(1), GInt)
		g.arith(0)
		g.store(0)
		g.begin()
		g.target(LOOP, 0, 0)
	} else {
		g.begin()
		g.target(END, 0, g.pc)
	}
	return g.t
}

// Slots makes words for the entry frame from bytes: of the types that Generate
// expects for the most part, small, huge and odd ones among them.
func Slots(h *Heap, data []byte) []uint64 {
	g := &gen{h: h, data: data}
	slots := make([]uint64, Locals)
	for i := range slots {
		k := entryKinds[i]
		if g.intn(16) == 15 {
			k = g.intn(len(interesting))
		}
		slots[i] = g.word(k)
	}
	if slots[1] = h.must(int64(g.intn(6))); g.intn(2) == 0 {
		slots[0] = h.must(0)
	}
	if g.intn(3) == 0 {
		slots[4], _ = h.ParseWord("9223372036854775808") // an int that no guard.i64 passes
	}
	return slots
}

// Interesting words, by kind.
var interesting = [][]string{
	GInt: {"0", "1", "-1", "2", "7", "-140737488355328", "140737488355327", "140737488355328", "9223372036854775807",
		"-9223372036854775808", "9223372036854775808", "-100000000000000000000"},
	GFloat: {"0.0", "-0.0", "1.0", "-1.5", "2.25", "inf", "-inf", "nan", "1e+300", "5e-324"},
	GBool:  {"false", "true"},
	GNil:   {"nil"},
	GList:  {"L0", "L1", "L2", "L3"},
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

// gen makes one trace.
type gen struct {
	h     *Heap
	data  []byte
	t     *uop.Trace
	kinds []int // of the locals
	stack []int // kinds of the operand stack
	pc    uint32
	depth int
}

// intn returns a number below n, 0 when the bytes are used up.
func (g *gen) intn(n int) int {
	if len(g.data) == 0 {
		return 0
	}
	x := int(g.data[0]) % n
	g.data = g.data[1:]
	return x
}

// word makes a word of a kind.
func (g *gen) word(kind int) uint64 {
	n := g.intn(24)
	if names := interesting[kind]; n < len(names) {
		w, _ := g.h.ParseWord(names[n])
		return w
	}
	switch kind {
	case GInt:
		return g.h.must(int64(n))
	case GFloat:
		return g.h.BoxF64(float64(n) / 4)
	case GBool:
		return g.h.BoxBool(n&1 != 0)
	case GList:
		return g.h.List(n % 4)
	}
	return Nil
}

func (g *gen) emit(op uop.ID, arg int) {
	g.t.Insts = append(g.t.Insts, uop.Inst{Op: op, Oparg: uint32(arg)})
}

func (g *gen) target(op uop.ID, arg int, target uint32) {
	g.t.Insts = append(g.t.Insts, uop.Inst{Op: op, Oparg: uint32(arg), Target: target})
}

// begin begins an instruction.
func (g *gen) begin() {
	g.target(BEGIN, 0, g.pc)
	g.pc++
	g.t.Bytecodes++
}

func (g *gen) push(local int) {
	g.begin()
	g.emit(LOAD, local)
	g.stack = append(g.stack, g.kinds[local])
}

func (g *gen) constant(w uint64, kind int) {
	g.begin()
	g.t.Insts = append(g.t.Insts, uop.Inst{Op: CONST, Operand0: w})
	g.stack = append(g.stack, kind)
}

func (g *gen) pop(n int) { g.stack = g.stack[:len(g.stack)-n] }

func (g *gen) store(local int) {
	g.begin()
	g.emit(STORE, local)
	g.kinds[local] = g.stack[len(g.stack)-1]
	g.pop(1)
}

// guards guards that the two entries on top have a kind.
func (g *gen) guards(kind int) {
	g.emit(GUARD, 1|kind<<4)
	g.emit(GUARD, kind<<4)
}

// arith makes an operation on the two entries on top.
func (g *gen) arith(op int) {
	g.begin()
	g.guards(op & 1)
	g.emit(ARITH, op)
	g.pop(2)
	g.stack = append(g.stack, op&1)
}

// operand pushes a local or constant of a kind, or a local that the trace does
// not know the type of.
func (g *gen) operand(kind int) {
	var list []int
	for i, k := range g.kinds {
		if k == kind || k == anyKind {
			list = append(list, i)
		}
	}
	if n := g.intn(len(list) + 2); n < len(list) {
		g.push(list[n])
		return
	}
	g.constant(g.word(kind), kind)
}

// maxStack is how many entries a frame's stack has between statements at most.
const maxStack = 4

// statement makes some instructions.
func (g *gen) statement() {
	dst := g.intn(len(g.kinds))
	switch k := g.intn(20); {
	case k < 6:
		op := g.intn(len(arith))
		g.operand(op & 1)
		g.operand(op & 1)
		g.arith(op)
		g.result(dst)
	case k < 8:
		kind := g.intn(2)
		g.operand(kind)
		g.operand(kind)
		g.begin()
		g.guards(kind)
		g.emit(LESS, kind)
		g.pop(2)
		g.stack = append(g.stack, GBool)
		if g.intn(2) == 0 {
			g.result(dst)
			return
		}
		g.begin()
		g.target(EXITUNLESS, 0, g.pc+50)
		g.pop(1)
	case k < 11:
		g.access(k == 8, dst)
	case k == 11:
		g.operand(g.intn(2))
		g.begin()
		g.emit(HELPER, g.intn(NumHelpers))
		g.stack[len(g.stack)-1] = anyKind
		g.result(dst)
	case k == 12:
		g.push(dst)
		g.begin()
		g.emit(ANY, 0)
		g.stack[len(g.stack)-1] = anyKind
		g.result(dst)
	case k == 13 && g.depth < 2:
		g.call(dst)
	case k == 14 && len(g.stack) < maxStack:
		g.push(dst)
	case k == 16 || k == 17:
		g.pair(dst)
	case k == 15 && g.depth == 0:
		g.overwritten(max(dst, 2))
	case len(g.stack) > 0:
		g.store(dst)
	case g.depth == 0:
		g.move(2 + g.intn(Locals-2))
	}
}

// move copies a number between locals, guarded, and computes with the old one or
// gives it a new value: then a loop carries to dst, after its first round, a
// number that was in src at entry and may have any size, and later computed ones.
func (g *gen) move(dst int) {
	kind := g.intn(4) / 3 // mostly GInt
	src := 4 + kind
	g.push(src)
	g.begin()
	g.emit(GUARD, kind<<4)
	g.stack[len(g.stack)-1] = kind
	g.store(dst)
	switch g.intn(3) {
	case 0:
		g.push(src)
		g.constant(g.word(kind), kind)
		g.arith(kind)
		g.store(src)
	case 1:
		g.fresh(kind)
		g.store(src)
	}
}

// fresh pushes a number that is computed and small.
func (g *gen) fresh(kind int) {
	for range 2 {
		if kind == GInt {
			g.constant(g.h.must(int64(g.intn(16))), kind)
		} else {
			g.constant(g.h.BoxF64(float64(g.intn(16))/4), kind)
		}
	}
	g.arith(kind)
}

// overwritten computes a number, possibly too large for 64 bits, and stores
// another one to the same local before anything can leave with the first.
func (g *gen) overwritten(dst int) {
	kind := g.intn(2)
	g.operand(kind)
	g.constant(g.word(kind), kind)
	g.arith(kind + 4*g.intn(2))
	g.store(dst)
	g.constant(g.word(kind), kind)
	g.store(dst)
}

// result leaves the top of the stack there or stores it.
func (g *gen) result(dst int) {
	if len(g.stack) <= maxStack && g.intn(4) == 0 {
		return
	}
	if g.depth == 0 && dst < 2 { // the loop's counter and bound
		dst += 2
	}
	g.store(dst)
}

// access makes a list's element be read or written.
func (g *gen) access(set bool, dst int) {
	if set {
		g.push(dst)
	}
	g.operand(GList)
	if g.intn(3) == 0 {
		g.operand(GInt)
	} else {
		g.constant(g.h.must(int64(g.intn(4))), GInt)
	}
	g.begin()
	g.emit(GUARD, GInt<<4)
	g.emit(GUARD, 1|GList<<4)
	if set {
		g.emit(SET, 0)
		g.pop(3)
		return
	}
	g.emit(GET, 0)
	g.pop(2)
	g.stack = append(g.stack, anyKind)
	g.result(dst)
}

// pair makes a pair of two locals, or takes the one in a local apart.
func (g *gen) pair(dst int) {
	if i := slices.Index(g.kinds, GObject); i >= 0 && len(g.stack) < maxStack && g.intn(3) > 0 {
		g.push(i)
		g.begin()
		g.emit(UNPACK, 0)
		g.stack[len(g.stack)-1] = anyKind
		g.stack = append(g.stack, anyKind)
		g.result(dst)
		return
	}
	if len(g.stack) > maxStack {
		return
	}
	g.push(g.intn(len(g.kinds)))
	g.push(g.intn(len(g.kinds)))
	g.begin()
	g.emit(PAIR, 0)
	g.pop(2)
	g.stack = append(g.stack, GObject)
	g.result(dst)
}

// call makes a call of a code with some statements.
func (g *gen) call(dst int) {
	args := 1 + g.intn(2)
	kinds := make([]int, args)
	for i := range kinds {
		kinds[i] = g.intn(2)
		g.operand(kinds[i])
	}
	g.begin()
	locals := args + 1
	g.t.Insts = append(g.t.Insts, uop.Inst{Op: CALL, Oparg: uint32(args), Target: g.pc, Operand0: Code(locals, 9)})
	g.pop(args)
	outer := *g
	g.kinds = append(append([]int(nil), kinds...), GNil)
	g.stack, g.pc = nil, 0
	g.depth++
	for n := 1 + g.intn(3); n > 0; n-- {
		g.statement()
	}
	if len(g.stack) == 0 {
		g.push(0)
	}
	top := g.stack[len(g.stack)-1]
	g.begin()
	g.emit(RETURN, 0)
	g.kinds, g.stack, g.pc, g.depth = outer.kinds, append(outer.stack, top), outer.pc, outer.depth
	g.result(dst)
}
