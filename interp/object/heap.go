package object

import (
	"sync/atomic"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/bigcut"
	"github.com/tier2go/tier2/interp/pyhash"
)

// Options sets up a Heap.
type Options struct {
	// Limit is the most bytes that objects may take; past it allocations fail
	// with MemoryError. 0 means [heap.DefaultLimit], or less where the process may have less
	// address space (RLIMIT_AS); at least 1 MiB.
	Limit uintptr
	// Stack is the size of the region for guest frames in bytes; 0 means
	// [heap.DefaultStack].
	Stack uintptr
	// HashSeed is PYTHONHASHSEED: it seeds the hash of str and bytes. 0, the
	// default, makes hashes (and with them set order) the same in every run.
	HashSeed uint32
	// Stress collects at every allocation and fills freed memory with a
	// pattern, to find values that the collector was not told about.
	Stress bool
}

// Kinds of objects, as [heap.Options] lists them.
const (
	kindPlain  = iota // every word behind the header may be a reference
	kindBytes         // none is: str, bytes, limbs
	kindHandle        // a Go object's handle, told to the type's Release when it dies
	kindFrame         // a frame object or the mapping of one's variables: they are counted
	kindFinal         // plain; an instance of a class with a __del__
)

// Heap is one VM's arena, its types and everything that lives in it. It is
// used by one goroutine at a time. Memory is that of package heap; it is no pointer,
// so that reading a field of an object takes one load less.
type Heap struct {
	heap.Heap

	types       []*Type
	versions    []uint32 // of the types, by id; see class.go
	lookups     *[lookupCacheSize]lookupEntry
	lookedUp    bool                      // lookups is not empty
	attrs       *[AttrCacheSize]attrEntry // among the static objects
	found       *[DictCacheSize]dictFound // among the static objects
	weaks       *[1 << weakLog2]weakFound // likewise
	twins       *[1 << twinLog2]Value     // likewise
	taken       []takenList               // each.go
	typeObjects *[TypeTableSize]Value     // among the static objects
	typeFacts   *[TypeTableSize]uint64    // likewise: type_facts.go
	classes     classState
	modules     map[string]*moduleNames // of builtin modules; see attr_known.go
	version     uint32                  // last version number given to a function or a dict's keys

	interned interned
	latin1   [256]Value // the one-character strings
	missing  [64]missingAttr
	unset    [16]unsetAttr  // forgotten when the heap is collected, as missing is
	specs    [32]parsedSpec // see parseSpec
	emptyStr Value
	emptyTup Value
	emptyByt Value
	spare    Value                   // storage that a bytearray has given up since the last collection, or Null
	runs     *[maxPending]pendingRun // of the last sort of many elements; nil while one uses it
	ranks    rankRoom                // likewise
	oneByt   [256]Value              // the bytes of one byte; 0 for one that nobody has made
	emptyFro Value

	wrapperType  *Type // coroutine_wrapper; nil before there is one
	originsAsked bool  // TrackOrigins
	aliasIter    *Type // generic_alias_iterator; nil before there is one
	async        asyncTypes
	// Strict says that what is unsupported ends the program: see Unsupported.
	Strict      bool
	unsupported map[string]int // how often, by what; nil until there is something
	frames      int            // how many objects of kindFrame there are
	weak        weakState
	orders      keywordOrders

	// IntMaxStrDigits is the most decimal digits that conversions between int
	// and str accept; 0 means no limit.
	IntMaxStrDigits int
	// ErrorHandler finds a handler of codecs.register_error by name; Null: there is
	// none. nil: there are none at all.
	ErrorHandler func(name string) (Value, error)
	// OtherCodec is encode, or decode, with an encoding that this package has not. nil: there
	// are none.
	OtherCodec func(v Value, encoding, errors string, decode bool) (Value, error)
	num        numState

	builtins []*Builtin
	getters  getters

	hashKey pyhash.Key
	// CodeKey returns what two code objects that are equal have in common, and no others. It is set before there are any.
	CodeKey func(code Value) string

	cont  containers // what lists, dicts and sets share (container.go)
	local            // of the thread that runs
	// allowed is how many may be: maxNesting, or less than none while the VM is interrupted (stop.go).
	allowed atomic.Int64
	stops   Stops
	cutter  bigcut.Cutter

	// Caller calls a guest function for builtins (sort keys, map): the VM sets
	// it. args are positional, then one for each name in kwnames (a tuple of
	// str, or Null).
	Caller func(f Value, args []Value, kwnames Value) (Value, error)
	// Looper runs a loop for RunLoop, as the instructions of a frame that no program sees;
	// the VM sets it.
	Looper      func(l Loop, s LoopState) (Value, error)
	PartialType TypeID // of functools.partial, once the module is there
	Caches      Caches
	// ScriptRunner runs the frames of a Script from Go; the VM sets it.
	ScriptRunner func(s *Script, state ScriptState) (Value, error)
	// KeyDriver returns the driver of a use of keys with a __hash__ in Python (keyed.go). The VM sets it.
	KeyDriver func(u KeyUse, hash Value) Value
	// KeyRunner runs a driver from Go, by the instructions that the VM executes for it. The VM sets it.
	KeyRunner func(u KeyUse, driver Value, args []Value) (Value, error)
	// KeyAsk is what KeyStep returns where the driver is to compare: nothing else is this object. The VM sets it.
	KeyAsk Value
	asked  asked
	hidden []Value // lists that no program is to get at: those of sorts that compare by loops
	// Initializer calls an __init__ in Python with a tuple of arguments, by the instructions that the VM executes for it; the VM
	// sets it.
	Initializer func(v, init, args, kwnames Value) error
	// Over returns the generator that a loop over a map or a filter runs over; Null: it
	// runs over the object itself. The VM sets it.
	Over func(v Value) Value
	// OverItems returns the generator that a loop over v runs over where that is iterated by f, its __getitem__ in Python. The
	// VM sets it.
	OverItems func(v, f Value) Value
	// Driven returns the object that a generator of Over or OverItems stands for, other generators as
	// they are: for who shows the variables of a frame. The VM sets it.
	Driven func(g Value) Value
	// Frames runs generators: the VM sets it.
	Frames Frames
	// SuperContext tells, for super() without arguments, the class whose method
	// is running and its first argument: the VM sets it.
	SuperContext func() (class, self Value, err error)
	// CodeObject returns the code object that has a number, for comparisons.
	CodeObject func(number uint32) Value
	// RoomForClass is called ahead of making a class that takes n bytes of Go's memory: it
	// may free classes. nil: there is always room. The error is a MemoryError.
	RoomForClass func(n int) error
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
	// Visible marks what a program can get at: what its frames and modules have, and what an embedder holds. Own marks what it must not
	// although a frame may have it: the VM's own functions.
	Visible, Own func(m *heap.Marker)
	// Warnings returns a function of Lib/warnings.py, Null where nothing can be imported.
	Warnings func(name string) (Value, error)
	// TracebackPlace returns the line of a traceback's entry, and where its
	// instruction is in the bytecode, in bytes; the VM sets it.
	TracebackPlace func(tb Traceback) (line, lasti int)
	// ModuleNamed returns what sys.modules has of a name, Null for nothing.
	ModuleNamed func(name string) Value
	// TracebackFrame makes the frame object of a traceback's entry.
	TracebackFrame func(traceback Value) (Value, error)

	handling     *Handling
	handlingCell Value
	secondCell   Value
	raisedCell   Value
	lastResort   Value // a MemoryError
}

