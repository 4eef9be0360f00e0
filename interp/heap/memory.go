package heap

import "unsafe"

// Reading and writing objects. Offsets are bytes from an object's begin.
//
// References are stored by [Heap.SetField], [Heap.FieldAt], [Heap.Values] and
// machine code, all other words by [Heap.SetWord] and [Heap.SetHalf]: a collector
// that has to see stores has these to look at. Unsafe pointers made here are for
// the function that asks for them, or, as slices, for as long as the comment says.

// At returns the address of a byte of an object, valid as long as the object lives.
func (h *Heap) At(v Value, off uintptr) unsafe.Pointer {
	if Checked && v != Null {
		h.access(v, off, 1)
	}
	return unsafe.Add(h.mem, uintptr(v)+off)
}

// Field reads a word that holds a Value.
func (h *Heap) Field(v Value, off uintptr) Value {
	if Checked {
		h.access(v, off, 8)
	}
	return *(*Value)(unsafe.Add(h.mem, uintptr(v)+off))
}

// SetField writes a word that holds a Value.
func (h *Heap) SetField(v Value, off uintptr, x Value) {
	if Checked {
		h.access(v, off, 8)
	}
	*(*Value)(unsafe.Add(h.mem, uintptr(v)+off)) = x
}

// FieldAt returns a word that holds a Value, to read and write it.
func (h *Heap) FieldAt(v Value, off uintptr) *Value {
	if Checked && v != Null {
		h.access(v, off, 8)
	}
	return (*Value)(unsafe.Add(h.mem, uintptr(v)+off))
}

// Word reads a word that is no reference.
func (h *Heap) Word(v Value, off uintptr) uint64 {
	if Checked {
		h.access(v, off, 8)
	}
	return *(*uint64)(unsafe.Add(h.mem, uintptr(v)+off))
}

// SetWord writes a word that is no reference.
func (h *Heap) SetWord(v Value, off uintptr, x uint64) {
	if Checked {
		h.access(v, off, 8)
	}
	*(*uint64)(unsafe.Add(h.mem, uintptr(v)+off)) = x
}

// WordAt returns a word that is no reference, to read and write it.
func (h *Heap) WordAt(v Value, off uintptr) *uint64 {
	if Checked && v != Null {
		h.access(v, off, 8)
	}
	return (*uint64)(unsafe.Add(h.mem, uintptr(v)+off))
}

// Half reads 4 bytes.
func (h *Heap) Half(v Value, off uintptr) uint32 {
	if Checked {
		h.access(v, off, 4)
	}
	return *(*uint32)(unsafe.Add(h.mem, uintptr(v)+off))
}

// SetHalf writes 4 bytes.
func (h *Heap) SetHalf(v Value, off uintptr, x uint32) {
	if Checked {
		h.access(v, off, 4)
	}
	*(*uint32)(unsafe.Add(h.mem, uintptr(v)+off)) = x
}

// HalfAt returns 4 bytes, to read and write them.
func (h *Heap) HalfAt(v Value, off uintptr) *uint32 {
	if Checked && v != Null {
		h.access(v, off, 4)
	}
	return (*uint32)(unsafe.Add(h.mem, uintptr(v)+off))
}

// Values returns n consecutive words of an object as a slice over the arena, valid
// as long as the object lives.
func (h *Heap) Values(v Value, off uintptr, n int) []Value {
	if Checked && n > 0 {
		h.access(v, off, 8*uintptr(n))
	}
	return unsafe.Slice((*Value)(unsafe.Add(h.mem, uintptr(v)+off)), n)
}

// Bytes returns n bytes of an object as a slice over the arena, valid as long as
// the object lives.
func (h *Heap) Bytes(v Value, off uintptr, n int) []byte {
	if Checked && n > 0 {
		h.access(v, off, uintptr(n))
	}
	return unsafe.Slice((*byte)(unsafe.Add(h.mem, uintptr(v)+off)), n)
}

// Peek reads size bytes (1, 2, 4 or 8) at an offset of an object, zero-extended.
func (h *Heap) Peek(v Value, off uintptr, size int) uint64 {
	if Checked {
		h.access(v, off, uintptr(size))
	}
	p := h.At(v, off)
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

// Poke writes size bytes (1, 2, 4 or 8) at an offset of an object.
func (h *Heap) Poke(v Value, off uintptr, size int, x uint64) {
	if Checked {
		h.access(v, off, uintptr(size))
	}
	p := h.At(v, off)
	switch size {
	case 1:
		*(*uint8)(p) = uint8(x)
	case 2:
		*(*uint16)(p) = uint16(x)
	case 4:
		*(*uint32)(p) = uint32(x)
	default:
		*(*uint64)(p) = x
	}
}
