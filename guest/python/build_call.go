package python

import (
	"slices"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/object"
	"github.com/tier2go/tier2/uop"
	"github.com/tier2go/tier2/uop/cpython"
)

// nameRules: globals, cells, attributes, imports, functions.
func (p *py) nameRules() map[uop.ID]build.Rule {
	named := func(f func(b *build.Builder, name *ir.Value)) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			f(b, p.word(b, p.env.Name(b.Frame().Code, int(u.Oparg))))
			return nil
		}
	}
	storeGlobal := named(func(b *build.Builder, name *ir.Value) {
		b.Effect(p.mustOp("py.storeglobal"), 0, b.Local(funcSlot), name, b.Pop())
	})
	delGlobal := named(func(b *build.Builder, name *ir.Value) { b.Effect(p.mustOp("py.delglobal"), 0, b.Local(funcSlot), name) })
	loadName := named(func(b *build.Builder, name *ir.Value) {
		b.Push(b.Effect(p.mustOp("py.loadname"), 0, b.Local(funcSlot), name))
	})
	return map[uop.ID]build.Rule{
		cpython.LOAD_GLOBAL_MODULE: func(b *build.Builder, u *uop.Inst) error { return p.loadGlobal(b, u, object.OffFuncGlobals) },
		cpython.LOAD_GLOBAL_BUILTINS: func(b *build.Builder, u *uop.Inst) error {
			return p.loadGlobal(b, u, object.OffFuncBuiltins)
		},
		cpython.GUARD_GLOBALS_VERSION: func(b *build.Builder, u *uop.Inst) error {
			d := p.namespace(b, object.OffFuncGlobals)
			if _, ok := p.watched(b, d, u, false, true); !ok {
				p.keysVersion(b, d, u.Operand0)
			}
			return nil
		},
		cpython.LOAD_GLOBAL: func(b *build.Builder, u *uop.Inst) error {
			name := p.word(b, p.env.Name(b.Frame().Code, int(u.Oparg>>1)))
			b.Push(b.Effect(p.mustOp("py.loadname"), 0, b.Local(funcSlot), name))
			return nil
		},
		cpython.LOAD_NAME: loadName, cpython.STORE_NAME: storeGlobal, cpython.STORE_GLOBAL: storeGlobal,
		cpython.DELETE_NAME: delGlobal, cpython.DELETE_GLOBAL: delGlobal,
		cpython.LOAD_DEREF: func(b *build.Builder, u *uop.Inst) error {
			v := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffCellValue, clsCell), b.Local(local(u.Oparg)))
			p.notNull(b, v)
			b.Push(v)
			return nil
		},
		cpython.STORE_DEREF: func(b *build.Builder, u *uop.Inst) error {
			x := b.Pop()
			b.AddTyped(ir.OpStore, ir.Void, mem(object.OffCellValue, clsCell), b.Local(local(u.Oparg)), x)
			return nil
		},
		cpython.MAKE_CELL: func(b *build.Builder, u *uop.Inst) error {
			b.SetLocal(local(u.Oparg), b.Add(p.mustOp("py.newcell"), b.Local(local(u.Oparg))))
			return nil
		},
		cpython.COPY_FREE_VARS: p.copyFreeVars,
		cpython.LOAD_ATTR: func(b *build.Builder, u *uop.Inst) error {
			if p.classMethod(b, p.env.Name(b.Frame().Code, int(u.Oparg>>1)), u.Oparg&1 != 0) {
				return nil
			}
			name := p.word(b, p.env.Name(b.Frame().Code, int(u.Oparg>>1)))
			v := b.Pop()
			if u.Oparg&1 != 0 {
				b.Push(b.Effect(p.mustOp("py.loadmethod"), 0, v, name))
				b.Push(b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffCellValue, clsCell), p.word(b, p.h.SecondCell())))
				return nil
			}
			b.Push(b.Effect(p.mustOp("py.getattr"), 0, v, name))
			return nil
		},
		cpython.LOAD_ATTR_MODULE: p.loadAttrModule,
		cpython.STORE_ATTR: named(func(b *build.Builder, name *ir.Value) {
			o, x := b.Pop(), b.Pop()
			b.Effect(p.mustOp("py.setattr"), 0, o, name, x)
		}),
		cpython.IMPORT_NAME: named(func(b *build.Builder, name *ir.Value) {
			fromlist, level := b.Pop(), b.Pop()
			b.Push(b.Effect(p.mustOp("py.import"), 0, b.Local(funcSlot), name, fromlist, level))
		}),
		cpython.IMPORT_FROM: named(func(b *build.Builder, name *ir.Value) {
			b.Push(b.Effect(p.mustOp("py.importfrom"), 0, b.Peek(0), name))
		}),
		cpython.MAKE_FUNCTION: func(b *build.Builder, u *uop.Inst) error {
			b.Push(b.Add(p.mustOp("py.makefunction"), b.Local(funcSlot), b.Pop()))
			return nil
		},
		cpython.SET_FUNCTION_ATTRIBUTE: func(b *build.Builder, u *uop.Inst) error {
			f, x := b.Pop(), b.Pop()
			b.Effect(p.mustOp("py.setfuncattr"), int64(u.Oparg), f, x)
			b.Push(f)
			return nil
		},
		cpython.CALL_INTRINSIC_1: func(b *build.Builder, u *uop.Inst) error {
			if u.Oparg != 6 {
				return b.Abort(build.AbortNoRule, "intrinsic")
			}
			b.Push(b.Add(p.mustOp("list.totuple"), b.Pop()))
			return nil
		},
	}
}

