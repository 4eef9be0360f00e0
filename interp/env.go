package interp

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/ir"
)

// env is the VM as package interp/pyguest sees it.
type env struct{ *VM }

// Heap implements pyguest.Env.
func (e env) Heap() *object.Heap { return e.heap }

// Frame implements pyguest.Env: slot 0 is the function.
func (e env) Frame(code uint64) (ir.Frame, error) {
	if code >= uint64(len(e.codes)) {
		return ir.Frame{}, fmt.Errorf("interp: no code object %d", code)
	}
	c := e.codes[code]
	if c.SlotNames == nil {
		c.SlotNames = append([]string{"func"}, c.LocalsPlus...)
		if c.Generates {
			c.SlotNames = append(c.SlotNames, "generator")
		}
		if c.Namespace {
			c.SlotNames = append(c.SlotNames, "namespace")
		}
	}
	return ir.Frame{
		Name: fmt.Sprintf("%s %s:%d", c.QualName, c.Filename, c.FirstLine), Code: code,
		NumLocals: 1 + c.LocalSlots, NumSlots: 1 + c.LocalSlots + c.StackSize, Slots: c.SlotNames, Uncounted: c.Depth == 0,
	}, nil
}

// FrameSize implements pyguest.Env.
func (e env) FrameSize(code uint64) int { return e.codes[code].FrameBytes }

// CallerDistance implements pyguest.Env: what it is for most of the innermost frames of code
// if it is the same for more than half of them, else that of some (the candidate of a majority vote).
func (e env) CallerDistance(code uint64) (distance int) {
	votes := 0
	for fp, n := e.fp, 0; fp != nil && n < callersAsked; n++ {
		caller := *frameCaller(fp)
		if caller != nil && uint64(frameCode(fp)) == code {
			switch d := int(uintptr(fp) - uintptr(caller)); {
			case votes == 0:
				distance, votes = d, 1
			case d == distance:
				votes++
			default:
				votes--
			}
		}
		fp = caller
	}
	if votes == 0 {
		return 0
	}
	return distance
}

// callersAsked is how many frames CallerDistance looks at.
const callersAsked = 64

// Interrupts implements pyguest.Env.
func (e env) Interrupts() (*atomic.Bool, func() error) { return &e.requests.Flag, e.requests.Handle }

// Postpone implements pyguest.Env.
func (e env) Postpone(exc error) {
	e.requests.Postpone(raised(exc).Exc)
}

// MemBase implements guest.Memory.
func (e env) MemBase() uint64 { return e.heap.MemBase() }

// Innermost implements pyguest.Env.
func (e env) Innermost() *unsafe.Pointer { return &e.fp }

// Push implements pyguest.Env.
func (e env) Push(caller, code uint64) uint64 {
	fp := unsafe.Add(unsafe.Pointer(nil), uintptr(caller))
	outer, callee := e.codes[frameCode(fp)], e.codes[code]
	np := unsafe.Add(fp, outer.FrameBytes)
	*frameCaller(np) = fp
	*(*uint64)(unsafe.Add(np, object.FrameCode)) = code
	*frameRoom(np) = *frameRoom(fp) - callee.Depth
	for i := range 1 + callee.LocalSlots {
		*slot(np, object.FrameSlots/8+i) = object.Null
	}
	e.fp = np
	return uint64(uintptr(np))
}

// Owns implements pyguest.Env.
func (e env) Owns(code uint64, i int) bool {
	c := e.codes[code]
	return c.Owners != nil && c.Owners[i]
}

// Const implements pyguest.Env.
func (e env) Const(code uint64, i int) object.Value { return e.codes[code].ConstValues[i] }

// Name implements pyguest.Env.
func (e env) Name(code uint64, i int) object.Value { return e.codes[code].NameValues[i] }

// Named implements pyguest.Env.
func (e env) Named(code uint64) int { return len(e.codes[code].LocalsPlus) }

// Handles implements pyguest.Env.
func (e env) Handles(code uint64) bool { return e.codes[code].Handles }

// Guarded implements pyguest.Env.
func (e env) Guarded(code uint64, pc uint32) bool { return e.codes[code].Guarded(pc) }

// GenType implements pyguest.Env.
func (e env) GenType(code uint64) object.TypeID { return e.codes[code].GenType }

// AsyncNext implements pyguest.Env and microop.Generators.
func (e env) AsyncNext(it object.Value) (object.Value, error) {
	return e.heap.AsyncNext(it, e.iterableCoroutine)
}

// Awaitable implements pyguest.Env and microop.Generators.
func (e env) Awaitable(v object.Value, where int) (object.Value, error) {
	return e.heap.Awaitable(v, e.iterableCoroutine, where)
}

