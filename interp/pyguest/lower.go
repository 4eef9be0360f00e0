package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Machine code for what depends on how words are made (object.Value): one
// unsigned compare tells floats, references and ints apart, adding a constant
// boxes an int.

var (
	tagRef  = lower.Word(object.TagRef)
	tagInt  = lower.Word(object.TagInt)
	intBias = lower.Word(object.IntBias)
	// unbias is added to an int's word to get the int.
	unbias = lower.Imm(1<<64 - object.IntBias)
)

// lowering returns the rules for the core operations that depend on the guest.
func (p *py) lowering() map[ir.Op]lower.Rule {
	return map[ir.Op]lower.Rule{
		ir.OpGuardType: p.lowerGuardType,
		ir.OpGuardFact: p.lowerGuardFact,
		ir.OpGuardI64:  p.lowerGuardI64,
		ir.OpGuardU64:  p.lowerGuardU64,
		ir.OpIsType:    p.lowerIsType,
		ir.OpUnboxI64:  lowerUnboxI64,
		ir.OpLowI64:    lowerUnboxI64, // of more limbs it takes the lowest
		ir.OpUnboxF64:  func(a *lower.Asm, v *ir.Value) lower.V { return a.BitsToF(a.Arg(0)) },
		ir.OpUnboxBool: func(a *lower.Asm, v *ir.Value) lower.V {
			return a.Set(lower.EQ, a.Arg(0), lower.Word(uint64(object.True)))
		},
	}
}

// lowerGuardType tests a word's type. Floats and ints are told by their range;
// of other types, the header is compared.
func (p *py) lowerGuardType(a *lower.Asm, v *ir.Value) lower.V {
	w := a.Arg(0)
	switch s := v.TypeSet(); {
	case s == tFloat:
		a.ExitIf(lower.UGE, w, tagRef)
	case s == tInt:
		p.intOrExit(a, w)
	case s.Only():
		a.ExitIfShr(lower.NE, w, 48, object.TagRef>>48)
		a.ExitIfMem(lower.NE, lower.At(w, object.OffType, 4), lower.Imm(int64(idOf(s))))
	default:
		a.ExitIf(lower.EQ, p.testTypes(a, w, s), lower.Imm(0))
	}
	return w
}

// intOrExit leaves unless w is an int of any size.
func (p *py) intOrExit(a *lower.Asm, w lower.V) {
	a.Slow(lower.ULT, w, tagInt, w, lower.GPR, func() lower.V {
		a.ExitIf(lower.ULT, w, tagRef)
		a.ExitIfMem(lower.NE, lower.At(w, object.OffType, 4), lower.Imm(int64(object.IntType)))
		return w
	})
}

// testTypes computes whether w has one of several types, as 0 or not.
func (p *py) testTypes(a *lower.Asm, w lower.V, s ir.TypeSet) lower.V {
	r := lower.Imm(0)
	or := func(x lower.V) { r = a.Bin(lower.MOr, r, x) }
	if s&tFloat != 0 {
		or(a.Set(lower.ULT, w, tagRef))
	}
	if s&tInt != 0 {
		or(a.Set(lower.UGE, w, tagInt))
	}
	rest := s &^ (tFloat)
	id := p.typeID(a, w)
	for i := range typeBits {
		if rest>>i&1 != 0 && typeBits[i].id != otherType && typeBits[i].id != object.FloatType {
			or(a.Set(lower.EQ, id, lower.Imm(int64(typeBits[i].id))))
		}
	}
	return r
}

// typeID reads the type's id out of an object's header.
func (p *py) typeID(a *lower.Asm, w lower.V) lower.V {
	return a.Load(lower.At(p.headed(a, w), object.OffType, 4))
}

