package object

import (
	"fmt"
	"unsafe"
)

// The arena, from its base: a page of static objects, the stack of guest
// frames, then heap pages.
const (
	pageShift  = 13
	pageSize   = 1 << pageShift
	staticSize = 1 << 16

	// DefaultLimit is the heap's limit in bytes unless Options says otherwise.
	DefaultLimit = 4 << 30
	// DefaultStack is the size of the frame stack in bytes.
	DefaultStack = 256 << 20
)

// Options sets up a Heap.
type Options struct {
	// Limit is the most bytes that objects may take; past it allocations fail
	// with MemoryError. 0 means DefaultLimit; at least 1 MiB.
	Limit uintptr
	// Stack is the size of the region for guest frames in bytes; 0 means
	// DefaultStack.
	Stack uintptr
	// HashSeed is PYTHONHASHSEED: it seeds the hash of str and bytes. 0, the
	// default, makes hashes (and with them set order) the same in every run.
	HashSeed uint32
	// Stress collects at every allocation and fills freed memory with a
	// pattern, to find values that the collector was not told about.
	Stress bool
}

// Heap is one VM's arena, its types and everything that lives in it. It is
// used by one goroutine at a time.
type Heap struct {
	mem   unsafe.Pointer // the arena's base minus TagRef: unsafe.Add(mem, v) is v's address
	base  uintptr
	arena []byte // the whole reservation

	limit     uintptr
	stackSize uintptr
	heapOff   uintptr // offset of the first heap page

	// Pages and spans (span.go).
	pageSpan  []*span // by page; nil for free pages
	nextPage  uintptr // pages from here on were never used
	freeRuns  []run   // free page runs below nextPage, by address
	usedPages uintptr
	spans     []*span // all live spans
	current   [numSpanKinds][numClasses]*span
	partial   [numSpanKinds][numClasses][]*span // spans with free slots
	noSpan    span                              // stands in current: always full
	windows   *[numSpanKinds][numClasses]window // among the static objects

	gc gcState

	types       []*Type
	versions    []uint32 // of the types, by id; see class.go
	lookups     *[lookupCacheSize]lookupEntry
	lookedUp    bool                      // lookups is not empty
	attrs       *[AttrCacheSize]attrEntry // among the static objects
	found       *[DictCacheSize]dictFound // among the static objects
	typeObjects *[TypeTableSize]Value     // among the static objects
	classes     classState
	modules     map[string]*moduleNames // of builtin modules; see attr_known.go
	version     uint32                  // last version number given to a function or a dict's keys

	interned map[string]Value
	latin1   [256]Value // the one-character strings
	missing  [64]missingAttr
	specs    [32]parsedSpec // see parseSpec
	emptyStr Value
	emptyTup Value
	emptyByt Value
	emptyFro Value

	// IntMaxStrDigits is the most decimal digits that conversions between int
	// and str accept; 0 means no limit.
	IntMaxStrDigits int
	// ErrorHandler finds a handler of codecs.register_error by name; Null: there is
	// none. nil: there are none at all.
	ErrorHandler func(name string) (Value, error)
	num          numState

	temps    []Value
	builtins []*Builtin
	handles  handleTable

	hashKey [2]uint64

	cont containers // what lists, dicts and sets share (container.go)

	// Caller calls a guest function for builtins (sort keys, map): the VM sets
	// it. args are positional, then one for each name in kwnames (a tuple of
	// str, or Null).
	Caller func(f Value, args []Value, kwnames Value) (Value, error)
	// Frames runs generators: the VM sets it.
	Frames Frames
	// SuperContext tells, for super() without arguments, the class whose method
	// is running and its first argument: the VM sets it.
	SuperContext func() (class, self Value, err error)
	// TypeChanged is told when a watched type or one of its bases has changed, or,
	// with keys, that it has another shared key, if set.
	TypeChanged func(t *Type, keys bool)
	// Parameters returns how many parameters a function in Python has, and whether it
	// takes more arguments than those; the VM sets it.
	Parameters func(f Value) (n int, more bool)
	// DictChanged is told before a watched dict changes the value of a key
	// (x is Null when the key is deleted), if set.
	DictChanged func(d, key, x Value)
	// ImportModule imports a module by its full name.
	ImportModule func(name string) (Value, error)
	// TracebackPlace returns the line of a traceback's entry, and where its
	// instruction is in the bytecode, in bytes; the VM sets it.
	TracebackPlace func(tb Traceback) (line, lasti int)
	// TracebackFrame makes the frame object of a traceback's entry.
	TracebackFrame func(traceback Value) (Value, error)

	inflight     Value      // the exception raised last: a root
	raised       [64]Raised // see inFlight
	raises       uint
	handling     *Handling
	handlingCell Value
	secondCell   Value
	lastResort   Value // a MemoryError
	reserve      *span // memory kept back for MemoryError, without slots: no address leads into it
	spending     bool  // a MemoryError is being made: the reserve is not taken back
}

