package exitdata

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// Row is an exit's data, as machine code sees it: 16 bytes.
type Row struct {
	Entry   uint64 // where execution goes on: the address of machine code
	Target  uint32 // pc to go on at, in code units of the innermost frame. Of a forced row: visits until it is taken
	Hotness int16  // _COLD_EXIT counts here how often the exit was taken; Go carries it over (Exit.Taken)
	State   uint16 // number of the state within the executor
}

// The row's size and the offset of what machine code reads.
const (
	RowSize    = native.RowSize
	RowEntry   = 0
	RowTarget  = 8
	RowHotness = native.RowHotness
)

var (
	_ = [1]struct{}{}[unsafe.Sizeof(Row{})-RowSize]
	_ = [1]struct{}{}[unsafe.Offsetof(Row{}.Entry)-RowEntry]
	_ = [1]struct{}{}[unsafe.Offsetof(Row{}.Target)-RowTarget]
	_ = [1]struct{}{}[unsafe.Offsetof(Row{}.Hotness)-RowHotness]
)

// Kind says how an executor runs.
type Kind uint8

// The kinds of executors.
const (
	Cold   Kind = iota // what unbound exits point to
	Uops               // the micro-ops are interpreted
	IR                 // the optimized IR is evaluated
	Native             // machine code
	Own                // whatever the optimizer has made: Executor.Execute
)

var kindNames = [...]string{"cold", "uops", "ir", "native", "own"}

// String returns the kind's name.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", k)
	}
	return kindNames[k]
}

// Executor is what runs in place of the interpreter from one point of the
// guest's program.
type Executor struct {
	ID     int
	Kind   Kind
	Name   string // "qualname file:line"
	Code   uint64 // the guest's handle of the code, and the pc, that it stands for
	Offset uint32
	Trace  *uop.Trace
	Func   *ir.Func // kind IR: what is evaluated; otherwise nil
	Roots  []uint64 // guest words in the code, which must stay alive
	Deps   []uint64 // what it relies on, as the guest named it
	Exits  []*Exit  // by index
	// Of kind Own: what runs it, and the kinds of its exits by number. Trace may be nil
	// then; an optimizer that has looked at other code than Code says so in Trace.Codes.
	Execute Execute
	Leaves  []ir.ExitKind
	// Parent is the exit that this executor continues, nil if it is entered from
	// the interpreter.
	Parent *Exit
	Depth  int // length of the chain of exits that led here
	// Takes is the state in which any exit may lead here that leaves in it: Parent does.
	// nil: Parent alone leads here.
	Takes *State
	// Cost of making it, and what it is made of.
	CompileNS int64
	CodeBytes int
	UopsIn    int
	GuardsIn  int
	GuardsOut int
	NumSlots  int
	HotBytes  int
	Stubs     int // exits with rows and code of their own: lower.Code
	StubBytes int // of all that code
	Plain     int // exits without rows that have code of their own
	// PlainBytes is the length of all that code, and of what it shares.
	PlainBytes int
	Entries    uint64 // times entered from Go
	// Time is how long it ran after it was entered from Go, executors that its exits
	// lead to included, if the VM measures that.
	Time    time.Duration
	Invalid bool

	// Map says where the code comes from, and has its counters: nil unless it was
	// asked for (tier2.Options.Map).
	Map *Map
	// Cut says why the trace ends earlier than projected: what the compiler could
	// not build. nil: it ends as Trace.Stop says.
	Cut error

	// Lost has what tests are executed in vain behind joins, and UopBytes, then, the bytes of machine code
	// of each micro-op: where tier2.Options.Joins asks for it.
	Lost     []Lost
	UopBytes []int32

	Data    any // the VM's
	Counted int // bytes of Go's memory that the VM has counted for it, see Weight

	bound []*Exit // exits of executors that lead here
	// See Table.Sweep.
	cooled   []*Exit // exits that led here until the last sweep
	entered  uint64  // Entries at the last sweep
	lastUsed int     // the sweep before which it was made or entered last
	used     bool    // Collect: somebody comes back to it
	freed    bool
	chunk    native.Chunk
	rows     uintptr // address of the first row, 0 if there are none
	numRows  int
	plain    *Exit // of the row that exits without one of their own leave through
	// Rows by which forced exits leave, by index; their targets count down.
	forced []*Exit
	valid  uintptr // address of the word that machine code checks; 1 while valid
	// The calls of routines that may give up, and the address of their rows, 0 without.
	sites    []Site
	siteRows uintptr
	vain     uintptr // address of the word that counts tests in vain, 0 without
	mayVain  uint64
	table    *Table
}

// Entry returns the address of an executor's machine code.
func (e *Executor) Entry() uint64 { return uint64(e.chunk.Addr) }

// Bytes returns an executor's machine code as installed, for listings.
func (e *Executor) Bytes() []byte {
	switch e.Kind {
	case Cold:
		return native.ColdStub()
	case Native:
	default:
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), e.chunk.Addr)), e.CodeBytes)
}
