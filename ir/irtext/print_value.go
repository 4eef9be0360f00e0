package irtext

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/tier2go/tier2/ir"
)

// appendValue prints a value's line.
func (p *Printer) appendValue(b []byte, v *ir.Value) []byte {
	if v == nil {
		return append(b, '_')
	}
	if v.IsConst() && v.Block == nil {
		return p.appendRef(b, v)
	}
	if int(v.Op) >= p.f.Ops.Len() {
		return fmt.Appendf(b, "?op%d", v.Op)
	}
	row := p.f.Row(v)
	switch {
	case v.Op == ir.OpState:
		b = p.appendRef(b, v)
		b = append(b, " = "...)
	case v.Type != ir.Void:
		b = p.appendRef(b, v)
		b = append(b, ": "...)
		b = append(b, v.Type.String()...)
		b = append(b, " = "...)
	}
	b = append(b, row.Name...)
	switch {
	case v.Op == ir.OpState:
		b = p.appendState(b, v)
	case v.Op == ir.OpNew && p.expressible(v.Aux, row.Aux):
		b = p.appendNew(b, v)
	default:
		b = p.appendElements(b, v, row)
	}
	if !p.opts.NoOrigins {
		b = appendOrigins(b, v.From)
	}
	return b
}

// appendElements prints what follows an operation's name: operands, immediate,
// states with their exits, and the edges of a terminator.
func (p *Printer) appendElements(b []byte, v *ir.Value, row *ir.OpRow) []byte {
	start := len(b)
	sep := func() []byte {
		if len(b) > start {
			b = append(b, ',')
		}
		return append(b, ' ')
	}
	for _, a := range v.Args {
		b = p.appendRef(sep(), a)
	}
	switch {
	case v.Op == ir.OpParam || row.Aux == ir.NoAux && v.Aux == 0:
	case row.Aux == ir.AuxMem || row.Aux == ir.AuxClaim || !p.expressible(v.Aux, row.Aux):
		b = p.appendSuffix(append(b, ' '), v.Aux, row.Aux)
	default:
		b = p.appendImmediate(sep(), v.Aux, row.Aux)
	}
	for w := range ir.NumWhen {
		if v.States[w] == nil && v.Exits[w] == nil {
			continue
		}
		b = sep()
		if w != onlyState(row) {
			b = append(b, w.String()...)
			b = append(b, ' ')
		}
		b = p.appendRef(b, v.States[w])
		b = append(b, " -> "...)
		b = p.appendExit(b, v.Exits[w])
	}
	if row.Flags&ir.Terminator == 0 || v.Block == nil {
		return b
	}
	for _, e := range v.Block.Succs {
		b = p.appendBlock(sep(), e.To)
		b = append(b, '(')
		for i, a := range e.Args {
			b = p.appendRef(appendComma(b, i), a)
		}
		b = append(b, ')')
	}
	return b
}

// onlyState returns the state that is printed without its keyword: that of a
// row which asks for one that is not Raise. NumWhen: none.
func onlyState(row *ir.OpRow) ir.When {
	switch row.States {
	case [ir.NumWhen]bool{ir.Before: true}:
		return ir.Before
	case [ir.NumWhen]bool{ir.After: true}:
		return ir.After
	}
	return ir.NumWhen
}

