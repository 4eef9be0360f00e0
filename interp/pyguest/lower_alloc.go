package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Machine code that makes objects cuts them from the heap's windows
// (object.Heap.Window): two loads, a compare, an addition and a store, then the
// object's fields. A helper opens the next window, which is one call in some dozens.

// cut returns a cleared object of size bytes, which has no header yet: nothing may leave
// before it has. size has a window.
func (p *py) cut(a *lower.Asm, size uintptr) lower.V {
	window, slot, _ := p.k.fixed().window(size)
	w := lower.Word(uint64(window))
	next := a.Load(lower.At(w, 0, 8))
	v := a.Slow(lower.EQ, next, a.Load(lower.At(w, 8, 8)), next, lower.GPR, func() lower.V {
		return a.CallQuiet(p.helperIndex("heap.window"), lower.Imm(int64(size)))
	})
	a.Store(lower.At(w, 0, 8), a.Add(v, lower.Imm(int64(slot))))
	return v
}

// header writes an object's header.
func header(a *lower.Asm, v lower.V, t object.TypeID, aux int) {
	if aux == 0 {
		a.Store(lower.At(v, object.OffType, 8), lower.Imm(int64(t)))
		return
	}
	a.Store(lower.At(v, object.OffType, 4), lower.Imm(int64(t)))
	a.Store(lower.At(v, object.OffAux, 4), lower.Imm(int64(aux)))
}

// lowerMade makes an object that consists of the operands, as its operation's fields
// say: of type t, with size bytes in front of its variadic operands.
func (p *py) lowerMade(t object.TypeID, size uintptr) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		o := &p.g.Ops[v.Op-ir.FirstGuestOp]
		variadic := 0
		if o.Flags&ir.Variadic != 0 {
			variadic = len(v.Args) - (len(o.Args) - 1)
		}
		x := p.cut(a, size+8*uintptr(variadic))
		header(a, x, t, variadic) // only a tuple has variadic operands
		for _, f := range o.Fields {
			n := 1
			switch {
			case f.Arg == ir.CountField:
				continue
			case f.Arg == len(o.Args)-1 && o.Flags&ir.Variadic != 0:
				n = variadic
			}
			for i := range n {
				a.Store(lower.At(x, int64(f.Mem.Disp)+8*int64(i), 8), a.Arg(f.Arg+i))
			}
		}
		return x
	}
}

// lowerInstNew makes an instance of a constant class.
func (p *py) lowerInstNew(a *lower.Asm, v *ir.Value) lower.V {
	class := ir.Resolve(v.Args[0])
	var size uintptr
	var id object.TypeID
	if class.IsConst() {
		c := p.k.class(object.Value(class.Word()))
		size, id = c.size, c.id
	}
	if _, _, ok := p.k.fixed().window(size); !ok || size == 0 {
		args := make([]lower.V, len(v.Args))
		for i := range args {
			args[i] = a.Arg(i)
		}
		return a.CallQuiet(p.helperIndex("inst.new"), args...)
	}
	x := p.cut(a, size)
	header(a, x, id, len(v.Args)-1)
	null := object.Null
	for off := uintptr(object.OffType + 8); off < size; off += 8 {
		field := lower.Word(uint64(null))
		if i := int(off-firstValue)/8 + 1; off >= firstValue && i < len(v.Args) {
			field = a.Arg(i)
		}
		a.Store(lower.At(x, int64(off), 8), field)
	}
	return x
}

