package heap

import "unsafe"

// An Account counts Go's memory that something holds for a program and that grows: the content of a StringIO, say. A zero
// Account counts nothing. Go objects that have handles embed theirs, and what it counts is given back with the handle
// (ReleaseHandle). Functions that need memory while they run have one for themselves, which they free when they are done:
//
//	var a heap.Account
//	defer a.Free(h)
//	out := heap.Grow(h, &a, []rune(nil), n)
type Account struct{ bytes int }

func (a *Account) account() *Account { return a }

const (
	// heldApart is how many bytes Go objects may take between collections, which find those that nobody needs any more.
	heldApart = 256 << 20
	// heldSmall is what the limit is not asked about: the object that stands for it is an allocation too.
	heldSmall = 1 << 10
)

// Add counts n bytes more, fewer if n is negative. Where the limit leaves no room for them behind a collection it panics
// with OutOfMemory, as an allocation does, and counts what it did before.
func (a *Account) Add(h *Heap, n int) {
	h.hold(n, h.refusal)
	a.bytes += n
}

// Set counts n bytes, whatever it has counted: see Add.
func (a *Account) Set(h *Heap, n int) { a.Add(h, n-a.bytes) }

// Bytes returns what it counts.
func (a *Account) Bytes() int { return a.bytes }

// Free counts nothing any more.
func (a *Account) Free(h *Heap) {
	h.Outside(-a.bytes)
	a.bytes = 0
}

// hold is Outside for what there must be room for. last frees what a collection does not; nil: nothing may be freed but by one.
func (h *Heap) hold(n int, last func()) {
	if n > 0 {
		if h.gc.held += uintptr(n); h.gc.held > heldApart {
			h.Collect()
		}
		h.yield(uintptr(n))
	}
	if n > heldSmall && h.wanted.Load() {
		h.attend()
	}
	if n > heldSmall && h.failIn != 0 {
		h.countDown(uintptr(n))
	}
	if n > heldSmall && !h.fits(n) {
		if h.Collect(); !h.fits(n) && last != nil {
			last()
		}
		if !h.fits(n) {
			panic(OutOfMemory{Size: uintptr(n)})
		}
	}
	h.Outside(n)
}

// OnRefusal sets what is called before memory is refused to a program, of the arena or Go's, behind a collection: to free what
// only the owner knows how to, classes and code. It may be called wherever an object is allocated or an Account counts more.
func (h *Heap) OnRefusal(f func()) { h.refusal = f }

// fits reports whether the limit leaves room for n bytes outside of the arena. What gives way takes no room from them.
func (h *Heap) fits(n int) bool { return h.Lack(uintptr(n)) <= h.pages.yielding }

// Grow returns s with room for n elements more, as slices.Grow does, and has its memory counted by a, that of s no more. It
// panics as Add does; while the elements are copied both count.
func Grow[E any](h *Heap, a *Account, s []E, n int) []E {
	need := len(s) + n
	if n <= cap(s)-len(s) {
		return s
	}
	size := int(unsafe.Sizeof(*new(E)))
	if need < 0 || uintptr(need) > h.limit/uintptr(size) {
		panic(OutOfMemory{Size: MaxObject})
	}
	room := max(need, min(2*cap(s), cap(s)+cap(s)/4+heldSmall))
	if h.Lack(uintptr(room*size)) > 0 {
		room = max(need, cap(s)+cap(s)/16) // no less: elements are copied each time
	}
	a.Add(h, room*size)
	grown := append(make([]E, 0, room), s...)
	a.Add(h, -cap(s)*size)
	return grown
}

// Append is append for what a counts: see Grow.
func Append[E any](h *Heap, a *Account, s []E, x ...E) []E {
	return append(Grow(h, a, s, len(x)), x...)
}

// Drop returns nil for a slice of Grow's whose elements nobody needs any more.
func Drop[E any](h *Heap, a *Account, s []E) []E {
	a.Add(h, -cap(s)*int(unsafe.Sizeof(*new(E))))
	return nil
}
