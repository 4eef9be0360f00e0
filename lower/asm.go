package lower

import (
	"fmt"
	"slices"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
)

// V is an operand in selection rules: a virtual register or an immediate.
type V struct {
	reg   VReg
	imm   int64
	isImm bool
}

// Imm returns an immediate operand.
func Imm(n int64) V { return V{reg: NoVReg, imm: n, isImm: true} }

// Word returns an immediate operand of 64 unsigned bits.
func Word(w uint64) V { return Imm(int64(w)) }

// Reg returns the virtual register that v is, if it is one.
func (v V) Reg() (r VReg, ok bool) { return v.reg, v.reg != NoVReg }

// IsImm reports whether v is an immediate.
func (v V) IsImm() bool { return v.isImm }

// Int returns the immediate.
func (v V) Int() int64 { return v.imm }

// None is the absence of an operand.
var None = V{reg: NoVReg}

// Mem is a memory operand of a selection rule.
type Mem struct {
	Base  Base
	Reg   V // BaseWord, BaseAddr, BaseIndex: what the operand is relative to
	Disp  int64
	Size  uint8 // 1, 2, 4 or 8
	index V     // BaseIndex
	scale uint8
	holds VReg // one more than the word of the object that Reg, an address, is that of: it lives as long (indexed.go)
}

// At returns the memory operand at an offset of the object that a guest word
// refers to.
func At(word V, disp int64, size uint8) Mem {
	return Mem{Base: BaseWord, Reg: word, Disp: disp, Size: size}
}

// InFrame returns the memory operand at an offset of the current guest frame.
func InFrame(disp int64) Mem { return Mem{Base: BaseFrame, Reg: None, Disp: disp, Size: 8} }

// InAct returns the memory operand at an offset of the activation.
func InAct(disp int64) Mem { return Mem{Base: BaseAct, Reg: None, Disp: disp, Size: 8} }

// static returns the memory operand at an absolute address.
func static(addr uint64, size uint8) Mem {
	return Mem{Base: BaseStatic, Reg: None, Disp: int64(addr), Size: size}
}

// Asm is what selection rules write machine operations with: a macro assembler
// over virtual registers. Its methods fold constants, take immediates where the
// target has them, and put what may leave together with the state that the exit
// needs.
type Asm struct {
	T     *Target
	F     *Func
	Frame *FrameLayout
	ir    *ir.Func
	words ir.Words // nil: the guest's are not known

	valid, clock uint64 // addresses
	budget       bool   // polls look at the clock
	vain         uint64 // the address of the word that counts tests in vain, 0: none does
	end          *EndPlan

	cur      BlockID
	consts   []constReg // constants in registers, defined in the entry block
	prologue []placed   // those that finish finds a place for
	constOf  []int32    // by VReg: which of the prologue it is, from 1
	cold     bool       // blocks that are made are
	loop     bool       // the value being lowered is in a loop
	linking  bool       // all blocks are made: their edges are being
	routine  VReg       // of a routine: the address to return to
	find     func(name string) (*Routine, error)
	known    func(v *ir.Value) ir.Fact // nil: nothing is
	origin   int32

	vals  []V    // by ir value id
	fused []bool // by ir value id: its only use does its work too
	late  []bool // by ir value id: made where it is used, if at all (late.go)

	// The addresses of objects that the current block has in registers, for targets
	// that want them, and of elements; the oldest is given up first.
	addrs    [8]addrReg
	nextAddr int
	hoisted  []hoistedAddr // those that stand in front of loops
	place    int32         // of the IR's block at hand, its position

	folds [numRules]int // how often each rule of RULES has been applied

	// The value being lowered, for exits.
	at   *ir.Value
	when ir.When
	seen []uint32 // by VReg: stamp of the exit that lists it already
	made []uint32 // by ir value id: the same of virtual objects
	tick uint32
}

// addrReg is the address of the object that a guest word refers to, or, with a scale, such a sum (Asm.Element).
type addrReg struct {
	word, index VReg
	scale       uint8
	addr        VReg
}

// placed is an instruction that makes a constant, and the one that it is to stand in front
// of, which is in a block.
type placed struct {
	inst  Inst
	at    int32
	block BlockID
}

type constReg struct {
	class Class
	bits  int64
	reg   VReg
	block BlockID // where it can be used; everywhere: 0, the entry block
}

