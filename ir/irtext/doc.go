// Package irtext prints and parses the text form of package ir's functions.
// GRAMMAR.md has the grammar and samples of all forms.
//
// The print is canonical: entities are numbered densely in order of appearance
// within their class (v values, s states, b blocks, f frames, x exits), whatever
// their ids in memory, so that printing what was parsed from a print gives the
// same bytes. Constants stand inline as operands, and each literal shows its
// representation: 42 is an i64, 1.0 an f64, true a bool, #… a guest word.
//
// The package knows operations by their rows only, and guest words by the names
// that [Names] gives them. It does not check what package verify checks: a
// parsed function is well-formed text, nothing more.
//
//	trace @sum form=typed {
//	frame f0 "sum.py:2" (s, i)
//	b0:
//	  v0: ref = slot 0
//	  s0 = state f0 pc=12 (|)
//	  v1: i64 = guard.i64 v0, s0 -> x0
//	  jump b1(v1, 0)
//	b1(v2: i64, v3: i64): loop
//	  s1 = state f0 pc=14 (s=box v2, i=box v3 |)
//	  v4: i64 = add.ov v2, v3, s1 -> x1
//	  v5: bool = lt v4, 1000
//	  s2 = state f0 pc=20 (s=box v4, i=box v3 | v0)
//	  guard.true v5, s2 -> x2
//	  jump b1(v4, v3)
//	}
//	exits x0: deopt, x1: deopt, x2: side
//
// To read and write it:
//
//	f, err := irtext.Parse("sum.ir", text, ir.CoreOps, nil, irtext.Options{})
//	if err != nil {
//		return err // irtext: sum.ir:12:7: unknown operation "ad" (add, and?)
//	}
//	fmt.Print(irtext.String(f))
package irtext

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tier2go/tier2/ir"
)

// Names names guest words: None, 5 or "text" for what would otherwise be
// printed as bits. A name is a run of letters, digits and the characters
// _.+-:/<>@$%&*?~^ that does not begin with 0x, or a Go string literal without
// line breaks; a word whose name is neither, or whose name ParseWord does not
// turn into the same word again, is printed as bits.
type Names interface {
	FormatWord(word uint64) (name string, ok bool)
	ParseWord(name string) (word uint64, ok bool)
}

// Options configure printing and parsing. The zero Options print everything,
// words as bits.
type Options struct {
	Names Names // nil: guest words are bits
	// NoOrigins leaves out the micro-ops that values come from (!12,13). The
	// parser accepts them always.
	NoOrigins bool
	// Numbers keeps the numbers of earlier prints of the function, or those of the
	// text that is parsed; nil: the print is canonical.
	Numbers *Numbering
	// Place, if set, is told by the parser where each parameter and operation
	// stands: line and column from 1.
	Place func(v *ir.Value, line, col int)
}

// Error is a mistake in a text, with its place: line and column from 1, the
// column in bytes.
type Error struct {
	File      string // as given to Parse, may be empty
	Line, Col int
	Msg       string // with near candidates, if there are any
}

// Error prints the mistake as irtext: file:line:column: cause.
func (e *Error) Error() string {
	if e.File == "" {
		return fmt.Sprintf("irtext: %d:%d: %s", e.Line, e.Col, e.Msg)
	}
	return fmt.Sprintf("irtext: %s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Limits of a text. They bound the memory that a hostile text can ask for; the
// grammar does not nest, so there is no recursion to limit.
const (
	MaxText   = 16 << 20 // bytes
	MaxNumber = 1 << 30  // of an entity, a slot or a micro-op
)

var errTooLong = errors.New("irtext: the text is longer than 16 MiB")

// String returns the text of a function with the zero Options.
func String(f *ir.Func) string {
	var b strings.Builder
	_ = Print(&b, f, Options{}) // a Builder's Write does not fail
	return b.String()
}
