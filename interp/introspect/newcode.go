package introspect

import (
	"fmt"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Code objects that a program makes: types.CodeType(…), code.replace(…) and
// marshal.loads(…) of one (Objects/codeobject.c, Python/marshal.c). Each passes
// pycode.Code.Verify when it is made: what does not is a ValueError that says which
// instruction is wrong. CPython lets such code run.

// newCodeSig are the parameters of types.CodeType.
var newCodeSig = object.NewSignature("code", 18, 16, 0, "argcount", "posonlyargcount", "kwonlyargcount", "nlocals", "stacksize", "flags",
	"codestring", "constants", "names", "varnames", "filename", "name", "qualname", "firstlineno", "linetable", "exceptiontable", "freevars", "cellvars")

// replaceSig are those of code.replace, in the same order.
var replaceSig = object.NewSignature("replace", 0, 0, 18, "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_nlocals", "co_stacksize", "co_flags",
	"co_code", "co_consts", "co_names", "co_varnames", "co_filename", "co_name", "co_qualname", "co_firstlineno", "co_linetable", "co_exceptiontable",
	"co_freevars", "co_cellvars")

// The places of parameters of both.
const (
	codeConsts   = 7
	codeVarNames = 9
	codeFreeVars = 16
	codeCellVars = 17
	codeNumbers  = 6 // so many numbers come first
)

// codeNew is types.CodeType(…).
func (o *Objects) codeNew(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [18]object.Value
	if err := newCodeSig.Bind(h, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	for _, i := range [...]int{codeFreeVars, codeCellVars} {
		if p[i] == object.Null {
			p[i] = h.NewTuple()
		}
	}
	return o.makeCode(&pycode.Code{}, p[:])
}

// codeReplace is code.replace(…).
func (o *Objects) codeReplace(h *object.Heap, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [18]object.Value
	if err := replaceSig.Bind(h, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	old := CodeOf(h, self)
	c := copyOf(old.Code)
	if p[codeVarNames] != object.Null || p[codeFreeVars] != object.Null || p[codeCellVars] != object.Null {
		for _, x := range [...]struct {
			i    int
			kind pycode.LocalKind
		}{{codeVarNames, pycode.KindLocal}, {codeFreeVars, pycode.KindFree}, {codeCellVars, pycode.KindCell}} {
			if p[x.i] == object.Null {
				p[x.i] = slotNames(x.kind)(h, old)
			}
		}
	}
	if p[codeConsts] == object.Null {
		p[codeConsts] = h.NewTuple(old.ConstValues...)
	}
	return o.makeCode(c, p[:])
}

// copyOf copies what a code object was read with; nothing has been found out about the copy.
func copyOf(c *pycode.Code) *pycode.Code {
	return &pycode.Code{
		ArgCount: c.ArgCount, PosOnlyArgCount: c.PosOnlyArgCount, KwOnlyArgCount: c.KwOnlyArgCount, StackSize: c.StackSize, Flags: c.Flags, FirstLine: c.FirstLine,
		Units: c.Units, Consts: c.Consts, Names: c.Names, LocalsPlus: c.LocalsPlus, Kinds: c.Kinds,
		Filename: c.Filename, Name: c.Name, QualName: c.QualName, LineTable: c.LineTable, ExceptionTable: c.ExceptionTable,
	}
}

// codeReader fills the fields of a code object from values, and keeps the first error.
type codeReader struct {
	heap   *object.Heap
	consts int // constants so far
	err    error
}

// makeCode makes a code object of c with the fields that are given, and Null where one is
// not.
func (o *Objects) makeCode(c *pycode.Code, p []object.Value) (object.Value, error) {
	h, r := o.heap, &codeReader{heap: o.heap}
	locals := -1
	for i, n := range [codeNumbers]*int{&c.ArgCount, &c.PosOnlyArgCount, &c.KwOnlyArgCount, &locals, &c.StackSize, &c.Flags} {
		r.number(p[i], n)
	}
	r.number(p[13], &c.FirstLine)
	r.units(p[6], &c.Units)
	r.names(p[8], &c.Names)
	for i, s := range [...]*string{&c.Filename, &c.Name, &c.QualName} {
		r.text(p[10+i], s)
	}
	r.bytes(p[14], &c.LineTable)
	r.bytes(p[15], &c.ExceptionTable)
	if p[codeVarNames] != object.Null {
		r.slots(c, p[codeVarNames], p[codeCellVars], p[codeFreeVars])
	}
	consts := p[codeConsts]
	if !h.Is(consts, object.TupleType) {
		r.fail(consts, "tuple")
	} else {
		c.Consts = r.constants(h.TupleItems(consts), 0)
	}
	if r.err == nil && locals >= 0 && locals != c.NumLocals() {
		r.err = h.Raise(object.ValueErrorType, "code: co_nlocals != len(co_varnames)")
	}
	if r.err != nil {
		return object.Null, r.err
	}
	return o.madeCode(c, h.TupleItems(consts))
}

// madeCode makes an object of code that a program has made; consts are its constants if
// there are values of them already.
func (o *Objects) madeCode(c *pycode.Code, consts []object.Value) (object.Value, error) {
	h := o.heap
	if err := c.Verify(); err != nil {
		return object.Null, h.Raise(object.ValueErrorType, "%s", err.Error())
	}
	code, err := o.vm.Prepare(c)
	if err != nil {
		return object.Null, err
	}
	if consts != nil {
		code.ConstValues, code.Gathered = append(code.ConstValues[:0], consts...), false
	}
	return code.Self, nil
}

// CodeParts returns a tuple of what marshal writes of a code object, in its order (Python/marshal.c).
func (o *Objects) CodeParts(v object.Value) object.Value {
	h, c := o.heap, CodeOf(o.heap, v)
	m := h.Mark()
	defer h.Release(m)
	list := h.NewList()
	h.Push(list)
	names := func(all []string) object.Value {
		of := h.NewList()
		for _, name := range all {
			h.ListAppend(of, h.InternName(name))
		}
		return h.ListToTuple(of)
	}
	kinds := make([]byte, len(c.Kinds))
	for i, k := range c.Kinds {
		kinds[i] = byte(k)
	}
	for _, n := range [...]int{c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount, c.StackSize, c.Flags} {
		h.ListAppend(list, object.SmallInt(int64(n)))
	}
	h.ListAppend(list, codeBytes(h, c))
	h.ListAppend(list, h.NewTuple(c.ConstValues...))
	h.ListAppend(list, names(c.Names))
	h.ListAppend(list, names(c.LocalsPlus))
	h.ListAppend(list, h.NewBytes(kinds))
	for _, s := range [...]string{c.Filename, c.Name, c.QualName} {
		h.ListAppend(list, h.Intern(s))
	}
	h.ListAppend(list, object.SmallInt(int64(c.FirstLine)))
	h.ListAppend(list, h.NewBytes(c.LineTable))
	h.ListAppend(list, h.NewBytes(c.ExceptionTable))
	return h.ListToTuple(list)
}

// FromParts makes a code object of the parts that marshal has read.
func (o *Objects) FromParts(p []object.Value) (object.Value, error) {
	h, r, c := o.heap, &codeReader{heap: o.heap}, &pycode.Code{}
	for i, n := range [...]*int{&c.ArgCount, &c.PosOnlyArgCount, &c.KwOnlyArgCount, &c.StackSize} {
		r.number(p[i], n)
	}
	flags, _ := h.AsInt64(p[4])
	first, _ := h.AsInt64(p[13])
	c.Flags, c.FirstLine = int(flags), int(first)
	r.units(p[5], &c.Units)
	r.names(p[7], &c.Names)
	r.names(p[8], &c.LocalsPlus)
	var kinds []byte
	r.bytes(p[9], &kinds)
	for _, k := range kinds {
		c.Kinds = append(c.Kinds, pycode.LocalKind(k))
	}
	for i, s := range [...]*string{&c.Filename, &c.Name, &c.QualName} {
		r.text(p[10+i], s)
	}
	r.bytes(p[14], &c.LineTable)
	r.bytes(p[15], &c.ExceptionTable)
	consts := p[6]
	if !h.Is(consts, object.TupleType) {
		r.fail(consts, "tuple")
	} else {
		c.Consts = r.constants(h.TupleItems(consts), 0)
	}
	if r.err == nil && len(c.Kinds) != len(c.LocalsPlus) {
		r.err = h.Raise(object.ValueErrorType, "code: %d local names and %d local kinds", len(c.LocalsPlus), len(c.Kinds))
	}
	if r.err != nil {
		return object.Null, r.err
	}
	return o.madeCode(c, h.TupleItems(consts))
}

func (r *codeReader) fail(v object.Value, want string) {
	if r.err == nil {
		r.err = r.heap.Raise(object.TypeErrorType, "a field of a code object must be %s, not %s", want, r.heap.TypeName(v))
	}
}

func (r *codeReader) number(v object.Value, to *int) {
	if v == object.Null || r.err != nil {
		return
	}
	if *to, r.err = r.heap.CInt(v); r.err == nil && *to < 0 {
		r.err = r.heap.Raise(object.ValueErrorType, "code: a count must not be negative")
	}
}

func (r *codeReader) text(v object.Value, to *string) {
	if v == object.Null || r.err != nil {
		return
	}
	if !r.heap.Is(v, object.StrType) {
		r.fail(v, "str")
		return
	}
	*to = r.heap.GoString(v)
}

func (r *codeReader) bytes(v object.Value, to *[]byte) {
	if v == object.Null || r.err != nil {
		return
	}
	if !r.heap.Is(v, object.BytesType) {
		r.fail(v, "bytes")
		return
	}
	*to = append([]byte(nil), r.heap.BytesData(v)...)
}

func (r *codeReader) units(v object.Value, to *[]uint16) {
	if v == object.Null || r.err != nil {
		return
	}
	var b []byte
	if r.bytes(v, &b); r.err == nil && len(b)%2 != 0 {
		r.err = r.heap.Raise(object.ValueErrorType, "code: co_code is malformed")
	}
	*to = make([]uint16, len(b)/2)
	for i := range *to {
		(*to)[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
}

func (r *codeReader) names(v object.Value, to *[]string) {
	if v == object.Null || r.err != nil {
		return
	}
	if !r.heap.Is(v, object.TupleType) {
		r.fail(v, "tuple")
		return
	}
	list := make([]string, r.heap.TupleLen(v))
	for i := range list {
		r.text(r.heap.TupleItem(v, i), &list[i])
	}
	*to = list
}

// slots makes LocalsPlus and Kinds: variables, cells that are none, free variables.
func (r *codeReader) slots(c *pycode.Code, vars, cells, free object.Value) {
	var lists [3][]string
	for i, v := range [...]object.Value{vars, cells, free} {
		r.names(v, &lists[i])
	}
	at := map[string]int{}
	c.LocalsPlus, c.Kinds = nil, nil
	for i, kind := range [...]pycode.LocalKind{pycode.KindLocal, pycode.KindCell, pycode.KindFree} {
		for _, name := range lists[i] {
			if k, ok := at[name]; ok && kind == pycode.KindCell {
				c.Kinds[k] |= kind
				continue
			}
			at[name] = len(c.LocalsPlus)
			c.LocalsPlus, c.Kinds = append(c.LocalsPlus, name), append(c.Kinds, kind)
		}
	}
}

// maxConstDepth bounds how deep tuples among constants are nested, maxConsts how many there are: a tuple that holds another
// twice, which holds another twice, has more than memory.
const (
	maxConstDepth = 200
	maxConsts     = 1 << 20
)

// constant makes a constant of a value. What no file can hold is unsupported.
func (r *codeReader) constant(v object.Value, depth int) pycode.Const {
	h := r.heap
	if r.err == nil && depth > maxConstDepth {
		r.err = h.Raise(object.ValueErrorType, "code: constants are nested too deeply")
	}
	if r.consts++; r.err == nil && r.consts > maxConsts {
		r.err = h.Raise(object.ValueErrorType, "code: constants that repeat others, or too many")
	}
	if r.err != nil {
		return nil
	}
	switch {
	case v == object.None:
		return pycode.None{}
	case v == object.Ellipsis:
		return pycode.Ellipsis{}
	case v == object.True || v == object.False:
		return pycode.Bool(v == object.True)
	case v.IsFloat():
		return pycode.Float(v.Float())
	case v.IsSmall() || h.Is(v, object.IntType):
		if n, ok := h.AsInt64(v); ok {
			return pycode.Int(n)
		}
		n := new(pycode.BigInt)
		n.Set(h.BigInt(v))
		return n
	case h.Is(v, object.StrType):
		return pycode.Str(h.GoString(v))
	case h.Is(v, object.SliceType):
		part := func(at uintptr) pycode.Const { return r.constant(h.Field(v, at), depth+1) }
		return &pycode.Slice{Start: part(object.OffSliceStart), Stop: part(object.OffSliceStop), Step: part(object.OffSliceStep)}
	case h.Is(v, object.BytesType):
		return pycode.Bytes(h.BytesData(v))
	case h.Is(v, object.CodeType):
		return CodeOf(h, v).Code
	case h.Is(v, object.TupleType):
		return pycode.Tuple(r.constants(h.TupleItems(v), depth))
	case h.Is(v, object.FrozenSetType):
		var items []object.Value
		for at := 0; ; {
			x, ok := h.SetNext(v, &at)
			if !ok {
				return pycode.FrozenSet(r.constants(items, depth))
			}
			items = append(items, x)
		}
	}
	if x, ok := h.ComplexOf(v); ok {
		return pycode.Complex(x)
	}
	r.err = h.Unsupported(fmt.Sprintf("a constant of type %s in a code object", h.TypeName(v)))
	return nil
}

func (r *codeReader) constants(list []object.Value, depth int) []pycode.Const {
	out := make([]pycode.Const, len(list))
	for i, v := range list {
		out[i] = r.constant(v, depth+1)
	}
	return out
}