// reset prepares the assembler for another function.
func (a *Asm) reset(t *Target, f *Func, values int) {
	a.T, a.F, a.cur = t, f, -1
	a.consts, a.prologue, a.linking, a.cold = a.consts[:0], a.prologue[:0], false, false
	if cap(a.vals) < values {
		a.vals = make([]V, values)
	}
	a.vals = a.vals[:values]
	for i := range a.vals {
		a.vals[i] = None
	}
	a.seen, a.made, a.tick = a.seen[:0], a.made[:0], 0
	a.hoisted = a.hoisted[:0]
}

// Block starts a new block and makes it the current one.
func (a *Asm) Block() BlockID {
	n := len(a.F.Blocks)
	a.F.Blocks = slices.Grow(a.F.Blocks, 1)[:n+1]
	b := &a.F.Blocks[n] // of an earlier function, perhaps: its lists are used again
	*b = Block{
		First: int32(len(a.F.Insts)), LoopHead: -1, LoopEnd: -1, Cold: a.cold,
		Params: b.Params[:0], Succs: b.Succs[:0], Preds: b.Preds[:0],
	}
	a.cur = BlockID(n)
	a.forgetAddrs()
	return a.cur
}

// InLoop reports whether the value being lowered is executed in each round of a loop, or in some: what it takes is worth more there than
// its bytes.
func (a *Asm) InLoop() bool { return a.loop }

func (a *Asm) forgetAddrs() {
	for i := range a.addrs {
		a.addrs[i] = addrReg{word: NoVReg}
	}
}

// address returns the address of the object that a guest word refers to. It is good
// until the block ends or calls: what a leave's collector finds must be words.
func (a *Asm) address(word V) V {
	word = a.Reg(word)
	if h := a.hoistedOf(word); h != nil && h.bias == 0 {
		return V{reg: h.addr}
	}
	return a.kept(addrReg{word: word.reg, index: NoVReg}, func() V {
		d := a.fresh(GPR)
		a.op(Inst{Op: MAddr, Exit: -1}, d.reg, word)
		return d
	})
}

// kept returns the address that the block has, or makes it.
func (a *Asm) kept(of addrReg, make func() V) V {
	for _, k := range a.addrs {
		if of.addr = k.addr; k == of {
			return V{reg: k.addr}
		}
	}
	d := make()
	of.addr = d.reg
	a.addrs[a.nextAddr] = of
	a.nextAddr = (a.nextAddr + 1) % len(a.addrs)
	return d
}

// Element returns the memory operand of an array's element: it lies at
// base + index·scale + disp of the object that a guest word refers to.
func (a *Asm) Element(base, index V, scale uint8, disp int64, size uint8) Mem {
	if index.isImm {
		return At(base, disp+index.imm*int64(scale), size)
	}
	if h := a.hoistedOf(base); h != nil {
		return a.indexed(h, index, scale, disp, size)
	}
	switch {
	case a.T.WordDisp:
		return At(a.sum(a.Reg(base), index, scale), disp, size)
	}
	return Mem{Base: BaseAddr, Reg: a.sum(a.address(base), index, scale), Disp: disp, Size: size}
}

// sum returns base + index·scale, which the block has already if it has accessed another element at a constant distance.
func (a *Asm) sum(base, index V, scale uint8) V {
	return a.kept(addrReg{word: base.reg, index: index.reg, scale: scale}, func() V { return a.Lea(base, index, scale, 0) })
}

// emit appends an instruction to the current block.
func (a *Asm) emit(in Inst) *Inst {
	in.Origin = a.origin
	if in.Op == MCall || in.Op == MCallKept {
		a.forgetAddrs()
	}
	a.F.Insts = append(a.F.Insts, in)
	a.F.Blocks[a.cur].N++
	return &a.F.Insts[len(a.F.Insts)-1]
}

// op appends an instruction with its operands placed as the target's row asks.
// def is NoVReg for operations without result.
func (a *Asm) op(in Inst, def VReg, uses ...V) *Inst { return a.holding(in, 0, def, uses...) }

// holding is op of an instruction up to which another value lives, wherever it lies: held is one more than it, or 0.
func (a *Asm) holding(in Inst, held, def VReg, uses ...V) *Inst {
	row := &a.T.Rows[in.Op]
	in.Ops = int32(len(a.F.Operands))
	in.Clobber = row.Clobber
	if def != NoVReg {
		r := row.Def
		o := Operand{V: def, Kind: Def, Constraint: r.Constraint, Pos: Late, At: r.At}
		if r.Constraint == Reuse {
			o.Index = r.Index + 1
		}
		a.F.Operands = append(a.F.Operands, o)
		in.NumEnc++
	}
	for i, u := range uses {
		r := row.Uses[i]
		a.F.Operands = append(a.F.Operands, Operand{V: u.reg, Kind: Use, Constraint: r.Constraint, Pos: r.Pos, Index: r.Index, At: r.At})
		in.NumEnc++
	}
	in.NumOps = uint16(in.NumEnc)
	if held > 0 {
		a.F.Operands = append(a.F.Operands, Operand{V: held - 1, Kind: Use, Constraint: InAny})
		in.NumOps++
	}
	if in.Exit >= 0 {
		a.addState(&in, def)
	}
	return a.emit(in)
}

