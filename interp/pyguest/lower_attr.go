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
	return p.loadAttr(a, x, name, nameOf(v.Args[1]), "attr.besides", as, func() lower.V { return a.Call(p.helperIndex("py.getattr"), x, name) })
}

// lowerAttrCall is a call of getattr or hasattr.
func (p *py) lowerAttrCall(a *lower.Asm, v *ir.Value, f string, slow func() lower.V) lower.V {
	routine, result := "attr.besides", as
	switch {
	case f == "hasattr":
		routine, result = "attr.ornot", func(y lower.V) lower.V {
			return a.Select(lower.GPR, lower.EQ, y, lower.Word(uint64(object.Null)), lower.Word(uint64(object.False)), lower.Word(uint64(object.True)))
		}
	case len(v.Args) > 2:
		routine, result = "attr.ornot", func(y lower.V) lower.V {
			return a.Select(lower.GPR, lower.EQ, y, lower.Word(uint64(object.Null)), a.Arg(2), y)
		}
	}
	return p.loadAttr(a, a.Arg(0), a.Arg(1), nameOf(v.Args[1]), routine, result, slow)
}

// loadAttr loads the attribute of a name, of an instance; or what a routine says of others, a class or a method that is bound.
func (p *py) loadAttr(a *lower.Asm, x, name lower.V, known object.Value, routine string, result func(y lower.V) lower.V, otherwise func() lower.V) lower.V {
	call := func() lower.V { return p.try(a, routine, result, otherwise, x, name) }
	entry, _, ok := p.attrEntry(a, object.AttrLoad, x, known)
	switch {
	case !ok && known == object.Null: // the routine finds the entry
		return call()
	case !ok:
		return otherwise()
	}
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.EQ, entry, lower.Imm(0))
		y := a.Load(a.Element(x, a.Load(lower.At(entry, object.OffAttrValue, 8)), 1, 0, 8))
		or(lower.EQ, y, lower.Word(uint64(object.Null)))
		return result(y)
	}, call)
}

// lowerSetAttr is py.setattr.
func (p *py) lowerSetAttr(a *lower.Asm, v *ir.Value) lower.V {
	x, name, y := a.Arg(0), a.Arg(1), a.Arg(2)
	call := func() lower.V {
		return p.try(a, "attr.put", as, func() lower.V { return a.Call(p.helperIndex("py.setattr"), x, name, y) }, x, name, y)
	}
	entry, _, ok := p.attrEntry(a, object.AttrStore, x, nameOf(v.Args[1]))
	if !ok {
		call()
		return lower.None
	}
	a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.EQ, entry, lower.Imm(0))
		off := a.Load(lower.At(entry, object.OffAttrValue, 4))
		or(lower.EQ, off, lower.Imm(0))
		or(lower.EQ, a.Load(a.Element(x, off, 1, 0, 8)), lower.Word(uint64(object.Null)))
		a.Store(a.Element(x, off, 1, 0, 8), y)
		return off
	}, call)
	return lower.None
}
