package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/tiering"
)

// Code lives outside of the arena, in a table. Functions, generators, tracebacks and
// frames hold its number, which the collector does not follow, so an ordinary
// collection takes all code for alive. A sweep is a collection that finds out which
// code is: what a live object, a frame or a live executor refers to, and what that
// refers to in turn. The rest is freed, with its executors and what is watched for
// them.
//
// A sweep happens where code is about to be loaded or gc.collect is called, and
// nowhere else: there no Go function holds a *Code that nothing in the VM refers to.
// It looks at every live object, so there must be enough code to free: as much as
// was alive after the last sweep, an eighth of the heap and minSweep.
//
// Known sin: an executor of live code keeps the code that it runs through, also if nothing
// else refers to it.
//
// The number of dead code is given to other code, unless a selector remembers places by
// it that cannot forget them (uop.Dropper).

// minSweep is how many bytes of code are loaded at least between sweeps.
const minSweep = 1 << 20

// sweeper is what a VM knows of its code's memory.
type sweeper struct {
	loaded int      // bytes of code that were loaded since the last sweep
	live   int      // bytes of code after it
	held   int      // bytes of code after the last one ahead of which Go's memory was collected
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

// roomForCode sweeps if it is time to, or if the limit leaves no room for code that is about
// to be loaded. The error is a MemoryError if there is none even then.
func (vm *VM) roomForCode(c *pycode.Code) error {
	h, need := vm.heap, weightOfAll(c)
	fits := func() bool { return h.UsedBytes()+h.OutsideBytes()+uintptr(need) <= h.Limit() }
	if vm.opts.Heap.Stress || vm.code.loaded > max(minSweep, vm.code.live, int(h.GCStats().LiveBytes/8)) || !fits() {
		vm.sweep()
	}
	if !fits() {
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
	w := weight(c.Code)
	s.loaded += w
	vm.heap.Outside(w)
}

// sweep frees the code that nothing needs. Values of Go that nobody holds any more keep
// objects until Go's memory is collected, which knows nothing of the guest's. So it is
// collected if there is much code left, twice as much as the last time.
func (vm *VM) sweep() {
	vm.sweepOnce()
	if s := &vm.code; vm.refs.fresh > 0 && s.live > max(minSweep, 2*s.held) {
		vm.refs.collect()
		vm.sweepOnce()
		s.held = s.live
	}
}

func (vm *VM) sweepOnce() {
	s := &sweep{vm: vm, alive: make([]bool, len(vm.codes))}
	vm.sweeping = s
	vm.heap.CollectBy(s)
	vm.sweeping = nil
	vm.code.loaded, vm.code.live = 0, int(vm.heap.OutsideBytes())
	vm.code.sweeps++
	vm.tier.FreeRetired()
}

// sweep is one sweep: a heap.Tracer.
type sweep struct {
	vm    *VM
	alive []bool // by number of the code
	tier  *tiering.Sweep
	found bool // code, since Settle
}

// Visit implements heap.Tracer.
func (s *sweep) Visit(m *heap.Marker, v object.Value) {
	h := s.vm.heap
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
	for _, f := range s.vm.drivers.made[handle] {
		m.Value(f)
	}
}

// Settle implements heap.Tracer.
func (s *sweep) Settle(m *heap.Marker) bool {
	if s.tier == nil {
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
	delete(vm.drivers.made, c.Handle)
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
