// Package sweep frees code and classes that nothing refers to any more.
//
// # Problem
//
// Code and classes live outside of the arena, in tables. Objects and frames hold their
// numbers, which the collector does not follow. So an ordinary collection takes all of
// them for alive.
//
// # Choice
//
// A sweep is a collection that finds out which of them are alive: what a live object, a
// frame, a live executor or a Go function that is running refers to, and what that refers
// to in turn. The rest is freed, with its executors and what is watched for them.
//
// A sweep happens where code is about to be loaded, where a class is about to be made,
// where gc.collect is called, and before memory is refused. It looks at every live object.
// So where there is room what is outside must have grown since the last sweep: by as much
// as was alive then, by an eighth of the heap and by minSweep.
//
// Memory may be refused to any allocation. So what a Go function refers to is alive, if it
// has a pointer to code or a class on its stack, or has code in Loading.
//
// The number of dead code is given to other code, unless a selector remembers places by
// it that cannot forget them (uop.Dropper).
//
// # Rejected
//
// Following numbers in each collection would cost every collection what only programs need
// that load code for ever.
//
// # Known sin
//
// An executor of live code keeps the code that it runs through, also if nothing else refers
// to it.
package sweep

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/tiering"
)

// VM is what a sweep reads of a virtual machine, and what it takes out of it.
type VM interface {
	Heap() *object.Heap
	// Codes returns the code that is loaded, by handle; nil where one has died.
	Codes() []*adaptive.Code
	// Tier returns the executors.
	Tier() *tiering.Tier
	// Made calls f with the functions that the VM has made for code: its drivers.
	Made(handle uint32, f func(object.Value))
	// EachFrame calls f with the code of each frame that is in memory.
	EachFrame(f func(handle uint32))
	// CollectGo collects Go's memory: values of Go that nobody holds any more let go of their objects.
	CollectGo()
	// Free takes code out of the VM, but for its executors.
	Free(c *adaptive.Code)
}

// minSweep is how many bytes of code, classes and executors are made at least between
// sweeps.
const minSweep = 1 << 20

// A Sweeper is what a VM knows of its code's memory.
type Sweeper struct {
	VM      VM
	Loading []*adaptive.Code // code that is being made: nothing refers to it yet
	Always  bool             // where it is asked for room, not only where much has been made

	live     int            // bytes of what is outside of the arena after the last sweep
	held     int            // the same after the last one ahead of which Go's memory was collected
	free     []uint32       // numbers of dead code
	gathered []object.Value // see gather
	fresh    int            // how much code the last collection has met that was not gathered

	now *sweep // the one that is going on, nil if there is none
}

// The weights of code in bytes beyond the lengths of its parts: measured, see
// TestWeights.
const (
	weightUnit  = 7 // as it was read and as it runs, and what Verify has found out
	weightCode  = int(unsafe.Sizeof(pycode.Code{})+unsafe.Sizeof(adaptive.Code{})) + 320
	weightConst = 16 + 8 + 8 // an interface, a word, what it points to
	weightName  = 16 + 8 + 8 // a string header, a word, short text
)

// weight is how many bytes of Go's memory a code object takes once it is loaded,
// without the code among its constants.
func weight(c *pycode.Code) int {
	return weightCode + weightUnit*len(c.Units) + weightConst*len(c.Consts) + weightName*(len(c.Names)+len(c.LocalsPlus)) +
		len(c.LineTable) + len(c.ExceptionTable)
}

// weightOfAll is weight with the code among the constants.
func weightOfAll(c *pycode.Code) int {
	n := weight(c)
	for _, k := range c.Consts {
		if inner, ok := k.(*pycode.Code); ok {
			n += weightOfAll(inner)
		}
	}
	return n
}

// RoomForCode is RoomFor for code that is about to be loaded.
func (s *Sweeper) RoomForCode(c *pycode.Code) error { return s.RoomFor(weightOfAll(c)) }

// RoomFor sweeps if it is time to, or if the limit leaves no room for what is about to be
// made. The error is a MemoryError if there is none even then.
func (s *Sweeper) RoomFor(need int) error {
	h := s.VM.Heap()
	lack := func() uintptr { return h.Lack(uintptr(need)) }
	if s.Always || int(h.OutsideBytes())-s.live > max(minSweep, s.live, int(h.GCStats().LiveBytes/8)) || lack() > 0 {
		s.Sweep()
	}
	if n := lack(); n > 0 {
		s.VM.Tier().GiveWay(n)
	}
	if lack() > 0 {
		return h.RaiseMemoryError()
	}
	return nil
}

// Number returns the number of code that is loaded: one of dead code if there is one, else the next.
func (s *Sweeper) Number(c *pycode.Code) uint32 {
	s.VM.Heap().Outside(weight(c))
	if n := len(s.free); n > 0 {
		number := s.free[n-1]
		s.free = s.free[:n-1]
		return number
	}
	return uint32(len(s.VM.Codes()))
}

// On reports whether a sweep is going on.
func (s *Sweeper) On() bool { return s.now != nil }

