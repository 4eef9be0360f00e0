package object

import "github.com/tier2go/tier2/opgen/mem"

// newByCall is the instance that a call of a class makes for its __init__ in Python: AttrMake. class is `type`.
//
//tier2:routine class.make
func newByCall(m mem.Mem, x, class mem.Ref) (v mem.Ref, ok bool) {
	t, what, ok := madeBy(m, x, class)
	if !ok || what&MakeInit == 0 {
		return NoRef, false
	}
	return newPlainOf(m, t, what>>makeSize)
}

// newByName is what a call, without arguments, of a class that has neither an __init__ nor a __new__ makes, and does no more.
//
//tier2:routine class.empty
func newByName(m mem.Mem, x, class mem.Ref) (v mem.Ref, ok bool) {
	t, what, ok := madeBy(m, x, class)
	if !ok || what&MakeInit != 0 {
		return NoRef, false
	}
	return newPlainOf(m, t, what>>makeSize)
}

// madeBy is a class's type, and what an entry of AttrMake says of it.
func madeBy(m mem.Mem, x, class mem.Ref) (t, what uint64, ok bool) {
	if !wordIsRef(x) {
		return 0, 0, false
	}
	t = m.U32(x, fieldType)
	if t != uint64(TypeType) {
		is, ok := attrEntryOf(m, t, class, uint64(AttrInstance))
		if !ok || m.Ref(is, fieldAttrWhat) != mem.Ref(True) {
			return 0, 0, false
		}
	}
	t = m.U64(x, fieldTypeID)
	entry, ok := attrEntryOf(m, t, class, uint64(AttrMake))
	if !ok {
		return 0, 0, false
	}
	return t, m.U64(entry, fieldAttrWhat), true
}

// newPlainOf is an instance of so many words whose fields are Null.
func newPlainOf(m mem.Mem, t, words uint64) (v mem.Ref, ok bool) {
	v, w, next, ok := cutPlain(m, 8*words)
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(v, fieldHeader, t)
	for i := uint64(1); i <= mostFields && i < words; i++ {
		m.InitRefAt(v, fieldAny, i, nothing)
	}
	return v, true
}

// newTupleBy is tuple.__new__(x, items) of a class whose metaclass is type: AttrMake, of tuple in place of a name.
//
//tier2:routine tuple.new
func newTupleBy(m mem.Mem, x, items mem.Ref) (v mem.Ref, ok bool) {
	if !wordIs(m, x, uint64(TypeType)) || !wordIs(m, items, uint64(TupleType)) {
		return NoRef, false
	}
	t, n := m.U64(x, fieldTypeID), tupleLen(m, items)
	entry, ok := attrEntryOf(m, t, m.RefAt(mem.Ref(TagRef+typeTableOff), fieldAny, uint64(TupleType)), uint64(AttrMake))
	if !ok || n > mostFields {
		return NoRef, false
	}
	more := m.U64(entry, fieldAttrWhat)
	v, w, next, ok := cutPlain(m, OffTupleItems+8*(n+more))
	if !ok {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, next)
	m.InitU64(v, fieldHeader, t|n<<32)
	m.InitU64(v, fieldTupleHash, 0)
	for i := uint64(0); i < mostFields && i < n; i++ {
		m.InitRefAt(v, fieldTupleItem, i, m.RefAt(items, fieldTupleItem, i))
	}
	for i := uint64(0); i < mostBehind && i < more; i++ {
		m.InitRefAt(v, fieldTupleItem, n+i, nothing)
	}
	return v, true
}
