package object

import (
	"math"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// Joining strs. Every function computes the result's length and kind first and
// then copies each piece once.
//
// # Appending in place
//
// CPython grows a str in place when s += piece holds the only reference to it.
// Without reference counts the VM must know that by other means, and only it
// can: StrAppend is for an instruction that takes a str out of a local variable
// and stores the result back into the same one (CPython's
// BINARY_OP_INPLACE_ADD_UNICODE). The contract:
//
//   - StrAppend's result may carry the bit StrOwned in its aux word. It says
//     that one local variable alone holds the str. The VM stores the result in
//     the variable and nowhere else;
//   - StrAppend on a str with StrOwned changes that very object: appends to it
//     when its slot has room, else copies it to a larger one;
//   - whatever else reads the variable (any load but that of the left operand
//     of such an instruction, locals(), a frame object, a closure) first calls
//     StrShare, which takes the bit away for ever.
//
// A str without the bit is never changed, so that forgetting StrAppend costs
// time only, and forgetting StrShare is the one mistake that can be made. Reads
// of a variable are known statically: the VM gives the other loads of a
// variable that has such an instruction an opcode of their own.

// StrOwned marks a str that one local variable alone holds: see StrAppend. It
// is a bit of the aux word, beside StrInterned.
const StrOwned = 1 << 5

// maxSpare bounds the room that StrAppend leaves, in code points.
const maxSpare = 1 << 24

// StrConcat returns a + b of two strs.
func (h *Heap) StrConcat(a, b Value) Value {
	if r, ok := strJoined(h.mem(), mem.Ref(a), mem.Ref(b)); ok {
		return Value(r)
	}
	n, m := h.StrLen(a), h.StrLen(b)
	switch {
	case m == 0:
		return a
	case n == 0:
		return b
	}
	wide := h.strWide(a) | h.strWide(b)
	r := h.newStr(n+m, wide)
	h.strText(b).copyTo(h.strText(a).copyTo(h.strText(r)))
	return r
}

// StrAppend returns a + b like StrConcat, but may take a for the result: see
// the contract at the top of this file. Appending pieces one after the other
// takes time in proportion to the length of the result.
func (h *Heap) StrAppend(a, b Value) Value {
	n, m := h.StrLen(a), h.StrLen(b)
	if n == 0 || m == 0 {
		return h.StrConcat(a, b)
	}
	ka, kb := h.aux(a), h.aux(b)
	wide := h.strWide(a) | h.strWide(b)
	size := sizeFor(wide)
	need := OffStrData + uintptr(n+m)*uintptr(size)
	if ka&(StrOwned|StrInterned) == StrOwned && ka&StrKindMask == uint32(size) && need <= h.SlotSize(a) {
		piece := h.strText(b) // before a changes, which may be b
		h.SetHalf(a, OffAux, ka&^(^kb&strASCII))
		h.SetWord(a, OffStrLen, uint64(n+m))
		h.SetWord(a, offStrHash, 0)
		piece.copyTo(h.strText(a).slice(n, n+m))
		return a
	}
	// Half as much again, so that each code point is copied a few times only.
	r := h.newStr(n+m+min((n+m)/2, maxSpare), wide)
	h.SetWord(r, OffStrLen, uint64(n+m))
	h.SetHalf(r, OffAux, h.aux(r)|StrOwned)
	h.strText(b).copyTo(h.strText(a).copyTo(h.strText(r)))
	return r
}

// StrShare says that a str is from now on held by more than one local variable:
// see StrAppend. It does nothing to other values.
func (h *Heap) StrShare(v Value) {
	if h.Is(v, StrType) {
		h.SetHalf(v, OffAux, h.aux(v)&^StrOwned)
	}
}

// strJoiner adds up lengths and kinds of the pieces of a str to be made.
type strJoiner struct {
	n    int
	wide rune
	over bool // the length is beyond int
}

// addItem adds the item of a number; one that is no str is a TypeError.
func (j *strJoiner) addItem(h *Heap, i int, v Value) error {
	if !h.isStr(v) {
		return h.Raise(TypeErrorType, "sequence item %d: expected str instance, %s found", i, h.TypeName(v))
	}
	j.add(h, v)
	return nil
}

func (j *strJoiner) add(h *Heap, v Value) {
	n := h.StrLen(v)
	j.over = j.over || n > math.MaxInt-j.n
	j.n += n
	j.wide |= h.strWide(v)
}

// BuildString concatenates strs, as BUILD_STRING does: TypeError for a part that is none, as the code of a tree that
// Python has made may have. The parts must be held by the arena or by Go variables: the result is allocated before
// they are read.
func (h *Heap) BuildString(parts []Value) (Value, error) {
	if len(parts) == 3 {
		if r, ok := threeJoined(h.mem(), mem.Ref(parts[0]), mem.Ref(parts[1]), mem.Ref(parts[2])); ok {
			return Value(r), nil
		}
	}
	var j strJoiner
	for i, v := range parts {
		if err := j.addItem(h, i, v); err != nil {
			return Null, err
		}
	}
	if j.over {
		return Null, h.Raise(OverflowErrorType, "join() result is too long for a Python string")
	}
	if j.n == 0 {
		return h.emptyStr, nil
	}
	r := h.newStr(j.n, j.wide)
	d := h.strText(r)
	for _, v := range parts {
		d = h.strText(v).copyTo(d)
	}
	return h.canonical(r), nil
}

// canonical returns the one empty str and the one str of a code point below 256
// for their equals, and other values as they are.
func (h *Heap) canonical(v Value) Value {
	if h.RefType(v) != StrType || h.StrLen(v) > 1 {
		return v
	}
	if h.StrLen(v) == 0 {
		return h.emptyStr
	}
	if h.StrKind(v) == 1 {
		return h.latin1[h.StrAt(v, 0)]
	}
	return v
}

// StrJoin is sep.join(items): TypeError for an item that is no str. The items
// must be held by the arena or by Go variables.
func (h *Heap) StrJoin(sep Value, items []Value) (Value, error) {
	switch len(items) {
	case 0:
		return h.emptyStr, nil
	case 1:
		if h.isStr(items[0]) {
			return h.plainStr(items[0]), nil
		}
	}
	var j strJoiner
	for i, v := range items {
		if h.Is(v, StrType) {
			j.add(h, v)
		} else if err := j.addItem(h, i, v); err != nil {
			return Null, err
		}
	}
	if n := h.StrLen(sep); n > 0 {
		j.wide |= h.strWide(sep)
		j.over = j.over || n > (math.MaxInt-j.n)/(len(items)-1)
		j.n += n * (len(items) - 1)
	}
	switch {
	case j.over:
		return Null, h.Raise(OverflowErrorType, "join() result is too long for a Python string")
	case j.n == 0:
		return h.emptyStr, nil
	}
	r := h.newStr(j.n, j.wide)
	h.fillJoin(h.strText(r), h.strText(sep), items)
	return h.canonical(r), nil
}

// fillJoin writes items with sep between them to d.
func (h *Heap) fillJoin(d, sep text, items []Value) {
	if d.size == 1 {
		b, s := d.raw(), sep.raw()
		for i, v := range items {
			switch {
			case i == 0:
			case len(s) == 1:
				b[0] = s[0]
				b = b[1:]
			default:
				b = b[copy(b, s):]
			}
			if h.Is(v, StrType) {
				b = b[copy(b, h.Bytes(v, OffStrData, h.StrLen(v))):]
			} else {
				b = b[copy(b, h.strText(v).raw()):]
			}
		}
		return
	}
	for i, v := range items {
		if i > 0 {
			d = sep.copyTo(d)
		}
		d = h.strText(v).copyTo(d)
	}
}

// strRepeat is v * n.
func (h *Heap) strRepeat(v Value, n int) (Value, error) {
	size := h.StrLen(v)
	switch {
	case n <= 0 || size == 0:
		return h.emptyStr, nil
	case n == 1:
		return v, nil
	case size > math.MaxInt/n:
		return Null, h.Raise(OverflowErrorType, "repeated string is too long")
	}
	r := h.newStrChecked(size*n, h.strWide(v))
	repeatBytes(h.strText(r).raw(), h.strText(v).raw())
	return r, nil
}

// newStrChecked is newStr for lengths that the guest chooses: one that no
// memory could hold is heap.OutOfMemory before its size in bytes overflows.
func (h *Heap) newStrChecked(n int, wide rune) Value {
	if n > math.MaxInt/8 {
		panic(heap.OutOfMemory{Size: uintptr(n)})
	}
	return h.newStr(n, wide)
}

// repeatBytes fills d with s again and again.
func repeatBytes(d, s []byte) {
	if len(s) == 1 {
		fill(d, s[0])
		return
	}
	for n := copy(d, s); n < len(d); n *= 2 {
		copy(d[n:], d[:n])
	}
}
