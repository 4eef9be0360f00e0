package object

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// A Comparison says whether values of two heaps look the same to a program: they
// have the same types and contents, and where one heap refers to one object the
// other does. What no program sees, such as versions of dicts, hashes that have
// been computed or the room of lists, may differ. Identity of strs, bytes and ints
// may too: which of them are one object is not the program's business. So may ints
// that are addresses in both heaps, as id returns them, and addresses in strs, as repr
// shows them.
//
//	c := object.NewComparison(a, b)
//	if d := c.Compare(x, y, "x"); d != nil { … }
//
// The heaps must not change between Reset and the last Compare after it. It must
// not be used concurrently.
type Comparison struct {
	// Limit bounds the values that Compare looks at, the nearest first; 0 means all.
	Limit int

	a, b     *Heap
	to, from map[Value]Value // objects of a and b that belong together
	work     []pair
	steps    []step
}

// pair is two values still to be compared.
type pair struct {
	a, b Value
	at   int32 // step
}

// step says where a value was found.
type step struct {
	from int32 // −1: a root
	name string
	i    int   // −1: none
	key  Value // of a dict of a, Null: none
}

// Difference says where two values differ.
type Difference struct {
	Path string // "x[3].globals['n']"
	What string // "1 is 2"
}

// Error implements error.
func (d *Difference) Error() string { return d.Path + ": " + d.What }

// NewComparison makes a comparison of values of a with values of b.
func NewComparison(a, b *Heap) *Comparison {
	return &Comparison{a: a, b: b, to: map[Value]Value{}, from: map[Value]Value{}}
}

// Reset forgets which objects belong together.
func (c *Comparison) Reset() {
	clear(c.to)
	clear(c.from)
	c.steps = c.steps[:0]
}

// Compare compares two values, called name, with all that they refer to. Objects
// that belong together since the last Reset still do. The error is a *Difference.
func (c *Comparison) Compare(a, b Value, name string) error {
	if a == b && !a.IsRef() {
		return nil
	}
	c.steps = append(c.steps, step{-1, name, -1, Null})
	c.work = append(c.work[:0], pair{a, b, int32(len(c.steps) - 1)})
	for n := 0; ; n++ {
		p, ok := c.next(n)
		if !ok {
			return nil
		}
		if what := c.one(p); what != "" {
			return &Difference{c.path(p.at), what}
		}
	}
}

// next takes the pair that Compare looks at behind n others.
func (c *Comparison) next(n int) (p pair, ok bool) {
	last := len(c.work) - 1
	switch {
	case c.Limit > 0 && n < min(c.Limit, last+1):
		return c.work[n], true
	case c.Limit > 0 || last < 0:
		return pair{}, false
	}
	p, c.work = c.work[last], c.work[:last]
	return p, true
}

// path says where a step leads.
func (c *Comparison) path(at int32) string {
	s := &c.steps[at]
	switch {
	case s.from < 0:
		return s.name
	case s.key != Null:
		return fmt.Sprintf("%s[%s]", c.path(s.from), shown(c.a, s.key))
	case s.i >= 0:
		return fmt.Sprintf("%s%s[%d]", c.path(s.from), s.name, s.i)
	}
	return c.path(s.from) + "." + s.name
}

// one compares two values and puts off what they refer to. It returns what differs.
func (c *Comparison) one(p pair) string {
	if !p.a.IsRef() || !p.b.IsRef() || p.a == Null || p.b == Null {
		if p.a != p.b && !(c.a.isID(p.a) && c.b.isID(p.b)) {
			return c.differ(p)
		}
		return ""
	}
	t := c.a.RefType(p.a)
	if t != c.b.RefType(p.b) {
		return c.differ(p)
	}
	switch t {
	case StrType:
		if !c.sameStr(p.a, p.b) && !c.sameRepr(p.a, p.b) {
			return c.differ(p)
		}
		return ""
	case BytesType:
		if !bytes.Equal(c.a.BytesData(p.a), c.b.BytesData(p.b)) {
			return c.differ(p)
		}
		return ""
	case IntType:
		if c.a.BigInt(p.a).Cmp(c.b.BigInt(p.b)) != 0 {
			return c.differ(p)
		}
		return ""
	}
	known, ok := c.together(p.a, p.b)
	switch {
	case !ok:
		return "a " + c.a.types[t].Name + " is another one"
	case known:
		return ""
	}
	return c.contents(p, t)
}

