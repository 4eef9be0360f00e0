package object

// AttrMake is the use of an entry of the attribute cache that says, of `type` in place of a name, what a call of a class makes: an instance whose
// fields are all Null, for an __init__ in Python. The entry has the offset of that function, and above it the instance's size in words.
const AttrMake = AttrClass // a class is no name

const (
	makeSize = 48
	// MakeInit are the bits of the function's offset in what an entry of AttrMake has.
	MakeInit = 1<<makeSize - 1
	// mostFields is how many words behind the header an instance has at most that machine code makes.
	mostFields = 40
)

// CacheMake notes what a call of f makes, if f is a class whose instances are made plainly (PlainNew) and have an __init__ in Python.
// That holds as long as the class's version, for a change of a metaclass drops all entries.
func (h *Heap) CacheMake(f Value) {
	t, init := h.PlainClass(f, false)
	if t == nil || t.layout != ObjectType {
		return
	}
	class := h.types[TypeType].Object
	if words := uint64(h.SizeOf(t)) / 8; words <= 1+mostFields {
		h.cacheOf(AttrMake, t, class, uint64(init.Offset())|words<<makeSize)
		h.CacheInstance(f, class, true)
	}
}
