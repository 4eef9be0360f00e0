package guesttest

import (
	"math"

	"github.com/tier2go/tier2/ir"
)

// operation makes one operation of any kind that the form allows.
func (g *gen) operation() {
	form := g.f.Form
	o := ir.Op(g.intn(g.f.Ops.Len()))
	row := g.f.Ops.Row(o)
	switch {
	case !row.Forms.Has(form), o <= ir.OpConstBool, row.Flags&ir.Terminator != 0, o == ir.OpFBits: // of a NaN it is any
		o = ir.OpAdd
	case o == ir.OpEntry || o == ir.OpState || o == ir.OpNew:
		o = ir.OpSlot
	case o == ir.OpDivOv || o == ir.OpModOv || o >= ir.OpFAdd && o <= ir.OpFSqrt && g.intn(2) == 0:
		// floats and divisions as they are
	case o == ir.OpUnboxI64 || o == ir.OpLowI64 || o == ir.OpUnboxF64 || o == ir.OpUnboxBool:
		g.unbox(o)
		return
	case o == ir.OpLoad || o == ir.OpLoadX || o == ir.OpStore || o == ir.OpStoreX || o >= ir.FirstGuestOp && loads(row):
		g.memory(o)
		return
	case o == ir.OpShl || o == ir.OpSar || o == ir.OpShr:
		g.add(o, ir.I64, 0, g.pick(ir.I64), g.f.ConstI64(int64(g.intn(64))))
		return
	}
	row = g.f.Ops.Row(o)
	g.add(o, row.Result, g.aux(row.Aux))
}

// loads reports whether a guest's operation is a load of a kind: of one object, with a
// memory access.
func loads(row *ir.OpRow) bool {
	return row.Aux == ir.AuxMem && row.Flags&ir.AnyResult != 0 && len(row.Args) == 1 && row.Args[0] == ir.Ref
}

// makers are the operations whose objects may be virtual.
func makers(t *ir.OpTable) (list []ir.Op) {
	for op := ir.FirstGuestOp; int(op) < t.Len(); op++ {
		if t.Row(op).Fields != nil {
			list = append(list, op)
		}
	}
	return list
}

// aux makes an immediate.
func (g *gen) aux(kind ir.AuxKind) int64 {
	switch kind {
	case ir.AuxInt:
		return int64(g.intn(256)) - 100
	case ir.AuxFloat:
		return int64(math.Float64bits([]float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.NaN(), 1e300}[g.intn(6)]))
	case ir.AuxWord:
		return int64(g.intn(256))
	case ir.AuxBool:
		return int64(g.intn(2))
	case ir.AuxTypes:
		if g.intn(4) == 0 {
			return -1 // AnyType
		}
		return int64(g.intn(1 << min(len(g.f.Types), 16)))
	case ir.AuxClaim:
		return int64(ir.NewClaim(uint8(1+g.intn(3)), uint64(g.intn(4)), ir.ClaimFlags(g.intn(8)), uint8(g.intn(3))))
	case ir.AuxSlot:
		return int64(g.intn(Slots))
	}
	return 0
}

// virtual makes a virtual object, of numbers and other ones among the rest.
func (g *gen) virtual(depth int) *ir.Value {
	op := g.makers[g.intn(len(g.makers))]
	row := g.f.Ops.Row(op)
	var args []*ir.Value
	for i := range len(row.Args) + int(row.Flags&ir.Variadic/ir.Variadic)*g.intn(2) {
		t := row.ArgType(i)
		switch k := g.intn(4); {
		case t == ir.Ref && k == 0 && depth < 2:
			args = append(args, g.virtual(depth+1))
			continue
		case t == ir.Ref && k == 1:
			t = []ir.Type{ir.I64, ir.F64, ir.Bool}[g.intn(3)]
		}
		args = append(args, g.pick(t))
	}
	return g.c.New(op, args...)
}

// unbox makes an unbox operation of a value that is sure to have the type: one
// that has just been boxed.
func (g *gen) unbox(o ir.Op) {
	box := map[ir.Op]ir.Op{ir.OpUnboxI64: ir.OpBoxI64, ir.OpLowI64: ir.OpBoxU64, ir.OpUnboxF64: ir.OpBoxF64, ir.OpUnboxBool: ir.OpBoxBool}[o]
	g.add(o, g.f.Ops.Row(o).Result, 0, g.add(box, ir.Ref, 0))
}

// memory makes a load or store. A class holds one width and representation
// each, so that what is loaded as a Ref was stored as one.
func (g *gen) memory(o ir.Op) {
	i := g.intn(4)
	t := []ir.Type{ir.Ref, ir.I64, ir.F64, ir.I64}[i]
	m := ir.MemAccess{Disp: int32(8 * (g.intn(6) - 1)), Class: uint8(8 + i)}
	if i == 3 {
		m.Kind = []ir.MemKind{ir.Mem32, ir.Mem16, ir.Mem8}[g.intn(3)]
	}
	args := []*ir.Value{g.pick(ir.Ref)}
	if o == ir.OpLoadX || o == ir.OpStoreX {
		m.Scale = uint8(m.Kind.Bytes())
		args = append(args, g.pick(ir.I64))
	}
	if o == ir.OpStore || o == ir.OpStoreX {
		args = append(args, g.pick(t))
		t = ir.Void
	}
	g.add(o, t, m.Pack(), args...)
}