// together notes that two objects belong together. ok is false if one of them belongs to another one.
func (c *Comparison) together(a, b Value) (known, ok bool) {
	to, known := c.to[a]
	if from, ok := c.from[b]; known && to != b || ok && from != a {
		return known, false
	}
	c.to[a], c.from[b] = b, a
	return known, true
}

// storage notes that the storage of two containers belongs together: a driver that looks a key up has it, too, to see whether
// its container has another one by now (keyed.go). What is in it is compared as the container's. Storage that one of them has
// not made yet, or has given up, is nobody's.
func (c *Comparison) storage(p pair, off uintptr) string {
	a, b := c.a.Field(p.a, off), c.b.Field(p.b, off)
	if a == Null || b == Null {
		return ""
	}
	if _, ok := c.together(a, b); !ok {
		return "its storage is another one"
	}
	return ""
}

// isID reports whether a value is what id returns for an object of the heap, which may
// have gone since: an int in which two heaps differ as they do in their addresses.
func (h *Heap) isID(v Value) bool {
	return v.IsSmall() && v.Small()&7 == 0 && h.HasAddress(uintptr(v.Small()))
}

// differ shows two values that differ.
func (c *Comparison) differ(p pair) string {
	return shown(c.a, p.a) + " is " + shown(c.b, p.b)
}

// shown shows a value without running anything of the guest's.
func shown(h *Heap, v Value) string {
	switch {
	case v == Null:
		return "nothing"
	case v.IsSmall():
		return fmt.Sprint(v.Small())
	case v.IsFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case h.Is(v, StrType):
		return fmt.Sprintf("%.60q", h.GoString(v))
	case h.Is(v, IntType):
		return h.BigInt(v).String()
	case v == None || v == True || v == False:
		return map[Value]string{None: "None", True: "True", False: "False"}[v]
	}
	return "a " + h.TypeName(v)
}

// member is a field of an object that programs can tell from others.
type member struct {
	name string
	off  uintptr
	size uint8 // 0: a value; 4, 8: an integer of so many bytes; or what follows
}

// Numbers of what lies outside of the arena, which two heaps need not have given out in the
// same order: what they stand for is compared.
const (
	codeNumber   = 101 // 4 bytes, see Heap.CodeObject
	getSetNumber = 102 // 8 bytes
)

var (
	seqIter   = []member{{"sequence", OffSeqIterSeq, 0}, {"index", OffSeqIterIndex, 8}}
	tableIter = []member{{"table", OffTableIterOf, 0}, {"used", OffTableIterUsed, 8}, {"position", OffTableIterPos, 8}, {"left", OffTableIterLeft, 8}}
	ringIter  = []member{{"deque", OffRingIterOf, 0}, {"index", OffRingIterIndex, 8}, {"left", OffRingIterLeft, 8}}
	wrapped   = []member{{"function", offWrappedFunc, 0}, {"dict", offWrappedDict, 0}}
	view      = []member{{"dict", offViewDict, 0}}
	exception = []member{{"args", OffExcArgs, 0}, {"cause", OffExcCause, 0}, {"context", OffExcContext, 0}, {"traceback", OffExcTraceback, 0}, {"dict", offExcDict, 0}}
)

