package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Names that are looked up where no constant and no entry of a dict of globals is known: code that runs with another dict each time,
// as exec's does, and names that come and go.

// lowerLoadName is py.loadname: what the function's globals, or else its builtins, have.
func (p *py) lowerLoadName(a *lower.Asm, v *ir.Value) lower.V {
	f, name := a.Arg(0), a.Arg(1)
	d := a.Load(lower.At(f, object.OffFuncGlobals, 8))
	return a.Try(lower.GPR, func(or giveUp) lower.V { return a.Load(p.foundIn(a, d, name, or)) },
		func() lower.V {
			return p.findName(a, f, d, name, func() lower.V { return p.callHelper(a, "py.loadname", v) })
		})
}

// lowerLoadSpaced is py.loadspaced: what a namespace has, which is mostly another dict each time, or else py.loadname.
func (p *py) lowerLoadSpaced(a *lower.Asm, v *ir.Value) lower.V {
	r := a.Routine("dict.find")
	slow := func() lower.V { return p.callHelper(a, "py.loadspaced", v) }
	if r == nil {
		return slow()
	}
	ns, f, name := a.Arg(0), a.Arg(1), a.Arg(2)
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.NE, a.Load(lower.At(ns, object.OffType, 4)), lower.Imm(int64(object.DictType)))
		entry := a.CallRoutine(r, ns, name)
		or(lower.EQ, entry, lower.Word(r.GaveUp))
		x := a.Load(lower.At(entry, object.OffEntryValue, 8)) // as in findName
		return a.Slow(lower.EQ, entry, noEntry, x, lower.GPR, func() lower.V {
			return p.findName(a, f, a.Load(lower.At(f, object.OffFuncGlobals, 8)), name, slow)
		})
	}, slow)
}

// findName looks a name up that the dict cache does not know in the globals d.
func (p *py) findName(a *lower.Asm, f, d, name lower.V, slow func() lower.V) lower.V {
	r := a.Routine("dict.find")
	if r == nil {
		return slow()
	}
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.NE, a.Load(lower.At(d, object.OffType, 4)), lower.Imm(int64(object.DictType)))
		entry := a.CallRoutine(r, d, name)
		or(lower.EQ, entry, lower.Word(r.GaveUp))
		x := a.Load(lower.At(entry, object.OffEntryValue, 8)) // of nothing, of which False has the bytes
		return a.Slow(lower.EQ, entry, noEntry, x, lower.GPR, func() lower.V {
			return a.Try(lower.GPR, func(or giveUp) lower.V {
				return a.Load(p.foundIn(a, a.Load(lower.At(f, object.OffFuncBuiltins, 8)), name, or))
			}, slow)
		})
	}, slow)
}

// lowerStoreGlobal is py.storeglobal: a name that a dict has which nobody watches.
func (p *py) lowerStoreGlobal(a *lower.Asm, v *ir.Value) lower.V {
	f, name, x := a.Arg(0), a.Arg(1), a.Arg(2)
	a.Try(lower.GPR, func(or giveUp) lower.V {
		d := a.Load(lower.At(f, object.OffFuncGlobals, 8))
		at := p.foundIn(a, d, name, or)
		or(lower.NE, a.And(a.Load(lower.At(d, object.OffAux, 4)), lower.Imm(object.DictWatched)), lower.Imm(0))
		a.Store(at, x)
		return x
	}, func() lower.V { return p.callHelper(a, "py.storeglobal", v, lower.Imm(v.Aux)) })
	return lower.None
}

// lowerStoreVaried is py.storevaried: nobody has to be told of the change.
func (p *py) lowerStoreVaried(a *lower.Asm, v *ir.Value) lower.V {
	f, name, x := a.Arg(0), a.Arg(1), a.Arg(2)
	a.Try(lower.GPR, func(or giveUp) lower.V {
		d := a.Reg(lower.Word(uint64(v.Aux)))
		or(lower.NE, a.Load(lower.At(f, object.OffFuncGlobals, 8)), d)
		a.Store(p.foundIn(a, d, name, or), x)
		return x
	}, func() lower.V { return p.callHelper(a, "py.storevaried", v, lower.Imm(v.Aux)) })
	return lower.None
}

// storeGlobal stores a name of the globals of a function, and notes where they have it.
func (p *py) storeGlobal(a []uint64) error {
	f, name := val(a[0]), val(a[1])
	if err := p.env.StoreGlobal(f, name, val(a[2])); err != nil {
		return err
	}
	_, err := p.h.DictLookup(p.h.Field(f, object.OffFuncGlobals), name)
	return err
}
