package cpython

import (
	"strconv"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// guardRules: what tests types and states. Each builds one guard.
func (p *py) guardRules() map[uop.ID]build.Rule {
	m := map[uop.ID]build.Rule{
		cpython.CHECK_PEP_523: p.vm(stable(claimFrameEval, 0), "the frame evaluation function"),
		cpython.CHECK_RECURSION_REMAINING: func(b *build.Builder, u *uop.Inst) error {
			b.Depend(p.depend("the recursion limit"))
			b.Guard(ir.OpGuardState, int64(ir.NewClaim(claimRecursion, uint64(b.Depth())+1, ir.Stable|ir.Ordered, 0)))
			return nil
		},
		cpython.CHECK_STACK_SPACE: p.stackSpace,
		cpython.CHECK_STACK_SPACE_OPERAND: func(b *build.Builder, u *uop.Inst) error {
			b.Guard(ir.OpGuardState, int64(ir.NewClaim(claimRoom, u.Operand0, ir.Stable|ir.Ordered, 0)))
			return nil
		},
		cpython.GUARD_GLOBALS_VERSION: p.globals,
		cpython.CHECK_FUNCTION: func(b *build.Builder, u *uop.Inst) error {
			b.GuardFact(versionClaim(claimFuncVersion, uint32(u.Operand0)), b.Local(0))
			return nil
		},
		cpython.CHECK_FUNCTION_VERSION_INLINE: func(b *build.Builder, u *uop.Inst) error {
			p.function(b, u.Operand0, b.Const(p.constOr(u.Operand1)))
			return nil
		},
		cpython.CHECK_FUNCTION_VERSION: func(b *build.Builder, u *uop.Inst) error {
			p.function(b, u.Operand0, b.Peek(int(u.Oparg)+1))
			return nil
		},
		cpython.CHECK_FUNCTION_VERSION_KW: func(b *build.Builder, u *uop.Inst) error {
			p.function(b, u.Operand0, b.Peek(int(u.Oparg)+2))
			return nil
		},
		cpython.CHECK_METHOD_VERSION:    p.methodVersion(1),
		cpython.CHECK_METHOD_VERSION_KW: p.methodVersion(2),
		cpython.CHECK_FUNCTION_EXACT_ARGS: func(b *build.Builder, u *uop.Inst) error {
			b.GuardFact(stable(claimExactArgs, uint64(u.Oparg)), b.Peek(int(u.Oparg)+1), b.Peek(int(u.Oparg)))
			return nil
		},
		cpython.CHECK_CALL_BOUND_METHOD_EXACT_ARGS: func(b *build.Builder, u *uop.Inst) error {
			b.GuardFact(stable(claimBound, 0), b.Peek(int(u.Oparg)+1), b.Peek(int(u.Oparg)))
			return nil
		},
		cpython.CHECK_IS_NOT_PY_CALLABLE:    p.notPython(1),
		cpython.CHECK_IS_NOT_PY_CALLABLE_KW: p.notPython(2),
		cpython.GUARD_TYPE_VERSION:          p.typeVersion,
		// Without free threading there is nothing to lock.
		cpython.GUARD_TYPE_VERSION_AND_LOCK: p.typeVersion,
		cpython.CHECK_ATTR_CLASS: func(b *build.Builder, u *uop.Inst) error {
			v, name := p.version(u.Operand0)
			b.Depend(p.depend("the class " + name))
			b.GuardFact(versionClaim(claimClass, v), b.Peek(0))
			return nil
		},
		cpython.GUARD_KEYS_VERSION: func(b *build.Builder, u *uop.Inst) error {
			b.Depend(p.depend("the shared keys of the type " + p.shownType(b.Peek(0))))
			b.GuardFact(stable(claimKeys, u.Operand0), b.Peek(0))
			return nil
		},
		// Both test the same bit of the object.
		cpython.CHECK_MANAGED_OBJECT_HAS_VALUES:       p.top(perishable(claimValues, 0)),
		cpython.GUARD_DORV_VALUES_INST_ATTR_FROM_DICT: p.top(perishable(claimValues, 0)),
		cpython.GUARD_DORV_NO_DICT:                    p.top(perishable(claimNoDict, 0)),
		cpython.CHECK_ATTR_METHOD_LAZY_DICT:           func(b *build.Builder, u *uop.Inst) error { return p.top(perishable(claimLazyDict, u.Operand0))(b, u) },
		cpython.GUARD_BINARY_OP_EXTEND: func(b *build.Builder, u *uop.Inst) error {
			// What it tests of ints and floats does not change.
			b.GuardFact(stable(claimOperands, u.Operand0&ir.MaxPayload), b.Peek(1), b.Peek(0))
			return nil
		},
		cpython.ITER_CHECK_LIST:  p.iterator(1),
		cpython.ITER_CHECK_TUPLE: p.iterator(2),
		cpython.ITER_CHECK_RANGE: p.iterator(3),
		cpython.TO_BOOL_BOOL: func(b *build.Builder, u *uop.Inst) error {
			b.GuardType(b.Peek(0), tBool)
			return nil
		},
		cpython.TO_BOOL_INT: func(b *build.Builder, u *uop.Inst) error {
			v := b.GuardType(b.Peek(0), tInt)
			b.Pop()
			r := b.AddTyped(p.ops["py.truth"], ir.Ref, 0, v)
			b.Push(r)
			return nil
		},
		cpython.TO_BOOL_NONE: func(b *build.Builder, u *uop.Inst) error {
			b.GuardType(b.Peek(0), tNone)
			b.Pop()
			b.Push(b.Const(wordFalse))
			return nil
		},
	}
	for _, g := range []struct {
		suffix string
		types  ir.TypeSet
	}{
		{"INT", tInt}, {"FLOAT", tFloat}, {"UNICODE", tStr}, {"LIST", tList}, {"TUPLE", tTuple}, {"DICT", tDict},
		{"SLICE", tSlice}, {"ANY_SET", tSet | tFrozen}, {"NULL", tNull}, {"NOT_NULL", notNull},
	} {
		for depth, prefix := range []string{"_GUARD_TOS_", "_GUARD_NOS_", "_GUARD_THIRD_"} {
			if id, ok := cpython.DumpTable().ByName(prefix + g.suffix); ok {
				m[id] = func(b *build.Builder, _ *uop.Inst) error { b.GuardType(b.Peek(depth), g.types); return nil }
			}
		}
	}
	for _, g := range []struct {
		id        uop.ID
		depth     int
		name, typ string
	}{
		{cpython.GUARD_CALLABLE_ISINSTANCE, 3, "isinstance", "builtin_function_or_method"},
		{cpython.GUARD_CALLABLE_LEN, 2, "len", "builtin_function_or_method"},
		{cpython.GUARD_CALLABLE_LIST_APPEND, 2, "list.append", "method_descriptor"},
		{cpython.GUARD_CALLABLE_STR_1, 2, "<class 'str'>", "type"},
		{cpython.GUARD_CALLABLE_TUPLE_1, 2, "<class 'tuple'>", "type"},
		{cpython.GUARD_CALLABLE_TYPE_1, 2, "<class 'type'>", "type"},
	} {
		m[g.id] = func(b *build.Builder, _ *uop.Inst) error {
			v := b.Peek(g.depth)
			want := b.Const(p.builtin(g.name, g.typ))
			b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, v, want))
			b.Refine(v, want)
			return nil
		}
	}
	return m
}