// reg returns v in a register of a class; constants are made once, where finish puts
// them (the allocator keeps them or makes them again), or in the cold block that wants
// them.
func (a *Asm) reg(c Class, v V) V {
	if !v.isImm {
		return v
	}
	for _, k := range a.consts {
		if k.class == c && k.bits == v.imm && (k.block == 0 || k.block == a.cur && !a.linking) {
			return V{reg: k.reg}
		}
	}
	r := a.F.NewVReg(c)
	op := MConst
	if c == FPR {
		op = MConstF
	}
	row := &a.T.Rows[op]
	in := Inst{
		Op: op, NumOps: 1, NumEnc: 1, Flags: IsRemat, Ops: int32(len(a.F.Operands)), Exit: -1, Imm: v.imm,
		Clobber: row.Clobber, Origin: -1,
	}
	k := constReg{class: c, bits: v.imm, reg: r}
	if !a.linking && a.F.Blocks[a.cur].Cold { // the hot path should not make what only cold ones want
		k.block = a.cur
		a.emit(in).Origin = -1
	} else {
		a.prologue = append(a.prologue, placed{inst: in})
	}
	a.consts = append(a.consts, k)
	a.F.Operands = append(a.F.Operands, Operand{V: r, Kind: Def, Constraint: row.Def.Constraint, Pos: Late})
	return V{reg: r}
}

// Reg returns v in a general register.
func (a *Asm) Reg(v V) V { return a.reg(GPR, v) }

// finish gives the constants their places: in front of the first use, if one block uses
// them that is in no loop; else in front of the entry block.
func (a *Asm) finish() {
	if len(a.prologue) == 0 {
		return
	}
	a.placeConsts()
	f, list := a.F, a.prologue
	slices.SortStableFunc(list, func(x, y placed) int { return int(x.at - y.at) })
	to := int32(len(f.Insts))
	f.Insts = slices.Grow(f.Insts, len(list))[:int(to)+len(list)]
	for k := len(list) - 1; k >= 0; k-- {
		at := list[k].at
		copy(f.Insts[int(at)+k+1:], f.Insts[at:to])
		f.Insts[int(at)+k], to = list[k].inst, at
	}
	k := int32(0) // how many stand in the blocks so far
	for i := range f.Blocks {
		b, before := &f.Blocks[i], k
		for int(k) < len(list) && list[k].at < b.First+b.N {
			k++
		}
		b.First += before
		b.N += k - before
	}
	for i := range f.Exits {
		e := &f.Exits[i]
		k, _ := slices.BinarySearchFunc(list, int32(e.Inst)+1, func(x placed, at int32) int { return int(x.at - at) })
		e.Inst += InstID(k)
	}
}

// placeConsts finds the place of each constant in the prologue.
func (a *Asm) placeConsts() {
	const unused, several = -1, -2
	f := a.F
	a.constOf = dense.Cleared(a.constOf, len(f.Classes))
	for k := range a.prologue {
		c := &a.prologue[k]
		a.constOf[f.Operands[c.inst.Ops].V] = int32(k) + 1
		c.block = unused
	}
	used := func(v VReg, block BlockID, at int32) {
		k := a.constOf[v] - 1
		if k < 0 {
			return
		}
		switch c := &a.prologue[k]; c.block {
		case block:
		case unused:
			c.block, c.at = block, at
		default:
			c.block = several
		}
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		end := b.First + b.N
		for at := b.First; at < end; at++ {
			for _, o := range f.InstOps(InstID(at)) {
				used(o.V, BlockID(i), at)
			}
		}
		for _, e := range b.Succs {
			for _, v := range e.Args {
				used(v, BlockID(i), end-1)
			}
		}
	}
	for k := range a.prologue {
		if c := &a.prologue[k]; c.block < 0 || f.Blocks[c.block].LoopDepth > 0 {
			c.at = 0
		}
	}
}

func (a *Asm) fresh(c Class) V { return V{reg: a.F.NewVReg(c)} }

