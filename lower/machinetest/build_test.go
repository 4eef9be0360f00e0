package machinetest

import (
	"runtime"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
)

var targets = []*lower.Target{amd64.Target, arm64.Target}

// host is the target that code can be run for, nil if there is none.
func host() *lower.Target {
	for _, t := range targets {
		if t.Name == runtime.GOARCH {
			return t
		}
	}
	return nil
}

// builder writes machine functions, with the operands placed as a target's rows ask.
type builder struct {
	t   *lower.Target
	f   lower.Func
	cur lower.BlockID
}

// block begins a block.
func (b *builder) block(params ...lower.Class) lower.BlockID {
	blk := lower.Block{First: int32(len(b.f.Insts)), LoopHead: -1, LoopEnd: -1}
	for _, c := range params {
		blk.Params = append(blk.Params, b.f.NewVReg(c))
	}
	b.f.Blocks = append(b.f.Blocks, blk)
	b.cur = lower.BlockID(len(b.f.Blocks) - 1)
	return b.cur
}

// edge links blocks, in the order of the successors.
func (b *builder) edge(from, to lower.BlockID, args ...lower.VReg) {
	b.f.Blocks[from].Succs = append(b.f.Blocks[from].Succs, lower.Edge{To: to, Args: args})
	b.f.Blocks[to].Preds = append(b.f.Blocks[to].Preds, from)
}

// op appends an instruction. def is NoVReg for those without result; if it leaves,
// state is what its exit holds.
func (b *builder) op(in lower.Inst, leaves bool, state []lower.VReg, def lower.VReg, uses ...lower.VReg) {
	row := &b.t.Rows[in.Op]
	in.Ops, in.Clobber, in.Exit, in.Origin = int32(len(b.f.Operands)), row.Clobber, -1, -1
	if def != lower.NoVReg {
		o := lower.Operand{V: def, Kind: lower.Def, Constraint: row.Def.Constraint, Pos: lower.Late, At: row.Def.At}
		if o.Constraint == lower.Reuse {
			o.Index = row.Def.Index + 1
		}
		b.f.Operands = append(b.f.Operands, o)
		in.NumEnc++
	}
	for i, u := range uses {
		r := row.Uses[i]
		b.f.Operands = append(b.f.Operands, lower.Operand{V: u, Kind: lower.Use, Constraint: r.Constraint, Pos: r.Pos, Index: r.Index, At: r.At})
		in.NumEnc++
	}
	in.NumOps = uint16(in.NumEnc)
	if leaves {
		in.Exit = int32(len(b.f.Exits))
		x := lower.ExitPoint{Inst: lower.InstID(len(b.f.Insts)), First: int32(len(b.f.Operands)), N: int32(len(state))}
		pos := lower.Early
		if def != lower.NoVReg || in.Clobber != 0 {
			pos = lower.Late
		}
		for _, v := range state {
			b.f.Operands = append(b.f.Operands, lower.Operand{V: v, Kind: lower.Use, Constraint: lower.InAny, Pos: pos})
			in.NumOps++
		}
		b.f.Exits = append(b.f.Exits, x)
	}
	b.f.Insts = append(b.f.Insts, in)
	b.f.Blocks[b.cur].N++
}

// class says what the operands of an operation are.
type signature struct {
	def  lower.Class
	none bool // no result
	uses []lower.Class
	imm  bool // Imm is an operand, if the target takes it
}

var (
	g, f   = lower.GPR, lower.FPR
	gg, ff = []lower.Class{g, g}, []lower.Class{f, f}
	g1, f1 = []lower.Class{g}, []lower.Class{f}
)