// members are the fields of the types that have nothing else.
var members = map[TypeID][]member{
	NoneType: {}, BoolType: {}, EllipsisType: {}, NotImplementedType: {}, ObjectType: {},
	RangeType:    {{"start", OffRangeStart, 0}, {"stop", OffRangeStop, 0}, {"step", OffRangeStep, 0}},
	SliceType:    {{"start", OffSliceStart, 0}, {"stop", OffSliceStop, 0}, {"step", OffSliceStep, 0}},
	CellType:     {{"cell", OffCellValue, 0}},
	ListIterType: seqIter, ListRevIterType: seqIter, TupleIterType: seqIter, StrIterType: seqIter, BytesIterType: seqIter, ReversedType: seqIter, SeqIterType: seqIter,
	SetIterType: tableIter, DictKeyIterType: tableIter, DictValueIterType: tableIter, DictItemIterType: tableIter,
	DictRevKeyIterType: tableIter, DictRevValueIterType: tableIter, DictRevItemIterType: tableIter,
	DictKeysType: view, DictValuesType: view, DictItemsType: view,
	RangeIterType:     {{"next", OffRangeIterNext, 8}, {"end", OffRangeIterEnd, 8}, {"step", OffRangeIterStep, 8}},
	LongRangeIterType: {{"next", offLongRangeNext, 0}, {"left", offLongRangeLeft, 0}, {"step", offLongRangeStep, 0}},
	EnumerateType:     {{"iterator", OffEnumIter, 0}, {"count", OffEnumCount, 0}},
	ZipType:           {{"strict", OffAux, 4}, {"iterators", OffMapIters, 0}},
	MapType:           {{"strict", OffAux, 4}, {"iterators", OffMapIters, 0}, {"function", OffMapFunc, 0}},
	FilterType:        {{"iterator", OffFilterIter, 0}, {"function", OffFilterFunc, 0}},
	CallableIterType:  {{"function", offCallIterFunc, 0}, {"sentinel", offCallIterSentinel, 0}},
	FunctionType: {
		{"code", OffFuncCode, codeNumber}, {"globals", OffFuncGlobals, 0}, {"builtins", OffFuncBuiltins, 0}, {"defaults", OffFuncDefaults, 0},
		{"kwdefaults", OffFuncKwDefaults, 0}, {"closure", OffFuncClosure, 0}, {"name", OffFuncName, 0}, {"qualname", OffFuncQualName, 0},
		{"doc", offFuncDoc, 0}, {"module", OffFuncModule, 0}, {"dict", offFuncDict, 0},
	},
	BuiltinType:         {{"function", OffBuiltinIndex, 8}, {"self", OffBuiltinSelf, 0}},
	MethodDescType:      {{"function", OffBuiltinIndex, 8}},
	ClassMethodDescType: {{"function", OffBuiltinIndex, 8}},
	BoundMethodType:     {{"function", OffMethodFunc, 0}, {"self", OffMethodSelf, 0}},
	ModuleType:          {{"dict", OffModuleDict, 0}, {"name", OffModuleName, 0}},
	GenericAliasType:    {{"origin", offAliasOrigin, 0}, {"arguments", offAliasArgs, 0}, {"starred", offAliasStarred, 0}},
	UnionType:           {{"types", offUnionArgs, 0}}, NamespaceType: {{"dict", offNamespaceDict, 0}},
	FrameType: {{"function", OffFrameObjectFunc, 0}}, FrameLocalsType: {{"frame", OffFrameObjectFunc, 0}},
	TracebackType: {{"next", offTracebackNext, 0}, {"code", OffTracebackCode, codeNumber}, {"pc", OffTracebackPC, 4}},

	WrapperDescType: {{"function", OffBuiltinIndex, 8}}, MethodWrapperType: {{"function", OffBuiltinIndex, 8}, {"self", OffBuiltinSelf, 0}},
	GetSetType: {{"function", offGetSetIndex, getSetNumber}}, MemberType: {{"offset", offMemberOff, 8}, {"name", offMemberName, 0}, {"class", offMemberClass, 0}},
	PropertyType: {
		{"getter", OffPropertyGet, 0}, {"setter", OffPropertySet, 0}, {"deleter", offPropertyDelete, 0}, {"doc", offPropertyDoc, 0},
		{"name", offPropertyName, 0}, {"own doc", offPropertyOwnDoc, 0},
	},
	ClassMethodType: wrapped, StaticMethodType: wrapped,
	SuperType:        {{"class", offSuperClass, 0}, {"self", offSuperSelf, 0}, {"type", offSuperSelfType, 0}},
	MappingProxyType: {{"mapping", offProxyMapping, 0}},
}

