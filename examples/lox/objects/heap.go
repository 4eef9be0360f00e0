// Package objects has lox's strings and arrays: where they lie, and what is done to them. What
// machine code does without leaving is written once (ops.go): Go compiles it for the interpreter,
// and go generate makes routines of the same functions.
package objects

import (
	"embed"
	"fmt"
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
// heap and arrays in the upper, so that a word says what it is.
const (
	First  = 0xfffe << 48
	Arrays = First + Size/2
	Last   = First + Size - 1
	Size   = 32 << 20 // of the heap, in bytes
)

// Heap hands out memory, of which nothing is freed: the example has no collector.
type Heap struct {
	Mem  mem.Mem
	next [2]uint64 // of strings, of arrays
}

// New makes a heap of Size bytes of zeros at an address.
func New(at uintptr) *Heap {
	return &Heap{mem.Mem{Base: at - First&math.MaxUint}, [2]uint64{First, Arrays}}
}

// alloc makes an object with a length and so many bytes behind it.
func (h *Heap) alloc(half int, n, bytes uint64) (mem.Ref, error) {
	r, end := h.next[half], [2]uint64{Arrays, Last + 1}[half]
	if bytes > Size || r+8+bytes > end {
		return 0, fmt.Errorf("lox: out of memory")
	}
	h.next[half] += (8 + bytes + 7) &^ 7
	h.Mem.SetU64(mem.Ref(r), length, n)
	return mem.Ref(r), nil
}

// String makes a string. Behind its bytes stand zeros up to a multiple of 8.
func (h *Heap) String(s string) (mem.Ref, error) {
	r, err := h.alloc(0, uint64(len(s)), uint64(len(s)))
	for i := 0; i < len(s) && err == nil; i++ {
		h.Mem.SetU8At(r, bytes, uint64(i), uint64(s[i]))
	}
	return r, err
}

// Array makes an array of n times x.
func (h *Heap) Array(n uint64, x mem.Ref) (mem.Ref, error) {
	if n > Size/8 {
		return 0, fmt.Errorf("lox: out of memory")
	}
	r, err := h.alloc(1, n, 8*n)
	for i := uint64(0); i < n && err == nil; i++ {
		h.Mem.SetRefAt(r, elements, i, x)
	}
	return r, err
}

// Len returns the length of an object.
func (h *Heap) Len(r mem.Ref) int { return int(h.Mem.U64(r, length)) }

// Text returns the bytes of a string, which do not change.
func (h *Heap) Text(r mem.Ref) string {
	b := make([]byte, h.Len(r))
	for i := range b {
		b[i] = byte(h.Mem.U8At(r, bytes, uint64(i)))
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Holds reports whether so many bytes at a displacement lie within an object.
func (h *Heap) Holds(r mem.Ref, disp int64, n int) bool {
	end := h.next[0]
	if r >= Arrays {
		end = h.next[1]
	}
	return r >= First && disp >= 0 && uint64(r)+uint64(disp)+uint64(n) <= end
}

// Load returns n bytes of an object, 1 or 8, as a number.
func (h *Heap) Load(r mem.Ref, disp uint64, n int) uint64 {
	if n == 1 {
		return h.Mem.U8At(r, 0, disp)
	}
	return h.Mem.U64Off(r, 0, disp)
}