// headed returns w if it is a reference, and else the null object.
func (p *py) headed(a *lower.Asm, w lower.V) lower.V {
	isRef := a.Set(lower.EQ, a.Shr(w, lower.Imm(48)), lower.Imm(object.TagRef>>48))
	safe := a.Bin(lower.MAnd, a.Un(lower.MNeg, isRef), a.Sub(w, tagRef))
	return a.Add(safe, tagRef)
}

func (p *py) lowerIsType(a *lower.Asm, v *ir.Value) lower.V {
	return a.Set(lower.NE, p.testTypes(a, a.Arg(0), v.TypeSet()), lower.Imm(0))
}

// lowerGuardI64 unboxes an int of at most 64 bits: in the word, or on the heap
// with one limb. The one that has no negative leaves, too.
func (p *py) lowerGuardI64(a *lower.Asm, v *ir.Value) lower.V {
	w := a.Arg(0)
	return a.Slow(lower.ULT, w, tagInt, a.Add(w, unbias), lower.GPR, func() lower.V {
		if r := a.Routine("int.unbox"); r != nil && !a.InLoop() {
			a.ExitIf(lower.ULT, w, tagRef) // exits tell floats from what is on the heap
			n := a.CallRoutine(r, w)
			a.CheckedNeg(n) // overflows if it has given up
			return n
		}
		a.ExitIf(lower.ULT, w, tagRef)
		a.ExitIfMem(lower.NE, lower.At(w, object.OffType, 4), lower.Imm(int64(object.IntType)))
		a.ExitIfMem(lower.NE, lower.At(w, object.OffIntLimbs, 8), lower.Imm(1))
		limb := a.Load(lower.At(w, object.OffIntData, 8))
		a.ExitIf(lower.LT, limb, lower.Imm(0)) // 2⁶³ and above
		return signed(a, w, limb)
	})
}

// lowerUnboxI64 unboxes an int that is known to have at most 64 bits. Not every one
// of them stands in the word.
func lowerUnboxI64(a *lower.Asm, v *ir.Value) lower.V {
	w := a.Arg(0)
	return a.Slow(lower.ULT, w, tagInt, a.Add(w, unbias), lower.GPR, func() lower.V {
		return signed(a, w, a.Load(lower.At(w, object.OffIntData, 8)))
	})
}

// signed gives the magnitude of the heap's int w its sign.
func signed(a *lower.Asm, w, limb lower.V) lower.V {
	neg := a.Un(lower.MNeg, a.And(a.Load(lower.At(w, object.OffAux, 4)), lower.Imm(1)))
	return a.Sub(a.Bin(lower.MXor, limb, neg), neg)
}

// boxI64 makes an int's word; one that does not fit is allocated by a helper.
func (p *py) boxI64(a *lower.Asm, n lower.V) lower.V {
	if n.IsImm() && object.FitsSmall(n.Int()) {
		return lower.Word(uint64(object.SmallInt(n.Int())))
	}
	w := a.Add(n, intBias)
	return a.Slow(lower.ULT, w, tagInt, w, lower.GPR, func() lower.V {
		helper := p.helperIndex("int.box")
		if r := a.Routine("int.box"); r != nil {
			return a.CallHelped(r, helper, n)
		}
		return a.CallQuiet(helper, n)
	})
}

// boxF64 makes a float's word: its bits, NaNs made one.
func boxF64(a *lower.Asm, x lower.V) lower.V {
	return a.SlowNaN(x, a.FToBits(x), lower.GPR, func() lower.V { return lower.Word(object.CanonNaN) })
}

// boxBool makes False or True, which lie 16 bytes apart.
func boxBool(a *lower.Asm, b lower.V) lower.V {
	return a.Add(a.Bin(lower.MShl, b, lower.Imm(4)), lower.Word(uint64(object.False)))
}

// box makes the word of an unboxed number, for frames written by compiled code.
func (p *py) box(a *lower.Asm, t ir.Type, x lower.V) lower.V {
	switch t {
	case ir.I64:
		return p.boxI64(a, x)
	case ir.U64:
		return p.boxU64(a, x)
	case ir.F64:
		return boxF64(a, x)
	case ir.Bool:
		return boxBool(a, x)
	}
	return x
}