// Awaits implements pyguest.Env.
func (e env) Awaits(code uint64) bool { return e.codes[code].Awaits() }

// Params implements pyguest.Env.
func (e env) Params(code uint64) pyguest.Params {
	c := e.codes[code]
	names := c.ParamNames(e.heap)
	return pyguest.Params{
		Names: names[:c.ArgCount:c.ArgCount], PosOnly: c.PosOnlyArgCount, Defaults: c.Defaults, Exact: c.Exact,
		KwOnly: names[c.ArgCount:], VarArgs: c.Flags&pycode.FlagVarArgs != 0, VarKeywords: c.Flags&pycode.FlagVarKeywords != 0,
	}
}

// Driver implements pyguest.Env and microop.VM.
func (e env) Driver(version uint32) (object.Driver, bool) { return e.drivers.ByVersion(version) }

// Each implements pyguest.Env and microop.VM.
func (e env) Each(version uint32) (object.EachDriver, bool) { return e.drivers.EachByVersion(version) }

// CodeByVersion implements pyguest.Env.
func (e env) CodeByVersion(version uint32) (uint64, bool) {
	c := e.versions[version]
	if c == nil {
		return 0, false
	}
	return uint64(c.Handle), true
}

// Dict implements pyguest.Env.
func (e env) Dict(code uint64, builtins bool) object.Value {
	c := e.codes[code]
	if c.Globals == object.Null || c.GlobalsDiffer {
		return object.Null
	}
	if builtins {
		return e.builtins
	}
	return c.Globals
}

// Shim implements pyguest.Env.
func (e env) Shim() object.Value {
	if e.shimCode == nil {
		e.makeShim()
	}
	return e.shim
}

// Binary implements pyguest.Env.
func (e env) Binary(op object.BinaryOp, a, b object.Value) (object.Value, error) {
	return e.binary(int(op), a, b)
}

// Compare implements pyguest.Env.
func (e env) Compare(op object.CompareOp, a, b object.Value, truth bool) (object.Value, error) {
	arg := int(op) << 5
	if truth {
		arg |= 16
	}
	return e.compare(arg, a, b)
}

// DoSpecial implements pyguest.Env.
func (e env) DoSpecial(o pyguest.Operator, x pyguest.Entries) (object.Value, error) {
	if o == pyguest.SetItem && e.heap.IsFrameLocals(x[1]) {
		return object.Null, object.ErrFrame // compiled code has the variables
	}
	return e.doSpecial(o, x)
}

// SetSlice implements pyguest.Env.
func (e env) SetSlice(v, start, stop, step, x object.Value) error {
	return e.setSlice(v, start, stop, step, x)
}

// OperatorShim implements pyguest.Env.
func (e env) OperatorShim() object.Value {
	e.operatorCode()
	return e.operators
}

// CommonConstant implements pyguest.Env.
func (e env) CommonConstant(i int) object.Value { return e.known.Common(e.heap, i) }

// Call implements pyguest.Env.
func (e env) Call(f object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if v, ok, err := e.Asked(f, object.Null, args, kwnames); ok {
		return v, err
	}
	return e.callUnasked(f, args, kwnames)
}

// callUnasked is Call behind stars: the interpreter begins no driver there, either, of what finds the function that it calls.
func (e env) callUnasked(f object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if f == e.known.Str && len(args) == 1 && kwnames == object.Null && !e.heap.TypeOf(args[0]).Made() { // nobody else is asked
		return e.heap.Str(args[0])
	}
	if e.heap.LooksAtFrames(f) {
		return object.Null, object.ErrFrame
	}
	if kwnames == object.Null {
		if fn, pass := e.drivers.OfNested(f, args); fn != object.Null {
			return e.callDriver(fn, pass)
		}
		if m, o := e.known.SpecialCall(e.heap, f, object.Null, args); m != object.Null {
			return e.runOperator(m, o, o.Called(object.Null, args))
		}
	}
	return e.callNested(f, args, kwnames)
}

// Asked implements pyguest.Env: a driver is worth a run if it calls the function more than once. Where instructions are counted there is always
// one, as the interpreter has a frame for each.
func (e env) Asked(f, self object.Value, args []object.Value, kwnames object.Value) (v object.Value, ok bool, err error) {
	if !e.heap.EachOf(f).Asks() || !e.drivers.AsksMany(f, self, args, kwnames) && (e.counts == nil || !e.drivers.Asks(f, self, args, kwnames)) {
		return object.Null, false, nil
	}
	fn, pass := e.drivers.Each(f, self, args, kwnames)
	v, err = e.callFromGo(fn, pass[:], object.Null)
	return v, true, err
}

