package object

import (
	"math"

	"github.com/tier2go/tier2/interp/heap"
)

// This file is the one place that says where the fields of objects lie. Machine
// code is compiled against the same constants (package interp/pyguest).
//
// Invariants:
//   - every object begins with an 8-byte header: its type id (u32) and an
//     auxiliary word (u32) whose meaning is the type's;
//   - objects are 16-byte aligned and never move;
//   - a word of a scanned object that has the tag of a reference is one, or is
//     garbage that the collector checks before it follows it (hashes and
//     lengths may look like references by accident);
//   - unsafe pointers made here never leave the function that made them,
//     except as slices whose lifetime the caller's comment states.

// The header.
const (
	OffType = 0 // u32: TypeID
	OffAux  = 4 // u32: see the types
)

// Offsets of fields, in bytes. A field is 8 bytes unless noted; "value" fields
// hold a Value, "word" fields an integer.
const (
	OffIntLimbs = 8  // word: number of 64-bit limbs; aux bit 0: negative
	OffIntData  = 16 // limbs, least significant first

	OffStrLen  = 8  // word: length in code points; aux: Str… bits
	offStrHash = 16 // word: hash, 0 while not computed (a hash of 0 is stored as hashZero)
	OffStrData = 24 // 1, 2 or 4 bytes a code point

	OffBytesLen  = 8
	offBytesHash = 16
	OffBytesData = 24

	OffTupleLen   = OffAux // u32: length
	OffTupleHash  = 8      // word: hash, 0 while not computed, and of a hash of 0
	OffTupleItems = 16     // values

	OffListLen   = 8  // word: length
	OffListItems = 16 // reference to a storage array
	ListSize     = 32

	OffArrayCap   = 8  // word: number of values that fit
	OffArrayItems = 16 // values

	OffDictUsed    = 8  // word: number of items
	OffDictVersion = 16 // u32: keys version, 0 while not assigned
	OffDictFilled  = 20 // u32: entries in use, deleted ones included
	OffDictEntries = 24 // reference to the entries: 24 bytes each
	offDictIndex   = 32 // reference to the index table
	offDictUsable  = 40 // u32: entries that fit before the tables must grow
	offDictLog2    = 44 // u32: log2 of the index table's size
	DictEntrySize  = 24 // hash, key, value
	offEntryHash   = 16 // the first entry's hash; entry i is DictEntrySize·i further
	OffEntryKey    = 24
	OffEntryValue  = 32

	OffSetUsed  = 8  // word: number of elements
	offSetFill  = 16 // word: used plus deleted
	offSetTable = 24 // reference to the table: pairs of key and hash
	offSetMask  = 32 // word: table size − 1
	offSetHash  = 40 // frozenset: word: hash, 0 while not computed
	offSetPop   = 40 // set: word: where the next pop begins to look

	OffRangeStart = 8 // values
	OffRangeStop  = 16
	OffRangeStep  = 24
	offRangeLen   = 32 // value

	OffSliceStart = 8 // values
	OffSliceStop  = 16
	OffSliceStep  = 24

	OffCellValue = 8

	OffRangeIterNext = 8  // word: the next int64
	OffRangeIterEnd  = 16 // word: the int64 behind the last one, which is the next one where none is left
	OffRangeIterStep = 24 // word

	OffSeqIterSeq   = 8  // value: list, tuple or str; Null when exhausted
	OffSeqIterIndex = 16 // word
	SeqIterSize     = 32

	offLongRangeNext = 8 // values: as OffRangeIter…, for ints of any size
	offLongRangeLeft = 16
	offLongRangeStep = 24

	OffTableIterOf   = 8  // value: dict or set; Null when exhausted
	OffTableIterUsed = 16 // word: its size when the iteration began, −1 after an error
	OffTableIterPos  = 24 // word: entry to look at next
	OffTableIterLeft = 32 // word: how many elements are left

	mapSize     = 32
	viewSize    = 16
	offViewDict = 8 // value: the dict of a view

	OffEnumIter  = 8 // values
	OffEnumCount = 16

	OffMapIters = 8  // tuple of iterators: zip and map; aux bit 0: strict
	OffMapFunc  = 16 // value: map only

	OffFilterIter = 8 // values
	OffFilterFunc = 16

	offCallIterFunc     = 8 // values; Null when exhausted
	offCallIterSentinel = 16

	OffGenName    = 8  // values
	OffGenSubject = 16 // its qualified name; of a generator that runs the loop of a builtin, the object that the loop is over
	OffGenPC      = 24 // word: see GenWord; aux: u32: handle of the code object
	OffGenHandled = 32 // values: the exception that it handles while it is suspended, or None;
	OffGenBelow   = 40 // while it runs, both are the Handling of whoever has resumed it
	OffGenRoom    = 48 // u32: number of slots, and the flags GenTold, GenHandles, GenAsyncRuns
	OffGenHops    = 52 // u32: how many generators lie between it and the one at OffGenRoot, that one included
	OffGenFor     = 56 // value: the generator that yields from it, in whose place it runs, or ran last; Null: it was resumed itself
	OffGenRow     = 64 // word: address of the exit row that leads to where it goes on; 0: not known, or it is not suspended; GenAwaits
	OffGenInner   = 72 // values: the innermost generator, which was resumed last in the place of this one, or Null;
	OffGenRoot    = 80 // the outermost one that this one was resumed for last
	OffGenSlots   = 88 // values: the slots of its frame

	OffAsyncOf    = 8  // of an asend or athrow: the asynchronous generator
	OffAsyncArg   = 16 // what is sent, or raised; Null for aclose
	OffAsyncState = 24 // word of an int: AsyncInit…
	AsyncSize     = 32

	OffWrappedAsync  = 8 // of async_generator_wrapped_value
	WrappedAsyncSize = 16

	OffFuncCode       = 8  // u32: handle of the code object
	OffFuncVersion    = 12 // u32: 0 while not assigned
	OffFuncGlobals    = 16 // values
	OffFuncBuiltins   = 24
	OffFuncDefaults   = 32 // tuple or Null
	OffFuncKwDefaults = 40 // dict or Null
	OffFuncClosure    = 48 // tuple of cells or Null
	OffFuncName       = 56
	OffFuncQualName   = 64
	offFuncDoc        = 72
	OffFuncModule     = 80
	offFuncDict       = 88
	offFuncExtra      = 96 // annotations and type parameters (annotations.go), or Null

	OffFrameObjectGlobals = 72 // dict
	OffFrameObjectCode    = 64 // the code object; Null: nobody has asked for it
	OffFrameObjectExtra   = 56 // dict of what f_locals has besides the frame's variables, or Null
	OffFrameObjectBack    = 48 // of one that has ended: what was beneath it, if that is known; else Null
	OffFrameObjectEnd     = 40 // int: the code unit at which the frame has ended, if that is known; else Null
	OffFrameObjectGen     = 32 // the generator whose frame it is of, if it was asked for that; else Null
	OffFrameObjectLocals  = 24 // of one that has ended: a dict of its variables, or what is kept of the frame; Null if they are not known
	OffFrameObjectTrace   = 16 // of a frame object made for a traceback: its entry, or Null
	OffFrameObjectFunc    = 8  // of a frame object; of a FrameLocalsProxy the frame object

	OffBuiltinIndex = 8  // word: index of the Go function
	OffBuiltinSelf  = 16 // value: the bound receiver, or Null

	OffMethodFunc = 8 // values
	OffMethodSelf = 16
	MethodSize    = 32

	OffModuleDict = 8 // value
	OffModuleName = 16

	offTypeID      = 8 // word: the TypeID that this type object stands for
	typeObjectSize = 16

	// An instance of a class whose base is object and that has a __dict__. Behind
	// the dict come the names of __slots__, then, at Type.ValuesOff, the inline
	// values: one for each of the class's shared keys, Null where the instance has
	// no such attribute. The aux word says how far they are filled: no value at an
	// index from there on is set, so that the order of the keys is that in which the
	// attributes were set. A value that would break this makes a dict of all
	// (instance.go): then the inline values are Null, aux is InstNoValues, and the
	// dict has the attributes.
	//
	// To read attribute i is: test the type id, load the value, leave if it is
	// Null. To write it: test the type id, and store if the present value is not
	// Null; if it is, leave unless aux ≤ i, and set aux to i+1.
	OffInstDict  = 8 // value: the dict, or Null
	InstNoValues = 1<<32 - 1

	// A value of a class derived from float: the float itself.
	offFloatValue = 8

	offGetSetIndex = 8  // word: index of what it does
	offMemberOff   = 8  // word: offset of the field
	offMemberName  = 16 // values
	offMemberClass = 24

	OffPropertyGet    = 8 // values, Null where there is none
	OffPropertySet    = 16
	offPropertyDelete = 24
	offPropertyDoc    = 32
	offPropertyName   = 40
	offPropertyOwnDoc = 48 // bool: the doc string is the getter's
	propertySize      = 56

	offWrappedFunc = 8  // value: of a classmethod or staticmethod
	offWrappedDict = 16 // value: its __dict__, or Null
	wrappedSize    = 24

	offSuperClass    = 8 // values: the class behind which the look-up begins, or Null
	offSuperSelf     = 16
	offSuperSelfType = 24 // the class whose MRO it goes along
	superSize        = 32

	offAliasOrigin  = 8  // value: the class of a generic alias
	offAliasArgs    = 16 // tuple
	offAliasStarred = 24 // bool: it is what a starred alias gives
	aliasSize       = 32

	offTemplateStrings        = 8 // tuples
	offTemplateInterpolations = 16
	templateSize              = 24
	offInterpolation          = 8 // four values: the value, expression, conversion, format_spec
	interpolationSize         = 40
	offTemplateIterOf         = 8  // value
	offTemplateIterNext       = 16 // i64
	templateIterSize          = 24

	offUnionArgs = 8 // tuple: the types of a union
	unionSize    = 16

	offNamespaceDict = 8 // dict
	namespaceSize    = 16

	offProxyMapping = 8 // value: what a mappingproxy shows

	offHandle = 8 // word: index of a Go object (code, file); see handle.go
	// Of a code object: strs that its Go object keeps, Null before somebody asks for them.
	OffCodeName     = 16
	OffCodeQualName = 24
	OffCodeFile     = 32
	codeSize        = 40

	OffExcArgs      = 8 // values
	OffExcTraceback = 16
	OffExcCause     = 24
	OffExcContext   = 32
	offExcDict      = 40 // value: dict of further attributes, or Null
	OffExcState     = 48 // value: what a traceback's suggestion needs, (name, object), or Null
	offExcFields    = 56 // value: tuple of the type's own attributes, or Null; see exception_attr.go

	offTracebackNext = 8  // value: towards the place of the raise, or Null
	OffTracebackCode = 16 // u32: handle of the code object
	OffTracebackPC   = 20 // u32: code unit of the instruction
	// The frame object; before it is made, a dict of the frame's variables or Null.
	OffTracebackFrame = 24
)

