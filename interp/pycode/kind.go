package pycode

import (
	"fmt"
	"math/bits"
	"strings"
)

// kind says what a word of a frame may be: a set of the things below, and, where
// the set has one element that is counted, how many (a tuple's cells, a code
// object's free variables). It is the lattice of Verify: the join of two kinds is
// the union of their sets, and numbers that differ are forgotten.
//
// What is not known to be anything in particular is an object: it may be of any
// type, and who takes it tests that when it runs. The other kinds are what
// instructions take without a test.
type kind uint64

const (
	isNull      kind = 1 << iota // no object: an empty place, or no self
	isObject                     // an object of any type
	isBool                       // True or False
	isStr                        // a str
	isList                       // a list
	isSet                        // a set
	isDict                       // a dict
	isTuple                      // a tuple
	isCells                      // a tuple of n cells
	isNames                      // a tuple of n strs
	isCell                       // a cell
	isRaised                     // an exception
	isHandled                    // what was being handled before: an exception, or None
	isUnit                       // the code unit that has raised: an int
	isCode                       // a code object with n free variables
	isFunction                   // a function
	isOpen                       // a function that still lacks its closure of n cells
	isParameter                  // a type parameter
	isUnusable                   // one of several things of which no instruction takes all

	kindBits  = iota
	kindSet   = 1<<kindBits - 1
	kindCount = 32 // shift of the number
)

// The sets that instructions take.
const (
	anything   = kindSet
	anObject   = kindSet &^ (isNull | isOpen | isUnusable)
	objectNull = anObject | isNull
	aTuple     = isTuple | isCells | isNames
	aFunction  = isFunction | isOpen
)

// kindNames are the names of the elements of a kind, in the order of the constants.
var kindNames = [kindBits]string{
	"NULL", "an object", "a bool", "a str", "a list", "a set", "a dict", "a tuple", "a tuple of cells", "a tuple of names", "a cell",
	"an exception", "what was being handled", "a code unit", "a code object", "a function", "a function without its closure",
	"a type parameter", "one of several things",
}

// of gives a kind its number.
func (k kind) of(n int) kind { return k | kind(n)<<kindCount }

// count returns the number of a kind.
func (k kind) count() int { return int(k >> kindCount) }

// plain forgets the number.
func (k kind) plain() kind {
	set := k & kindSet
	switch set {
	case isCells, isNames:
		return isTuple
	case isCode:
		return isObject
	case isOpen:
		return isUnusable
	}
	return set
}

// join returns the least kind that has both.
func (k kind) join(o kind) kind {
	if k == o {
		return k
	}
	return k.plain() | o.plain()
}

// String names a kind for an error message.
func (k kind) String() string {
	var names []string
	switch set := k & kindSet; set {
	case anything:
		return "anything"
	case anObject:
		return "an object"
	case objectNull:
		return "an object or NULL"
	default:
		for ; set != 0; set &= set - 1 {
			names = append(names, kindNames[bits.TrailingZeros64(uint64(set))])
		}
	}
	text := strings.Join(names, " or ")
	switch k & kindSet {
	case isCells, isNames:
		if k.count() == 0 {
			break
		}
		text += fmt.Sprintf(" (%d)", k.count())
	case isCode, isOpen:
		if k.count() == 0 {
			break
		}
		text += fmt.Sprintf(" (of %d free variables)", k.count())
	}
	return text
}

// constKind returns the kind of a constant.
func constKind(k Const) kind {
	switch k := k.(type) {
	case Str:
		return isStr
	case Bool:
		return isBool
	case *Code:
		return isCode.of(k.NumFree())
	case Tuple:
		for _, e := range k {
			if _, ok := e.(Str); !ok {
				return isTuple
			}
		}
		return isNames.of(len(k))
	}
	return isObject
}
