package ir

import (
	"fmt"
	"slices"
	"strings"
)

// Op is an operation: an index into a function's OpTable. The core operations
// have the constants below; a guest's own follow from FirstGuestOp on.
type Op uint16

// AliasSet is a set of alias classes: the parts of guest memory that an
// operation may read or write. Bits are given out by the guest; loads and
// stores of different classes never touch the same bytes.
type AliasSet uint64

// AllMemory is every alias class.
const AllMemory = ^AliasSet(0)

// maxClasses is how many alias classes there are.
const maxClasses = 64

// OpFlags are properties of an operation.
type OpFlags uint16

// The flags.
const (
	// Pure: the result depends on the operands only and there is no effect:
	// the operation may be removed when unused, merged with an equal one, moved.
	Pure OpFlags = 1 << iota
	// Guard: continues only if a condition holds; otherwise takes its Before
	// exit. Has no other effect. An equal dominating guard makes it redundant.
	Guard
	// Commutative: the two operands may be exchanged.
	Commutative
	// Variadic: takes any number of operands of the type of the last of Args,
	// after the others.
	Variadic
	// Terminator: ends a block.
	Terminator
	// AnyResult: the value's Type is not fixed by the row (loads, calls).
	AnyResult
	// Opaque: meaning unknown; evaluates as an uninterpreted function, is
	// logged, never removed.
	Opaque
	// Escapes: guest code or the VM may run, so watched facts may change and
	// validity is checked after it.
	Escapes
	// Checked: leaves by its Before exit if it cannot compute its result
	// (overflow), or by its Raise exit for want of memory; otherwise pure. Unlike a
	// Guard it may go when unused.
	Checked
	// Fresh: the result is an object made by the operation, to which nothing
	// refers but the result.
	Fresh
	// Wide: the result is an int of any size: unless its fact says more, it is not
	// worth guessing that it fits 64 bits.
	Wide
	// Unlikely: its exits are not worth continuing. Where they are taken the guest
	// has to do something out of turn: it is interrupted, its stack is full, what was
	// watched has changed.
	Unlikely
)

// AuxKind says what an operation's immediate means, for the text form.
type AuxKind uint8

// The kinds of immediates.
const (
	NoAux    AuxKind = iota
	AuxInt           // an integer
	AuxFloat         // the bits of a float
	AuxWord          // a guest word
	AuxBool          // 0 or 1
	AuxTypes         // a TypeSet
	AuxSlot          // index of a slot of the entry frame
	AuxMem           // MemAccess: displacement, width, scale, alias class
	AuxClaim         // a Claim
	AuxOp            // an operation that can make a virtual object
)

// OpRow describes one operation.
type OpRow struct {
	Name   string
	Args   []Type
	Result Type
	Flags  OpFlags
	Forms  FormSet
	Aux    AuxKind
	States [NumWhen]bool // which states the operation carries
	Reads  AliasSet
	Writes AliasSet
	// Result facts: what the result is known to be, whatever the operands. For
	// results that depend on them see Infer.
	Types TypeSet
	// Infer computes what is known of the result from what is known of the
	// operands; nil: Types says all.
	Infer func(v *Value, args []Fact) Fact
	// Low, if not OpCopy, is the operation of I64 that computes the low 64 bits of the
	// result, an int of any size, from those of the operands (OpLowI64).
	Low Op
	// Quiet, if not 0, says that the operation does nothing if its first operand
	// has one of these types.
	Quiet TypeSet
	// Fields says, of a Fresh operation whose result consists of its operands and
	// nothing else, where they lie in the object: then it can be a virtual one
	// (OpNew). An exit may hold it, so that it must be allowed in guest form.
	Fields []Field
	// Apart says that the operation only looks at one of its operands, and which operation does the same with what a
	// new object consists of. nil: there is none.
	Apart *Apart
	Doc   string // one line
}