// vm guards a claim about the VM.
func (p *py) vm(c ir.Claim, watched string) build.Rule {
	return func(b *build.Builder, _ *uop.Inst) error {
		b.Depend(p.depend(watched))
		b.Guard(ir.OpGuardState, int64(c))
		return nil
	}
}

// top guards a claim about the top of the stack.
func (p *py) top(c ir.Claim) build.Rule {
	return func(b *build.Builder, _ *uop.Inst) error { b.GuardFact(c, b.Peek(0)); return nil }
}

func (p *py) iterator(kind uint64) build.Rule {
	return func(b *build.Builder, _ *uop.Inst) error {
		b.GuardFact(stable(claimIterator, kind), b.Peek(1))
		return nil
	}
}

// version returns the version of a type that an operand names, and the type's name.
func (p *py) version(operand uint64) (uint32, string) {
	if s := p.dump.Symbol(operand); s != nil {
		return s.TypeVersion, s.Type
	}
	return uint32(operand), "?"
}

// typeVersion guards the version of the type of the top of the stack. Both that
// the type's version stays and that the object's type does are watched: CPython
// counts assignments to __class__ as a rare event (set_class).
func (p *py) typeVersion(b *build.Builder, u *uop.Inst) error {
	v, name := p.version(u.Operand0)
	b.Depend(p.depend("the type " + name))
	b.Depend(p.depend("assignments to __class__"))
	b.GuardFact(versionClaim(claimTypeVersion, v), b.Peek(0))
	return nil
}