// namespace returns the globals or builtins of the frame's function.
func (p *py) namespace(b *build.Builder, off uintptr) *ir.Value {
	f := b.Local(funcSlot)
	if f.IsConst() {
		return p.word(b, p.h.Field(object.Value(f.Word()), off))
	}
	return b.AddTyped(ir.OpLoad, ir.Ref, mem(off, clsFunc), f)
}

// keysVersion guards the version of a dict's keys.
func (p *py) keysVersion(b *build.Builder, d *ir.Value, version uint64) {
	v := b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffDictVersion, clsDictVersion), d)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, v, b.F.ConstI64(int64(version))))
}

// loadGlobal reads a global whose place in its dict the inline cache knows. If
// the value is constant until invalidated, the dict only has to be the one that
// is watched.
func (p *py) loadGlobal(b *build.Builder, u *uop.Inst, off uintptr) error {
	d := p.namespace(b, off)
	if v, ok := p.watched(b, d, u, off == object.OffFuncBuiltins, false); ok {
		b.Push(p.word(b, v))
		return nil
	}
	p.keysVersion(b, d, u.Operand0)
	b.Push(p.dictEntry(b, d, u.Operand1))
	return nil
}

// watched makes the trace rely on what the globals (or builtins) d have for the name of
// LOAD_GLOBAL: a value, or, with absent, nothing. ok is false if that may not be relied on.
func (p *py) watched(b *build.Builder, d *ir.Value, u *uop.Inst, builtins, absent bool) (v object.Value, ok bool) {
	dict := p.env.Dict(b.Frame().Code, builtins)
	if dict == object.Null {
		return object.Null, false
	}
	v, token, ok := p.env.Watch(dict, p.env.Name(b.Frame().Code, int(u.Oparg>>1)))
	if !ok || (v == object.Null) != absent {
		return object.Null, false
	}
	if !d.IsConst() {
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, d, p.word(b, dict)))
	}
	b.Depend(token)
	return v, true
}

// dictEntry reads the value of entry i of a dict.
func (p *py) dictEntry(b *build.Builder, d *ir.Value, i uint64) *ir.Value {
	e := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffDictEntries, clsDictEntries), d)
	v := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffEntryValue+object.DictEntrySize*uintptr(i), clsGlobals), e)
	p.notNull(b, v)
	return v
}

// copyFreeVars copies the closure's cells to the last locals that the code names.
func (p *py) copyFreeVars(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	first := p.env.Named(b.Frame().Code) - n
	if f := b.Local(funcSlot); f.IsConst() { // a function keeps its cells
		for i, c := range p.h.TupleItems(p.h.Field(object.Value(f.Word()), object.OffFuncClosure)) {
			b.SetLocal(local(uint32(first+i)), p.word(b, c))
		}
		return nil
	}
	t := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffFuncClosure, clsFunc), b.Local(funcSlot))
	for i := range n {
		c := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTupleItems+8*uintptr(i), clsTuple), t)
		b.SetLocal(local(uint32(first+i)), c)
	}
	return nil
}