// signatures are the operations between registers.
var signatures = map[lower.MOp]signature{
	lower.MAddr: {def: g, uses: g1}, lower.MLea: {def: g, uses: gg},
	lower.MAdd: {def: g, uses: gg}, lower.MSub: {def: g, uses: gg}, lower.MAnd: {def: g, uses: gg}, lower.MOr: {def: g, uses: gg},
	lower.MXor: {def: g, uses: gg}, lower.MMul: {def: g, uses: gg}, lower.MShl: {def: g, uses: gg}, lower.MSar: {def: g, uses: gg},
	lower.MShr:  {def: g, uses: gg},
	lower.MAddI: {def: g, uses: g1, imm: true}, lower.MSubI: {def: g, uses: g1, imm: true}, lower.MAndI: {def: g, uses: g1, imm: true},
	lower.MOrI: {def: g, uses: g1, imm: true}, lower.MXorI: {def: g, uses: g1, imm: true}, lower.MMulI: {def: g, uses: g1, imm: true},
	lower.MShlI: {def: g, uses: g1, imm: true}, lower.MSarI: {def: g, uses: g1, imm: true}, lower.MShrI: {def: g, uses: g1, imm: true},
	lower.MNeg: {def: g, uses: g1}, lower.MNot: {def: g, uses: g1},
	lower.MDiv: {def: g, uses: gg}, lower.MRem: {def: g, uses: gg},
	lower.MAddX: {def: g, uses: gg}, lower.MSubX: {def: g, uses: gg}, lower.MMulX: {def: g, uses: gg}, lower.MNegX: {def: g, uses: g1},
	lower.MAddXI: {def: g, uses: g1, imm: true}, lower.MSubXI: {def: g, uses: g1, imm: true}, lower.MMulXI: {def: g, uses: g1, imm: true},
	lower.MMulAdd: {def: g, uses: []lower.Class{g, g, g}}, lower.MMulSub: {def: g, uses: []lower.Class{g, g, g}},
	lower.MSelectI: {def: g, uses: []lower.Class{g, g, g}, imm: true}, lower.MSelectBitsI: {def: g, uses: []lower.Class{g, g, g}, imm: true},
	lower.MSelect: {def: g, uses: []lower.Class{g, g, g, g}}, lower.MFSelectI: {def: f, uses: []lower.Class{g, f, f}, imm: true},
	lower.MSelectF: {def: g, uses: []lower.Class{f, f, g, g}}, lower.MFSelect: {def: f, uses: []lower.Class{f, f, f, f}},
	lower.MFMin: {def: f, uses: ff}, lower.MFMax: {def: f, uses: ff},
	lower.MSet: {def: g, uses: gg}, lower.MSetI: {def: g, uses: g1, imm: true},
	lower.MExit: {none: true, uses: gg}, lower.MExitI: {none: true, uses: g1, imm: true}, lower.MExitBitsI: {none: true, uses: g1, imm: true},
	lower.MExitShr: {none: true, uses: gg},
	lower.MFAdd:    {def: f, uses: ff}, lower.MFSub: {def: f, uses: ff}, lower.MFMul: {def: f, uses: ff}, lower.MFDiv: {def: f, uses: ff},
	lower.MFSqrt: {def: f, uses: f1}, lower.MFNeg: {def: f, uses: f1}, lower.MFAbs: {def: f, uses: f1},
	lower.MFSet: {def: g, uses: ff}, lower.MFExit: {none: true, uses: ff},
	lower.MIntToF: {def: f, uses: g1}, lower.MFToInt: {def: g, uses: f1}, lower.MBitsToF: {def: f, uses: g1}, lower.MFToBits: {def: g, uses: f1},
}

// leaves reports whether an operation may leave by an exit.
func leaves(op lower.MOp) bool {
	switch op {
	case lower.MAddX, lower.MSubX, lower.MMulX, lower.MNegX, lower.MAddXI, lower.MSubXI, lower.MMulXI, lower.MExit, lower.MExitI, lower.MExitBitsI, lower.MExitShr,
		lower.MFExit, lower.MExitMem, lower.MExitMemI, lower.MLeave, lower.MPoll, lower.MCall:
		return true
	}
	return false
}
