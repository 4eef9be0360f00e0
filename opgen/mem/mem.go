// Package mem is what operations that are written once (package opgen) see of a guest's
// memory: words that refer to objects, and loads and stores of their fields.
//
// Go compiles the methods of [Mem] to single loads and stores; opgen makes operations of
// the IR of them. A [Field] says where a value lies in an object and which alias class
// the place is of; it must be a constant:
//
//	const (
//		length = mem.Field(8) | 3<<mem.ClassShift | mem.NonNegative
//		items  = mem.Field(16) | 4<<mem.ClassShift
//	)
//
//	n := m.U64(list, length)
//	x := m.RefAt(list, items, i)
//
// The package must not know any guest, nor any other package.
package mem

import "unsafe"

// Mem is a guest's memory, which lies outside of Go's heap: what is added to a reference to find the
// object. It is a lower.Memory's MemBase. Numbers are little-endian.
type Mem struct{ Base uintptr }

// Ref is a word of the guest. One that refers to an object is, plus Mem.Base, its address.
type Ref uint64

// Field says where a value lies in an object: the displacement in bytes in the low 16 bits,
// the alias class (ir.MemAccess.Class) from ClassShift on, and NonNegative.
type Field uint64

const (
	// ClassShift is where a Field has the alias class, of 6 bits.
	ClassShift = 16
	// NonNegative says that the value, read as an int64, is not negative: a length.
	NonNegative Field = 1 << 24
	// DispMask has the bits of the displacement.
	DispMask Field = 1<<16 - 1
)

func (m Mem) at(r Ref, f Field, off uint64) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(nil), m.Base+uintptr(r)+uintptr(f&DispMask)+uintptr(off))
}

// U8, U16, U32 and U64 load an unsigned integer of so many bits from a field.
func (m Mem) U8(r Ref, f Field) uint64 { return uint64(*(*uint8)(m.at(r, f, 0))) }

// U16 is described with U8.
func (m Mem) U16(r Ref, f Field) uint64 { return uint64(*(*uint16)(m.at(r, f, 0))) }

// U32 is described with U8.
func (m Mem) U32(r Ref, f Field) uint64 { return uint64(*(*uint32)(m.at(r, f, 0))) }

// U64 is described with U8.
func (m Mem) U64(r Ref, f Field) uint64 { return *(*uint64)(m.at(r, f, 0)) }

// Ref loads a word.
func (m Mem) Ref(r Ref, f Field) Ref { return *(*Ref)(m.at(r, f, 0)) }

// F64 loads a float.
func (m Mem) F64(r Ref, f Field) float64 { return *(*float64)(m.at(r, f, 0)) }

// U8At, U16At, U32At, U64At, RefAt and F64At load element i of an array that begins at a
// field.
func (m Mem) U8At(r Ref, f Field, i uint64) uint64 { return uint64(*(*uint8)(m.at(r, f, i))) }

// U16At is described with U8At.
func (m Mem) U16At(r Ref, f Field, i uint64) uint64 { return uint64(*(*uint16)(m.at(r, f, 2*i))) }

// U32At is described with U8At.
func (m Mem) U32At(r Ref, f Field, i uint64) uint64 { return uint64(*(*uint32)(m.at(r, f, 4*i))) }

// U64At is described with U8At.
func (m Mem) U64At(r Ref, f Field, i uint64) uint64 { return *(*uint64)(m.at(r, f, 8*i)) }

// RefAt is described with U8At.
func (m Mem) RefAt(r Ref, f Field, i uint64) Ref { return *(*Ref)(m.at(r, f, 8*i)) }

// F64At is described with U8At.
func (m Mem) F64At(r Ref, f Field, i uint64) float64 { return *(*float64)(m.at(r, f, 8*i)) }

// U64Off and RefOff load 8 bytes that lie off bytes behind a field.
func (m Mem) U64Off(r Ref, f Field, off uint64) uint64 { return *(*uint64)(m.at(r, f, off)) }

