// Package object holds the guest's types: Python objects as CPython 3.14 defines
// them, laid out so that both Go code and machine code can read and write them.
//
// A [Value] is one 64-bit word: a float or a small int stands in the word
// itself, everything else is a reference to an object in the arena of a [Heap].
// Memory and its collection are package heap's, whose methods a Heap has, too.
// Go objects (functions, files) are reached from the arena by handle; the arena and
// machine code never hold a Go pointer.
//
// The package must not know bytecode, frames or micro-ops: it imports no
// interpreter and no compiler. What it needs of a running VM (calling a guest
// function) reaches it through [Heap.Caller].
//
//	h, err := object.New(object.Options{Limit: 64 << 20})
//	if err != nil { … }
//	defer h.Close()
//	l := h.NewList(h.Int(1), h.NewStr("two"))
//	s, err := h.Repr(l) // [1, 'two']
//
// # Collection
//
// Allocation may collect. A Value in a Go local variable, an
// argument or a result is safe: the collector scans the goroutine's stack
// conservatively. A Value that only a Go slice, map, struct or closure on the
// Go heap holds is not: keep such values in an arena list, or push them with
// [Heap.Push]. Tests collect at every allocation to find the places that
// forget this.
//
// # Errors
//
// A Python exception is a Go error of type *[Raised]. Running out of memory is
// a Go panic with a [heap.OutOfMemory] value, because every allocation can do it;
// whoever runs guest code recovers it and turns it into MemoryError.
package object
