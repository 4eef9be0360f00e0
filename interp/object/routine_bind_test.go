package object

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
)

// begunFrame is where the frame lies that routine call.bind begins, in the region of the stack.
const begunFrame = Value(TagRef + heap.StaticSize + 4096)

// parameters returns what routine call.bind knows of some parameters.
func (r *randomValues) parameters() Value {
	p := Parameters{Params: r.rng.IntN(4), KwOnly: r.rng.IntN(3), VarArgs: r.rng.IntN(3) == 0, VarKeywords: r.rng.IntN(3) == 0}
	p.PosOnly = r.rng.IntN(p.Params + 1)
	p.Locals = p.Params + p.KwOnly + 2 + r.rng.IntN(4)
	for i := range p.Params + p.KwOnly {
		p.Names = append(p.Names, r.h.Intern(string(rune('a'+i))))
	}
	r.callee = p
	return r.h.NewParameters(p)
}

// begun returns the frame, with the function that is called, its first argument, if it has one there, and how many arguments there are.
func (r *randomValues) begun() Value {
	h, p := r.h, &r.callee
	f := h.NewFunction(Function{Name: h.Intern("f"), QualName: h.Intern("f"), Globals: h.NewDict(), Builtins: h.NewDict(), Defaults: Null, KwDefaults: Null, Closure: Null})
	if n := r.rng.IntN(p.Params + 2); n > 0 {
		h.SetField(f, OffFuncDefaults, h.NewTuple(r.someInts(n)...))
	}
	if r.rng.IntN(4) > 0 {
		d := h.NewDict()
		for i, name := range p.Names {
			if i >= p.Params && r.rng.IntN(5) > 0 {
				h.DictSetStr(d, name, SmallInt(int64(i)))
			}
		}
		h.SetField(f, OffFuncKwDefaults, d)
	}
	self := Null
	r.given = r.rng.IntN(p.Params + 3)
	if r.rng.IntN(20) == 0 {
		r.given = mostGiven + r.rng.IntN(2)
	}
	if r.given > 0 && r.rng.IntN(2) == 0 {
		self = SmallInt(99)
	}
	r.self = self != Null
	for i := range uintptr(FrameLocals/8 + mostLocals) {
		h.SetWord(begunFrame, 8*i, uint64(SmallInt(-1)))
	}
	h.SetWord(begunFrame, FrameCaller, uint64(self))
	h.SetWord(begunFrame, FrameResume, uint64(r.given))
	h.SetField(begunFrame, FrameSlots, f)
	return begunFrame
}

func (r *randomValues) someInts(n int) []Value {
	list := make([]Value, n)
	for i := range list {
		list[i] = SmallInt(int64(100 + i))
	}
	return list
}

// argumentsAt returns where the arguments lie.
func (r *randomValues) argumentsAt() Value {
	r.arguments = r.h.NewTuple(r.someInts(mostGiven + 2)...)
	return r.arguments + OffTupleItems
}

// argumentNames returns the names of arguments by keyword.
func (r *randomValues) argumentNames() Value {
	all := []string{"a", "b", "c", "d", "e", "other", "more"}
	r.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	n := r.given
	if r.self {
		n--
	}
	n = min(n, len(all), r.rng.IntN(4))
	var names []Value
	for _, s := range all[:max(0, n)] {
		name := r.h.Intern(s)
		if r.rng.IntN(3) == 0 { // as a program has read or made it
			name = r.h.NewStr(s)
		}
		if r.rng.IntN(3) > 0 {
			r.h.Hash(name)
		}
		names = append(names, name)
	}
	switch {
	case r.rng.IntN(3) == 0 || len(names) == 0:
		return Null
	case r.rng.IntN(3) == 0:
		d := r.h.NewDict()
		for i, name := range names {
			r.h.DictSetStr(d, name, SmallInt(int64(i)))
		}
		if r.rng.IntN(3) == 0 {
			r.h.DictDel(d, names[0])
		}
		return d
	}
	return r.h.NewTuple(names...)
}

// isPlace reports whether an operand is a place in memory that is no object's.
func (r *randomValues) isPlace(v Value) bool {
	return v == begunFrame || r.arguments != 0 && v == r.arguments+OffTupleItems
}

// begunAreas is what an operation may write of a place before it gives up.
func begunAreas(h *Heap, args []Value) [][]byte {
	if !slices.Contains(args, begunFrame) {
		return nil
	}
	return [][]byte{unsafe.Slice((*byte)(unsafe.Add(nil, uintptr(h.MemBase()+uint64(begunFrame)))), FrameLocals+8*mostLocals)}
}
