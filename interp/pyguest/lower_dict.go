package pyguest

import (
	"slices"

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
		d, k := a.Arg(0), a.Arg(1)
		return a.Try(lower.GPR, func(or giveUp) lower.V { return a.Load(p.foundIn(a, d, k, or)) },
			func() lower.V {
				return p.findEntry(a, d, k, entryValue(a, v.Args[2:], 2), func() lower.V { return p.callHelper(a, name, v) })
			})
	}
}

// entryValue is what an entry has, or, in place of no entry, operand 2 of the operation, if it has one: others are its operands
// behind the key.
func entryValue(a *lower.Asm, others []*ir.Value, at int) func(entry lower.V, or giveUp) lower.V {
	return func(entry lower.V, or giveUp) lower.V {
		x := a.Load(lower.At(entry, object.OffEntryValue, 8)) // of nothing, of which False has the bytes
		if len(others) > 0 {
			return a.Slow(lower.EQ, entry, noEntry, x, lower.GPR, func() lower.V { return a.Arg(at) })
		}
		or(lower.EQ, entry, noEntry)
		return x
	}
}

// hasEntry is whether an entry is one.
func hasEntry(a *lower.Asm) func(entry lower.V, _ giveUp) lower.V {
	return func(entry lower.V, _ giveUp) lower.V { return a.Set(lower.NE, entry, noEntry) }
}

// keyTuple puts a tuple that is only looked at together of operands: see object.KeyTuple.
func keyTuple(a *lower.Asm, operands []int) lower.V {
	t := a.Reg(lower.Word(uint64(object.KeyTuple)))
	header(a, t, object.TupleType, len(operands))
	a.Store(lower.At(t, object.OffTupleHash, 8), lower.Imm(0))
	for i, k := range operands {
		a.Store(lower.At(t, object.OffTupleItems+8*int64(i), 8), a.Arg(k))
	}
	return t
}

// operandsFrom are the numbers of an operation's operands from one on.
func operandsFrom(v *ir.Value, first int) (numbers []int) {
	for k := first; k < len(v.Args); k++ {
		numbers = append(numbers, k)
	}
	return numbers
}

// apart makes of an operation whose operand 1 is a key that it only looks at another one that takes, in place of a new tuple,
// what that consists of, behind its other operands. Where Go has to be called, that makes the tuple.
func (p *py) apart(o guest.Op, rule func(name string, others int) lower.Rule) []guest.Op {
	name, others, keyed := o.Name+".apart", len(o.Args)-1, o.Helper
	o.Apart = &ir.Apart{Arg: 1, Of: "py.tuple", Most: object.MostKeyParts, Op: name}
	in := o
	in.Name, in.Apart, in.Inline, in.Lower = name, nil, nil, rule(name, others)
	in.Args = refs(others)
	in.Helper = func(a []uint64) (uint64, error) {
		var args [3]uint64
		n := copy(args[:], a[:1]) + 1
		n += copy(args[n:], a[1:others])
		args[1] = uint64(p.h.NewTuple(vals(a[others:])...))
		return keyed(args[:n])
	}
	return []guest.Op{o, variadic(in)}
}

// lowerDictApart is what lowerDictGet and lowerDictContains are, of a key in parts behind the others.
func (p *py) lowerDictApart(name string, others int) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		found := hasEntry(a)
		if v.Type == ir.Ref {
			found = entryValue(a, v.Args[1:others], 1)
		}
		return p.findEntry(a, a.Arg(0), keyTuple(a, operandsFrom(v, others)), found, func() lower.V { return p.callHelper(a, name, v) })
	}
}

// lowerContainsApart is py.contains of parts behind the container.
func (p *py) lowerContainsApart(name string, others int) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		return p.try(a, "contains", as, func() lower.V { return p.callHelper(a, name, v) }, a.Arg(0), keyTuple(a, operandsFrom(v, others)))
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
		return p.findEntry(a, d, k, hasEntry(a), func() lower.V { return a.Call(p.helperIndex("dict.contains"), d, k) })
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

// dictOps are operations on dicts, not on those of derived classes, and those that look a key up that they do not keep.
func (p *py) dictOps() []guest.Op {
	h := p.h
	// What a str leads to, or Null: of a dict with strs for keys, which run no code.
	byName := call("dict.byname", 2, ir.AnyType, allocates, func(a []uint64) (uint64, error) { return uint64(h.DictGetStr(val(a[0]), val(a[1]))), nil })
	byName.Reads = ir.AllMemory
	getItem := lowered(p.lowerDictGet("dict.getitem"), call("dict.getitem", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
		return word(h.DictItem(val(a[0]), val(a[1])))
	}))
	get := lowered(p.lowerDictGet("dict.get"), call("dict.get", 3, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
		return word(h.DictFetch(val(a[0]), val(a[1]), val(a[2])))
	}))
	contains := lowered(p.lowerDictContains, truthResult(call("dict.contains", 2, 0, runsGuest, func(a []uint64) (uint64, error) {
		return truth(h.DictHas(val(a[0]), val(a[1])))
	})))
	in := inlined(use{routine: "contains.brief", operands: []int{0, 1}}, lowered(p.expansion("py.contains", "contains", 0, 1), truthResult(call("py.contains", 2, 0, runsGuest, func(a []uint64) (uint64, error) {
		return isTrue(p.env.DoSpecial(Contains, Entries{val(a[0]), val(a[1])}))
	}))))
	return slices.Concat([]guest.Op{
		lowered(p.lowerByName, byName),
		lowered(p.lowerNewDict, sizedDict(call("py.newdict", 0, tDict, allocates, func([]uint64) (uint64, error) { return uint64(h.NewDict()), nil }))),
		lowered(p.lowerDict("py.strdict"), made(variadic(call("py.strdict", 0, tDict, allocates, p.newStrDict)), false)),
		lowered(p.lowerDictSetItem, void(call("dict.setitem", 3, 0, runsGuest, func(a []uint64) (uint64, error) {
			return 0, h.DictStore(val(a[0]), val(a[1]), val(a[2]))
		}))),
	},
		p.apart(getItem, p.lowerDictApart), p.apart(get, p.lowerDictApart), p.apart(contains, p.lowerDictApart), p.apart(in, p.lowerContainsApart))
}

// sizedDict makes the row of a dict without entries: its operand is how many there are.
func sizedDict(o guest.Op) guest.Op {
	o.Args = []ir.Type{ir.I64}
	return made(o, false, fieldAt(object.OffDictUsed, clsHeap))
}

// lowerNewDict makes an empty dict.
func (p *py) lowerNewDict(a *lower.Asm, _ *ir.Value) lower.V {
	d := p.cut(a, object.DictSize)
	header(a, d, object.DictType, 0)
	p.emptyDict(a, d)
	return d
}

// emptyDict stores the fields of an empty dict, behind its header.
func (p *py) emptyDict(a *lower.Asm, d lower.V) {
	model := &p.k.fixed().emptyDict
	for off := object.OffType + 8; off < object.DictSize; off += 8 {
		a.Store(lower.At(d, int64(off), 8), lower.Word(model[off/8]))
	}
}

// newStrDict makes a dict of strs and values.
func (p *py) newStrDict(a []uint64) (uint64, error) {
	d := p.h.NewDict()
	for i := 0; i < len(a); i += 2 {
		p.h.DictSetStr(d, val(a[i]), val(a[i+1]))
	}
	return uint64(d), nil
}