// RefOff is described with U64Off.
func (m Mem) RefOff(r Ref, f Field, off uint64) Ref { return *(*Ref)(m.at(r, f, off)) }

// SetU8, SetU32 and SetU64 store the low bits of an integer to a field.
func (m Mem) SetU8(r Ref, f Field, x uint64) { *(*uint8)(m.at(r, f, 0)) = uint8(x) }

// SetU32 is described with SetU8.
func (m Mem) SetU32(r Ref, f Field, x uint64) { *(*uint32)(m.at(r, f, 0)) = uint32(x) }

// SetU64 is described with SetU8.
func (m Mem) SetU64(r Ref, f Field, x uint64) { *(*uint64)(m.at(r, f, 0)) = x }

// SetRef stores a word: what a collector may have to know.
func (m Mem) SetRef(r Ref, f Field, x Ref) { *(*Ref)(m.at(r, f, 0)) = x }

// SetF64 stores a float.
func (m Mem) SetF64(r Ref, f Field, x float64) { *(*float64)(m.at(r, f, 0)) = x }

// SetU8At, SetU16At, SetU32At, SetU64At, SetRefAt and SetF64At store element i of an array that begins at a
// field.
func (m Mem) SetU8At(r Ref, f Field, i, x uint64) { *(*uint8)(m.at(r, f, i)) = uint8(x) }

// SetU16At is described with SetU8At.
func (m Mem) SetU16At(r Ref, f Field, i, x uint64) { *(*uint16)(m.at(r, f, 2*i)) = uint16(x) }

// SetU32At is described with SetU8At.
func (m Mem) SetU32At(r Ref, f Field, i, x uint64) { *(*uint32)(m.at(r, f, 4*i)) = uint32(x) }

// SetU64At is described with SetU8At.
func (m Mem) SetU64At(r Ref, f Field, i, x uint64) { *(*uint64)(m.at(r, f, 8*i)) = x }

// SetRefAt is described with SetU8At.
func (m Mem) SetRefAt(r Ref, f Field, i uint64, x Ref) { *(*Ref)(m.at(r, f, 8*i)) = x }

// SetU64Off stores 8 bytes that lie off bytes behind a field.
func (m Mem) SetU64Off(r Ref, f Field, off, x uint64) { *(*uint64)(m.at(r, f, off)) = x }

// SetF64At is described with SetU8At.
func (m Mem) SetF64At(r Ref, f Field, i uint64, x float64) { *(*float64)(m.at(r, f, 8*i)) = x }

// InitU64 is SetU64 of an object to which nothing refers yet, or of the word that says where the next one goes: a routine may give
// up behind it, and behind the others of such a name. The object is left as garbage then, which a collector must be
// able to go through.
func (m Mem) InitU64(r Ref, f Field, x uint64) { m.SetU64(r, f, x) }

// InitU32 is SetU32 of such an object.
func (m Mem) InitU32(r Ref, f Field, x uint64) { m.SetU32(r, f, x) }

// InitRef stores a reference, as InitU64 does.
func (m Mem) InitRef(r Ref, f Field, x Ref) { m.SetRef(r, f, x) }

// InitU8At stores byte i, as InitU64 does.
func (m Mem) InitU8At(r Ref, f Field, i, x uint64) { m.SetU8At(r, f, i, x) }

// InitU64At stores word i, as InitU64 does.
func (m Mem) InitU64At(r Ref, f Field, i, x uint64) { m.SetU64At(r, f, i, x) }

// InitRefAt stores a reference that is word i, as InitU64 does.
func (m Mem) InitRefAt(r Ref, f Field, i uint64, x Ref) { m.SetRefAt(r, f, i, x) }

// InitU64Off stores a word off bytes behind a field, as InitU64 does.
func (m Mem) InitU64Off(r Ref, f Field, off, x uint64) { m.SetU64Off(r, f, off, x) }