// Apart says of an operation that looks at an operand and does not keep it, such as a look-up at its key, that the object
// need not be made: package passes/sink puts the operation Op there.
type Apart struct {
	Arg  int    // the operand
	Of   string // the operation that makes it
	Most int    // operands of that, at most
	Op   string // takes the other operands, and then those of Of
}

// Effect reports whether the operation does something besides computing its
// result: it may not be removed.
func (r *OpRow) Effect() bool {
	return r.Writes != 0 || r.Flags&(Guard|Terminator|Opaque|Escapes) != 0 || r.States[Raise] && r.Flags&Checked == 0 || r.States[After]
}

// OpTable is a table of operations: the core ones and a guest's.
type OpTable struct {
	rows    []OpRow
	byName  map[string]Op
	classes []string
	held    []TypeSet // by alias class: TypeClasses
}

// NameClasses gives alias classes names for texts, by number; "" is none. A name that
// is taken or malformed is an error.
func (t *OpTable) NameClasses(names []string) error {
	if len(names) > maxClasses {
		return fmt.Errorf("ir: there are %d names of alias classes, of which there are %d", len(names), maxClasses)
	}
	for i, n := range names {
		if n == "" {
			continue
		}
		if !validName(n) || n == "class" || n == "nonneg" || n == "aux" || slices.Contains(names[:i], n) {
			return fmt.Errorf("ir: the name %q of alias class %d is malformed or taken", n, i)
		}
	}
	t.classes = slices.Clone(names)
	return nil
}

// ClassName returns the name of an alias class, "" if it has none.
func (t *OpTable) ClassName(class uint8) string {
	if int(class) < len(t.classes) {
		return t.classes[class]
	}
	return ""
}

// TypeClasses says which types the words have that lie in places of an alias class, by number; 0, and of a class behind the end,
// is any. A guest gives the parts of its objects that always are of one type a class of their own.
func (t *OpTable) TypeClasses(held []TypeSet) error {
	if len(held) > maxClasses {
		return fmt.Errorf("ir: there are types of %d alias classes, of which there are %d", len(held), maxClasses)
	}
	t.held = slices.Clone(held)
	return nil
}

// Types returns what the operation of a value says of the type of its result, a Ref: the row's types, and of what is loaded those
// of the place's alias class.
func (t *OpTable) Types(v *Value) TypeSet {
	if v.Op == OpLoad || v.Op == OpLoadX {
		if c := int(v.Mem().Class); c < len(t.held) && t.held[c] != 0 {
			return t.held[c]
		}
	}
	return t.Row(v.Op).Types
}

// ClassByName returns the alias class of a name.
func (t *OpTable) ClassByName(name string) (class uint8, ok bool) {
	i := slices.Index(t.classes, name)
	return uint8(max(i, 0)), i >= 0 && name != ""
}

// ClassNames returns the names of the alias classes, by number.
func (t *OpTable) ClassNames() []string { return t.classes }

// NewOpTable makes a table of the core operations followed by a guest's rows.
// A name that is taken or malformed is an error.
func NewOpTable(guest []OpRow) (*OpTable, error) {
	t := &OpTable{rows: append(coreRows[:len(coreRows):len(coreRows)], guest...), byName: map[string]Op{}}
	for i := range t.rows {
		r := &t.rows[i]
		if !validName(r.Name) {
			return nil, fmt.Errorf("ir: operation %d has the malformed name %q", i, r.Name)
		}
		if _, dup := t.byName[r.Name]; dup {
			return nil, fmt.Errorf("ir: two operations named %q", r.Name)
		}
		if r.Fields != nil && (r.Flags&Fresh == 0 || r.Result != Ref || r.Aux != NoAux || r.Effect() || r.States != [NumWhen]bool{}) {
			return nil, fmt.Errorf("ir: operation %s has Fields, but does more than make an object of its operands", r.Name)
		}
		if r.Forms == 0 {
			r.Forms = AnyForm
		}
		if r.Fields != nil && r.Forms&(1<<Guest) == 0 {
			return nil, fmt.Errorf("ir: operation %s has Fields, but cannot make its object in guest form, in which the executor of an exit begins", r.Name)
		}
		if r.Types == 0 {
			r.Types = AnyType
		}
		t.byName[r.Name] = Op(i)
	}
	return t, nil
}

