// Package dense has what tables by dense id need: slices whose memory is used again.
// Ids of values and blocks are small numbers, so facts about them live in slices;
// a pass keeps its slices between functions and takes them up with the length that
// the next function asks for.
//
//	r.seen = dense.Cleared(r.seen, f.NumBlocks())
//
// The package must not know what the ids are of.
package dense

// Grow returns a slice of length n, with the memory of s if that is large enough. Its
// contents are unspecified. n must not be negative.
func Grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// Cleared returns a slice of n zero elements, with the memory of s if that is large
// enough.
func Cleared[T any](s []T, n int) []T {
	s = Grow(s, n)
	clear(s)
	return s
}

// Room hands out slices and takes all of them back at once. Its memory is used again from the next Reset on.
type Room[T any] struct{ list []T }

// Take returns a slice of length n. Its contents are unspecified.
func (r *Room[T]) Take(n int) []T {
	if len(r.list)+n > cap(r.list) { // what has been handed out stays where it is
		r.list = make([]T, 0, max(2*cap(r.list), n, leastRoom))
	}
	at := len(r.list)
	r.list = r.list[:at+n]
	return r.list[at : at+n : at+n]
}

// Copy returns a slice with the contents of s.
func (r *Room[T]) Copy(s []T) []T {
	c := r.Take(len(s))
	copy(c, s)
	return c
}

// Reset takes back all that was handed out.
func (r *Room[T]) Reset() { r.list = r.list[:0] }

const leastRoom = 64