// shownType returns the name of the type whose version has been shown of v.
func (p *py) shownType(v *ir.Value) string {
	for ; v.Op == ir.OpGuardFact || v.Op == ir.OpGuardType; v = v.Args[0] {
		if v.Op == ir.OpGuardFact && v.Claim().Kind() == claimTypeVersion {
			return p.typeName[uint32(v.Claim().Payload())]
		}
	}
	return "?"
}

// function guards a function's version.
func (p *py) function(b *build.Builder, operand uint64, f *ir.Value) {
	v := uint32(operand)
	if s := p.dump.Symbol(operand); s != nil {
		v = s.FuncVersion
	}
	b.Depend(p.depend("functions of version " + strconv.FormatUint(uint64(v), 10)))
	b.GuardFact(versionClaim(claimFuncVersion, v), f)
}

// constOr returns the word of the object that an operand names, or of an object that
// is like no other.
func (p *py) constOr(operand uint64) uint64 {
	if w, ok := p.symbol(p.dump.Symbol(operand)); ok {
		return w
	}
	return p.constant("operand", "object", 0)
}

func (p *py) methodVersion(above int) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		v := uint64(0)
		if s := p.dump.Symbol(u.Operand0); s != nil {
			v = uint64(s.FuncVersion)
		}
		b.GuardFact(stable(claimMethodVersion, v), b.Peek(int(u.Oparg)+above), b.Peek(int(u.Oparg)+above-1))
		return nil
	}
}

func (p *py) notPython(above int) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		b.GuardType(b.Peek(int(u.Oparg)+above), notNull&^(tFunction|tMethod))
		return nil
	}
}

// stackSpace guards that the callee's frame fits: the frames that the trace has
// entered lie behind each other, and a call that returns leaves the stack as it
// was.
func (p *py) stackSpace(b *build.Builder, u *uop.Inst) error {
	room := uint64(0)
	if s := p.dump.Symbol(u.Operand1); s != nil {
		room = p.codes[p.codeOf(s.Code, s.FuncVersion)].room()
	}
	if room > 0 {
		for h, fr := 0, b.Frame(); h < b.Depth(); h, fr = h+1, fr.Caller {
			r := p.codes[fr.Code].room()
			if r == 0 {
				room = 0
				break
			}
			room += r
		}
	}
	if room == 0 {
		p.calls++
		b.Guard(ir.OpGuardState, int64(stable(claimRoomOf, uint64(p.calls))))
		return nil
	}
	b.Guard(ir.OpGuardState, int64(ir.NewClaim(claimRoom, room, ir.Stable|ir.Ordered, 0)))
	return nil
}

// globals guards the version of the globals that the frame's function has. Where
// the world has answered what a global is, the function's version is tested
// instead: it tells the function's globals and builtins, whose values are watched.
func (p *py) globals(b *build.Builder, u *uop.Inst) error {
	if u.Operand1 != 0 && p.ofFunction(b) {
		return nil
	}
	b.GuardFact(perishable(claimGlobals, u.Operand0), b.Local(0))
	return nil
}

// ofFunction guards the version of the frame's function and reports whether it is
// known.
func (p *py) ofFunction(b *build.Builder) bool {
	c := &p.codes[b.Frame().Code]
	if c.version == 0 {
		return false
	}
	b.Depend(p.depend("functions of " + c.key))
	b.Depend(p.depend("globals and builtins of " + c.key))
	b.GuardFact(versionClaim(claimFuncVersion, c.version), b.Local(0))
	return true
}