// callDriver is apart from Call because it allocates.
func (e env) callDriver(fn object.Value, pass [2]object.Value) (object.Value, error) {
	return e.callFromGo(fn, pass[:], object.Null)
}

// Room reports whether n more frames may be begun behind the innermost one.
func (e env) Room(n int) bool { return int(*frameRoom(e.fp)) >= n }

// Landing implements pyguest.Env.
func (e env) Landing(code uint64, pc uint32) uint64 {
	if l := e.landingOf(code, pc); l != nil {
		return l.Exit.RowAddress()
	}
	return 0
}

// ResumeRow implements pyguest.Env.
func (e env) ResumeRow(code uint64, pc uint32) uint64 {
	if l := e.landingOf(code, pc); l != nil {
		return l.Resume
	}
	return 0
}

// Resumers implements pyguest.Env.
func (e env) Resumers() (next, method, send object.Value) {
	return e.known.Next, e.known.GeneratorNext, e.known.GeneratorSend
}

func (e env) landingOf(code uint64, pc uint32) *adaptive.Landing {
	if e.tier.Table == nil || !e.tier.Table.Native() {
		return nil
	}
	return e.tier.LandingAt(e.codes[code], int(pc))
}

// LoadName implements pyguest.Env.
func (e env) LoadName(f, name object.Value) (object.Value, error) {
	v, err := ops.Global(e.heap, f, name)
	if v == object.Null && err == nil {
		err = e.nameError(name)
	}
	return v, err
}

// LoadSpaced implements pyguest.Env.
func (e env) LoadSpaced(ns, f, name object.Value) (object.Value, error) {
	v, err := ops.Spaced(e.heap, ns, f, name)
	if v == object.Null && err == nil {
		err = e.nameError(name)
	}
	return v, err
}

// StoreGlobal implements pyguest.Env.
func (e env) StoreGlobal(f, name, v object.Value) error {
	e.heap.DictSetStr(e.heap.Field(f, object.OffFuncGlobals), name, v)
	return nil
}

// DeleteGlobal implements pyguest.Env.
func (e env) DeleteGlobal(f, name object.Value) error {
	found, err := e.heap.DictDel(e.heap.Field(f, object.OffFuncGlobals), name)
	if err == nil && !found {
		err = e.nameError(name)
	}
	return err
}

// MakeFunction implements pyguest.Env.
func (e env) MakeFunction(outer, code object.Value) object.Value { return e.makeFunction(outer, code) }

// Function implements pyguest.Env.
func (e env) Function(code, globals, builtins, module object.Value) object.Function {
	c := e.heap.HandleOf(code).(*Code)
	return c.Describe(e.heap, object.Function{Globals: globals, Builtins: builtins, Doc: c.Doc(), Module: module})
}

// SetFunctionAttribute implements pyguest.Env.
func (e env) SetFunctionAttribute(f object.Value, which int, v object.Value) error {
	return ops.SetFunctionAttribute(e.heap, f, which, v)
}

// ImportName implements pyguest.Env.
func (e env) ImportName(function, name, fromlist, level object.Value) (object.Value, error) {
	if m, ok := e.heap.Imported(function, name, fromlist, level); ok {
		return m, nil
	}
	globals := e.heap.Field(function, object.OffFuncGlobals)
	if f, err := e.imports.Replaced(function); f != object.Null || err != nil {
		if err == nil {
			err = object.ErrFrame // it may look at frames, and is told of the variables
		}
		return object.Null, err
	}
	return e.imports.Name(globals, name, fromlist, level)
}

// ImportFrom implements pyguest.Env.
func (e env) ImportFrom(m, name object.Value) (object.Value, error) { return e.imports.From(m, name) }

// UnboundLocal implements pyguest.Env.
func (e env) UnboundLocal(code uint64, i int) error { return unboundLocal(e.heap, e.codes[code], i) }

// UnboundDeref implements pyguest.Env.
func (e env) UnboundDeref(code uint64, i int) error { return unboundDeref(e.heap, e.codes[code], i) }

// RaiseHere implements pyguest.Env.
func (e env) RaiseHere(operands []object.Value, at object.Traceback) (object.Value, error) {
	err := ops.Raise(e.heap, operands)
	r, ok := err.(*object.Raised)
	if !ok || introspect.WantsFrame(e.heap, r.Exc) {
		return object.Null, err
	}
	e.addTraceback(r, at)
	return r.Exc, nil
}

// Kept implements microop.VM.
func (e env) Kept(fp unsafe.Pointer, code *Code, end uint32) object.Value {
	return introspect.Kept(e.heap, fp, code, end)
}

