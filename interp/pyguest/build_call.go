package pyguest

import (
	"slices"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Calls: of guest functions, whose frames become part of the trace, of builtin functions
// and methods that are known, and of anything else. The arguments of guest functions are
// bound in build_bind.go.

// callRules: calls of guest functions, builtins and types. The stack holds the
// callable, the receiver or NULL, and oparg arguments.
func (p *py) callRules() map[uop.ID]build.Rule {
	generic := func(b *build.Builder, u *uop.Inst) error { return p.genericCall(b, int(u.Oparg)) }
	return map[uop.ID]build.Rule{
		cpython.CHECK_FUNCTION_VERSION: func(b *build.Builder, u *uop.Inst) error {
			return p.checkVersion(b, b.Peek(int(u.Oparg)+1), uint32(u.Operand0))
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
			return p.checkVersion(b, b.Peek(int(u.Oparg)+2), uint32(u.Operand0))
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
		cpython.INIT_CALL_BOUND_METHOD_EXACT_ARGS:         p.expandMethod(0),
		cpython.CHECK_METHOD_VERSION:                      p.methodVersion(0),
		cpython.EXPAND_METHOD:                             p.expandMethod(0),
		cpython.CHECK_METHOD_VERSION_KW:                   p.methodVersion(1),
		cpython.EXPAND_METHOD_KW:                          p.expandMethod(1),
		cpython.CHECK_IS_NOT_PY_CALLABLE:                  nothing, // the generic call asks
		cpython.CALL_NON_PY_GENERAL:                       func(b *build.Builder, u *uop.Inst) error { return p.otherCall(b, int(u.Oparg)) },
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
		cpython.CHECK_IS_NOT_PY_CALLABLE_KW: func(b *build.Builder, u *uop.Inst) error {
			f := b.Peek(int(u.Oparg) + 2)
			if !f.IsConst() {
				b.GuardType(f, tBuiltin|tMethodDesc)
			} else if !p.h.Frameless(object.Value(f.Word())) {
				return b.Abort(build.AbortBadTrace, "the callable may be in Python")
			}
			return nil
		},
		cpython.CALL_KW_NON_PY: p.callKw,
		cpython.INTERPRET:      p.interpret,
	}
}

// methodVersion guards that the callable is a bound method of a function with a version;
// above says how many entries are above the call's arguments.
func (p *py) methodVersion(above int) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		n := int(u.Oparg) + above
		if err := p.isNull(b, b.Peek(n), true); err != nil {
			return err
		}
		b.GuardType(b.Peek(n+1), tMethod)
		f, _ := p.boundMethod(b, b.Peek(n+1))
		return p.checkVersion(b, f, uint32(u.Operand0))
	}
}

// expandMethod replaces a bound method by its function and its receiver.
func (p *py) expandMethod(above int) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		n := int(u.Oparg) + above
		f, self := p.boundMethod(b, b.Peek(n+1))
		b.Poke(n, self)
		b.Poke(n+1, f)
		return nil
	}
}

// boundMethod returns the parts of a bound method.
func (p *py) boundMethod(b *build.Builder, m *ir.Value) (f, self *ir.Value) {
	if made := ir.Resolve(m); made.Op == p.mustOp("py.newmethod") {
		return made.Args[0], made.Args[1]
	}
	return b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffMethodFunc, clsFunc), m), b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffMethodSelf, clsFunc), m)
}