// New makes a heap with all builtin types.
func New(o Options) (*Heap, error) {
	h := &Heap{spare: Null, interned: newInterned(), builtins: make([]*Builtin, 0, firstBuiltins)}
	h.allowed.Store(maxNesting)
	h.cutter.Poll = h.CheckStop
	err := h.Init(heap.Options{Limit: o.Limit, Stack: o.Stack, Stress: o.Stress, Kinds: []heap.Kind{
		kindPlain:  {Name: "plain", Refs: heap.HeaderSize},
		kindBytes:  {Name: "bytes"},
		kindHandle: {Name: "handle", Finalize: h.releaseHandle},
		kindFrame:  {Name: "frame", Refs: heap.HeaderSize, Finalize: h.frameDied},
		kindFinal:  {Name: "final", Refs: heap.HeaderSize},
	}})
	if err != nil {
		return nil, err
	}
	h.BeforeCollect(h.dropCaches)
	h.AddRoots(h.markOwn)
	h.AfterMark(h.markWeak)
	h.BeforeSweep(h.sweptWeak)
	h.BeforeSweep(h.sweepInterned)
	h.attrs = (*[AttrCacheSize]attrEntry)(h.Static(attrCacheOff))
	h.found = (*[DictCacheSize]dictFound)(h.Static(dictCacheOff))
	h.weaks = (*[1 << weakLog2]weakFound)(h.Static(weakFoundOff))
	h.twins = (*[1 << twinLog2]Value)(h.Static(twinsOff))
	h.typeObjects = (*[TypeTableSize]Value)(h.Static(typeTableOff))
	h.typeFacts = (*[TypeTableSize]uint64)(h.Static(typeFactsOff))
	h.types = make([]*Type, FirstFreeType)
	h.versions = make([]uint32, FirstFreeType)
	h.lookups = new([lookupCacheSize]lookupEntry)
	h.hashKey = pyhash.NewKey(o.HashSeed)
	h.header(None, NoneType, 0)
	h.header(False, BoolType, 0)
	h.header(True, BoolType, 0)
	h.header(Ellipsis, EllipsisType, 0)
	h.header(NotImplemented, NotImplementedType, 0)
	h.initHandling()
	h.local = newLocal(MainThread, maxGoStack)
	h.initTypes()
	h.initComplex()
	h.initAsks()
	h.initAsyncKinds()
	for _, t := range h.types {
		if t != nil {
			h.noteFacts(t)
		}
	}
	h.lastResort = h.NewException(h.types[MemoryErrorType])
	h.KeepBack(reserveSize)
	return h, nil
}

