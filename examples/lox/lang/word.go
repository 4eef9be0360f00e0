package lang

import (
	"fmt"
	"math"
)

// Word is a value: the bits of a number, or one of the words above all numbers.
type Word uint64

// The words that are no numbers.
const (
	Nil   Word = 0xfffc<<48 + iota
	False      // True is the next
	True
	Fun    Word = 0xfffd << 48 // and a function's number
	Object Word = 0xfffe << 48 // and where it lies
)

// Number returns the word of a number.
func Number(x float64) Word {
	if x != x {
		return 0x7ff8 << 48 // other NaNs are other words
	}
	return Word(math.Float64bits(x))
}

// Truth returns True or False.
func Truth(b bool) Word {
	if b {
		return True
	}
	return False
}

// IsNumber reports whether a word is a number.
func (w Word) IsNumber() bool { return w < Nil }

// Number returns the number that a word is.
func (w Word) Number() float64 { return math.Float64frombits(uint64(w)) }

// String returns a word as programs print it.
func (w Word) String() string {
	switch {
	case w >= Object:
		return "<object>"
	case w.IsNumber():
		return fmt.Sprint(w.Number())
	case w >= Fun:
		return fmt.Sprintf("<fun %d>", w-Fun)
	}
	return [...]string{"nil", "false", "true"}[w-Nil]
}
