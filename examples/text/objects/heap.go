// Package objects has the machine's strings and arrays: where they lie, and what is done to them. Each
// operation is written once (ops.go): Go compiles it for the interpreter, and go generate makes a routine of the
// same function, which machine code calls.
package objects

import (
	"embed"
	"errors"
	"math"
	"unsafe"

	"github.com/tier2go/tier2/opgen/mem"
)

//go:generate go tool opgen -o routines .

//go:embed routines/*.ir
var routines embed.FS

// Routine returns the text of a routine, for guest.Guest.
func Routine(name string) ([]byte, error) { return routines.ReadFile("routines/" + name + ".ir") }

// The words of objects: First plus where the object lies. Strings lie in the lower half of the
// heap and arrays in the upper, so that a word says what it is. Ahead of the strings are the windows.
const (
	First   = 0xfffe << 48
	Strings = First + 32
	Arrays  = First + Size/2
	Last    = First + Size - 1
	Size    = 64 << 20 // of the heap, in bytes
)

// Nil is the word of nothing: what a new array holds.
const Nil = mem.Ref(0xfffc << 48)

// NoRef is what an operation that gives up gives in place of a value: no word is it.
const NoRef = mem.Ref(math.MaxUint64)

// The alias classes of the fields.
const (
	ClassLength   = iota // does not change
	ClassBytes           // do not change
	ClassHash            // is kept where it has been asked for
	ClassElements        //
	ClassWindow          // where the next object goes
	NumClasses
)

// A string has its length, its hash, and its bytes, with zeros up to a multiple of 8 and 8 bytes more: so
// what is done to it goes by words. An array has its length and its elements.
const (
	length   = mem.Field(0) | ClassLength<<mem.ClassShift | mem.NonNegative
	hash     = mem.Field(8) | ClassHash<<mem.ClassShift
	bytes    = mem.Field(16) | ClassBytes<<mem.ClassShift
	elements = mem.Field(8) | ClassElements<<mem.ClassShift
)

// A window says where the next object goes and where its half of the heap ends.
const (
	stringWindow = mem.Ref(First)
	arrayWindow  = mem.Ref(First + 16)
	next         = mem.Field(0) | ClassWindow<<mem.ClassShift
	end          = mem.Field(8) | ClassWindow<<mem.ClassShift
)

// ErrMemory is the error where a half of the heap is full. Nothing is freed: the example has no collector.
var ErrMemory = errors.New("text: out of memory")

// Heap is the memory of objects.
type Heap struct{ Mem mem.Mem }

// New makes a heap of Size bytes of zeros at an address.
func New(at uintptr) *Heap {
	h := &Heap{mem.Mem{Base: at - First&math.MaxUint}}
	h.Mem.SetU64(stringWindow, next, Strings)
	h.Mem.SetU64(stringWindow, end, Arrays)
	h.Mem.SetU64(arrayWindow, next, Arrays)
	h.Mem.SetU64(arrayWindow, end, Last+1)
	return h
}

// String makes a string.
func (h *Heap) String(s string) (mem.Ref, error) {
	r, ok := newString(h.Mem, uint64(len(s)))
	if !ok {
		return 0, ErrMemory
	}
	for i := range len(s) {
		h.Mem.SetU8At(r, bytes, uint64(i), uint64(s[i]))
	}
	return r, nil
}

func (h *Heap) len(r mem.Ref) uint64 { return h.Mem.U64(r, length) }

// Text returns the bytes of a string, which do not change.
func (h *Heap) Text(r mem.Ref) string {
	b := make([]byte, h.len(r))
	for i := range b {
		b[i] = byte(h.Mem.U8At(r, bytes, uint64(i)))
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Holds reports whether so many bytes at a displacement lie where objects do.
func (h *Heap) Holds(r mem.Ref, disp int64, n int) bool {
	w := stringWindow
	if r >= Arrays {
		w = arrayWindow
	}
	return r >= First && disp >= 0 && uint64(r)+uint64(disp)+uint64(n) <= h.Mem.U64(w, next)
}
