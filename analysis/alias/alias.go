// Package alias is the analysis that says which accesses of memory may touch the
// same bytes.
//
// Accesses are described by a [Location]: an object, a displacement or an index, and
// the immediate of the load or store. Two locations are apart if one of these rules
// says so, and may overlap otherwise:
//
//   - class: they are of different alias classes, which the guest keeps apart;
//   - displacement: they are of one object and their bytes do not meet; an index
//     i+c, for a constant c, is i with c elements more displacement;
//   - base: they are of two objects. Different constants are; so are values
//     whose guest types have nothing in common; so are a new object (ir.Fresh)
//     that has not got out and every value that is not it.
//
// A new object has got out if it is an operand of anything but a load's or
// store's base, of frame states and of virtual objects: then somebody else may have it. Exits hand
// objects to the guest, but nothing comes back from an exit. The analysis does
// not look at the order of operations: an object that gets out somewhere has got
// out everywhere.
//
// Operations other than loads and stores are described by the Reads and Writes of
// their rows, and cannot touch what has not got out.
//
//	info := analysis.Get(c, alias.Analysis)
//	p, _ := alias.Access(load)
//	if !info.Clobbers(v, p) { … } // v leaves what the load reads as it is
//
// What is known of values made after the analysis is nothing: they may be
// anything. The package must not know any guest. Source: the address and type
// rules of LuaJIT's lj_opt_mem.c; escapes as in Choi et al. 1999, without flow.
package alias

import (
	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/ir"
)

// Analysis computes Info.
var Analysis = &analysis.Analysis[Info]{
	Name: "alias",
	Compute: func(c *analysis.Cache, out *Info) {
		var facts *types.Facts
		if severalBases(c.F) {
			facts = analysis.Get(c, types.Analysis)
		}
		Compute(c.F, facts, out)
	},
}

// severalBases reports whether a store may be to an object that is also accessed by
// another name: then it helps to know types.
func severalBases(f *ir.Func) bool {
	var base [64]*ir.Value // by alias class
	var several, stored ir.AliasSet
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			p, ok := Access(v)
			if !ok {
				continue
			}
			at := &base[p.Mem().Class&63]
			switch *at {
			case nil:
				*at = p.Base
			case p.Base:
			default:
				several |= p.Class()
			}
			stored |= f.Writes(v)
		}
	}
	return several&stored != 0
}

// Location is a piece of memory as one representation: base + displacement, or base
// + index·scale + displacement. Locations are comparable: equal ones are the same
// bytes, read in the same way.
type Location struct {
	Base, Index *ir.Value // Index is nil where there is none
	Aux         int64     // an ir.MemAccess
	Type        ir.Type   // the representation
}

// Mem returns the immediate of the accesses.
func (p Location) Mem() ir.MemAccess { return (&ir.Value{Aux: p.Aux}).Mem() }

// Class returns the location's alias class as a set.
func (p Location) Class() ir.AliasSet { return 1 << p.Mem().Class }

// Access returns the location that a load or store goes to; ok is false for other
// operations. The type of a store's location is that of the value stored.
func Access(v *ir.Value) (p Location, ok bool) {
	p = Location{Aux: v.Aux, Type: v.Type}
	switch v.Op {
	case ir.OpStore, ir.OpStoreX:
		p.Type = ir.Resolve(v.Args[len(v.Args)-1]).Type
	case ir.OpLoad, ir.OpLoadX:
	default:
		return Location{}, false
	}
	p.Base = ir.Resolve(v.Args[0])
	if v.Op == ir.OpLoadX || v.Op == ir.OpStoreX {
		p.Index = ir.Resolve(v.Args[1])
	}
	return p, true
}

// Info answers questions about a function as it was when Compute ran.
type Info struct {
	f      *ir.Func
	facts  *types.Facts
	inside []bool // by value id: a new object that has not got out
}

// Compute analyses f; facts are those of f, nil if there are none.
func Compute(f *ir.Func, facts *types.Facts, in *Info) {
	in.f, in.facts = f, facts
	n := f.NumValues()
	if cap(in.inside) < n {
		in.inside = make([]bool, n+n/4)
	}
	in.inside = in.inside[:n]
	clear(in.inside)
	some := false
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if f.Row(v).Flags&ir.Fresh != 0 {
				in.inside[v.ID], some = true, true
			}
		}
	}
	if !some {
		return
	}
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			in.operands(v)
		}
		for _, e := range b.Succs {
			for _, a := range e.Args {
				in.inside[ir.Resolve(a).ID] = false
			}
		}
	}
}

