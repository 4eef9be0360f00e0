package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Attributes of values of many classes: machine code looks into the heap's attribute
// cache (object/attr_cache.go), and calls the general operation when it does not know.
// That leaves an entry behind.

// nameOf returns the name that is an operand; Null if it is not constant.
func nameOf(v *ir.Value) object.Value {
	if v = ir.Resolve(v); v.IsConst() {
		return object.Value(v.Word())
	}
	return object.Null
}

// attrEntry returns the entry of the attribute cache for a value and a name, 0 if it has none, and the value's
// header. ok is false for names that cannot be in it.
func (p *py) attrEntry(a *lower.Asm, u object.AttrUse, v lower.V, name object.Value) (entry, header lower.V, ok bool) {
	key, ok := u.Key(name)
	if !ok {
		return lower.None, lower.None, false
	}
	header = a.Load(lower.At(p.headed(a, v), object.OffType, 8))
	want := a.Add(a.Bin(lower.MShl, header, lower.Imm(32)), lower.Imm(int64(key)))
	place := func(first uint64) lower.V {
		const size, all = object.AttrEntrySize, (object.AttrCacheSize - 1) * object.AttrEntrySize
		at := a.Add(a.Bin(lower.MMul, header, lower.Imm(size)), lower.Imm(int64(first)*size))
		return a.Add(a.And(at, lower.Imm(all)), lower.Word(uint64(p.h.AttrCache())))
	}
	first, second := object.AttrPlaces(key)
	entry = place(first)
	entry = a.Slow(lower.NE, a.Load(lower.At(entry, 0, 8)), want, entry, lower.GPR, func() lower.V {
		e := place(second)
		return a.Select(lower.GPR, lower.EQ, a.Load(lower.At(e, 0, 8)), want, e, lower.Imm(0))
	})
	return entry, header, true
}

// lowerLoadMethod is py.loadmethod.
func (p *py) lowerLoadMethod(a *lower.Asm, v *ir.Value) lower.V {
	x, name := a.Arg(0), a.Arg(1)
	receiver := func(f lower.V) lower.V {
		a.Store(lower.At(lower.Word(uint64(p.k.fixed().secondCell)), object.OffCellValue, 8), x)
		return f
	}
	call := func() lower.V {
		return p.try(a, "method.besides", receiver, func() lower.V { return a.Call(p.helperIndex("py.loadmethod"), x, name) }, x, name)
	}
	entry, header, ok := p.attrEntry(a, object.AttrMethod, x, nameOf(v.Args[1]))
	if !ok {
		return call()
	}
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.EQ, entry, lower.Imm(0))
		or(lower.EQ, a.Shr(header, lower.Imm(32)), lower.Imm(object.InstNoValues))
		return receiver(a.Load(lower.At(entry, object.OffAttrValue, 8)))
	}, call)
}

// lowerGetAttr is py.getattr.
func (p *py) lowerGetAttr(a *lower.Asm, v *ir.Value) lower.V {
	x, name := a.Arg(0), a.Arg(1)
	return p.loadAttr(a, x, name, nameOf(v.Args[1]), func() lower.V { return a.Call(p.helperIndex("py.getattr"), x, name) })
}

// loadAttr loads the attribute of a name: of an instance, or a class.
func (p *py) loadAttr(a *lower.Asm, x, name lower.V, known object.Value, otherwise func() lower.V) lower.V {
	call := func() lower.V { return p.try(a, "class.attr", as, otherwise, x, name) }
	entry, _, ok := p.attrEntry(a, object.AttrLoad, x, known)
	if !ok {
		return otherwise()
	}
	null := object.Null
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.EQ, entry, lower.Imm(0))
		y := a.Load(a.Element(x, a.Load(lower.At(entry, object.OffAttrValue, 8)), 1, 0, 8))
		or(lower.EQ, y, lower.Word(uint64(null)))
		return y
	}, call)
}

// lowerSetAttr is py.setattr.
func (p *py) lowerSetAttr(a *lower.Asm, v *ir.Value) lower.V {
	x, name, y := a.Arg(0), a.Arg(1), a.Arg(2)
	call := func() lower.V { return a.Call(p.helperIndex("py.setattr"), x, name, y) }
	entry, _, ok := p.attrEntry(a, object.AttrStore, x, nameOf(v.Args[1]))
	if !ok {
		call()
		return lower.None
	}
	null := object.Null
	a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.EQ, entry, lower.Imm(0))
		off := a.Load(lower.At(entry, object.OffAttrValue, 8))
		or(lower.EQ, a.Load(a.Element(x, off, 1, 0, 8)), lower.Word(uint64(null)))
		a.Store(a.Element(x, off, 1, 0, 8), y)
		return off
	}, call)
	return lower.None
}