// boxKnown is box of a number of which something is known: an int of 49 bits is its word.
func (p *py) boxKnown(a *lower.Asm, t ir.Type, x lower.V, known ir.Fact) lower.V {
	if t == ir.I64 && !x.IsImm() && !known.IsBottom() && object.FitsSmall(known.Lo) && object.FitsSmall(known.Hi) {
		return a.Add(x, intBias)
	}
	return p.box(a, t, x)
}

// lowerStrChar takes the str of one code point out of the table of those below
// 256, if the str has one byte a code point.
func (p *py) lowerStrChar(a *lower.Asm, v *ir.Value) lower.V {
	s, i := a.Arg(0), a.Arg(1)
	call := func() lower.V { return a.CallQuiet(p.helperIndex("str.char"), s, i) }
	k := p.k.fixed()
	first, shift := k.latin1, k.shift
	if !k.near {
		return call()
	}
	kind := a.And(a.Load(lower.At(s, object.OffAux, 4)), lower.Imm(object.StrKindMask))
	c := a.Load(a.Element(s, i, 1, object.OffStrData, 1))
	hot := a.Add(a.Bin(lower.MShl, c, lower.Imm(int64(shift))), lower.Word(uint64(first)))
	return a.Slow(lower.NE, kind, lower.Imm(1), hot, lower.GPR, call)
}

// lowerStrEq compares two strs of that table, or that are interned, by what they are,
// others by a helper.
func (p *py) lowerStrEq(a *lower.Asm, v *ir.Value) lower.V {
	x, y := a.Arg(0), a.Arg(1)
	call := func() lower.V {
		aux := a.And(a.Load(lower.At(x, object.OffAux, 4)), a.Load(lower.At(y, object.OffAux, 4)))
		both := a.And(aux, lower.Imm(object.StrInterned))
		return a.Slow(lower.EQ, both, lower.Imm(0), a.Set(lower.EQ, x, y), lower.GPR, func() lower.V {
			return a.Slow(lower.NE, x, y, lower.Imm(1), lower.GPR, func() lower.V { return a.CallQuiet(p.helperIndex("str.eq"), x, y) })
		})
	}
	k := p.k.fixed()
	first, shift := k.latin1, k.shift
	if !k.near {
		return call()
	}
	base := lower.Word(uint64(first))
	far := a.Bin(lower.MOr, a.Sub(x, base), a.Sub(y, base)) // below 256<<shift if both are in the table
	return a.Slow(lower.UGE, far, lower.Imm(256<<shift), a.Set(lower.EQ, x, y), lower.GPR, call)
}

// lowerTruth gives the truth of any word: of False and True, of what compares give,
// it is at hand; of ints in the word and floats it is a compare. A helper knows the
// rest.
func (p *py) lowerTruth(a *lower.Asm, v *ir.Value) lower.V {
	w := a.Arg(0)
	notBool := a.Sub(w, lower.Word(uint64(object.False))) // True lies behind False
	return a.Slow(lower.UGE, notBool, lower.Imm(int64(object.True-object.False)+1), a.Set(lower.EQ, w, lower.Word(uint64(object.True))), lower.GPR, func() lower.V {
		zero := lower.Word(uint64(object.SmallInt(0)))
		return a.Slow(lower.ULT, w, tagInt, a.Set(lower.NE, w, zero), lower.GPR, func() lower.V {
			unsigned := a.Bin(lower.MShl, w, lower.Imm(1)) // of a float: 0 is 0 with both signs
			return a.Slow(lower.UGE, w, tagRef, a.Set(lower.NE, unsigned, lower.Imm(0)), lower.GPR, func() lower.V {
				u := use{routine: "truth", operands: []int{0}}
				return u.lower(p, a, func() lower.V { return a.Call(p.helperIndex("py.truth"), w) })
			})
		})
	})
}

