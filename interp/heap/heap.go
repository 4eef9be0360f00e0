package heap

import (
	"fmt"
	"sync/atomic"
	"unsafe"
)

// The arena, from its base: the owner's static objects, the windows, the
// owner's tables, the stack of guest frames, then pages of objects.
const (
	// WindowsOffset is where the windows begin: below it lie static objects of the
	// owner, the first of which, at offset 0, is 16 zero bytes (Null).
	WindowsOffset = 1024
	// SizesOffset is where the sizes of slots are for who cuts objects from windows by itself: for an
	// object of so many times 16 bytes, up to MaxSmall, 16 bits, of which those below SizeShift
	// are the number of its class and the others the size of its slots in units of 16 bytes.
	SizesOffset = 3328
	SizeShift   = 5
	// WindowSize is how far a class's window is behind that of the class before, KindWindows how far
	// a kind's are behind those of the kind before.
	WindowSize  = 16
	KindWindows = WindowSize * numClasses
	// MaxSmall is the size in bytes of the largest objects that are cut from windows.
	MaxSmall = maxSmall
	// TablesOffset is where tables of the owner begin that machine code reads. They
	// end at StaticSize.
	TablesOffset = 4096
	// StaticSize is the size of the part of the arena that no collection looks at.
	StaticSize = 1 << 17

	pageShift = 13
	pageSize  = 1 << pageShift

	// DefaultLimit is the heap's limit in bytes unless Options says otherwise.
	DefaultLimit = 4 << 30
	// defaultStack is the size of the frame stack in bytes.
	defaultStack = 256 << 20
	minLimit     = 1 << 20
)

// Options sets up a Heap.
type Options struct {
	// Limit is the most bytes that objects may take; past it allocations fail
	// with OutOfMemory. 0 means DefaultLimit, or less where the process may have less
	// address space (RLIMIT_AS); at least 1 MiB.
	Limit uintptr
	// Stack is the size of the region for guest frames in bytes; 0 means
	// defaultStack.
	Stack uintptr
	// Stress collects at every allocation and fills freed memory with a
	// pattern, to find values that the collector was not told about.
	Stress bool
	// Kinds describes the objects, at most maxKinds.
	Kinds []Kind
}

// Kind says what the collector has to know of objects of one kind.
type Kind struct {
	// Name is for errors.
	Name string
	// Refs is the offset of the first word that may be a reference; all behind it, to
	// the end of the object's slot, may be references, too. At least HeaderSize; 0:
	// no word is one. Objects of kinds with references begin cleared.
	Refs uintptr
	// Finalize is told of every object of the kind that has died, before its memory
	// is used again, in no order. It may read the object, which refers to nothing that
	// is still there, and must not allocate. Objects of kinds with it begin cleared; it
	// is not told of those whose header was never written.
	Finalize func(v Value)
}

// cleared reports whether objects of the kind begin cleared.
func (k *Kind) cleared() bool { return k.Refs != 0 || k.Finalize != nil }

const (
	// maxKinds is the number of kinds that a heap can have: each has windows of its own.
	maxKinds = 5
	// HeaderSize is the size of what every object begins with, in bytes: a word that is
	// the owner's and no reference.
	HeaderSize = 8
)

// Heap is one arena and everything that lives in it. It is used by one goroutine
// at a time, and must not be copied once Init has been called.
type Heap struct {
	mem   unsafe.Pointer // the arena's base minus TagRef: unsafe.Add(mem, v) is v's address
	base  uintptr
	arena []byte // the whole reservation

	limit     uintptr
	stackSize uintptr
	heapOff   uintptr // offset of the first page of objects
	kinds     [maxKinds]Kind

	pages pages
	spans []*span // all live spans
	// Spans that slots are taken from.
	current [maxKinds][numClasses]*span
	partial [maxKinds][numClasses][]*span // spans with free slots
	noSpan  span                          // stands in current: always full
	windows *[maxKinds][numClasses]window // in the arena
	failIn  int                           // allocations until one fails; 0: none does

	gc collector
	// pressure is the function of OnPressure.
	pressure func(need uintptr)
	// refusal is the function of OnRefusal.
	refusal func()
	temps   []Value // see Push
	handles handleTable
	reserve reserve

	wanted   atomic.Bool // see Attend
	attend   func()
	patience int // windows that are still opened without

	distrusted bool // see Distrust
}

// Stopped is what a function of Attend panics with to end all that runs. Whoever has entered the guest recovers it; Err is
// the result.
type Stopped struct{ Err error }

// Attend sets what is called ahead of allocations of large objects, and of every 64th small one at the latest, while
// Want is on. It may panic, as an allocation may.
func (h *Heap) Attend(f func()) { h.attend = f }

// BePatient lets n more windows be opened before the function of Attend is called, so that whoever
// can be asked at a better place is asked there. Large objects do not wait.
func (h *Heap) BePatient(n int) { h.patience = n }

// Want says whether the function of Attend is called. It may be used from any goroutine.
func (h *Heap) Want(on bool) { h.wanted.Store(on) }

