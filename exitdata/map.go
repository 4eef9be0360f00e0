package exitdata

import (
	"sort"
)

// Map says where an executor's machine code comes from: for profilers, and for
// explaining it. Micro-ops are indexes in Executor.Trace.Insts; −1 is none.
type Map struct {
	Spans  []Span  // by Off; the first begins at 0
	Points []Point // by exit
	Calls  []Call  // of helpers, by Off
	// counters is the address of the words that the code counts in: entries, then
	// each exit (lower.Linkage.Counters); n is their number.
	counters uintptr
	n        int
}

// Span is a piece of code, which goes on to the next one.
type Span struct {
	Off int32 // in bytes, from the code's start
	Uop int32
}

// Point says what an exit belongs to.
type Point struct {
	Op    string // operation of the IR that leaves
	Uop   int32  // that it comes from
	Types string // guard.type: what it lets through, "{int, float}"
	Loop  bool   // inside of a loop of the code
	// Of describes where the operand comes from that is guarded; for conditions,
	// the first operand of the comparison.
	Of Source
}

// Source says where a value comes from.
type Source struct {
	Op   string // operation of the IR, "" for none
	Uop  int32
	Slot int // "slot": which one; "entry": the number of the value; otherwise −1
}

// Call is a call of a helper.
type Call struct {
	Off  int32  // where the call's code begins
	Op   string // operation of the IR
	Uop  int32
	Loop bool // inside of a loop of the code
	Slow bool // beside code that does the same without a call, mostly
}

// At returns the micro-op that the code at an offset comes from.
func (m *Map) At(off int) int32 {
	i := sort.Search(len(m.Spans), func(i int) bool { return int(m.Spans[i].Off) > off })
	if i == 0 {
		return -1
	}
	return m.Spans[i-1].Uop
}

// CallBefore returns the last call whose code begins before an offset: the one that
// returns there.
func (m *Map) CallBefore(off int) (Call, bool) {
	i := sort.Search(len(m.Calls), func(i int) bool { return int(m.Calls[i].Off) >= off })
	if i == 0 {
		return Call{Uop: -1}, false
	}
	return m.Calls[i-1], true
}

// addCounters gives an executor's map room for n counters, until Drop: none without
// machine code.
func (t *Table) addCounters(m *Map, n int) error {
	if t.data == nil {
		return nil
	}
	addr, err := t.data.Alloc(8 * n)
	if err != nil {
		return err
	}
	clear(t.data.Words(addr, n))
	m.counters, m.n = addr, n
	return nil
}

// Entered returns how often an executor was entered, from Go or from another
// executor: 0 without counters.
func (t *Table) Entered(e *Executor) uint64 {
	if e.Map == nil || e.Map.counters == 0 || t.data == nil {
		return e.Entries
	}
	return t.data.Words(e.Map.counters, 1)[0]
}

// Transitions returns how often an exit was taken, bound or not. Without counters it
// is how often it led back to Go.
func (t *Table) Transitions(x *Exit) uint64 {
	if m := x.Executor.Map; m != nil && m.counters != 0 && t.data != nil {
		if n := t.data.Words(m.counters+8*uintptr(1+x.Index), 1)[0]; n > 0 {
			return n
		}
	}
	return x.Taken() // an exception: Go takes that exit
}
