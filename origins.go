package tier2

import (
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// mapCode fills in the map of an executor: which micro-op each piece of its code
// comes from, and which guard each exit belongs to.
func (c *Compiler) mapCode(w *compilation) error {
	m, fn, mfn, code := w.ex.Map, w.fn, w.mfn, w.code
	if m == nil || c.makes != machine {
		return nil
	}
	values := byID(fn)
	of := func(in *lower.Inst) *ir.Value {
		if in.Origin < 0 || int(in.Origin) >= len(values) {
			return nil
		}
		return values[in.Origin]
	}
	loop := make([]bool, len(mfn.Insts))
	m.Spans = slices.Grow(m.Spans, len(mfn.Insts)+len(mfn.Exits))
	for bi := range mfn.Blocks {
		b := &mfn.Blocks[bi]
		for i := b.First; i < b.First+b.N; i++ {
			in := &mfn.Insts[i]
			v := of(in)
			loop[i] = b.LoopDepth > 0
			m.Spans = append(m.Spans, exitdata.Span{Off: code.Insts[i], Uop: uopOf(v)})
			if (in.Op == lower.MCall || in.Op == lower.MCallKept) && v != nil {
				m.Calls = append(m.Calls, exitdata.Call{Off: code.Insts[i], Op: fn.Row(v).Name, Uop: uopOf(v), Loop: loop[i], Slow: b.Cold})
			}
		}
	}
	for i := range mfn.Exits {
		at := mfn.Exits[i].Inst
		p := point(fn, of(&mfn.Insts[at]))
		p.Loop = loop[at]
		m.Points = append(m.Points, p)
		if off := code.Exits[i]; off >= 0 {
			m.Spans = append(m.Spans, exitdata.Span{Off: off, Uop: p.Uop})
		}
	}
	// Cold blocks lie behind the hot ones, whatever their order.
	slices.SortStableFunc(m.Spans, func(a, b exitdata.Span) int { return int(a.Off - b.Off) })
	slices.SortStableFunc(m.Calls, func(a, b exitdata.Call) int { return int(a.Off - b.Off) })
	// What belongs to no value (moves, constants) goes with what stands before it.
	for i := range m.Spans {
		if m.Spans[i].Uop < 0 && i > 0 {
			m.Spans[i].Uop = m.Spans[i-1].Uop
		}
	}
	return nil
}

// byID returns a function's values by their ids.
func byID(fn *ir.Func) []*ir.Value {
	values := make([]*ir.Value, fn.NumValues())
	for _, b := range fn.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			values[v.ID] = v
		}
	}
	return values
}

// uopOf returns the micro-op that a value comes from, −1 if there is none.
func uopOf(v *ir.Value) int32 {
	if v == nil || len(v.From) == 0 {
		return -1
	}
	return v.From[0]
}

// point describes the value that an exit belongs to.
func point(fn *ir.Func, v *ir.Value) exitdata.Point {
	if v == nil {
		return exitdata.Point{Uop: -1, Of: exitdata.Source{Uop: -1, Slot: -1}}
	}
	p := exitdata.Point{Op: fn.Row(v).Name, Uop: uopOf(v), Of: exitdata.Source{Uop: -1, Slot: -1}}
	if v.Op == ir.OpGuardType {
		p.Types = fn.Types.Format(ir.TypeSet(v.Aux))
	}
	if len(v.Args) > 0 {
		p.Of = source(fn, v.Args[0])
	}
	return p
}

// source says where a value comes from: through conversions and comparisons, to
// what made the word that is tested.
func source(fn *ir.Func, v *ir.Value) exitdata.Source {
	for range 8 {
		row := fn.Row(v)
		if len(v.Args) == 0 || v.Args[0] == nil || row.Result != ir.Bool && v.Op != ir.OpUnboxI64 && v.Op != ir.OpUnboxF64 && v.Op != ir.OpGuardType {
			break
		}
		v = v.Args[0]
	}
	s := exitdata.Source{Op: fn.Row(v).Name, Uop: uopOf(v), Slot: -1}
	if v.Op == ir.OpSlot || v.Op == ir.OpEntry {
		s.Slot = int(v.Aux)
	}
	return s
}
