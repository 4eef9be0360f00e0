package object

import "github.com/tier2go/tier2/opgen/mem"

// AttrMake is the use of an entry of the attribute cache that says, of `type` in place of a name, what a call of a class makes: an instance whose
// fields are all Null, for an __init__ in Python, or by itself where there is none, for a call without arguments. The entry has the offset of that
// function, or 0, and above it the instance's size in words. Of `tuple` in
// place of a name it says that tuple.__new__ makes instances of the class of a tuple, with so many fields behind the elements.
const AttrMake = AttrClass // a class is no name

const (
	makeSize = 48
	// MakeInit are the bits of the function's offset in what an entry of AttrMake has.
	MakeInit = 1<<makeSize - 1
	// mostFields is how many words behind the header an instance has at most that machine code makes.
	mostFields = 40
	// mostBehind is how many fields a tuple's instance has behind its elements at most that machine code makes.
	mostBehind = 4
)

// CacheMake notes what a call of f makes, if f is a class whose instances are made plainly (PlainNew) and have an __init__ in Python, or made and
// nothing more (EmptyNew). That holds as long as the class's version, for a change of a metaclass drops all entries.
func (h *Heap) CacheMake(f Value) {
	if !h.IsInstance(f, TypeType) {
		return
	}
	t, from := h.TypeFromObject(f), uint64(0)
	if made, init := h.PlainClass(f, false); made != nil {
		from = uint64(init.Offset())
	} else if !t.EmptyNew() {
		return
	}
	class := h.types[TypeType].Object
	if words := uint64(h.SizeOf(t)) / 8; t.layout == ObjectType && words <= 1+mostFields {
		h.cacheOf(AttrMake, t, class, from|words<<makeSize)
		h.CacheInstance(f, class, true)
	}
}

// cacheTupleMake notes that tuple.__new__(t, …) is for instances of t.
func (h *Heap) cacheTupleMake(t *Type) {
	if t.made && t.layout == TupleType && !t.finalizes && t.end/8 <= mostBehind {
		h.cacheOf(AttrMake, t, h.types[TupleType].Object, uint64(t.end/8))
	}
}

// onceNew does a call of the __new__ of a type, which may be bound to the type or not.
func onceNew(f func(m mem.Mem, x, y mem.Ref) (mem.Ref, bool)) attempt {
	return func(m mem.Mem, self Value, args []Value) (Value, bool) {
		if len(args) == 2 {
			self, args = args[0], args[1:]
		}
		r, ok := f(m, mem.Ref(self), mem.Ref(args[0]))
		return Value(r), ok
	}
}
