package specialize

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
)

// numbersCode returns the code of the numbers that a value holds; 0: it holds none.
func numbersCode(h *object.Heap, v object.Value) byte {
	if t := h.TypeOf(v); t.Numbers {
		return h.NumbersCode(v)
	}
	return 0
}

// NoteFromEnd remembers that a subscript has seen an index below 0.
func (s *Specializer) NoteFromEnd(code *adaptive.Code, unit int, v, key object.Value) {
	if !key.IsSmall() || key.Small() >= 0 {
		return
	}
	t := s.heap.TypeOf(v)
	if t.ID != object.ListType && t.ID != object.TupleType && t.ID != object.StrType && !t.Numbers {
		return
	}
	if x := code.OperationAt(unit); x.FromEnd == adaptive.FromEndNever {
		x.FromEnd, x.FromEndType = adaptive.FromEndSeen, t.ID
	}
}

// NoteClass remembers of which class LOAD_SPECIAL has seen an instance. ip is behind it.
func (s *Specializer) NoteClass(code *adaptive.Code, ip unsafe.Pointer, v object.Value) {
	code.OperationAt(int(code.At(ip)) - 1).Left = s.heap.TypeVersion(v)
}

// NoteStore remembers what STORE_SUBSCR has stored to. ip is at its inline cache.
func (s *Specializer) NoteStore(code *adaptive.Code, ip unsafe.Pointer, v, key object.Value) {
	h := s.heap
	s.NoteFromEnd(code, int(code.At(ip))-1, v, key)
	if h.TypeID(v) < object.FirstFreeType {
		return
	}
	x := code.OperationAt(int(code.At(ip)) - 1)
	x.Right, x.Numbers = h.TypeVersion(key), numbersCode(h, v)
	s.NoteSpecial(x, pyguest.SetItem, v)
}

// NoteSpecial remembers what an instruction calls that has seen an instance of a class.
func (s *Specializer) NoteSpecial(x *adaptive.Operation, o pyguest.Operator, v object.Value) {
	_, was := x.Operator.KeyUse()
	if version := s.heap.TypeVersion(v); x.Left != version || version == 0 || was || x.Asked != o {
		x.Left, x.Asked = version, o
		x.Method, x.Operator = o.Of(s.heap.TypeOf(v))
	}
}

// NoteKey remembers what an instruction calls that has seen a key of a class in a container.
func (s *Specializer) NoteKey(x *adaptive.Operation, o pyguest.Operator, container, key object.Value) {
	x.Right = s.heap.TypeVersion(container)
	if version := s.heap.TypeVersion(key); x.Left != version || version == 0 || x.Operator != o {
		x.Left, x.Operator, x.Method = version, o, o.MethodOf(s.heap.TypeOf(key))
	}
}

// NoteUnary remembers the type of the first operand of UNARY_NEGATIVE, which has no inline
// cache, if it is a number.
func (s *Specializer) NoteUnary(code *adaptive.Code, ip unsafe.Pointer, v object.Value) {
	if s.heap.TypeID(v) >= object.FirstFreeType {
		return // NoteSpecial does
	}
	x := code.OperationAt(int(code.At(ip)) - 1)
	x.Left, x.Method = s.heap.TypeVersion(v), object.Null
}

// noteNumbers remembers that COMPARE_OP has seen a float and an int, of which CPython has
// no member. ip is at the inline cache.
func (s *Specializer) noteNumbers(code *adaptive.Code, ip unsafe.Pointer, a, b object.Value) {
	if !(a.IsFloat() && b.IsSmall() || a.IsSmall() && b.IsFloat()) {
		return
	}
	*code.OperationAt(int(code.At(ip)) - 1) = adaptive.Operation{Left: s.heap.TypeVersion(a), Right: s.heap.TypeVersion(b), Method: object.Null}
}