// loadAttrModule reads a module's attribute: constant, if the module is and its
// attribute can be watched.
func (p *py) loadAttrModule(b *build.Builder, u *uop.Inst) error {
	m := b.Peek(0)
	name := p.env.Name(b.Frame().Code, int(u.Oparg>>1))
	if m.IsConst() && p.h.Is(object.Value(m.Word()), object.ModuleType) {
		d := p.h.Field(object.Value(m.Word()), object.OffModuleDict)
		if v, token, ok := p.env.Watch(d, name); ok && v != object.Null {
			b.Depend(token)
			b.Poke(0, p.word(b, v))
			return nil
		}
	}
	m = b.GuardType(m, tModule)
	d := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffModuleDict, clsFunc), m)
	p.keysVersion(b, d, u.Operand0)
	v := p.dictEntry(b, d, u.Operand1)
	b.Poke(0, v)
	return nil
}

// callRules: calls of guest functions, builtins and types. The stack holds the
// callable, the receiver or NULL, and oparg arguments.
func (p *py) callRules() map[uop.ID]build.Rule {
	generic := func(b *build.Builder, u *uop.Inst) error { return p.genericCall(b, int(u.Oparg)) }
	return map[uop.ID]build.Rule{
		cpython.CHECK_FUNCTION_VERSION: func(b *build.Builder, u *uop.Inst) error {
			return p.checkFunction(b, int(u.Oparg)+1, uint32(u.Operand0))
		},
		cpython.CHECK_FUNCTION_EXACT_ARGS: nothing, // the version implies it; see initCall
		cpython.CHECK_STACK_SPACE:         nothing,
		cpython.CHECK_RECURSION_REMAINING: func(b *build.Builder, u *uop.Inst) error {
			b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
			return nil
		},
		cpython.INIT_CALL_PY_EXACT_ARGS: p.initCall,
		cpython.SAVE_RETURN_OFFSET: func(b *build.Builder, u *uop.Inst) error {
			b.SetReturn(b.PC() + u.Oparg)
			return nil
		},
		cpython.PUSH_FRAME: p.pushFrame,
		cpython.CHECK_FUNCTION_VERSION_KW: func(b *build.Builder, u *uop.Inst) error {
			return p.checkFunction(b, int(u.Oparg)+2, uint32(u.Operand0))
		},
		cpython.PY_FRAME_GENERAL: func(b *build.Builder, u *uop.Inst) error { return p.bindArgs(b, u, object.Null) },
		cpython.PY_FRAME_KW: func(b *build.Builder, u *uop.Inst) error {
			names := b.Pop()
			if !names.IsConst() {
				return b.Abort(AbortBinding, "the keywords are not constant")
			}
			b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
			return p.bindArgs(b, u, object.Value(names.Word()))
		},
		cpython.CHECK_CALL_BOUND_METHOD_EXACT_ARGS: func(b *build.Builder, u *uop.Inst) error {
			if err := p.isNull(b, b.Peek(int(u.Oparg)), true); err != nil {
				return err
			}
			b.GuardType(b.Peek(int(u.Oparg)+1), tMethod)
			return nil
		},
		cpython.INIT_CALL_BOUND_METHOD_EXACT_ARGS: func(b *build.Builder, u *uop.Inst) error {
			m := b.Peek(int(u.Oparg) + 1)
			if made := ir.Resolve(m); made.Op == p.mustOp("py.newmethod") {
				b.Poke(int(u.Oparg), made.Args[1])
				b.Poke(int(u.Oparg)+1, made.Args[0])
				return nil
			}
			b.Poke(int(u.Oparg), b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffMethodSelf, clsFunc), m))
			b.Poke(int(u.Oparg)+1, b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffMethodFunc, clsFunc), m))
			return nil
		},
		cpython.CHECK_IS_NOT_PY_CALLABLE:                  nothing, // the generic call asks
		cpython.CALL_NON_PY_GENERAL:                       generic,
		cpython.CALL_BUILTIN_CLASS:                        p.callClass,
		cpython.CALL_STR_1:                                generic,
		cpython.CALL_TUPLE_1:                              generic,
		cpython.CALL_ISINSTANCE:                           p.callIsInstance,
		cpython.CALL_BUILTIN_O:                            p.builtinCall,
		cpython.CALL_BUILTIN_FAST:                         p.builtinCall,
		cpython.CALL_BUILTIN_FAST_WITH_KEYWORDS:           p.builtinCall,
		cpython.CALL_METHOD_DESCRIPTOR_O:                  p.methodCall,
		cpython.CALL_METHOD_DESCRIPTOR_FAST:               p.methodCall,
		cpython.CALL_METHOD_DESCRIPTOR_NOARGS:             p.methodCall,
		cpython.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS: p.methodCall,
		cpython.GUARD_CALLABLE_LEN:                        p.isCallable(2),
		cpython.GUARD_CALLABLE_TYPE_1:                     p.isCallable(2),
		cpython.GUARD_CALLABLE_STR_1:                      p.isCallable(2),
		cpython.GUARD_CALLABLE_TUPLE_1:                    p.isCallable(2),
		cpython.GUARD_CALLABLE_ISINSTANCE:                 p.isCallable(3),
		cpython.GUARD_CALLABLE_LIST_APPEND:                p.isCallable(2),
		cpython.CALL_LEN:                                  p.callLen,
		cpython.CALL_TYPE_1: func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			b.Pop()
			b.Pop()
			if known := b.KnownType(v); known.Only() && known != bitOf[otherType] {
				b.Push(p.word(b, p.h.Type(idOf(known)).Object))
				return nil
			}
			b.Push(b.Effect(p.mustOp("py.typeof"), 0, v))
			return nil
		},
		cpython.CALL_LIST_APPEND: func(b *build.Builder, u *uop.Inst) error {
			x, l := b.Pop(), b.Pop()
			b.Pop()
			b.Effect(p.mustOp("list.append"), 0, l, x)
			b.Count() // the POP_TOP behind it
			return nil
		},
		cpython.CALL_KW_NON_PY: p.callKw,
		cpython.INTERPRET:      p.interpret,
	}
}