func appendOrigins(b []byte, from []int32) []byte {
	for i, n := range from {
		if i == 0 {
			b = append(b, " !"...)
		} else {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return b
}

// appendState prints a state's frame, pc, slots and caller.
func (p *Printer) appendState(b []byte, v *ir.Value) []byte {
	locals, named := math.MaxInt, []string(nil)
	if fr := v.StateFrame(); uint(fr) < uint(len(p.f.Frames)) && p.f.Frames[fr] != nil {
		b = fmt.Appendf(b, " f%d", fr)
		locals, named = p.f.Frames[fr].NumLocals, localNames(p.f.Frames[fr])
	} else {
		b = fmt.Appendf(b, " f?%d", fr)
	}
	b = fmt.Appendf(b, " pc=%d ", v.StatePC())
	if n := v.StateClock(); n != 0 {
		b = fmt.Appendf(b, "clock=%d ", n)
	}
	if len(v.Args) == 0 {
		return append(b, "(?)"...)
	}
	b = p.appendSlots(b, v.StateSlots(), locals, named)
	if v.Args[0] != nil {
		b = append(b, " in "...)
		b = p.appendRef(b, v.Args[0])
	}
	return b
}

// appendSlots prints the slots of a state: by name where all locals have one, the
// absent ones left out, else in order.
func (p *Printer) appendSlots(b []byte, slots []*ir.Value, locals int, named []string) []byte {
	slot := func(b []byte, a *ir.Value) []byte {
		if a != nil && a.Type != ir.Ref {
			b = append(b, "box "...)
		}
		return p.appendRef(b, a)
	}
	n := min(locals, len(slots))
	if n < locals {
		named = nil
	}
	start := len(b)
	b = append(b, '(')
	for i, a := range slots[:n] {
		switch {
		case named == nil:
			b = slot(appendComma(b, i), a)
		case a != nil:
			b = appendComma(b, len(b)-start-1)
			b = append(appendName(b, named[i]), '=')
			b = slot(b, a)
		}
	}
	if len(b) > start+1 {
		b = append(b, ' ')
	}
	b = append(b, '|')
	for i, a := range slots[n:] {
		if i == 0 {
			b = append(b, ' ')
		}
		b = slot(appendComma(b, i), a)
	}
	return append(b, ')')
}

// localNames returns the names of a frame's locals, nil unless all have one of their
// own.
func localNames(fr *ir.Frame) []string {
	if fr.NumLocals <= 0 || len(fr.Slots) < fr.NumLocals {
		return nil
	}
	names := fr.Slots[:fr.NumLocals]
	for i, n := range names {
		if n == "" || slices.Contains(names[:i], n) {
			return nil
		}
	}
	return names
}

// appendNew prints what a virtual object is made by and of.
func (p *Printer) appendNew(b []byte, v *ir.Value) []byte {
	row := p.f.Ops.Row(v.NewOp())
	b = append(append(append(b, ' '), row.Name...), '(')
	for i, a := range v.Args {
		b = appendComma(b, i)
		if a != nil && len(row.Args) > 0 && a.Type != row.ArgType(i) {
			b = append(b, "box "...)
		}
		b = p.appendRef(b, a)
	}
	return append(b, ')')
}

// expressible reports whether an immediate can be printed as its kind asks.
func (p *Printer) expressible(aux int64, kind ir.AuxKind) bool {
	switch kind {
	case ir.NoAux:
		return aux == 0
	case ir.AuxBool:
		return uint64(aux) <= 1
	case ir.AuxOp:
		return uint64(aux) < uint64(p.f.Ops.Len())
	case ir.AuxMem:
		m := unpackMem(aux)
		return m.Pack() == aux && m.Kind <= ir.Mem8
	case ir.AuxClaim:
		return remade(ir.Claim(aux)) == ir.Claim(aux)
	}
	return true
}

// appendImmediate prints an immediate that stands in the list of operands.
func (p *Printer) appendImmediate(b []byte, aux int64, kind ir.AuxKind) []byte {
	switch kind {
	case ir.AuxFloat:
		return appendFloat(b, uint64(aux))
	case ir.AuxWord:
		return appendWord(b, uint64(aux), p.opts.Names)
	case ir.AuxBool:
		return strconv.AppendBool(b, aux != 0)
	case ir.AuxTypes:
		return appendTypes(b, ir.TypeSet(aux), p.f.Types)
	}
	return strconv.AppendInt(b, aux, 10)
}

// appendSuffix prints an immediate that follows the operands without a comma:
// a memory access as *scale +displacement width class=n nonneg, and what its kind
// cannot express as aux= with its bits.
func (p *Printer) appendSuffix(b []byte, aux int64, kind ir.AuxKind) []byte {
	switch {
	case !p.expressible(aux, kind) || kind != ir.AuxMem && kind != ir.AuxClaim:
		return fmt.Appendf(b, "aux=%#x", uint64(aux))
	case kind == ir.AuxClaim:
		return appendClaim(b, ir.Claim(aux))
	}
	m := unpackMem(aux)
	if m.Scale != 0 {
		b = fmt.Appendf(b, "*%d ", m.Scale)
	}
	switch name := p.f.Ops.ClassName(m.Class); {
	case name == "":
		b = fmt.Appendf(b, "%+d %s class=%d", m.Disp, m.Kind, m.Class)
	case m.Kind == ir.Mem64:
		b = fmt.Appendf(b, "%+d %s", m.Disp, name)
	default:
		b = fmt.Appendf(b, "%+d %s %s", m.Disp, m.Kind, name)
	}
	if m.NonNeg {
		b = append(b, " nonneg"...)
	}
	return b
}

func unpackMem(aux int64) ir.MemAccess { return (&ir.Value{Aux: aux}).Mem() }

// appendTypes prints a set of guest types.
func appendTypes(b []byte, s ir.TypeSet, types ir.GuestTypes) []byte {
	b = append(b, '{')
	if s == ir.AnyType {
		return append(b, "any}"...)
	}
	first := true
	for i := range 64 {
		if s>>i&1 == 0 {
			continue
		}
		if !first {
			b = append(b, ", "...)
		}
		first = false
		if set, ok := ir.TypeSet(0), false; i < len(types) {
			if set, ok = types.ByName(types[i]); ok && set == 1<<i {
				b = appendName(b, types[i])
				continue
			}
		}
		b = strconv.AppendInt(b, int64(i), 10)
	}
	return append(b, '}')
}