// Bits of a str's aux word.
const (
	StrKindMask = 7      // bytes a code point: 1, 2 or 4
	strASCII    = 1 << 3 // all code points below 128 (then the kind is 1)
	StrInterned = 1 << 4
)

// hashZero stands for a str's or bytes' hash of 0 in its hash field, where
// 0 means "not computed". No Siphash result is special otherwise: −1 is
// replaced by −2 as everywhere in Python.
const hashZero = math.MinInt64 + 1

// Bits of a dict's aux word.
// Fields of a ring: collections.deque. It is a list whose length is a power of two.
const (
	OffRingList  = 8
	OffRingHead  = 16 // word: where in the list the first element is
	OffRingLen   = 24 // word
	OffRingMax   = 32 // word: the most elements, −1: any number
	OffRingState = 40 // word: changes with every change
	RingSize     = 48
	RingRoom     = 8 // how many slots an empty ring has

	// Of an iterator over a ring.
	OffRingIterOf    = 8
	OffRingIterIndex = 16 // word: of the next element
	OffRingIterLeft  = 24 // word
	OffRingIterState = 32 // word: the ring's when it began
	RingIterSize     = 40
)

// Fields of a future of asyncio's (Type.Future).
const (
	OffFutLoop      = 8  // Null: it is not initialized
	OffFutCallback  = 16 // the first callback, and its context; Null: there is none
	OffFutContext   = 24
	OffFutCallbacks = 32 // list of tuples of the others, or Null
	OffFutException = 40
	OffFutTraceback = 48 // of the exception when it was set
	OffFutResult    = 56
	OffFutSource    = 64 // where it was made, in debug mode
	OffFutMessage   = 72 // of its cancellation
	OffFutCancelled = 80 // the CancelledError that has ended it
	OffFutAwaitedBy = 88 // a task, or a set of some, or Null
	OffFutBits      = 96 // word
	FutureSize      = 104
)