// checkFunction guards that the callable n entries below the top is a function
// with a version. A version belongs to a code object: functions made of one code
// share it.
func (p *py) checkFunction(b *build.Builder, n int, version uint32) error {
	f := b.Peek(n)
	if f.IsConst() {
		if v := object.Value(f.Word()); p.h.Is(v, object.FunctionType) && p.h.Half(v, object.OffFuncVersion) == version {
			return nil
		}
	}
	f = b.GuardType(f, tFunction)
	v := b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffFuncVersion, clsFunc), f)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, v, b.F.ConstI64(int64(version))))
	return nil
}

// initCall takes callable, receiver and arguments from the stack and keeps them
// for pushFrame. The operand has the version that was checked.
func (p *py) initCall(b *build.Builder, u *uop.Inst) error {
	code, ok := p.env.CodeByVersion(uint32(u.Operand0))
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	n := int(u.Oparg)
	f, self := b.Peek(n+1), b.Peek(n)
	sig := p.env.Params(code)
	params := len(sig.Names)
	given := n + 1
	if self.IsConst() && object.Value(self.Word()) == object.Null {
		given = n
	} else if params == n {
		if err := p.isNull(b, self, true); err != nil {
			return err
		}
		given = n
	} else if err := p.isNull(b, self, false); err != nil {
		return err
	}
	if !sig.Exact || given != params {
		return b.Abort(build.AbortBadTrace, "the call's arguments do not fit")
	}
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := b.Call(fr.NumLocals)
	null := p.word(b, object.Null)
	for i := range slots {
		slots[i] = null
	}
	for i := given; i > given-n; i-- {
		slots[i] = b.Pop()
	}
	if s := b.Pop(); given > n {
		slots[1] = s
	}
	b.Pop()
	slots[funcSlot] = f
	b.SetCallee(fr)
	return nil
}