// Sweep frees the code that nothing needs. Values of Go that nobody holds any more keep
// objects until Go's memory is collected, which knows nothing of the guest's. So it is
// collected if there is much code left, twice as much as the last time.
func (s *Sweeper) Sweep() {
	s.once()
	if s.live > max(minSweep, 2*s.held) {
		s.VM.CollectGo()
		s.once()
		s.held = s.live
	}
}

func (s *Sweeper) once() {
	s.scatter()
	h := s.VM.Heap()
	s.now = &sweep{s: s, vm: s.VM, codes: s.VM.Codes(), alive: make([]bool, len(s.VM.Codes())), classes: h.BeginClassSweep()}
	h.CollectBy(s.now)
	s.now.classes.End()
	s.now = nil
	s.VM.Tier().FreeRetired()
	s.live = int(h.OutsideBytes())
}

// Mark marks what code refers to: of all code, or in a sweep of that which frames
// run or the VM itself needs.
func (s *Sweeper) Mark(m *heap.Marker) {
	if s.now == nil {
		s.markGathered(m)
		return
	}
	for _, c := range s.now.codes {
		if c != nil && c.Pinned {
			s.now.code(m, c.Handle)
		}
	}
	for _, c := range s.Loading {
		s.now.code(m, c.Handle)
	}
	s.VM.EachFrame(func(handle uint32) { s.now.code(m, handle) })
}

// sweep is one sweep: a heap.Tracer.
type sweep struct {
	s     *Sweeper
	vm    VM
	codes []*adaptive.Code
	alive []bool // by number of the code
	tier  *tiering.Sweep
	found bool // code, since Settle

	classes *object.ClassSweep
}

// Visit implements heap.Tracer.
func (s *sweep) Visit(m *heap.Marker, v object.Value) {
	h := s.vm.Heap()
	s.classes.Visit(m, v)
	switch h.RefType(v) {
	case object.FunctionType:
		s.code(m, h.Half(v, object.OffFuncCode))
	case object.GeneratorType, object.CoroutineType, object.AsyncGeneratorType:
		s.code(m, h.GenCode(v))
	case object.TracebackType:
		s.code(m, h.Half(v, object.OffTracebackCode))
	case object.CodeType:
		if c, ok := h.HandleOf(v).(*adaptive.Code); ok {
			s.code(m, c.Handle)
		}
	}
}

// VisitData implements heap.Tracer: no object that refers to code is of such a kind.
func (s *sweep) VisitData(m *heap.Marker, v object.Value) { s.classes.VisitData(m, v) }

// stack marks the code that a Go function refers to; words are those of the Go stack.
func (s *sweep) stack(m *heap.Marker, words []uint64) {
	at := make(map[uint64]uint32, len(s.codes))
	for _, c := range s.codes {
		if c != nil {
			at[uint64(uintptr(unsafe.Pointer(c)))] = c.Handle
		}
	}
	for _, w := range words {
		if handle, ok := at[w]; ok {
			s.code(m, handle)
		}
	}
}

// code marks code and what it refers to.
func (s *sweep) code(m *heap.Marker, handle uint32) {
	c := s.codes[handle]
	if s.alive[handle] || c == nil { // nil: of an executor that waits to be freed
		return
	}
	s.alive[handle], s.found = true, true
	markCode(m, c)
	if c.Spaced != nil {
		s.code(m, c.Spaced.Handle)
	}
	s.vm.Made(handle, m.Value)
}

// Settle implements heap.Tracer.
func (s *sweep) Settle(m *heap.Marker) bool {
	if s.tier == nil {
		s.classes.Stack(m, m.GoStack())
		s.stack(m, m.GoStack())
		s.tier = s.vm.Tier().BeginSweep(tiering.Sweep{
			Value: m.Value, Words: m.Conservative,
			Code:  func(handle uint32) { s.code(m, handle) },
			Alive: func(code uint32) bool { return int(code) < len(s.alive) && s.alive[code] },
		})
	}
	found := s.tier.Mark() || s.found
	s.found = false
	return found
}

// Done implements heap.Tracer: it frees the rest.
func (s *sweep) Done(m *heap.Marker) {
	s.classes.Done(m)
	s.tier.End(func(v object.Value) bool { return !m.Marked(v) })
	for i, c := range s.codes {
		if c != nil && !s.alive[i] {
			s.s.freeCode(c)
		}
	}
}

// freeCode takes code out of the VM.
func (s *Sweeper) freeCode(c *adaptive.Code) {
	s.VM.Free(c)
	if s.VM.Tier().Died(c) {
		s.free = append(s.free, c.Handle)
	}
	s.VM.Heap().Outside(-weight(c.Code))
}

// markCode marks what code refers to.
func markCode(m *heap.Marker, c *adaptive.Code) {
	m.Value(c.Self)
	m.Values(c.ConstValues)
	m.Values(c.NameValues)
	m.Values(c.Params)
	m.Values(c.Signature)
	m.Values(c.FuncNames)
	m.Value(c.Globals)
}
