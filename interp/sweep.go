package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/tiering"
)

// Code and classes live outside of the arena, in tables. Objects and frames hold their
// numbers, which the collector does not follow, so an ordinary collection takes all of
// them for alive. A sweep is a collection that finds out which are: what a live object, a
// frame, a live executor or a Go function that is running refers to, and what that refers
// to in turn. The rest is freed, with its executors and what is watched for them.
//
// A sweep happens where code is about to be loaded, where a class is about to be made and
// where gc.collect is called, and nowhere else. It looks at every live object, so what is
// outside must have grown since the last one: by as much as was alive then, by an eighth
// of the heap and by minSweep.
//
// Known sin: an executor of live code keeps the code that it runs through, also if nothing
// else refers to it.
//
// The number of dead code is given to other code, unless a selector remembers places by
// it that cannot forget them (uop.Dropper).

// minSweep is how many bytes of code, classes and executors are made at least between
// sweeps.
const minSweep = 1 << 20

// sweeper is what a VM knows of its code's memory.
type sweeper struct {
	live   int      // bytes of what is outside of the arena after the last sweep
	held   int      // the same after the last one ahead of which Go's memory was collected
	free   []uint32 // numbers of dead code
	sweeps int
	freed  int // code objects
}

// The weights of code in bytes beyond the lengths of its parts: measured, see
// TestWeights.
const (
	weightUnit  = 7 // as it was read and as it runs, and what Verify has found out
	weightCode  = int(unsafe.Sizeof(pycode.Code{})+unsafe.Sizeof(Code{})) + 320
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

// roomForCode is roomFor for code that is about to be loaded.
func (vm *VM) roomForCode(c *pycode.Code) error { return vm.roomFor(weightOfAll(c)) }

// roomFor sweeps if it is time to, or if the limit leaves no room for what is about to be
// made. The error is a MemoryError if there is none even then.
func (vm *VM) roomFor(need int) error {
	h, s := vm.heap, &vm.code
	lack := func() uintptr { return h.Lack(uintptr(need)) }
	if vm.opts.Heap.Stress || int(h.OutsideBytes())-s.live > max(minSweep, s.live, int(h.GCStats().LiveBytes/8)) || lack() > 0 {
		vm.sweep()
	}
	if n := lack(); n > 0 {
		vm.tier.GiveWay(n)
	}
	if lack() > 0 {
		return h.RaiseMemoryError()
	}
	return nil
}

// enlist gives code a number.
func (vm *VM) enlist(c *Code) {
	s := &vm.code
	if n := len(s.free); n > 0 {
		c.Handle = s.free[n-1]
		s.free = s.free[:n-1]
		vm.codes[c.Handle] = c
	} else {
		c.Handle = uint32(len(vm.codes))
		vm.codes = append(vm.codes, c)
	}
	vm.heap.Outside(weight(c.Code))
}

// sweep frees the code that nothing needs. Values of Go that nobody holds any more keep
// objects until Go's memory is collected, which knows nothing of the guest's. So it is
// collected if there is much code left, twice as much as the last time.
func (vm *VM) sweep() {
	vm.sweepOnce()
	if s := &vm.code; s.live > max(minSweep, 2*s.held) {
		vm.bridge.Collect()
		vm.sweepOnce()
		s.held = s.live
	}
}

func (vm *VM) sweepOnce() {
	s := &sweep{vm: vm, alive: make([]bool, len(vm.codes)), classes: vm.heap.BeginClassSweep()}
	vm.sweeping = s
	vm.heap.CollectBy(s)
	vm.sweeping = nil
	s.classes.End()
	vm.tier.FreeRetired()
	vm.code.live = int(vm.heap.OutsideBytes())
	vm.code.sweeps++
}

// sweep is one sweep: a heap.Tracer.
type sweep struct {
	vm    *VM
	alive []bool // by number of the code
	tier  *tiering.Sweep
	found bool // code, since Settle

	classes *object.ClassSweep
}

// Visit implements heap.Tracer.
func (s *sweep) Visit(m *heap.Marker, v object.Value) {
	h := s.vm.heap
	s.classes.Visit(m, v)
	switch h.RefType(v) {
	case object.FunctionType:
		s.code(m, h.Half(v, object.OffFuncCode))
	case object.GeneratorType, object.CoroutineType, object.AsyncGeneratorType:
		s.code(m, h.GenCode(v))
	case object.TracebackType:
		s.code(m, h.Half(v, object.OffTracebackCode))
	case object.CodeType:
		if c, ok := h.HandleOf(v).(*Code); ok {
			s.code(m, c.Handle)
		}
	}
}

// stack marks the code that a Go function refers to; words are those of the Go stack.
func (s *sweep) stack(m *heap.Marker, words []uint64) {
	at := make(map[uint64]uint32, len(s.vm.codes))
	for _, c := range s.vm.codes {
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
	c := s.vm.codes[handle]
	if s.alive[handle] || c == nil { // nil: of an executor that waits to be freed
		return
	}
	s.alive[handle], s.found = true, true
	markCode(m, c)
	if c.Spaced != nil {
		s.code(m, c.Spaced.Handle)
	}
	for f := range s.vm.drivers.Made(handle) {
		m.Value(f)
	}
}

// Settle implements heap.Tracer.
func (s *sweep) Settle(m *heap.Marker) bool {
	if s.tier == nil {
		s.classes.Stack(m, m.GoStack())
		s.stack(m, m.GoStack())
		s.tier = s.vm.tier.BeginSweep(tiering.Sweep{
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
	for i, c := range s.vm.codes {
		if c != nil && !s.alive[i] {
			s.vm.freeCode(c)
		}
	}
}

// freeCode takes code out of the VM.
func (vm *VM) freeCode(c *Code) {
	if vm.versions[c.Version] == c {
		delete(vm.versions, c.Version)
	}
	vm.codes[c.Handle] = nil
	if vm.calls != nil && int(c.Handle) < len(vm.calls) {
		vm.calls[c.Handle] = pyguest.CallEntry{}
	}
	vm.drivers.Forget(c.Handle)
	if vm.tier.Died(c) {
		vm.code.free = append(vm.code.free, c.Handle)
	}
	vm.heap.Outside(-weight(c.Code))
	vm.code.freed++
}

// markCode marks what code refers to.
func markCode(m *heap.Marker, c *Code) {
	m.Value(c.Self)
	m.Values(c.ConstValues)
	m.Values(c.NameValues)
	m.Values(c.Params)
	m.Values(c.FuncNames)
	m.Value(c.Globals)
}

// markCodes marks what code refers to: of all code, or in a sweep of that which frames
// run or the VM itself needs.
func (vm *VM) markCodes(m *heap.Marker) {
	if vm.sweeping == nil {
		for _, c := range vm.codes {
			if c != nil {
				markCode(m, c)
			}
		}
		return
	}
	for _, c := range vm.codes {
		if c != nil && c.Pinned {
			vm.sweeping.code(m, c.Handle)
		}
	}
	vm.eachFrame(func(fp unsafe.Pointer) { vm.sweeping.code(m, frameCode(fp)) })
}