// bindArgs binds the arguments of a call to the parameters of the function's code, which the
// version says that was checked, the micro-op's operand: by position, by keyword, by default.
func (p *py) bindArgs(b *build.Builder, u *uop.Inst, kwnames object.Value) error {
	code, ok := p.env.CodeByVersion(uint32(u.Operand0))
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	n := int(u.Oparg)
	self := b.Peek(n)
	sig := p.env.Params(code)
	if !sig.Exact {
		return b.Abort(AbortBinding, "the function takes more than positional parameters")
	}
	var named []object.Value
	if kwnames != object.Null {
		named = p.h.TupleItems(kwnames)
	}
	bound := 0 // a receiver is the first argument
	if !self.IsConst() || object.Value(self.Word()) != object.Null {
		if err := p.isNull(b, self, false); err != nil {
			return err
		}
		bound = 1
	}
	if bound+n-len(named) > len(sig.Names) {
		return b.Abort(AbortBinding, "too many arguments")
	}
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := b.Call(fr.NumLocals)
	null := p.word(b, object.Null)
	for i := range slots {
		slots[i] = null
	}
	f, self, args := p.popCall(b, n)
	slots[funcSlot] = f
	if bound == 1 {
		slots[1] = self
	}
	copy(slots[1+bound:], args[:n-len(named)])
	for i, name := range named {
		k := slices.Index(sig.Names, name)
		if k < sig.PosOnly || slots[1+k] != null {
			return b.Abort(AbortBinding, "a keyword that does not fit")
		}
		slots[1+k] = args[n-len(named)+i]
	}
	if err := p.bindDefaults(b, f, sig, slots[1:1+len(sig.Names)]); err != nil {
		return err
	}
	b.SetCallee(fr)
	return nil
}

// bindDefaults fills the parameters that no argument was given for.
func (p *py) bindDefaults(b *build.Builder, f *ir.Value, sig Params, params []*ir.Value) error {
	null := p.word(b, object.Null)
	if !slices.Contains(params, null) {
		return nil
	}
	items, err := p.defaults(b, f, sig)
	if err != nil {
		return err
	}
	for i := range params {
		if params[i] != null {
			continue
		}
		k := i - (len(params) - len(items))
		if k < 0 {
			return b.Abort(AbortBinding, "an argument is missing")
		}
		params[i] = items[k]
	}
	return nil
}

// defaults returns the values that a function has for its last parameters. What the run
// has to check of a constant function is that its defaults are still the same tuple; one
// that is made anew has other values each time, and as many of them.
func (p *py) defaults(b *build.Builder, f *ir.Value, sig Params) ([]*ir.Value, error) {
	if f.IsConst() {
		d := p.h.Field(object.Value(f.Word()), object.OffFuncDefaults)
		if d == object.Null {
			return nil, b.Abort(AbortBinding, "an argument is missing")
		}
		now := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffFuncDefaults, clsFunc), f)
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, now, p.word(b, d)))
		items := make([]*ir.Value, p.h.TupleLen(d))
		for i, x := range p.h.TupleItems(d) {
			items[i] = p.word(b, x)
		}
		return items, nil
	}
	if sig.Defaults == 0 {
		return nil, b.Abort(AbortBinding, "an argument is missing")
	}
	d := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffFuncDefaults, clsFunc), f)
	p.notNull(b, d)
	p.ofLength(b, d, object.OffTupleLen, clsTuple, sig.Defaults)
	items := make([]*ir.Value, sig.Defaults)
	for i := range items {
		items[i] = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTupleItems+8*uintptr(i), clsTuple), d)
	}
	return items, nil
}

// callee returns the frame of a call of code.
func (p *py) callee(b *build.Builder, code uint64) (ir.Frame, error) {
	fr, err := p.env.Frame(code)
	if err != nil {
		return fr, b.Abort(build.AbortBadTrace, err.Error())
	}
	if p.env.FrameSize(code) > MaxFrame {
		return fr, b.Abort(AbortBigFrame, fr.Name)
	}
	return fr, nil
}

// pushFrame begins the call that initCall has set up.
func (p *py) pushFrame(b *build.Builder, u *uop.Inst) error { return b.EnterCall() }

// popCall pops a call's arguments, its receiver and its callable.
func (p *py) popCall(b *build.Builder, n int) (f, self *ir.Value, args []*ir.Value) {
	args = make([]*ir.Value, n)
	for i := n - 1; i >= 0; i-- {
		args[i] = b.Pop()
	}
	self = b.Pop()
	return b.Pop(), self, args
}