// New makes a heap with all builtin types.
func New(o Options) (*Heap, error) {
	if o.Limit == 0 {
		o.Limit = DefaultLimit
	}
	if o.Stack == 0 {
		o.Stack = DefaultStack
	}
	if o.Limit < 1<<20 {
		return nil, fmt.Errorf("object: heap limit of %d bytes is below 1 MiB", o.Limit)
	}
	limit := (o.Limit + pageSize - 1) &^ (pageSize - 1)
	stack := (o.Stack + pageSize - 1) &^ (pageSize - 1)
	size := staticSize + stack + limit
	arena, err := reserve(size)
	if err != nil {
		return nil, fmt.Errorf("object: reserving %d bytes of address space: %w", size, err)
	}
	h := &Heap{
		arena:     arena,
		limit:     limit,
		stackSize: stack,
		heapOff:   staticSize + stack,
		interned:  map[string]Value{},
	}
	base := unsafe.Pointer(unsafe.SliceData(arena))
	h.base = uintptr(base)
	// The sum wraps around: mem is no address, only mem plus a reference is.
	h.mem = unsafe.Add(base, -(TagRef - 1<<64))
	h.windows = (*[numSpanKinds][numClasses]window)(unsafe.Add(base, windowsOff))
	h.attrs = (*[AttrCacheSize]attrEntry)(unsafe.Add(base, attrCacheOff))
	h.found = (*[DictCacheSize]dictFound)(unsafe.Add(base, dictCacheOff))
	h.typeObjects = (*[TypeTableSize]Value)(unsafe.Add(base, typeTableOff))
	h.types = make([]*Type, FirstFreeType)
	h.versions = make([]uint32, FirstFreeType)
	h.lookups = new([lookupCacheSize]lookupEntry)
	h.gc.init(h, o.Stress)
	h.hashKey = hashKeys(o.HashSeed)
	for k := range h.current {
		for c := range h.current[k] {
			h.current[k][c] = &h.noSpan
		}
	}
	h.header(None, NoneType, 0)
	h.header(False, BoolType, 0)
	h.header(True, BoolType, 0)
	h.header(Ellipsis, EllipsisType, 0)
	h.header(NotImplemented, NotImplementedType, 0)
	h.initHandling()
	h.initTypes()
	h.inflight = Null
	h.lastResort = h.NewException(h.types[MemoryErrorType])
	h.refillReserve()
	return h, nil
}

// Close gives the arena back. No Value of the heap may be used afterwards.
func (h *Heap) Close() error {
	if h.arena == nil {
		return nil
	}
	a := h.arena
	*h = Heap{}
	return release(a)
}

// MemBase returns what machine code adds to a reference to get an address: the
// arena's base minus TagRef.
func (h *Heap) MemBase() uint64 { return uint64(h.base) - TagRef }

// Stack returns the region for guest frames: its first byte and its size. The
// VM lays frames out in it and tells the collector of them with AddRoots.
func (h *Heap) Stack() (unsafe.Pointer, uintptr) {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(h.arena)), staticSize), h.stackSize
}

// NextVersion returns a fresh version number for a function or for the keys of
// a dict, or 0 when the numbers have run out.
func (h *Heap) NextVersion() uint32 {
	if h.version == 1<<32-1 {
		return 0
	}
	h.version++
	return h.version
}

// Push keeps v alive until the matching Release. Use it for values that only
// memory of the Go heap holds.
func (h *Heap) Push(v Value) { h.temps = append(h.temps, v) }

// Mark returns the present depth of the stack of pushed values, for Release.
func (h *Heap) Mark() int { return len(h.temps) }

// Release forgets the values pushed since the Mark that returned m.
func (h *Heap) Release(m int) { h.temps = h.temps[:m] }

// Pushed returns the values pushed since the Mark that returned m. They are valid
// until the matching Release, also when more are pushed.
func (h *Heap) Pushed(m int) []Value { return h.temps[m:len(h.temps):len(h.temps)] }

// OutOfMemory is what an allocation panics with when the heap's limit is
// reached and a collection did not help. Whoever runs guest code recovers it
// and raises MemoryError.
type OutOfMemory struct {
	Size uintptr // bytes asked for
}

// Error implements error.
func (e OutOfMemory) Error() string {
	return fmt.Sprintf("object: no memory for %d bytes", e.Size)
}
