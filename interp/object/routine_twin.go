package object

import "github.com/tier2go/tier2/opgen/mem"

// Names that a program puts together ('visit_' + node.kind) are no interned strs, and the attribute cache knows interned ones only. A table says
// which interned str has the content of one: direct-mapped, by the first and the last bytes. A collection, in which the interned str may die, drops it.

const (
	twinLog2  = 9
	twinShift = 64 - twinLog2

	fieldTwin = mem.Field(0) | AliasHeap<<mem.ClassShift
)

// twinOf is the interned str of a name's content: a name that is interned itself, or what the table has. What is no str is as it is.
func twinOf(m mem.Mem, name mem.Ref) (twin mem.Ref, ok bool) {
	if !wordIs(m, name, uint64(StrType)) || m.U32(name, fieldAux)&StrInterned != 0 {
		return name, true
	}
	twin = m.RefAt(mem.Ref(TagRef+twinsOff), fieldTwin, twinPlace(m, name))
	if !wordIs(m, twin, uint64(StrType)) {
		return NoRef, false
	}
	eq, ok := strsEqual(m, twin, name)
	return twin, eq && ok
}

// twinPlace is the number of a str's entry. Slots are multiples of 16 bytes: the eight bytes that the text begins with can be read.
func twinPlace(m mem.Mem, s mem.Ref) uint64 {
	n := m.U64(s, fieldStrLen) * max(m.U32(s, fieldAux)&StrKindMask, 1)
	first := m.U64Off(s, fieldStrData, 0)
	if n < 8 {
		return (first<<((0-8*n)&63)*DictCacheMul + n) * DictCacheMul >> twinShift
	}
	last := m.U64Off(s, fieldStrData, n-8)
	return ((first*DictCacheMul ^ last) + n) * DictCacheMul >> twinShift
}

// nameTwin returns the interned str of a name's content, and notes it for machine code.
func (h *Heap) nameTwin(name Value) Value {
	twin := h.InternValue(name)
	if twin != name && h.Is(name, StrType) {
		h.twins[twinPlace(h.mem(), mem.Ref(name))] = twin
	}
	return twin
}