// Bits of a future.
const (
	FutCancelled = 1 << iota
	FutFinished
	FutLogTraceback // its exception is to be shown if nobody asks for it
	FutBlocking     // it has been yielded, and nobody waits yet
	FutFreeBit      // those from here on are for types that derive from futures
)

const (
	DictWatched = 1 << 0 // changes are reported to Heap.DictChanged
	dictGeneral = 1 << 1 // a key may be something else than a str
)

// static objects: 16 bytes each, from the start of the arena.
const (
	None           = Value(TagRef + 16)
	False          = Value(TagRef + 32)
	True           = Value(TagRef + 48) // False + 16
	Ellipsis       = Value(TagRef + 64)
	NotImplemented = Value(TagRef + 80)
	staticEnd      = 96

	attrCacheOff = heap.TablesOffset                            // attr_cache.go
	dictCacheOff = attrCacheOff + AttrCacheSize*AttrEntrySize   // dict_cache.go
	typeTableOff = dictCacheOff + DictCacheSize*DictCacheEntry  // type.go
	strWordsOff  = typeTableOff + TypeTableSize*8               // routine_strnew.go
	nestedOff    = strWordsOff + 24                             // routine_key.go
	typeFactsOff = nestedOff + mostNested*nestedSize            // type_facts.go
	keyTupleOff  = typeFactsOff + TypeTableSize*8               // KeyTuple
	textOff      = keyTupleOff + OffTupleItems + 8*MostKeyParts // routine_fields.go
	weakFoundOff = textOff + textSize                           // routine_weak.go
	importOff    = weakFoundOff + weakEntry<<weakLog2           // routine_import.go
	twinsOff     = importOff + importSize                       // routine_twin.go
)