// Unwind implements pyguest.Env.
func (e env) Unwind(exc, kept object.Value, at object.Traceback, hidden bool) {
	introspect.Unwound(e.heap, e.codes, exc, kept, at, hidden)
}

// addTraceback adds an entry for where an exception has been raised, or has come to, unless it comes again or the
// guest sees no frame there.
func (e env) addTraceback(r *object.Raised, at object.Traceback) {
	code := e.codes[at.Code]
	if !r.Again && !code.Shim {
		at.PC = uint32(code.Instruction(int(at.PC)))
		e.heap.AddTraceback(r.Exc, at)
	}
}

// Interpret implements pyguest.Env.
func (e env) Interpret(op uint8, arg, after int) (uint64, error) {
	next, err := e.interpret(e.fp, pycode.Op(op), arg, after)
	return uint64(uintptr(next)), err
}

// Calls implements pyguest.Env.
func (e env) Calls() uint64 {
	if e.calls == nil {
		e.calls = new([pyguest.CallEntries]pyguest.CallEntry)
	}
	return uint64(uintptr(unsafe.Pointer(e.calls)))
}

// Ends implements pyguest.Env.
func (e env) Ends() uint64 {
	if e.ends == nil {
		e.ends = new([pyguest.EndEntries]pyguest.EndEntry)
	}
	return uint64(uintptr(unsafe.Pointer(e.ends)))
}

// Special implements pyguest.Env.
func (e env) Special(v object.Value, which int) (f, self object.Value, err error) {
	return ops.Special(e.heap, v, which)
}

// SpecialName implements pyguest.Env.
func (e env) SpecialName(which int) object.Value { return e.heap.Intern(ops.SpecialName(which)) }

// Catch implements pyguest.Env.
func (e env) Catch(r *object.Raised, code uint64, pc uint32) bool {
	if r.Unit >= 0 || !introspect.CatchesWithout(e.heap, r.Exc, e.codes[code]) {
		return false
	}
	e.addTraceback(r, object.Traceback{Code: uint32(code), PC: pc})
	return true
}

// ExceptionMatches implements pyguest.Env.
func (e env) ExceptionMatches(exc, clause object.Value) (bool, error) {
	return e.heap.Catches(exc, clause)
}

// DictMerge implements pyguest.Env.
func (e env) DictMerge(f, d, v object.Value) error { return ops.DictMerge(e.heap, f, d, v) }

// ListExtend implements pyguest.Env.
func (e env) ListExtend(l, v object.Value) error {
	if _, ok, err := e.DoTake(pyguest.TakeExtend, 0, pyguest.TakeEntries(v, l)); ok {
		return err
	}
	return ops.ListExtend(e.heap, l, v)
}

// DictUpdate implements pyguest.Env.
func (e env) DictUpdate(d, v object.Value) error { return ops.DictUpdate(e.heap, d, v) }

// Watch implements pyguest.Env.
func (e env) Watch(dict, key object.Value) (object.Value, uint64, bool) {
	return e.tier.WatchKey(dict, key)
}

// WatchType implements pyguest.Env.
func (e env) WatchType(t *object.Type, keys bool) (uint64, bool) { return e.tier.WatchType(t, keys) }

// CallStarred implements pyguest.Env and microop.VM.
func (e env) CallStarred(f, star, kw object.Value) (object.Value, error) {
	args, kwnames, err := ops.Starred(e.heap, f, star, kw)
	if err != nil {
		return object.Null, err
	}
	mark := e.heap.Mark()
	defer e.heap.Release(mark)
	e.heap.Push(args)
	e.heap.Push(kwnames)
	return e.callUnasked(f, e.heap.TupleItems(args), kwnames)
}

// Code implements microop.VM.
func (e env) Code(handle uint32) *Code { return e.codes[handle] }

// At implements microop.VM.
func (e env) At(ip uintptr) { e.ip = ip }

// SuperType implements microop.VM.
func (e env) SuperType() object.Value { return e.known.Super }

// CallBuiltin implements microop.VM.
func (e env) CallBuiltin(f, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if kwnames == object.Null {
		if fn, pass := e.drivers.Of(f, self, args); fn != object.Null {
			return e.callDriver(fn, pass)
		}
		if m, o := e.known.SpecialCall(e.heap, f, self, args); m != object.Null {
			return e.runOperator(m, o, o.Called(self, args))
		}
	}
	if v, ok, err := e.Asked(f, self, args, kwnames); ok {
		return v, err
	}
	return callDirect(e.heap, f, self, args, kwnames)
}