// validName reports whether the text form can tell s from its other words:
// letters, digits, _ and dots, and not an entity's (v1 is a value).
func validName(s string) bool {
	number := len(s) > 1 && strings.IndexByte("vsbfx", s[0]) >= 0
	for i := range len(s) {
		c := s[i]
		digit := c >= '0' && c <= '9'
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || !digit && c != '.') {
			return false
		}
		number = number && (digit || i == 0)
	}
	return s != "" && !number
}

// CoreOps is the table of the core operations alone.
var CoreOps = func() *OpTable {
	t, err := NewOpTable(nil)
	if err != nil {
		panic(err) // the table below is wrong
	}
	return t
}()

// Row returns an operation's row.
func (t *OpTable) Row(op Op) *OpRow { return &t.rows[op] }

// Len returns the number of operations.
func (t *OpTable) Len() int { return len(t.rows) }

// ByName returns the operation with the given name.
func (t *OpTable) ByName(name string) (Op, bool) {
	op, ok := t.byName[name]
	return op, ok
}

// The core operations. Each row of coreRows states one; the constants follow
// its order, which TestCoreOrder checks.
const (
	OpCopy Op = iota
	OpParam
	OpConstRef
	OpConstI64
	OpConstF64
	OpConstBool
	OpSlot
	OpEntry
	OpState
	OpNew

	OpGuardType
	OpGuardI64
	OpGuardU64
	OpGuardTrue
	OpGuardFalse
	OpGuardFact
	OpGuardState
	OpGuardValid
	OpPoll
	OpClock

	OpIsType
	OpSame
	OpBoxI64
	OpBoxU64
	OpBoxF64
	OpBoxBool
	OpUnboxI64
	OpLowI64
	OpUnboxF64
	OpUnboxBool

	OpI2U
	OpU2I
	OpBits
	OpWord

	OpAdd
	OpSub
	OpMul
	OpNeg
	OpAnd
	OpOr
	OpXor
	OpNot
	OpShl
	OpSar
	OpShr
	OpAddOv
	OpSubOv
	OpMulOv
	OpNegOv
	OpShlOv
	OpDivOv
	OpModOv

	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpUlt

	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFNeg
	OpFAbs
	OpFSqrt
	OpFEq
	OpFNe
	OpFLt
	OpFLe
	OpFGt
	OpFGe
	OpI2F
	OpF2IOv
	OpFBits
	OpBitsF

	OpBNot
	OpBoolToI64
	OpSelect
	OpFSelect

	OpLoad
	OpLoadX
	OpStore
	OpStoreX

	OpJump
	OpBranch
	OpExit
	OpEnter
	OpRet
	OpGiveUp
	FirstGuestOp
)

var (
	before = [NumWhen]bool{Before: true}
	after  = [NumWhen]bool{After: true}
)

func un(t Type) []Type  { return []Type{t} }
func bin(t Type) []Type { return []Type{t, t} }