// contents compares what two objects of type t consist of.
func (c *Comparison) contents(p pair, t TypeID) string {
	if row := c.a.types[t]; row.made {
		return c.instances(p, row)
	}
	switch t {
	case TypeType:
		return c.classes(p)
	case ListType:
		return c.values(p.at, "", c.a.ListItems(p.a), c.b.ListItems(p.b))
	case TupleType:
		return c.values(p.at, "", c.a.TupleItems(p.a), c.b.TupleItems(p.b))
	case DictType:
		return c.dicts(p)
	case SetType, FrozenSetType:
		return c.sets(p)
	case GeneratorType, CoroutineType, AsyncGeneratorType:
		return c.generators(p)
	case ArrayType: // storage of a dict or a set, which a driver has: see storage
		return ""
	case ByteArrayType:
		if !bytes.Equal(c.a.byteArrayBytes(p.a), c.b.byteArrayBytes(p.b)) {
			return "other bytes"
		}
		return ""
	}
	list, ok := members[t]
	switch row := c.a.types[t]; {
	case ok:
	case row.Numbers:
		if c.a.NumbersCode(p.a) != c.b.NumbersCode(p.b) || !bytes.Equal(c.a.NumbersBytes(p.a), c.b.NumbersBytes(p.b)) {
			return "other numbers"
		}
		return ""
	case row.IsException:
		list = exception
	case row.RingIter:
		list = ringIter
	case row.handle:
		return c.handles(p)
	case row.Base != nil && row.Base.ID == TupleType:
		return c.values(p.at, "", c.a.TupleItems(p.a), c.b.TupleItems(p.b))
	case row.size > 0 || row.Size > 0:
		first := uintptr(8)
		if row.layout != t && layoutSize[row.layout] > first { // defaultdict
			if what := c.contents(p, row.layout); what != "" {
				return what
			}
			first = layoutSize[row.layout]
		}
		if row.WeakRef { // what is dead one heap may have found and the other not
			if x, y := c.a.WeakTarget(p.a), c.b.WeakTarget(p.b); x != Null && y != Null {
				c.later(x, y, p.at, "target", -1)
			}
			c.later(c.a.WeakCallback(p.a), c.b.WeakCallback(p.b), p.at, "callback", -1)
			first = offWeakHash + 8 // the hash has been computed, of an address
		}
		for off := first; off < max(row.size, row.Size); off += 8 {
			c.later(c.a.Field(p.a, off), c.b.Field(p.b, off), p.at, "field", int(off))
		}
		return ""
	default:
		return "objects of type " + row.Name + " cannot be compared"
	}
	for _, f := range list {
		switch f.size {
		case codeNumber:
			c.code(p, c.a.Half(p.a, f.off), c.b.Half(p.b, f.off))
			continue
		case getSetNumber:
			if what := c.getSet(p); what != "" {
				return what
			}
			continue
		}
		if f.size == 0 {
			c.later(c.a.Field(p.a, f.off), c.b.Field(p.b, f.off), p.at, f.name, -1)
			continue
		}
		x, y := c.a.Word(p.a, f.off), c.b.Word(p.b, f.off)
		if f.size == 4 {
			x, y = uint64(c.a.Half(p.a, f.off)), uint64(c.b.Half(p.b, f.off))
		}
		if x != y {
			return fmt.Sprintf("%s is %d and %d", f.name, int64(x), int64(y))
		}
	}
	return ""
}

// generators compares two generators and the frames that they keep.
func (c *Comparison) generators(p pair) string {
	x, y := c.a.Word(p.a, OffGenPC), c.b.Word(p.b, OffGenPC)
	if x != y {
		return fmt.Sprintf("the generator's state is %#x and %#x", x, y)
	}
	c.code(p, c.a.GenCode(p.a), c.b.GenCode(p.b))
	for _, off := range [...]uintptr{OffGenName, OffGenSubject, OffGenHandled, OffGenBelow} {
		c.later(c.a.Field(p.a, off), c.b.Field(p.b, off), p.at, "field", int(off))
	}
	n := c.a.GenSP(p.a)
	return c.values(p.at, ".slots", c.a.GenSlots(p.a, n), c.b.GenSlots(p.b, n))
}

// code puts off to compare the code objects that have numbers.
func (c *Comparison) code(p pair, a, b uint32) {
	if c.a.CodeObject != nil {
		c.later(c.a.CodeObject(a), c.b.CodeObject(b), p.at, "code", -1)
	}
}