// genericCall calls anything but a guest function. Whether there is a receiver need not
// be known: py.call takes Null for none.
func (p *py) genericCall(b *build.Builder, n int) error {
	if n+2 > maxArgs {
		return b.Abort(AbortTooManyOperands, "call")
	}
	if p.setOwnAttr(b, n) {
		return nil
	}
	f, self, args := p.popCall(b, n)
	null := self.IsConst() && object.Value(self.Word()) == object.Null
	if f.IsConst() && null && p.h.PlainException(object.Value(f.Word())) {
		b.Push(b.AddAux(p.mustOp("exc.new"), int64(f.Word()), args...))
		return nil
	}
	all := []*ir.Value{f}
	if !null {
		all = append(all, self)
	}
	b.Push(b.Effect(p.mustOp("py.call"), 0, append(all, args...)...))
	return nil
}

// builtinCall calls a builtin function; a known one directly.
func (p *py) builtinCall(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	f := b.Peek(n + 1)
	if !f.IsConst() || !p.h.Is(object.Value(f.Word()), object.BuiltinType) || n > maxArgs {
		return p.genericCall(b, n)
	}
	if err := p.isNull(b, b.Peek(n), true); err != nil {
		return err
	}
	op := "builtin.call"
	d := p.h.BuiltinOf(object.Value(f.Word()))
	if d.Pure && d.Module == "math" { // of numbers; a class's would run __float__
		for i := range n {
			if b.KnownType(b.Peek(i))&bitOf[otherType] != 0 {
				b.GuardType(b.Peek(i), tInt|tFloat|tBool)
			}
		}
	}
	if d.Module == "math" && d.Name == "sqrt" && b.KnownType(b.Peek(0)) == tFloat {
		x := b.Pop()
		b.Pop()
		b.Pop()
		b.Push(b.Effect(p.mustOp("float.sqrt"), 0, x))
		return nil
	}
	if d.Pure && builtinArgs(b, n) {
		op = "builtin.pure"
	}
	f, _, args := p.popCall(b, n)
	b.Push(b.Effect(p.mustOp(op), int64(f.Word()), args...))
	return nil
}

// methodCall calls a method of a builtin type whose descriptor is known.
func (p *py) methodCall(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	f := b.Peek(n + 1)
	if !f.IsConst() || !p.h.Is(object.Value(f.Word()), object.MethodDescType) || n+1 > maxArgs {
		return p.genericCall(b, n)
	}
	d := p.h.BuiltinOf(object.Value(f.Word()))
	self := b.Peek(n)
	owner := bit(d.Owner.ID)
	if owner == bitOf[otherType] {
		return p.genericCall(b, n)
	}
	b.GuardType(self, owner)
	if owner == tList && p.listMethod(b, d.Name, n) || owner == tDict && p.dictMethod(b, d.Name, n) {
		return nil
	}
	if n == 0 && p.charTest(object.Value(f.Word())) != object.Null {
		f, self, _ := p.popCall(b, n)
		b.Push(b.Add(ir.OpBoxBool, b.AddAux(p.mustOp("str.test"), int64(f.Word()), self)))
		return nil
	}
	op := "method.call"
	if d.Takes(n) {
		op = "method.exact"
	}
	if d.NoGuest && builtinArgs(b, n) {
		op = quietMethod[op]
	}
	f, self, args := p.popCall(b, n)
	b.Push(b.Effect(p.mustOp(op), int64(f.Word()), append([]*ir.Value{self}, args...)...))
	return nil
}

// quietMethod has the operations of methods that run no guest code.
var quietMethod = map[string]string{"method.call": "method.quiet", "method.exact": "method.exactquiet"}

// listMethod is a method of a list that machine code has.
func (p *py) listMethod(b *build.Builder, name string, n int) bool {
	switch {
	case name == "pop" && n == 0:
		_, l, _ := p.popCall(b, n)
		b.Push(b.Effect(p.mustOp("list.pop"), 0, l))
	case name == "append" && n == 1:
		_, l, args := p.popCall(b, n)
		b.Effect(p.mustOp("list.append"), 0, l, args[0])
		b.Push(p.word(b, object.None))
	default:
		return false
	}
	return true
}

// dictMethod is a method of a dict that machine code has.
func (p *py) dictMethod(b *build.Builder, name string, n int) bool {
	if name != "get" || n != 1 && n != 2 {
		return false
	}
	_, d, args := p.popCall(b, n)
	if n == 1 {
		args = append(args, p.word(b, object.None))
	}
	b.Push(b.Effect(p.mustOp("dict.get"), 0, append([]*ir.Value{d}, args...)...))
	return true
}