// lowerInstEmpty makes an empty instance of a constant class that derives from list or dict; another one a helper does.
func (p *py) lowerInstEmpty(a *lower.Asm, v *ir.Value) lower.V {
	class := ir.Resolve(v.Args[0])
	var c classInfo
	if class.IsConst() {
		c = p.k.class(object.Value(class.Word()))
	}
	_, _, ok := p.k.fixed().window(c.size)
	switch {
	case c.like == object.ListType && ok:
		items := p.emptyArray(a)
		x := p.cut(a, c.size)
		header(a, x, c.id, 0)
		a.Store(lower.At(x, object.OffListLen, 8), lower.Imm(0))
		a.Store(lower.At(x, object.OffListItems, 8), items)
		clearFields(a, x, object.OffListItems+8, c.size)
		return x
	case c.like == object.DictType && ok:
		x := p.cut(a, c.size)
		header(a, x, c.id, 0)
		p.emptyDict(a, x)
		clearFields(a, x, object.DictSize, c.size)
		return x
	}
	return a.CallQuiet(p.helperIndex("inst.empty"), a.Arg(0))
}

// clearFields makes the fields of an object Null, from one on to the end.
func clearFields(a *lower.Asm, x lower.V, from, size uintptr) {
	null := object.Null
	for off := from; off < size; off += 8 {
		a.Store(lower.At(x, int64(off), 8), lower.Word(uint64(null)))
	}
}

// emptyArray makes an array without room.
func (p *py) emptyArray(a *lower.Asm) lower.V {
	items := p.cut(a, object.OffArrayItems)
	header(a, items, object.ArrayType, 0)
	a.Store(lower.At(items, object.OffArrayCap, 8), lower.Imm(0))
	return items
}

// lowerList makes a list of the operands.
func (p *py) lowerList(a *lower.Asm, v *ir.Value) lower.V {
	n := len(v.Args)
	items := p.cut(a, object.OffArrayItems+8*uintptr(n))
	header(a, items, object.ArrayType, 0)
	a.Store(lower.At(items, object.OffArrayCap, 8), lower.Imm(int64(n)))
	for i := range n {
		a.Store(lower.At(items, object.OffArrayItems+8*int64(i), 8), a.Arg(i))
	}
	l := p.cut(a, object.ListSize)
	header(a, l, object.ListType, 0)
	a.Store(lower.At(l, object.OffListLen, 8), lower.Imm(int64(n)))
	a.Store(lower.At(l, object.OffListItems, 8), items)
	return l
}

// lowerListAppend appends where there is room.
func (p *py) lowerListAppend(a *lower.Asm, v *ir.Value) lower.V {
	l, x := a.Arg(0), a.Arg(1)
	n := a.Load(lower.At(l, object.OffListLen, 8))
	items := a.Load(lower.At(l, object.OffListItems, 8))
	a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.UGE, n, a.Load(lower.At(items, object.OffArrayCap, 8)))
		a.Store(a.Element(items, n, 8, object.OffArrayItems, 8), x)
		a.Store(lower.At(l, object.OffListLen, 8), a.Add(n, lower.Imm(1)))
		return n
	}, func() lower.V {
		return p.try(a, "list.append", as, func() lower.V { return a.Call(p.helperIndex("list.append"), l, x) }, l, x)
	})
	return lower.None
}

// lowerListPop takes the last element of a list that keeps its storage.
func (p *py) lowerListPop(a *lower.Asm, v *ir.Value) lower.V {
	l := a.Arg(0)
	last := a.Sub(a.Load(lower.At(l, object.OffListLen, 8)), lower.Imm(1))
	items := a.Load(lower.At(l, object.OffListItems, 8))
	room := a.Load(lower.At(items, object.OffArrayCap, 8))
	least := a.Select(lower.GPR, lower.UGT, room, lower.Imm(object.ListKeeps), a.Shr(room, lower.Imm(1)), lower.Imm(0))
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.LT, last, least) // of an empty list, too
		at := a.Element(items, last, 8, object.OffArrayItems, 8)
		x := a.Load(at)
		a.Store(at, lower.Imm(0))
		a.Store(lower.At(l, object.OffListLen, 8), last)
		return x
	}, func() lower.V { return a.Call(p.helperIndex("list.pop"), l) })
}

