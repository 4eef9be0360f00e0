// Package sre matches regular expressions that CPython's re._compiler has
// translated to codes: what CPython's module _sre does in C (Modules/_sre/sre_lib.h).
//
// The package must not know Python objects: text is a slice of 1, 2 or 4 bytes a
// character, as PEP 393 lays out a str, and what depends on Unicode comes from
// [Unicode].
//
//	p, err := sre.Compile(codes, groups, &unicode) // of re.compile(`(a+)b`)
//	m := sre.NewMatcher(p, []uint8("xaab"))
//	ok, err := m.Search(0, 4, false)
//	fmt.Println(m.Span(0)) // 1 4
//	fmt.Println(m.Span(1)) // 1 3
//
// # Nodes
//
// The first match makes a graph of nodes of the codes, each of which knows the next one.
// A test of a character is a set of bits for those below 256, whatever the code asks (\w,
// ignoring case); literals in a row are a string. Of the node behind a choice it is known
// which characters a match of it can begin with, if it cannot be empty: an alternative is
// passed over, and a repeat gives back or stops, without trying what would fail at once.
// Where a repeat's characters and those behind it have none in common, it gives back
// nothing at all.
//
// # Matching
//
// CPython's matcher calls itself for each choice, on a stack of its own; this one
// is a loop over a stack of choices. A choice says where to go on when what was
// tried after it fails; marks (the ends of groups) that were set since are undone
// by a log. Repeats of several characters have contexts, a linked list of values
// that never change, so that a choice holds the one it needs. Lookaround, atomic
// groups and possessive repeats are runs of their own, whose choices are dropped
// when they succeed; they nest as deep as the pattern.
package sre

import (
	"fmt"
	"sync"
	"unsafe"
)

// Magic is the version of the codes that the package takes (re._constants.MAGIC).
const Magic = 20230612

// MaxRepeat stands for a repeat without bound, MaxGroups is how many groups a
// pattern may have.
const (
	MaxRepeat = 1<<32 - 1
	MaxGroups = 1<<30 - 1
)

// The codes, in the order of re._constants.OPCODES.
const (
	opFailure = iota
	opSuccess
	opAny
	opAnyAll
	opAssert
	opAssertNot
	opAt
	opBranch
	opCategory
	opCharset
	opBigCharset
	opGroupRef
	opGroupRefExists
	opIn
	opInfo
	opJump
	opLiteral
	opMark
	opMaxUntil
	opMinUntil
	opNotLiteral
	opNegate
	opRange
	opRepeat
	opRepeatOne
	opSubpattern
	opMinRepeatOne
	opAtomicGroup
	opPossessiveRepeat
	opPossessiveRepeatOne
	opGroupRefIgnore
	opInIgnore
	opLiteralIgnore
	opNotLiteralIgnore
	opGroupRefLocIgnore
	opInLocIgnore
	opLiteralLocIgnore
	opNotLiteralLocIgnore
	opGroupRefUniIgnore
	opInUniIgnore
	opLiteralUniIgnore
	opNotLiteralUniIgnore
	opRangeUniIgnore
	numOps
)

// Places (ATCODES).
const (
	atBeginning = iota
	atBeginningLine
	atBeginningString
	atBoundary
	atNonBoundary
	atEnd
	atEndLine
	atEndString
	atLocBoundary
	atLocNonBoundary
	atUniBoundary
	atUniNonBoundary
	numAts
)

// Categories (CHCODES): each is followed by its complement.
const (
	catDigit        = 0
	catSpace        = 2
	catWord         = 4
	catLineBreak    = 6
	catLocWord      = 8
	catUniDigit     = 10
	catUniSpace     = 12
	catUniWord      = 14
	catUniLineBreak = 16
	numCategories   = 18
)

// Flags of opInfo.
const (
	infoPrefix  = 1
	infoCharset = 4
)

// Unicode answers what depends on the properties of characters.
type Unicode struct {
	Lower, Upper                     func(r rune) rune // to one character
	Decimal, Space, Alnum, LineBreak func(r rune) bool
}

// Program is a pattern's codes, checked.
type Program struct {
	code   []uint32
	groups int
	u      *Unicode
	body   int   // where the pattern begins, behind opInfo
	min    int   // no match has fewer characters
	prefix []int // the characters that each match begins with
	first  int   // the charset that each match begins with a member of, or −1

	parts   int // codes that become nodes, at most
	built   sync.Once
	root    int32
	nodes   []node
	alts    []alternative
	chars   []uint32 // of the strings
	literal []byte   // the prefix, if all of it is below 256
	borders []int    // of the beginnings of the prefix
	// ahead are what the first characters of each match are members of; masks has a bit for each of
	// these sets, by character, and maskFar those of the characters from 256 on.
	ahead   []*set
	masks   [256]uint8
	maskFar uint8
}

// Groups returns how many groups the pattern has, without the whole match.
func (p *Program) Groups() int { return p.groups }

// Code returns the codes.
func (p *Program) Code() []uint32 { return p.code }

// HandleWeight returns about how many bytes the program takes, once it has been used (heap.Held).
func (p *Program) HandleWeight() int {
	return int(unsafe.Sizeof(*p)) + 4*len(p.code) + 16*len(p.prefix) + p.parts*int(unsafe.Sizeof(node{})+unsafe.Sizeof(alternative{})+unsafe.Sizeof(set{})/2)
}

// Compile checks codes that re._compiler has made for a pattern of so many groups.
// The error says where they make no sense; what is accepted can be matched without
// reading outside of the codes.
func Compile(code []uint32, groups int, u *Unicode) (*Program, error) {
	p := &Program{code: code, groups: groups, u: u, first: -1}
	if groups < 0 || groups > MaxGroups {
		return nil, fmt.Errorf("sre: %d groups", groups)
	}
	c := checker{p: p}
	at := 0
	if len(code) > 0 && code[0] == opInfo {
		if err := c.info(); err != nil {
			return nil, err
		}
		at = p.body
	}
	end, err := c.block(at, len(code)-1, 0)
	if err != nil {
		return nil, err
	}
	if end != len(code)-1 || code[end] != opSuccess {
		return nil, fmt.Errorf("sre: no SUCCESS at the end, code %d", end)
	}
	return p, nil
}