// Close gives the arena back. No Value of the heap may be used afterwards.
func (h *Heap) Close() error {
	err := h.Heap.Close()
	*h = Heap{}
	return err
}

// dropCaches forgets, before a collection, what refers to objects without keeping them
// alive.
func (h *Heap) dropCaches() {
	h.spare = Null
	clear(h.missing[:])
	clear(h.unset[:])
	clear(h.specs[:])
	clear(h.attrs[:])
	clear(h.found[:])
	clear(h.weaks[:])
	clear(h.twins[:])
	if h.secondCell.IsRef() { // the heap is made
		h.SetField(h.secondCell, OffCellValue, None) // what it holds is read at once
	}
}

// markOwn marks what the heap itself holds.
func (h *Heap) markOwn(m *heap.Marker) {
	h.local.mark(m)
	m.Value(h.lastResort)
	m.Value(h.handlingCell)
	m.Value(h.secondCell)
	m.Value(h.raisedCell)
	h.markKnown(m)
	for _, t := range h.taken {
		m.Value(t.list)
		m.Value(t.elements)
		m.Value(t.instead)
	}
	m.Values(h.latin1[:])
	m.Value(h.emptyStr)
	m.Value(h.emptyTup)
	m.Value(h.emptyByt)
	m.Values(h.oneByt[:])
	m.Value(h.emptyFro)
	for _, t := range h.types {
		if t == nil || t.made && !t.kept && h.classes.sweeping {
			continue
		}
		m.Value(t.Object)
		m.Value(t.Dict)
		t.markNames(m)
	}
}

// releaseHandle tells an object's type that the object has died.
func (h *Heap) releaseHandle(v Value) {
	if t := h.types[h.RefType(v)]; t != nil && t.Release != nil {
		t.Release(h, h.Word(v, offHandle))
	}
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