// checkVersion guards that f is a function with a version. A version belongs to a code
// object: functions made of one code share it.
func (p *py) checkVersion(b *build.Builder, f *ir.Value, version uint32) error {
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
	if f.IsConst() && null && p.keepsArguments(b, object.Value(f.Word())) {
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
	if op := p.lenOf(b, v); op != "" {
		n := b.Add(p.mustOp(op), v)
		b.Pop()
		b.Pop()
		b.Poke(0, n)
		return nil
	}
	op := "py.len" // a class has its own __len__
	if builtinArgs(b, 1) {
		op = pureBuiltin
	}
	f := b.Peek(2)
	v = b.Pop()
	b.Pop()
	b.Pop()
	b.Push(b.Effect(p.mustOp(op), int64(f.Word()), v))
	return nil
}

// lenOf is the operation that is len() of a value, as far as its type is known; empty if it is not.
func (p *py) lenOf(b *build.Builder, v *ir.Value) string {
	known := b.KnownType(v)
	for _, c := range []struct {
		t  ir.TypeSet
		op string
	}{{tList, "list.len"}, {tTuple, "tuple.len"}, {tStr, "str.len"}, {tDict, "dict.len"}, {tSet | tFrozenSet, "set.len"}} {
		if known.Within(c.t) {
			return c.op
		}
	}
	if t := p.typeOf(b, v); t != nil && t.Numbers {
		return "numbers.len"
	}
	return likeLen[p.like(b, v, object.FactLen)]
}

// likeLen has the operations that are len() of instances of classes that derive from such a type.
var likeLen = map[object.TypeID]string{
	object.ListType: "list.len", object.TupleType: "tuple.len", object.StrType: "str.len", object.DictType: "dict.len", object.SetType: "set.len", object.FrozenSetType: "set.len",
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
	self, quiet := b.Peek(n), builtinArgs(b, n)
	null := self.IsConst() && object.Value(self.Word()) == object.Null
	f, self, args := p.popCall(b, n)
	if items := p.keywordItems(b, f, names, args); null && items != nil {
		b.Push(b.Effect(p.mustOp("py.dict"), 0, items...))
		return nil
	}
	if d, order := p.byPosition(b, f, self, names, n); d != nil {
		op, values := "builtin.call", []*ir.Value(nil)
		if !null {
			op, values = descriptorOp(d, n, quiet), append(values, self)
		}
		for _, i := range order {
			values = append(values, args[i])
		}
		b.Push(b.Effect(p.mustOp(op), int64(f.Word()), values...))
		return nil
	}
	all := []*ir.Value{names}
	if !null {
		all = append(all, self)
	}
	all = append(all, args...)
	if null && p.classNamed(f, names, n) {
		b.Push(b.Effect(p.mustOp("py.call"), 0, append([]*ir.Value{f}, args...)...))
		return nil
	}
	if p.namedInGo(b, f, self, names) {
		b.Push(b.Effect(p.mustOp("named.call"), int64(f.Word()), all...))
		return nil
	}
	b.Push(b.Effect(p.mustOp("py.callkw"), 0, append([]*ir.Value{f}, all...)...))
	return nil
}

// classNamed reports whether a call of a constant builtin class, with the last of n arguments by keyword, is that by position.
func (p *py) classNamed(f, names *ir.Value, n int) bool {
	if !f.IsConst() || !names.IsConst() || p.h.TypeID(object.Value(f.Word())) != object.TypeType {
		return false
	}
	params, list := namedByPosition[p.h.TypeFromObject(object.Value(f.Word())).ID], p.h.TupleItems(object.Value(names.Word()))
	if n > len(params) || len(list) >= n {
		return false
	}
	for i, name := range list {
		if !p.h.StrIs(name, params[n-len(list)+i]) {
			return false
		}
	}
	return true
}

// namedByPosition are the parameters of classes whose calls are operations, which may be named.
var namedByPosition = map[object.TypeID][]string{object.EnumerateType: {"iterable", "start"}}

// namedInGo reports whether a call with arguments by keyword is of a constant that is Go's, and runs as no frame whatever the arguments are.
func (p *py) namedInGo(b *build.Builder, f, self, names *ir.Value) bool {
	if !f.IsConst() || !names.IsConst() {
		return false
	}
	w := object.Value(f.Word())
	null := self.IsConst() && object.Value(self.Word()) == object.Null
	switch p.h.TypeID(w) {
	case object.BuiltinType:
		d := p.h.BuiltinOf(w)
		return null && !d.Frames && d.Scripted == nil && p.drivesNothing(w, names)
	case object.MethodDescType:
		d := p.h.BuiltinOf(w)
		t := p.typeOf(b, self)
		if self.IsConst() && !null {
			t = p.h.TypeOf(object.Value(self.Word()))
		}
		return t != nil && t.IsSubtype(d.Owner) && !d.Frames && d.Scripted == nil && p.drivesNothing(w, names)
	}
	if !null || p.h.TypeID(w) != object.TypeType || p.h.LooksAtFrames(w) {
		return false
	}
	t := p.h.TypeFromObject(w)
	return !t.Made() && !t.IsException && t.Scripted == nil
}

// drivesNothing reports whether a call of a builtin function with arguments by keyword gives it no function that it calls for each element: such a call
// runs as a frame.
func (p *py) drivesNothing(f object.Value, names *ir.Value) bool {
	row := &object.EachRows[p.h.BuiltinOf(f).Each]
	return row.Name == "" || row.Func >= row.Positional && !slices.ContainsFunc(p.h.TupleItems(object.Value(names.Word())), func(name object.Value) bool {
		return p.h.StrIs(name, row.Params[row.Func])
	})
}

// byPosition returns the method of a builtin type, or the builtin function, that a call with arguments by keyword is of, for a value of that type, and which
// argument stands at each place where all are given by position; nil for other calls.
func (p *py) byPosition(b *build.Builder, f, self, names *ir.Value, n int) (d *object.Builtin, order []int) {
	if !f.IsConst() || !names.IsConst() {
		return nil, nil
	}
	w := object.Value(f.Word())
	if p.h.Is(w, object.BuiltinType) && p.drivesNothing(w, names) {
		d = p.h.BuiltinOf(w)
		if order, ok := d.ByPosition(p.h, n, object.Value(names.Word())); ok && !d.Frames && d.Scripted == nil {
			return d, order
		}
		return nil, nil
	}
	if !p.h.Is(w, object.MethodDescType) {
		return nil, nil
	}
	d = p.h.BuiltinOf(w)
	t := p.typeOf(b, self)
	if self.IsConst() {
		t = p.h.TypeOf(object.Value(self.Word()))
	}
	if t == nil || !t.IsSubtype(d.Owner) {
		return nil, nil
	}
	order, ok := d.ByPosition(p.h, n, object.Value(names.Word()))
	if !ok {
		return nil, nil
	}
	return d, order
}

// keywordItems returns the keys and values of a call dict(name=value, …), which is a display; nil for other calls.
func (p *py) keywordItems(b *build.Builder, f, names *ir.Value, values []*ir.Value) []*ir.Value {
	if !f.IsConst() || object.Value(f.Word()) != p.h.Type(object.DictType).Object || !names.IsConst() || 2*len(values) > maxArgs {
		return nil
	}
	list := p.h.TupleItems(object.Value(names.Word()))
	if len(list) != len(values) { // the others are by position
		return nil
	}
	items := make([]*ir.Value, 0, 2*len(values))
	for i, name := range list {
		items = append(items, p.word(b, name), values[i])
	}
	return items
}