// lowerIter makes a list's iterator, others by a helper.
func (p *py) lowerIter(a *lower.Asm, v *ir.Value) lower.V {
	x := a.Arg(0)
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.NE, p.typeID(a, x), lower.Imm(int64(object.ListType)))
		it := p.cut(a, object.SeqIterSize)
		header(a, it, object.ListIterType, 0)
		a.Store(lower.At(it, object.OffSeqIterSeq, 8), x)
		a.Store(lower.At(it, object.OffSeqIterIndex, 8), lower.Imm(0))
		return it
	}, func() lower.V {
		return p.try(a, "iter", as, func() lower.V { return a.Call(p.helperIndex("py.iter"), x) }, x)
	})
}

// lowerYieldFrom is the iterator of a yield from: what iter makes of anything but coroutines, which the routine gives up on.
func (p *py) lowerYieldFrom(a *lower.Asm, v *ir.Value) lower.V {
	return p.try(a, "iter", as, func() lower.V { return p.callHelper(a, "py.yieldfrom", v, lower.Imm(v.Aux)) }, a.Arg(0))
}

// lowerSetFuncAttr is SET_FUNCTION_ATTRIBUTE: a closure, and defaults that are a tuple, are fields of the function.
func (p *py) lowerSetFuncAttr(a *lower.Asm, v *ir.Value) lower.V {
	const defaults, closure = 1, 8
	f, x := a.Arg(0), a.Arg(1)
	slow := func() lower.V { return p.callHelper(a, "py.setfuncattr", v, lower.Imm(v.Aux)) }
	switch v.Aux {
	case closure:
		a.Store(lower.At(f, object.OffFuncClosure, 8), x)
	case defaults:
		a.Try(lower.GPR, func(or giveUp) lower.V {
			or(lower.NE, p.typeID(a, x), lower.Imm(int64(object.TupleType)))
			a.Store(lower.At(f, object.OffFuncDefaults, 8), x)
			return x
		}, slow)
	default:
		slow()
	}
	return lower.None
}

// allocOps are operations on objects that compiled code makes by itself.
func (p *py) allocOps() []guest.Op {
	h := p.h
	seqIter := func(name string, t object.TypeID) guest.Op {
		o := made(call(name, 2, bit(t), allocates, func(a []uint64) (uint64, error) {
			return uint64(h.NewSeqIter(t, val(a[0]), int(a[1]))), nil
		}), false, fieldAt(object.OffSeqIterSeq, clsSeqIter), fieldAt(object.OffSeqIterIndex, clsSeqIndex))
		o.Args = []ir.Type{ir.Ref, ir.I64}
		return lowered(p.lowerMade(t, object.SeqIterSize), o)
	}
	pop := call("list.pop", 1, ir.AnyType, changes, func(a []uint64) (uint64, error) { return word(h.ListPop(val(a[0]), -1)) })
	pop.Reads, pop.Writes = listMemory, listMemory
	appendTo := void(call("list.append", 2, 0, changes, func(a []uint64) (uint64, error) { h.ListAppend(val(a[0]), val(a[1])); return 0, nil }))
	appendTo.Reads, appendTo.Writes = listMemory, listMemory
	return []guest.Op{
		lowered(p.lowerListAppend, appendTo),
		lowered(p.lowerListPop, pop),
		seqIter("list.iter", object.ListIterType),
		lowered(p.lowerMade(object.BoundMethodType, object.MethodSize), made(call("py.newmethod", 2, tMethod, allocates, func(a []uint64) (uint64, error) {
			return uint64(h.NewMethod(val(a[0]), val(a[1]))), nil
		}), true, fieldAt(object.OffMethodFunc, clsFunc), fieldAt(object.OffMethodSelf, clsFunc))),
		seqIter("tuple.iter", object.TupleIterType),
		{
			OpRow:  ir.OpRow{Name: "heap.window", Args: []ir.Type{ir.I64}, Result: ir.Ref, Types: ir.AnyType},
			Helper: func(a []uint64) (uint64, error) { return uint64(h.OpenWindow(uintptr(a[0]))), nil },
		},
	}
}
