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