// operands notes which objects get out by v.
func (in *Info) operands(v *ir.Value) {
	args := v.Args
	switch v.Op {
	case ir.OpState, ir.OpNew:
		return
	case ir.OpLoad, ir.OpLoadX, ir.OpStore, ir.OpStoreX:
		args = args[1:]
	}
	for _, a := range args {
		if a != nil {
			in.inside[ir.Resolve(a).ID] = false
		}
	}
}

// Inside reports whether v is a new object that has not got out: nothing but the
// function's own loads and stores of v reaches its memory.
func (in *Info) Inside(v *ir.Value) bool { return int(v.ID) < len(in.inside) && in.inside[v.ID] }

// Distinct reports whether two values are sure to be different objects. A value
// that is not computed any more when the other one is, as in the iterations of a
// loop, counts as the object that it was last.
func (in *Info) Distinct(a, b *ir.Value) bool {
	switch {
	case a == b:
		return false
	case a.IsConst() && b.IsConst():
		return a.Aux != b.Aux
	case in.Inside(a) || in.Inside(b):
		return true
	case in.facts == nil:
		return false
	}
	x, y := in.facts.Of(a), in.facts.Of(b)
	return x.Types&y.Types == 0 && !x.IsBottom() && !y.IsBottom() && x.NotNull && y.NotNull
}

// MayAlias reports whether two locations may have bytes in common.
func (in *Info) MayAlias(p, q Location) bool {
	x, y := p.Mem(), q.Mem()
	if x.Class != y.Class {
		return false
	}
	if p.Base != q.Base {
		return !in.Distinct(p.Base, q.Base)
	}
	i, at, okI := element(p)
	j, to, okJ := element(q)
	if !okI || !okJ || i != j || i != nil && x.Scale != y.Scale {
		return true
	}
	return at < to+int64(y.Kind.Bytes()) && to < at+int64(x.Kind.Bytes())
}

// farthest bounds the constants that element looks at, so that displacements are
// computed without overflow.
const farthest = 1 << 40

// element splits a location's index into a value, nil if it is constant, and a
// displacement in bytes, that of the access included. It is exact modulo 2^64, as
// addresses are, so that it makes no difference whether an addition is checked.
// ok is false for constants that are too far.
func element(p Location) (root *ir.Value, disp int64, ok bool) {
	m := p.Mem()
	disp, root = int64(m.Disp), p.Index
	for root != nil {
		var c *ir.Value
		sign := int64(m.Scale)
		switch root.Op {
		case ir.OpConstI64:
			c, root = root, nil
		case ir.OpAdd, ir.OpAddOv:
			c, root = ir.Resolve(root.Args[1]), ir.Resolve(root.Args[0])
		case ir.OpSub, ir.OpSubOv:
			c, root = ir.Resolve(root.Args[1]), ir.Resolve(root.Args[0])
			sign = -sign
		default:
			return root, disp, true
		}
		if c.Op != ir.OpConstI64 {
			return p.Index, int64(m.Disp), true
		}
		if c.Aux > farthest || c.Aux < -farthest || disp > farthest<<8 || disp < -farthest<<8 {
			return nil, 0, false
		}
		disp += sign * c.Aux
	}
	return nil, disp, true
}

// Clobbers reports whether v may write bytes of a location.
func (in *Info) Clobbers(v *ir.Value, p Location) bool {
	if in.f.Writes(v)&p.Class() == 0 {
		return false
	}
	if q, ok := Access(v); ok {
		return in.MayAlias(p, q)
	}
	return !in.Inside(p.Base)
}

// Writers appends the operations of a list of blocks that write memory.
func Writers(f *ir.Func, blocks []*ir.Block, list []*ir.Value) []*ir.Value {
	for _, b := range blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if f.Writes(v) != 0 {
				list = append(list, v)
			}
		}
	}
	return list
}

// Clobbered reports whether one of a list of operations may write bytes of a location.
func (in *Info) Clobbered(by []*ir.Value, p Location) bool {
	for _, v := range by {
		if in.Clobbers(v, p) {
			return true
		}
	}
	return false
}
