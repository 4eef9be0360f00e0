package object

import "strings"

// Unsupported is an error that says what this VM does not implement, and that no Python
// handler sees.
type Unsupported struct{ What string }

// Error implements error.
func (u *Unsupported) Error() string { return "unsupported " + u.What }

// unsupportedPrefix begins the message of an exception that stands for what is unsupported.
const unsupportedPrefix = "tier2: unsupported "

// excUnsupported is the bit of an exception's aux word that says that Heap.Unsupported has
// made it.
const excUnsupported = 2

// maxUnsupported bounds how many kinds of what is unsupported are counted by name.
const maxUnsupported = 1000

// Stop returns an error that names what is not implemented, and ends the program: where it
// depends on how code is executed whether it is.
func (h *Heap) Stop(what string) error { return &Unsupported{what} }

// Unsupported returns an error that names what is not implemented: an exception by which a
// program that can do without it goes on (ImportError for a module, AttributeError for a
// name of a module and an attribute, else NotImplementedError), or, if Strict, one that no
// handler sees.
func (h *Heap) Unsupported(what string) error {
	t := TypeID(NotImplementedErrorType)
	switch kind, _, _ := strings.Cut(what, " "); kind {
	case "module":
		t = ImportErrorType
	case "name", "attribute":
		t = AttributeErrorType
	}
	return h.UnsupportedAs(t, what)
}

// UnsupportedAs is Unsupported with an exception of a given type.
func (h *Heap) UnsupportedAs(t TypeID, what string) error {
	if h.Strict {
		return &Unsupported{what}
	}
	if h.unsupported == nil {
		h.unsupported = map[string]int{}
	}
	if _, known := h.unsupported[what]; known || len(h.unsupported) < maxUnsupported {
		h.unsupported[what]++
	}
	exc := h.NewException(h.types[t], h.NewStr(unsupportedPrefix+what))
	h.SetHalf(exc, OffAux, h.aux(exc)|excUnsupported)
	if name, ok := strings.CutPrefix(what, "module "); ok && t == ImportErrorType {
		m := h.Mark()
		h.Push(exc)
		h.SetField(exc, OffExcState, h.NewTuple(h.NewStr(name)))
		h.Release(m)
	}
	return h.RaiseValue(exc)
}

// Uncaught returns what an exception says to be unsupported that Unsupported has made and
// that nothing has caught; "" for others.
func (h *Heap) Uncaught(exc Value) string {
	args := h.Field(exc, OffExcArgs)
	if h.aux(exc)&excUnsupported == 0 || h.TupleLen(args) != 1 || !h.isStr(h.TupleItem(args, 0)) {
		return ""
	}
	what, _ := strings.CutPrefix(h.GoString(h.TupleItem(args, 0)), unsupportedPrefix)
	if h.unsupported[what]--; h.unsupported[what] <= 0 {
		delete(h.unsupported, what)
	}
	return what
}

// Swallowed returns how often exceptions of Unsupported have been caught, by what they name.
// Beyond the first 1000 names nothing is counted.
func (h *Heap) Swallowed() map[string]int { return h.unsupported }