// Init makes an empty heap of a zero Heap.
func (h *Heap) Init(o Options) error {
	partLimit, partStack := extent{fixed: o.Limit != 0}, extent{fixed: o.Stack != 0}
	if o.Limit == 0 {
		o.Limit = DefaultLimit
	}
	if o.Stack == 0 {
		o.Stack = defaultStack
	}
	if o.Limit < minLimit {
		return fmt.Errorf("heap: limit of %d bytes is below 1 MiB", o.Limit)
	}
	if err := h.describe(o.Kinds); err != nil {
		return err
	}
	partLimit.size = (o.Limit + pageSize - 1) &^ (pageSize - 1)
	partStack.size = (o.Stack + pageSize - 1) &^ (pageSize - 1)
	arena, err := mapFitting(&partStack, &partLimit)
	if err != nil {
		return err
	}
	limit, stack := partLimit.size, partStack.size
	h.arena, h.limit, h.stackSize, h.heapOff = arena, limit, stack, StaticSize+stack
	base := unsafe.Pointer(unsafe.SliceData(arena))
	h.base = uintptr(base)
	// The sum wraps around: mem is no address, only mem plus a reference is.
	h.mem = unsafe.Add(base, -(TagRef - 1<<64))
	h.windows = (*[maxKinds][numClasses]window)(h.Static(WindowsOffset))
	*(*[len(sizes)]uint16)(h.Static(SizesOffset)) = sizes
	for k := range h.current {
		for c := range h.current[k] {
			h.current[k][c] = &h.noSpan
		}
	}
	advise(arena[h.heapOff:])
	h.pages.limit = limit
	h.gc.stress = o.Stress
	h.gc.trigger = min(minTrigger, limit/4)
	return nil
}

// describe takes over the descriptions of kinds.
func (h *Heap) describe(kinds []Kind) error {
	if len(kinds) > maxKinds {
		return fmt.Errorf("heap: %d kinds of objects, at most %d can be", len(kinds), maxKinds)
	}
	for _, k := range kinds {
		if k.Refs%8 != 0 {
			return fmt.Errorf("heap: references of kind %s begin at %d, which is no multiple of 8", k.Name, k.Refs)
		}
	}
	copy(h.kinds[:], kinds)
	return nil
}

// Close gives the arena back, to the system or to the next heap of its size, which finds zeros (kept.go). No Value of the
// heap may be used afterwards, and nothing may run in it.
func (h *Heap) Close() error {
	if h.arena == nil {
		return nil
	}
	a := h.keep()
	*h = Heap{}
	if a == nil {
		return nil
	}
	return unmapArena(a)
}

// MemBase returns what machine code adds to a reference to get an address: the
// arena's base minus TagRef.
func (h *Heap) MemBase() uint64 { return uint64(h.base) - TagRef }

// Static returns the address of a static object or table of the owner, at an offset
// below StaticSize.
func (h *Heap) Static(off uintptr) unsafe.Pointer {
	return unsafe.Pointer(&h.arena[off])
}

// Stack returns the region for guest frames: its first byte and its size. The
// owner lays frames out in it and tells the collector of them with AddRoots.
func (h *Heap) Stack() (unsafe.Pointer, uintptr) {
	return h.Static(StaticSize), h.stackSize
}

// MapStack maps a region for guest frames beside that of Stack: for frames of which there is another stack.
// UnmapStack gives it back.
func MapStack(size uintptr) ([]byte, error) { return mapArena(size) }

// UnmapStack gives a region of MapStack back.
func UnmapStack(region []byte) error { return unmapArena(region) }

// HasAddress reports whether an address lies in the arena.
func (h *Heap) HasAddress(address uintptr) bool { return address-h.base < uintptr(len(h.arena)) }

// UsedBytes returns the bytes of pages that hold objects.
func (h *Heap) UsedBytes() uintptr { return h.pages.used << pageShift }

// leastDefault is what the default sizes become at least.
const leastDefault = 16 << 20

// extent is the size of one part of the arena.
type extent struct {
	size  uintptr
	fixed bool // it was asked for
}

// halve makes a part smaller, if it may be.
func (e *extent) halve() bool {
	if e.fixed || e.size/2 < leastDefault {
		return false
	}
	e.size /= 2
	return true
}

// mapFitting maps the arena of a heap. Where there is no address space for it, what was
// not asked for is halved until there is, and twice more: machine code and the Go runtime
// need most of what is left.
func mapFitting(stack, limit *extent) (arena []byte, err error) {
	size := func() uintptr { return StaticSize + stack.size + limit.size }
	if arena := takeKept(size()); arena != nil {
		return arena, nil
	}
	shrunk := false
	for {
		if arena, err = mapArena(size()); err == nil {
			break
		}
		if dropKept() {
			continue
		}
		a, b := stack.halve(), limit.halve()
		if shrunk = true; !a && !b {
			return nil, fmt.Errorf("heap: reserving %d bytes of address space: %w; a smaller -max-heap (Options.Heap.Limit) needs less", size(), err)
		}
	}
	if !shrunk {
		return arena, nil
	}
	if err := unmapArena(arena); err != nil {
		return nil, err
	}
	for range 2 {
		stack.halve()
		limit.halve()
	}
	return mapArena(size())
}

// Limit returns the heap's limit in bytes.
func (h *Heap) Limit() uintptr { return h.limit }

// Stress reports whether the heap collects at every allocation.
func (h *Heap) Stress() bool { return h.gc.stress }

// SetStress makes the heap collect at every allocation from now on, or no longer:
// see Options.Stress, which does so from the beginning.
func (h *Heap) SetStress(on bool) { h.gc.stress = on }

// OutOfMemory is what an allocation panics with when the heap's limit is
// reached and a collection did not help. Whoever runs guest code recovers it
// and raises the guest's error.
type OutOfMemory struct {
	Size uintptr // bytes asked for
}

// Error implements error.
func (e OutOfMemory) Error() string {
	return fmt.Sprintf("heap: no memory for %d bytes", e.Size)
}