// lowerInstance is isinstance() of a constant class: an instance of the class itself is told by its type's id, a number
// by its word, others by the attribute cache.
func (p *py) lowerInstance(a *lower.Asm, v *ir.Value) lower.V {
	w, class := a.Arg(0), a.Arg(1)
	call := func() lower.V { return a.CallQuiet(p.helperIndex("py.instance"), w, class) }
	c := ir.Resolve(v.Args[1])
	if !c.IsConst() {
		return call()
	}
	t := p.k.class(object.Value(c.Word()))
	number := func(are bool) lower.V { return lower.Word(uint64(object.Bool(are))) }
	return a.Slow(lower.NE, p.typeID(a, w), lower.Imm(int64(t.id)), lower.Word(uint64(object.True)), lower.GPR, func() lower.V {
		return a.Slow(lower.ULT, w, tagInt, number(t.ints), lower.GPR, func() lower.V {
			return a.Slow(lower.UGE, w, tagRef, number(t.floats), lower.GPR, func() lower.V {
				entry, _, ok := p.attrEntry(a, object.AttrInstance, w, object.Value(c.Word()))
				if !ok {
					return call()
				}
				return a.Try(lower.GPR, func(or giveUp) lower.V {
					or(lower.EQ, entry, lower.Imm(0))
					return a.Load(lower.At(entry, object.OffAttrValue, 8))
				}, call)
			})
		})
	})
}

// lowerTypeOf is type(): it takes the type of an object out of the heap's table.
func (p *py) lowerTypeOf(a *lower.Asm, v *ir.Value) lower.V {
	w := a.Arg(0)
	k := p.k.fixed()
	of := func(t object.Value) lower.V { return lower.Word(uint64(t)) }
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.UGE, a.Sub(w, tagRef), lower.Imm(object.TagInt-object.TagRef))
		id := a.Load(lower.At(w, object.OffType, 4))
		or(lower.UGE, id, lower.Imm(object.TypeTableSize))
		at := a.Add(a.Bin(lower.MShl, id, lower.Imm(3)), lower.Word(uint64(p.h.TypeTable())))
		t := a.Load(lower.At(at, 0, 8))
		or(lower.EQ, t, lower.Imm(0))
		return t
	}, func() lower.V {
		return a.Slow(lower.ULT, w, tagInt, of(k.intType), lower.GPR, func() lower.V {
			return a.Slow(lower.UGE, w, tagRef, of(k.floatType), lower.GPR, func() lower.V { return a.Call(p.helperIndex("py.typeof"), w) })
		})
	})
}

// helperIndex returns the number of an operation's helper.
func (p *py) helperIndex(name string) int { return int(p.mustOp(name) - ir.FirstGuestOp) }

// Frames returns the offsets of what frames hold.
func Frames() *lower.FrameLayout {
	return &lower.FrameLayout{
		Slots: object.FrameSlots, PC: object.FramePC, SP: object.FrameSP, Caller: object.FrameCaller, Code: object.FrameCode,
		Resume: object.FrameResume, Room: object.FrameRoom,
	}
}

// frame returns the layout of frames.
func (p *py) frame() lower.FrameLayout {
	l := *Frames()
	l.Size = func(code uint64) int { return p.k.FrameSize(code) }
	l.Near = func(code uint64) int { return p.k.CallerDistance(code) }
	l.Box, l.BoxKnown = p.box, p.boxKnown
	return l
}

// frameOps are operations on guest frames.
func (p *py) frameOps() []guest.Op {
	return []guest.Op{
		p.g.Room("py.room"),
		{
			OpRow:  ir.OpRow{Name: "int.box", Args: []ir.Type{ir.I64}, Result: ir.Ref, Flags: ir.Pure, Types: tInt},
			Helper: func(a []uint64) (uint64, error) { return uint64(p.h.Int(int64(a[0]))), nil },
		},
	}
}