// Bin computes x op y for one of MAdd, MSub, MAnd, MOr, MXor, MMul, MShl, MSar,
// MShr (their I forms follow them).
func (a *Asm) Bin(op MOp, x, y V) V {
	if x.isImm && op != MSub && op < MShl { // commutative
		x, y = y, x
	}
	if v, rule, ok := fold(op, x, y); ok {
		a.folds[rule]++
		return v
	}
	if y.isImm {
		if a.T.ImmOK(op+1, y.imm) {
			d := a.fresh(GPR)
			a.op(Inst{Op: op + 1, Imm: y.imm, Exit: -1}, d.reg, a.Reg(x))
			return d
		}
	}
	d := a.fresh(GPR)
	a.op(Inst{Op: op, Exit: -1}, d.reg, a.Reg(x), a.Reg(y))
	return d
}

// Add computes x + y, wrapping around.
func (a *Asm) Add(x, y V) V { return a.Bin(MAdd, x, y) }

// Sub computes x − y, wrapping around.
func (a *Asm) Sub(x, y V) V { return a.Bin(MSub, x, y) }

// And computes x & y.
func (a *Asm) And(x, y V) V { return a.Bin(MAnd, x, y) }

// Shr computes x >> n without sign.
func (a *Asm) Shr(x, n V) V { return a.Bin(MShr, x, n) }

// Un computes a unary operation on general registers: MNeg, MNot.
func (a *Asm) Un(op MOp, x V) V {
	d := a.fresh(GPR)
	a.op(Inst{Op: op, Exit: -1}, d.reg, a.Reg(x))
	return d
}

// Op2 computes an operation that has no I form: MDiv, MRem.
func (a *Asm) Op2(op MOp, x, y V) V {
	d := a.fresh(GPR)
	a.op(Inst{Op: op, Exit: -1}, d.reg, a.Reg(x), a.Reg(y))
	return d
}

// Lea computes x + y·scale + disp.
func (a *Asm) Lea(x, y V, scale uint8, disp int64) V {
	if y.isImm {
		return a.Add(x, Imm(y.imm*int64(scale)+disp))
	}
	if !a.T.DispOK(disp) {
		x, disp = a.Add(x, Imm(disp)), 0
	}
	d := a.fresh(GPR)
	a.op(Inst{Op: MLea, Scale: scale, Imm: disp, Exit: -1}, d.reg, a.Reg(x), a.Reg(y))
	return d
}

// MulAdd computes x + y·z.
func (a *Asm) MulAdd(x, y, z V) V { return a.mulThen(MMulAdd, MAdd, x, y, z) }

// MulSub computes x − y·z.
func (a *Asm) MulSub(x, y, z V) V { return a.mulThen(MMulSub, MSub, x, y, z) }

// mulThen combines x with a product, by one operation or two.
func (a *Asm) mulThen(one, two MOp, x, y, z V) V {
	if !a.T.MulAdd || y.isImm || z.isImm && a.T.ImmOK(MMulI, z.imm) {
		return a.Bin(two, x, a.Bin(MMul, y, z))
	}
	d := a.fresh(GPR)
	a.op(Inst{Op: one, Exit: -1}, d.reg, a.Reg(x), y, a.Reg(z))
	return d
}

// Checked computes x op y for MAddX, MSubX or MMulX and leaves by the exit of
// the value being lowered on overflow.
func (a *Asm) Checked(op MOp, x, y V) V {
	if x.isImm && op != MSubX {
		x, y = y, x
	}
	x = a.Reg(x)
	d := a.fresh(GPR)
	if y.isImm && a.T.ImmOK(op+1, y.imm) {
		a.op(Inst{Op: op + 1, Imm: y.imm, Exit: a.newExit()}, d.reg, x)
		return d
	}
	a.op(Inst{Op: op, Exit: a.newExit()}, d.reg, x, a.Reg(y))
	return d
}

// CheckedNeg computes −x and leaves on overflow.
func (a *Asm) CheckedNeg(x V) V {
	d := a.fresh(GPR)
	a.op(Inst{Op: MNegX, Exit: a.newExit()}, d.reg, a.Reg(x))
	return d
}

// Set computes x c y as 0 or 1.
func (a *Asm) Set(c Cond, x, y V) V {
	if x.isImm && y.isImm {
		if c.Holds(x.imm, y.imm) {
			return Imm(1)
		}
		return Imm(0)
	}
	if x.isImm {
		x, y, c = y, x, c.Swap()
	}
	d := a.fresh(GPR)
	if y.isImm && a.T.ImmOK(MSetI, y.imm) {
		a.op(Inst{Op: MSetI, Cond: c, Imm: y.imm, Exit: -1}, d.reg, a.Reg(x))
		return d
	}
	a.op(Inst{Op: MSet, Cond: c, Exit: -1}, d.reg, a.Reg(x), a.Reg(y))
	return d
}