// isCallable guards that the callable n entries below the top is the one that
// the trace was made with: tier 1 put it into the trace as the operand.
func (p *py) isCallable(n int) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		f := b.Peek(n)
		if f.IsConst() && f.Word() == u.Operand0 {
			return nil
		}
		want := b.Const(u.Operand0)
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, f, want))
		b.Refine(f, want)
		return nil
	}
}

// callLen is len() of a container whose length is a field, else a call.
func (p *py) callLen(b *build.Builder, u *uop.Inst) error {
	v := b.Peek(0)
	known := b.KnownType(v)
	for _, c := range []struct {
		t  ir.TypeSet
		op string
	}{{tList, "list.len"}, {tTuple, "tuple.len"}, {tStr, "str.len"}, {tDict, "dict.len"}, {tSet | tFrozenSet, "set.len"}} {
		if known.Within(c.t) {
			n := b.Add(p.mustOp(c.op), v)
			b.Pop()
			b.Pop()
			b.Poke(0, n)
			return nil
		}
	}
	op := "py.len" // a class has its own __len__
	if builtinArgs(b, 1) {
		op = "builtin.pure"
	}
	f := b.Peek(2)
	v = b.Pop()
	b.Pop()
	b.Pop()
	b.Push(b.Effect(p.mustOp(op), int64(f.Word()), v))
	return nil
}

// builtinArgs reports whether the n entries at the top are known not to be
// instances of classes, whose special methods may be anything.
func builtinArgs(b *build.Builder, n int) bool {
	for i := range n {
		if b.KnownType(b.Peek(i))&bitOf[otherType] != 0 {
			return false
		}
	}
	return true
}

// callKw calls anything but a guest function with keyword arguments.
func (p *py) callKw(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	if n+3 > maxArgs {
		return b.Abort(AbortTooManyOperands, "call")
	}
	names := b.Pop()
	self := b.Peek(n)
	null := self.IsConst() && object.Value(self.Word()) == object.Null
	f, self, args := p.popCall(b, n)
	all := []*ir.Value{f, names}
	if !null {
		all = append(all, self)
	}
	b.Push(b.Effect(p.mustOp("py.callkw"), 0, append(all, args...)...))
	return nil
}

// poll polls if the micro-op says where to go on: at back edges and where a trace
// begins with a function.
func poll(b *build.Builder, u *uop.Inst) error {
	if u.Operand0 != 0 {
		b.Poll(uint32(u.Operand0 - 1))
	}
	return nil
}

// controlRules: where instructions begin, branches, polls, returns, ends.
func (p *py) controlRules() map[uop.ID]build.Rule {
	branch := func(want bool) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			b.SideExit(b.Add(ir.OpUnboxBool, v), want, u.Target)
			return nil
		}
	}
	none := func(want bool) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			b.SideExit(b.Add(ir.OpSame, v, p.word(b, object.None)), want, u.Target)
			return nil
		}
	}
	return map[uop.ID]build.Rule{
		cpython.SET_IP: func(b *build.Builder, u *uop.Inst) error { b.Begin(u.Target); return nil },
		cpython.CHECK_VALIDITY: func(b *build.Builder, u *uop.Inst) error {
			if b.Escaped() {
				b.Valid(u.Target)
			}
			return nil
		},
		cpython.GUARD_IS_TRUE_POP:     branch(true),
		cpython.GUARD_IS_FALSE_POP:    branch(false),
		cpython.GUARD_IS_NONE_POP:     none(true),
		cpython.GUARD_IS_NOT_NONE_POP: none(false),
		cpython.CHECK_PERIODIC:        poll,
		cpython.TIER2_RESUME_CHECK:    nothing,
		cpython.JUMP_TO_TOP:           func(b *build.Builder, u *uop.Inst) error { return b.Loop(u.Target) },
		cpython.RETURN_VALUE: func(b *build.Builder, u *uop.Inst) error {
			if u.Operand0 != ReturnPlain {
				return p.returnFromGenerator(b, u)
			}
			if b.Depth() == 0 {
				b.End(ir.Dynamic, b.PC())
				return nil
			}
			b.PopFrame(b.Pop())
			return nil
		},
		cpython.EXIT_TRACE: func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, u.Target); return nil },
	}
}
