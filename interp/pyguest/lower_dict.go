package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Look-ups in dicts: machine code asks the heap's dict cache (object/dict_cache.go) where
// the key was found last. What it does not know a helper finds, and leaves an entry.

// foundIn goes on if the cache knows where in d the key k is, and returns the memory
// operand of its value.
func (p *py) foundIn(a *lower.Asm, d, k lower.V, or giveUp) lower.Mem {
	const all = (object.DictCacheSize - 1) * object.DictCacheEntry
	const byteShift = object.DictCacheShift - 5 // an entry takes 1<<5 bytes
	var mul uint64 = object.DictCacheMul
	sum := a.Bin(lower.MMul, a.Add(d, k), lower.Word(mul))
	e := a.Add(a.And(a.Shr(sum, lower.Imm(byteShift)), lower.Imm(all)), lower.Word(uint64(p.h.DictCache())))
	or(lower.NE, a.Load(lower.At(e, object.OffDictFoundDict, 8)), d)
	or(lower.NE, a.Load(lower.At(e, object.OffDictFoundKey, 8)), k)
	index := a.Load(lower.At(e, object.OffDictFoundIndex, 8))
	or(lower.UGE, index, a.Load(lower.At(d, object.OffDictFilled, 4)))
	entries := a.Load(lower.At(d, object.OffDictEntries, 8))
	words := a.Lea(index, index, 2, 0)
	or(lower.NE, a.Load(a.Element(entries, words, 8, object.OffEntryKey, 8)), a.Load(lower.At(e, object.OffDictFoundStored, 8)))
	return a.Element(entries, words, 8, object.OffEntryValue, 8)
}

// noEntry is the entry of a key that a dict does not have.
var noEntry = lower.Word(object.TagRef)

// findEntry looks a key up that the cache does not know, by a routine: found computes the result from the
// entry.
func (p *py) findEntry(a *lower.Asm, d, k lower.V, found func(entry lower.V, or giveUp) lower.V, slow func() lower.V) lower.V {
	r := a.Routine("dict.find")
	if r == nil {
		return slow()
	}
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		entry := a.CallRoutine(r, d, k)
		or(lower.EQ, entry, lower.Word(r.GaveUp))
		return found(entry, or)
	}, slow)
}

// lowerDictGet is dict.getitem, and with a default dict.get.
func (p *py) lowerDictGet(name string) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		args := make([]lower.V, len(v.Args))
		for i := range args {
			args[i] = a.Arg(i)
		}
		return a.Try(lower.GPR, func(or giveUp) lower.V { return a.Load(p.foundIn(a, args[0], args[1], or)) },
			func() lower.V {
				return p.findEntry(a, args[0], args[1], func(entry lower.V, or giveUp) lower.V {
					x := a.Load(lower.At(entry, object.OffEntryValue, 8)) // of nothing, of which False has the bytes
					if name == "dict.get" {
						return a.Slow(lower.EQ, entry, noEntry, x, lower.GPR, func() lower.V { return args[2] })
					}
					or(lower.EQ, entry, noEntry)
					return x
				}, func() lower.V { return a.Call(p.helperIndex(name), args...) })
			})
	}
}

// lowerByName is dict.byname.
func (p *py) lowerByName(a *lower.Asm, _ *ir.Value) lower.V {
	d, k := a.Arg(0), a.Arg(1)
	return p.findEntry(a, d, k, func(entry lower.V, _ giveUp) lower.V {
		x := a.Load(lower.At(entry, object.OffEntryValue, 8)) // of nothing, of which False has the bytes
		return a.Slow(lower.EQ, entry, noEntry, x, lower.GPR, func() lower.V { return lower.Word(uint64(object.Null)) })
	}, func() lower.V { return a.Call(p.helperIndex("dict.byname"), d, k) })
}