// mem appends an instruction with a memory operand, whose register comes before
// the other uses.
func (a *Asm) mem(in Inst, def VReg, m Mem, uses ...V) {
	if m.Base == BaseWord {
		m = a.ofHoisted(m)
	}
	if m.Base == BaseWord && m.Disp != 0 && !a.T.WordDisp {
		m.Base, m.Reg = BaseAddr, a.address(m.Reg)
	}
	if (m.Base == BaseWord || m.Base == BaseAddr) && !a.T.DispOK(m.Disp) {
		m.Reg, m.Disp = a.Add(m.Reg, Imm(m.Disp)), 0
	}
	in.Base, in.Imm, in.Size = m.Base, m.Disp, m.Size
	var all [3]V // no operation on memory has more
	n := 0
	switch m.Base {
	case BaseWord, BaseAddr:
		all[0], n = a.Reg(m.Reg), 1
	case BaseIndex:
		in.Scale = m.scale
		all[0], all[1], n = m.Reg, m.index, 2
	}
	n += copy(all[n:], uses)
	a.holding(in, m.holds, def, all[:n]...)
}

// Load loads an integer or word, zero-extended.
func (a *Asm) Load(m Mem) V {
	d := a.fresh(GPR)
	a.mem(Inst{Op: MLoad, Exit: -1}, d.reg, m)
	return d
}

// LoadF loads a float.
func (a *Asm) LoadF(m Mem) V {
	d := a.fresh(FPR)
	a.mem(Inst{Op: MLoadF, Exit: -1}, d.reg, m)
	return d
}

// Store stores an integer or word.
func (a *Asm) Store(m Mem, x V) {
	if x.isImm && a.T.ImmOK(MStoreI, x.imm) {
		a.mem(Inst{Op: MStoreI, Imm2: x.imm, Exit: -1}, NoVReg, m)
		return
	}
	a.mem(Inst{Op: MStore, Exit: -1}, NoVReg, m, a.Reg(x))
}

// StoreF stores a float.
func (a *Asm) StoreF(m Mem, x V) {
	a.mem(Inst{Op: MStoreF, Exit: -1}, NoVReg, m, a.reg(FPR, x))
}

// AddMem adds a constant to memory.
func (a *Asm) AddMem(m Mem, n int64) {
	a.mem(Inst{Op: MAddMemI, Imm2: n, Exit: -1}, NoVReg, m)
}

// Call leaves to a helper of the guest: a Go function. All registers die. If the
// helper raises, execution leaves by the Raise exit of the value being lowered,
// which must have one then.
//
// What the trampoline gets is HelperCall's number.
func (a *Asm) Call(helper int, args ...V) V {
	a.passArgs(helper, args)
	exit := int32(-1)
	if a.at.Exits[ir.Raise] != nil {
		old := a.when
		a.when = ir.Raise
		exit = a.newExit()
		a.when = old
	}
	in := Inst{Op: MCall, Imm: int64(HelperCall(helper, len(args))), Exit: exit}
	a.op(in, NoVReg)
	return a.Load(InAct(int64(a.T.RetOffset)))
}

func (a *Asm) passArgs(helper int, args []V) {
	if len(args) > a.T.NumArgs {
		panic(&Error{"call", fmt.Sprintf("helper %d with %d arguments", helper, len(args))})
	}
	for i, x := range args {
		a.Store(InAct(int64(a.T.ArgOffset+8*i)), x)
	}
}

// HelperCall packs the index of a helper and the number of its arguments.
func HelperCall(helper, args int) uint32 {
	return uint32(helper) | uint32(args)<<16
}

// Helper takes HelperCall's number apart.
func Helper(n uint32) (helper uint32, args int) { return n & (1<<16 - 1), int(n >> 16) }

// CallQuiet leaves to a helper that cannot raise. In cold code no register dies: what is live there is not
// to be moved out of the way, which is code, and takes a compile longer than the call's 48 moves take.
func (a *Asm) CallQuiet(helper int, args ...V) V {
	a.passArgs(helper, args)
	op := MCall
	if a.cold {
		op = MCallKept
	}
	a.op(Inst{Op: op, Imm: int64(HelperCall(helper, len(args))), Exit: -1}, NoVReg)
	return a.Load(InAct(int64(a.T.RetOffset)))
}