// KeyTuple is where machine code puts together a tuple that is only looked at, of MostKeyParts elements at most: an operand of
// a routine that does not keep it. Nobody else knows of it.
const (
	KeyTuple     = Value(TagRef + keyTupleOff)
	MostKeyParts = 4
)

// IsTable reports whether a word is the place of a table in the arena that machine code reads: no object, it has no type.
func IsTable(v Value) bool {
	return v.IsRef() && v.Offset() >= heap.TablesOffset && v.Offset() < heap.StaticSize
}

// The static objects and the tables have room where they lie: else the length is negative.
var (
	_ [heap.WindowsOffset - staticEnd]struct{}
	_ [heap.StaticSize - (twinsOff + 8<<twinLog2)]struct{}
)

// header writes an object's header.
func (h *Heap) header(v Value, t TypeID, aux uint32) {
	h.SetWord(v, OffType, uint64(t)|uint64(aux)<<32)
}

// RefType returns the type id in the header of a reference.
func (h *Heap) RefType(v Value) TypeID { return TypeID(h.Half(v, OffType)) }

// TypeID returns the type id of any value.
func (h *Heap) TypeID(v Value) TypeID {
	switch {
	case v < TagRef:
		return FloatType
	case v < TagInt:
		return TypeID(h.Half(v, OffType))
	}
	return IntType
}

// Is reports whether v is a reference to an object of exactly type t.
func (h *Heap) Is(v Value, t TypeID) bool { return v.IsRef() && h.RefType(v) == t }

// aux returns the auxiliary word of an object's header.
func (h *Heap) aux(v Value) uint32 { return h.Half(v, OffAux) }
