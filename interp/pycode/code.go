package pycode

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// The bits of Code.Flags (Include/cpython/code.h).
const (
	FlagOptimized         = 0x1 // locals are in fast slots
	FlagNewLocals         = 0x2
	FlagVarArgs           = 0x4 // has *args
	FlagVarKeywords       = 0x8 // has **kwargs
	FlagNested            = 0x10
	FlagGenerator         = 0x20
	FlagCoroutine         = 0x80
	FlagIterableCoroutine = 0x100
	FlagAsyncGenerator    = 0x200
	FlagHasDocstring      = 0x4000000 // the first constant is the docstring
	FlagMethod            = 0x8000000 // defined in a class body
)

// LocalKind says what a slot of LocalsPlus is: a set of the bits below
// (Include/internal/pycore_code.h).
type LocalKind uint8

// The bits of a LocalKind. A parameter that an inner function uses is both a
// local and a cell; the argument bits say how a parameter is passed.
const (
	KindArgPos LocalKind = 0x02 // positional, or positional or keyword together with KindArgKW
	KindArgKW  LocalKind = 0x04
	KindArgVar LocalKind = 0x08 // *args together with KindArgPos, **kwargs with KindArgKW
	KindHidden LocalKind = 0x10 // of an inlined comprehension: not in locals()
	KindLocal  LocalKind = 0x20
	KindCell   LocalKind = 0x40
	KindFree   LocalKind = 0x80
)

// Code is a code object: the compiled body of a module, class, function,
// lambda, generator expression or type scope. The fields are those that marshal
// carries; the rest is derived. A Code is not changed after it was read, and may
// then be used by several goroutines.
type Code struct {
	ArgCount        int // positional parameters, positional-only ones included, *args not
	PosOnlyArgCount int
	KwOnlyArgCount  int
	StackSize       int // operand stack entries
	Flags           int
	FirstLine       int

	// Units are the instructions and their inline caches: opcode | operand<<8.
	Units []uint16
	// Consts and Names are what operands index.
	Consts []Const
	Names  []string

	// LocalsPlus names a frame's slots: parameters and locals, then cells that
	// are no parameters, then free variables. Kinds has one entry for each.
	LocalsPlus []string
	Kinds      []LocalKind

	Filename string
	Name     string // such as "method"
	QualName string // such as "Class.method" or "f.<locals>.g"

	// LineTable and ExceptionTable are in CPython's encoding; Line, Positions
	// and Handlers decode them.
	LineTable      []byte
	ExceptionTable []byte

	// Warnings are what CPython warned of when it compiled this and what is in it. Package compile
	// sets those of the code objects that it returns.
	Warnings []Warning

	checked atomic.Uint32 // what it has passed: see Verify

	once  sync.Once // fills what follows
	lines []lineStart
	table []Handler
}

// Warning is a warning of CPython's compiler, most often a SyntaxWarning.
type Warning struct {
	Category string // a builtin class
	Message  string
	Filename string
	Line     int
	Text     string // what `python3.14 FILE` prints on stderr; of several warnings the first has it for all
	Err      error  // what compiling ends in where a filter makes the warning an error
}

func (*Code) isConst() {}

// String names the code object as CPython's repr does, without an address.
func (c *Code) String() string {
	return fmt.Sprintf("<code object %s, file \"%s\", line %d>", printable(c.Name), printable(c.Filename), c.FirstLine)
}

// NumLocals returns the number of parameters and local variables (co_nlocals),
// those that are also cells included.
func (c *Code) NumLocals() int { return c.count(KindLocal) }

// NumCells returns the number of cells that the code makes, those of parameters
// included.
func (c *Code) NumCells() int { return c.count(KindCell) }

// NumFree returns the number of free variables: the last slots.
func (c *Code) NumFree() int { return c.count(KindFree) }

// NumParams returns the number of slots that hold arguments on entry: all
// parameters, *args and **kwargs included.
func (c *Code) NumParams() int {
	n := c.ArgCount + c.KwOnlyArgCount
	if c.Flags&FlagVarArgs != 0 {
		n++
	}
	if c.Flags&FlagVarKeywords != 0 {
		n++
	}
	return n
}

func (c *Code) count(kind LocalKind) int {
	n := 0
	for _, k := range c.Kinds {
		if k&kind != 0 {
			n++
		}
	}
	return n
}
