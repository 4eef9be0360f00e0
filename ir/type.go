package ir

import (
	"fmt"
	"math/bits"
	"strings"
)

// Type is the representation of a value.
type Type uint8

// The representations.
const (
	Void  Type = iota // no result
	Ref               // a guest value in one boxed word
	I64               // a 64-bit integer, signed where it matters
	U64               // a number from 0 to 2^64−1, in 64 bits
	F64               // an IEEE 754 double
	Bool              // a truth value, 0 or 1
	State             // a frame state
	NumTypes
)

var typeNames = [NumTypes]string{"void", "ref", "i64", "u64", "f64", "bool", "state"}

// String returns the type's name in the text form.
func (t Type) String() string {
	if t < NumTypes {
		return typeNames[t]
	}
	return fmt.Sprintf("type(%d)", uint8(t))
}

// TypeByName returns the representation with the given name.
func TypeByName(s string) (Type, bool) {
	for i, n := range typeNames {
		if n == s {
			return Type(i), true
		}
	}
	return Void, false
}

// Form is what a function's values may be; see the package comment.
type Form uint8

// The forms, in the order in which compilation goes through them.
const (
	Guest Form = iota
	Typed
	Machine
	NumForms
)

var formNames = [NumForms]string{"guest", "typed", "machine"}

// String returns the form's name.
func (f Form) String() string { return formNames[f] }

// FormByName returns the form with the given name.
func FormByName(s string) (Form, bool) {
	for i, n := range formNames {
		if n == s {
			return Form(i), true
		}
	}
	return Guest, false
}

// FormSet is a set of forms.
type FormSet uint8

// The sets in use.
const (
	AnyForm   FormSet = 1<<Guest | 1<<Typed | 1<<Machine
	GuestOnly FormSet = 1 << Guest
	FromTyped FormSet = 1<<Typed | 1<<Machine
)

// Has reports whether f is in the set.
func (s FormSet) Has(f Form) bool { return s>>f&1 != 0 }

// TypeSet is a set of guest types: bit i stands for the i-th type of the
// guest's list. It is what is known of a Ref.
type TypeSet uint64

// AnyType is the set of all guest types: nothing is known.
const AnyType = ^TypeSet(0)

// Only reports whether the set is exactly one type.
func (s TypeSet) Only() bool { return s != 0 && s&(s-1) == 0 }

// Within reports whether every type of s is in t.
func (s TypeSet) Within(t TypeSet) bool { return s&^t == 0 }

// Bit returns the number of the set's only type.
func (s TypeSet) Bit() int { return bits.TrailingZeros64(uint64(s)) }

// GuestTypes is a guest's list of types: names by bit number, at most 64.
type GuestTypes []string

// Format prints a set as {int, float}, or any.
func (g GuestTypes) Format(s TypeSet) string {
	if s == AnyType {
		return "{any}"
	}
	var b strings.Builder
	b.WriteByte('{')
	for i := range 64 {
		if s>>i&1 == 0 {
			continue
		}
		if b.Len() > 1 {
			b.WriteString(", ")
		}
		if i < len(g) {
			b.WriteString(g[i])
		} else {
			fmt.Fprintf(&b, "%d", i)
		}
	}
	b.WriteByte('}')
	return b.String()
}

// ByName returns the type with the given name as a set of one.
func (g GuestTypes) ByName(s string) (TypeSet, bool) {
	if s == "any" {
		return AnyType, true
	}
	for i, n := range g {
		if n == s {
			return 1 << i, true
		}
	}
	return 0, false
}

// ExitKind says why execution leaves.
type ExitKind uint8

// The kinds of exits.
const (
	Deopt   ExitKind = iota // an assumption does not hold; the instruction is executed again
	Side                    // the guest branches the other way
	End                     // the trace or region ends here
	Error                   // an exception is set
	Poll                    // the VM wants attention
	Dynamic                 // a return or call whose target is found at run time
	NumExitKinds
)

var exitKindNames = [NumExitKinds]string{"deopt", "side", "end", "error", "poll", "dynamic"}

// String returns the kind's name in the text form.
func (k ExitKind) String() string { return exitKindNames[k] }

// ExitKindByName returns the kind with the given name.
func ExitKindByName(s string) (ExitKind, bool) {
	for i, n := range exitKindNames {
		if n == s {
			return ExitKind(i), true
		}
	}
	return 0, false
}

// When says which of an operation's states is meant, in the order in which the
// text form lists them.
type When uint8

// The three states of an operation.
const (
	Before When = iota // a guard failed: the instruction is executed again
	Raise              // an exception was raised: pc of the instruction, stack as the handler search finds it
	After              // the instruction is done: pc of the next (validity, polls)
	NumWhen
)

var whenNames = [NumWhen]string{"before", "raise", "after"}

// String returns the state's keyword in the text form.
func (w When) String() string { return whenNames[w] }