var coreRows = []OpRow{
	OpCopy:      {Name: "copy", Args: []Type{Void}, Flags: AnyResult | Pure, Doc: "the operand: what Replace leaves behind"},
	OpParam:     {Name: "param", Flags: AnyResult, Doc: "a block parameter"},
	OpConstRef:  {Name: "const.ref", Result: Ref, Flags: Pure, Aux: AuxWord, Doc: "a guest word"},
	OpConstI64:  {Name: "const.i64", Result: I64, Flags: Pure, Aux: AuxInt},
	OpConstF64:  {Name: "const.f64", Result: F64, Flags: Pure, Aux: AuxFloat},
	OpConstBool: {Name: "const.bool", Result: Bool, Flags: Pure, Aux: AuxBool},
	OpSlot:      {Name: "slot", Result: Ref, Flags: Pure, Aux: AuxSlot, Doc: "what a slot of the entry frame held at entry"},
	OpEntry:     {Name: "entry", Flags: AnyResult, Aux: AuxInt, Doc: "value number n that the exit this executor continues hands over"},
	OpState:     {Name: "state", Args: []Type{Void}, Result: State, Flags: Pure | Variadic, Doc: "a frame state"},
	OpNew:       {Name: "new", Args: []Type{Void}, Result: Ref, Flags: Variadic, Aux: AuxOp, Doc: "an object that exits make, which nothing but states refers to"},

	OpGuardType:  {Name: "guard.type", Args: un(Ref), Result: Ref, Flags: Guard, Aux: AuxTypes, States: before, Doc: "the operand, whose type is in the set"},
	OpGuardI64:   {Name: "guard.i64", Args: un(Ref), Result: I64, Flags: Guard, Forms: AnyForm, States: before, Doc: "the int in the operand, which is one of at most 64 bits"},
	OpGuardU64:   {Name: "guard.u64", Args: un(Ref), Result: U64, Flags: Guard, Forms: AnyForm, States: before, Doc: "the int in the operand, which is one from 0 to 2^64−1"},
	OpGuardTrue:  {Name: "guard.true", Args: un(Bool), Flags: Guard, States: before},
	OpGuardFalse: {Name: "guard.false", Args: un(Bool), Flags: Guard, States: before},
	OpGuardFact:  {Name: "guard.fact", Args: un(Ref), Result: Ref, Flags: Guard | Variadic, Aux: AuxClaim, Reads: AllMemory, States: before, Doc: "the first operand, if the claim holds of the operands"},
	OpGuardState: {Name: "guard.state", Flags: Guard, Aux: AuxClaim, Reads: AllMemory, States: before, Doc: "continues if the claim holds of the VM"},
	OpGuardValid: {Name: "guard.valid", Flags: Guard | Unlikely, Reads: AllMemory, States: after, Doc: "the executor has not been invalidated"},
	OpPoll:       {Name: "poll", Flags: Escapes | Unlikely, States: after, Doc: "leaves if the VM wants attention"},
	OpClock:      {Name: "clock", Aux: AuxInt, Flags: Escapes, Doc: "adds to the bytecode clock"},

	OpIsType:    {Name: "is.type", Args: un(Ref), Result: Bool, Flags: Pure, Aux: AuxTypes},
	OpSame:      {Name: "same", Args: bin(Ref), Result: Bool, Flags: Pure | Commutative, Doc: "the same word"},
	OpBoxI64:    {Name: "box.i64", Args: un(I64), Result: Ref, Flags: Pure, Doc: "may allocate"},
	OpBoxU64:    {Name: "box.u64", Args: un(U64), Result: Ref, Flags: Pure, Doc: "may allocate"},
	OpBoxF64:    {Name: "box.f64", Args: un(F64), Result: Ref, Flags: Pure},
	OpBoxBool:   {Name: "box.bool", Args: un(Bool), Result: Ref, Flags: Pure},
	OpUnboxI64:  {Name: "unbox.i64", Args: un(Ref), Result: I64, Flags: Pure, Doc: "of an int known to have at most 64 bits"},
	OpLowI64:    {Name: "low.i64", Args: un(Ref), Result: I64, Flags: Pure, Doc: "the low 64 bits of an int of any size, in two's complement"},
	OpUnboxF64:  {Name: "unbox.f64", Args: un(Ref), Result: F64, Flags: Pure, Doc: "of a float"},
	OpUnboxBool: {Name: "unbox.bool", Args: un(Ref), Result: Bool, Flags: Pure, Doc: "of a bool"},

	OpI2U: {Name: "i2u", Args: un(I64), Result: U64, Flags: Pure, Doc: "the number from 0 to 2^64−1 that has the operand's bits"},
	OpU2I: {Name: "u2i", Args: un(U64), Result: I64, Flags: Pure, Doc: "the number's bits"},

	OpBits: {Name: "bits", Args: un(Ref), Result: I64, Flags: Pure, Doc: "the guest word itself, as a number"},
	OpWord: {Name: "word", Args: un(I64), Result: Ref, Flags: Pure, Doc: "the guest word with these bits"},

	OpAdd:   {Name: "add", Args: bin(I64), Result: I64, Flags: Pure | Commutative, Doc: "wraps around"},
	OpSub:   {Name: "sub", Args: bin(I64), Result: I64, Flags: Pure},
	OpMul:   {Name: "mul", Args: bin(I64), Result: I64, Flags: Pure | Commutative},
	OpNeg:   {Name: "neg", Args: un(I64), Result: I64, Flags: Pure},
	OpAnd:   {Name: "and", Args: bin(I64), Result: I64, Flags: Pure | Commutative},
	OpOr:    {Name: "or", Args: bin(I64), Result: I64, Flags: Pure | Commutative},
	OpXor:   {Name: "xor", Args: bin(I64), Result: I64, Flags: Pure | Commutative},
	OpNot:   {Name: "not", Args: un(I64), Result: I64, Flags: Pure},
	OpShl:   {Name: "shl", Args: bin(I64), Result: I64, Flags: Pure, Doc: "by 0 to 63; otherwise undefined"},
	OpSar:   {Name: "sar", Args: bin(I64), Result: I64, Flags: Pure, Doc: "arithmetic, by 0 to 63"},
	OpShr:   {Name: "shr", Args: bin(I64), Result: I64, Flags: Pure, Doc: "logical, by 0 to 63"},
	OpAddOv: {Name: "add.ov", Args: bin(I64), Result: I64, Flags: Checked | Commutative, States: before, Doc: "exits on signed overflow"},
	OpSubOv: {Name: "sub.ov", Args: bin(I64), Result: I64, Flags: Checked, States: before},
	OpMulOv: {Name: "mul.ov", Args: bin(I64), Result: I64, Flags: Checked | Commutative, States: before},
	OpNegOv: {Name: "neg.ov", Args: un(I64), Result: I64, Flags: Checked, States: before},
	OpShlOv: {Name: "shl.ov", Args: bin(I64), Result: I64, Flags: Checked, States: before, Doc: "exits if bits are lost or the count is not 0 to 63"},
	OpDivOv: {Name: "div.ov", Args: bin(I64), Result: I64, Flags: Checked, States: before, Doc: "towards −∞; exits on 0 and on overflow"},
	OpModOv: {Name: "mod.ov", Args: bin(I64), Result: I64, Flags: Checked, States: before, Doc: "with the divisor's sign; exits on 0"},

	OpEq:  {Name: "eq", Args: bin(I64), Result: Bool, Flags: Pure | Commutative},
	OpNe:  {Name: "ne", Args: bin(I64), Result: Bool, Flags: Pure | Commutative},
	OpLt:  {Name: "lt", Args: bin(I64), Result: Bool, Flags: Pure},
	OpLe:  {Name: "le", Args: bin(I64), Result: Bool, Flags: Pure},
	OpGt:  {Name: "gt", Args: bin(I64), Result: Bool, Flags: Pure},
	OpGe:  {Name: "ge", Args: bin(I64), Result: Bool, Flags: Pure},
	OpUlt: {Name: "ult", Args: bin(I64), Result: Bool, Flags: Pure, Doc: "unsigned <"},

	OpFAdd:  {Name: "fadd", Args: bin(F64), Result: F64, Flags: Pure | Commutative, Doc: "rounded once, never fused"},
	OpFSub:  {Name: "fsub", Args: bin(F64), Result: F64, Flags: Pure},
	OpFMul:  {Name: "fmul", Args: bin(F64), Result: F64, Flags: Pure | Commutative},
	OpFDiv:  {Name: "fdiv", Args: bin(F64), Result: F64, Flags: Pure, Doc: "IEEE: dividing by zero gives ±inf or NaN"},
	OpFNeg:  {Name: "fneg", Args: un(F64), Result: F64, Flags: Pure},
	OpFAbs:  {Name: "fabs", Args: un(F64), Result: F64, Flags: Pure},
	OpFSqrt: {Name: "fsqrt", Args: un(F64), Result: F64, Flags: Pure},
	OpFEq:   {Name: "feq", Args: bin(F64), Result: Bool, Flags: Pure | Commutative},
	OpFNe:   {Name: "fne", Args: bin(F64), Result: Bool, Flags: Pure | Commutative},
	OpFLt:   {Name: "flt", Args: bin(F64), Result: Bool, Flags: Pure},
	OpFLe:   {Name: "fle", Args: bin(F64), Result: Bool, Flags: Pure},
	OpFGt:   {Name: "fgt", Args: bin(F64), Result: Bool, Flags: Pure},
	OpFGe:   {Name: "fge", Args: bin(F64), Result: Bool, Flags: Pure},
	OpI2F:   {Name: "i2f", Args: un(I64), Result: F64, Flags: Pure, Doc: "rounded to nearest, ties to even"},
	OpF2IOv: {Name: "f2i.ov", Args: un(F64), Result: I64, Flags: Checked, States: before, Doc: "towards zero; exits unless it fits"},
	OpFBits: {Name: "fbits", Args: un(F64), Result: I64, Flags: Pure, Doc: "the bits of a float that is no NaN: which NaN it is nothing says"},
	OpBitsF: {Name: "bitsf", Args: un(I64), Result: F64, Flags: Pure, Doc: "the float with these bits"},

	OpBNot:      {Name: "bnot", Args: un(Bool), Result: Bool, Flags: Pure},
	OpBoolToI64: {Name: "b2i", Args: un(Bool), Result: I64, Flags: Pure},

	OpSelect:  {Name: "select", Args: []Type{Bool, I64, I64}, Result: I64, Flags: Pure, Doc: "the second operand if the first is true, else the third"},
	OpFSelect: {Name: "fselect", Args: []Type{Bool, F64, F64}, Result: F64, Flags: Pure, Doc: "the second operand if the first is true, else the third: its bits"},

	OpLoad:   {Name: "load", Args: un(Ref), Flags: AnyResult, Aux: AuxMem, Doc: "from an object's field"},
	OpLoadX:  {Name: "loadx", Args: []Type{Ref, I64}, Flags: AnyResult, Aux: AuxMem, Doc: "from an object's element"},
	OpStore:  {Name: "store", Args: []Type{Ref, Void}, Aux: AuxMem},
	OpStoreX: {Name: "storex", Args: []Type{Ref, I64, Void}, Aux: AuxMem},

	OpJump:   {Name: "jump", Flags: Terminator},
	OpBranch: {Name: "branch", Args: un(Bool), Flags: Terminator},
	OpExit:   {Name: "exit", Flags: Terminator, States: after, Doc: "leaves for good"},
	OpEnter:  {Name: "enter", Args: un(I64), Flags: Terminator, States: after, Doc: "goes on in the guest frame at an address, through its resume word; the state says what the entry frame was entered with, and nothing is written"},

	OpRet:    {Name: "ret", Args: []Type{Void}, Flags: Terminator, Doc: "ends a routine: the operand is its result"},
	OpGiveUp: {Name: "giveup", Flags: Terminator, Doc: "ends a routine that has done nothing: its caller does the operation in another way"},
}