// getSet puts off to compare the classes of two descriptors. It returns what differs.
func (c *Comparison) getSet(p pair) string {
	x, y := c.a.getSetOf(p.a), c.b.getSetOf(p.b)
	if x.Name != y.Name {
		return "function is " + x.Name + " and " + y.Name
	}
	c.later(x.Owner.Object, y.Owner.Object, p.at, "owner", -1)
	return ""
}

// Same is what a Go object behind a guest's object may implement for comparisons:
// whether it stands for the same as one of another heap. Objects that do not are the
// same if their types are.
type Same interface{ Same(other any) bool }

// handles compares objects that stand for Go objects.
func (c *Comparison) handles(p pair) string {
	if x, ok := c.a.HandleOf(p.a).(Same); ok && !x.Same(c.b.HandleOf(p.b)) {
		return "the Go objects behind it differ"
	}
	return ""
}

// later puts a comparison off, if it is one.
func (c *Comparison) later(a, b Value, from int32, name string, i int) {
	if a == b && !a.IsRef() {
		return
	}
	c.steps = append(c.steps, step{from, name, i, Null})
	c.work = append(c.work, pair{a, b, int32(len(c.steps) - 1)})
}

func (c *Comparison) values(from int32, name string, a, b []Value) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d elements%s are %d", len(a), name, len(b))
	}
	for i := range a {
		c.later(a[i], b[i], from, name, i)
	}
	return ""
}

// dicts compares two dicts, item after item in their order.
func (c *Comparison) dicts(p pair) string {
	if what := c.storage(p, OffDictEntries); what != "" {
		return what
	}
	for i, posA, posB := 0, 0, 0; ; i++ {
		ka, va, more := c.a.DictNext(p.a, &posA)
		kb, vb, other := c.b.DictNext(p.b, &posB)
		switch {
		case more != other:
			return fmt.Sprintf("%d items are %d", c.a.DictLen(p.a), c.b.DictLen(p.b))
		case !more:
			return ""
		case va != vb || va.IsRef():
			c.later(va, vb, p.at, "", i)
			c.steps[len(c.steps)-1].key = ka
		}
		c.later(ka, kb, p.at, ".keys", i)
	}
}

// sets compares two sets, element after element.
func (c *Comparison) sets(p pair) string {
	if what := c.storage(p, offSetTable); what != "" {
		return what
	}
	as, bs := c.a.comparable(p.a), c.b.comparable(p.b)
	if len(as) != len(bs) {
		return fmt.Sprintf("%d elements are %d", len(as), len(bs))
	}
	for i, x := range as {
		c.later(x, bs[i], p.at, ".elements", i)
	}
	return ""
}

// comparable returns a set's elements in an order that does not hang on addresses: as they
// stand, but classes, whose hashes are their addresses, in the order in which they were made.
func (h *Heap) comparable(set Value) []Value {
	var elements, classes []Value
	for pos := 0; ; {
		v, more := h.SetNext(set, &pos)
		if !more {
			break
		}
		if v.IsRef() && v != Null && h.RefType(v) == TypeType {
			classes = append(classes, v)
		} else {
			elements = append(elements, v)
		}
	}
	slices.SortFunc(classes, func(x, y Value) int { return cmp.Compare(h.Word(x, offTypeID), h.Word(y, offTypeID)) })
	return append(elements, classes...)
}

// addresses are what the repr of an object without one of its own ends in.
var addresses = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` at 0x[0-9a-f]+`) })

// sameRepr reports whether two strs are the same but for addresses.
func (c *Comparison) sameRepr(a, b Value) bool {
	x, y := c.a.strBytes(a), c.b.strBytes(b)
	return addresses().Match(x) && bytes.Equal(addresses().ReplaceAll(x, nil), addresses().ReplaceAll(y, nil))
}

func (c *Comparison) sameStr(a, b Value) bool {
	return c.a.StrLen(a) == c.b.StrLen(b) && c.a.StrKind(a) == c.b.StrKind(b) && bytes.Equal(c.a.strBytes(a), c.b.strBytes(b))
}
