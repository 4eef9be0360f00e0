package irtext

import (
	"maps"
	"slices"
)

// numbered has what a text numbers by its number. Texts that are printed count from 0, so the low numbers are in a list; what is
// above, which somebody has written, is in a map.
type numbered[T any] struct {
	low  []*T
	high map[int]*T
}

// mostLow bounds the list: number 1,000,000 of a short text is no reason for a list of that length.
const mostLow = 1 << 12

// at returns the thing of a number, nil if there is none; n may be negative.
func (l *numbered[T]) at(n int) *T {
	if n >= 0 && n < len(l.low) {
		return l.low[n]
	}
	return l.high[n]
}

func (l *numbered[T]) set(n int, x *T) {
	if n < 0 || n >= mostLow {
		if l.high == nil {
			l.high = map[int]*T{}
		}
		l.high[n] = x
		return
	}
	for n >= len(l.low) {
		l.low = append(l.low, nil)
	}
	l.low[n] = x
}

// all yields what has a number, in the numbers' order.
func (l *numbered[T]) all(yield func(int, *T) bool) {
	for n, x := range l.low {
		if x != nil && !yield(n, x) {
			return
		}
	}
	for _, n := range slices.Sorted(maps.Keys(l.high)) {
		if !yield(n, l.high[n]) {
			return
		}
	}
}