// lowerDictContains is dict.contains.
func (p *py) lowerDictContains(a *lower.Asm, v *ir.Value) lower.V {
	d, k := a.Arg(0), a.Arg(1)
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		p.foundIn(a, d, k, or)
		return lower.Imm(1)
	}, func() lower.V {
		return p.findEntry(a, d, k, func(entry lower.V, _ giveUp) lower.V { return a.Set(lower.NE, entry, noEntry) },
			func() lower.V { return a.Call(p.helperIndex("dict.contains"), d, k) })
	})
}

// lowerDictSetItem is dict.setitem: who watches a dict is told of changes by Go.
func (p *py) lowerDictSetItem(a *lower.Asm, v *ir.Value) lower.V {
	d, k, x := a.Arg(0), a.Arg(1), a.Arg(2)
	a.Try(lower.GPR, func(or giveUp) lower.V {
		at := p.foundIn(a, d, k, or)
		or(lower.NE, a.And(a.Load(lower.At(d, object.OffAux, 4)), lower.Imm(object.DictWatched)), lower.Imm(0))
		a.Store(at, x)
		return x
	}, func() lower.V {
		return p.try(a, "dict.setitem", as, func() lower.V { return a.Call(p.helperIndex("dict.setitem"), d, k, x) }, d, k, x)
	})
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

// dictOps are operations on dicts, not on those of derived classes.
func (p *py) dictOps() []guest.Op {
	h := p.h
	// What a str leads to, or Null: of a dict with strs for keys, which run no code.
	byName := call("dict.byname", 2, ir.AnyType, allocates, func(a []uint64) (uint64, error) { return uint64(h.DictGetStr(val(a[0]), val(a[1]))), nil })
	byName.Reads = ir.AllMemory
	return []guest.Op{
		lowered(p.lowerByName, byName),
		lowered(p.lowerNewDict, emptyDict(call("py.newdict", 0, tDict, allocates, func([]uint64) (uint64, error) { return uint64(h.NewDict()), nil }))),
		fresh(variadic(call("py.strdict", 0, tDict, allocates, p.newStrDict))),
		lowered(p.lowerDictGet("dict.getitem"), call("dict.getitem", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(h.DictItem(val(a[0]), val(a[1])))
		})),
		lowered(p.lowerDictGet("dict.get"), call("dict.get", 3, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			x, err := h.DictLookup(val(a[0]), val(a[1]))
			if x == object.Null {
				x = val(a[2])
			}
			return word(x, err)
		})),
		lowered(p.lowerDictContains, truthResult(call("dict.contains", 2, 0, runsGuest, func(a []uint64) (uint64, error) {
			return truth(h.DictHas(val(a[0]), val(a[1])))
		}))),
		lowered(p.lowerDictSetItem, void(call("dict.setitem", 3, 0, runsGuest, func(a []uint64) (uint64, error) {
			return 0, h.DictStore(val(a[0]), val(a[1]), val(a[2]))
		}))),
	}
}

// emptyDict makes the row of a dict without entries: its operand is how many there are.
func emptyDict(o guest.Op) guest.Op {
	o.Args = []ir.Type{ir.I64}
	return made(o, false, fieldAt(object.OffDictUsed, clsHeap))
}

// lowerNewDict makes an empty dict.
func (p *py) lowerNewDict(a *lower.Asm, _ *ir.Value) lower.V {
	d := p.cut(a, object.DictSize)
	header(a, d, object.DictType, 0)
	model := &p.k.fixed().emptyDict
	for off := object.OffType + 8; off < object.DictSize; off += 8 {
		a.Store(lower.At(d, int64(off), 8), lower.Word(model[off/8]))
	}
	return d
}

// newStrDict makes a dict of strs and values.
func (p *py) newStrDict(a []uint64) (uint64, error) {
	d := p.h.NewDict()
	for i := 0; i < len(a); i += 2 {
		p.h.DictSetStr(d, val(a[i]), val(a[i+1]))
	}
	return uint64(d), nil
}
