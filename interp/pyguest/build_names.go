package pyguest

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Names: globals and builtins, cells, modules' attributes, imports, and the functions
// that are made. What a dict of globals has for a name is constant until it is bound
// anew, if the dict's watcher says so; else it is read at the place that the inline cache
// knows, guarded by the version of the dict's keys.

// nameRules: globals, cells, attributes, imports, functions.
func (p *py) nameRules() map[uop.ID]build.Rule {
	named := func(f func(b *build.Builder, name *ir.Value)) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			f(b, p.word(b, p.env.Name(b.Frame().Code, int(u.Oparg))))
			return nil
		}
	}
	storeGlobal := named(func(b *build.Builder, name *ir.Value) {
		op, dict := "py.storeglobal", p.env.Dict(b.Frame().Code, false)
		if dict != object.Null && p.varies(dict, object.Value(name.Word())) {
			op = "py.storevaried"
		}
		b.Effect(p.mustOp(op), int64(dict), b.Local(funcSlot), name, b.Pop())
	})
	delGlobal := named(func(b *build.Builder, name *ir.Value) { b.Effect(p.mustOp("py.delglobal"), 0, b.Local(funcSlot), name) })
	loadName := func(b *build.Builder, u *uop.Inst) error {
		name := p.word(b, p.env.Name(b.Frame().Code, int(u.Oparg)))
		if u.Operand0 != 0 { // the code has a namespace of its own, in the local before that one
			b.Push(b.Effect(p.mustOp("py.loadspaced"), 0, b.Local(local(uint32(u.Operand0-1))), b.Local(funcSlot), name))
			return nil
		}
		b.Push(b.Effect(p.mustOp("py.loadname"), 0, b.Local(funcSlot), name))
		return nil
	}
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
		cpython.STORE_GLOBAL_MODULE: func(b *build.Builder, u *uop.Inst) error {
			name, dict := p.env.Name(b.Frame().Code, int(u.Oparg)), p.env.Dict(b.Frame().Code, false)
			if dict == object.Null || !p.varies(dict, name) {
				return storeGlobal(b, u)
			}
			d := p.namespace(b, object.OffFuncGlobals)
			p.keysVersion(b, d, u.Operand0)
			b.AddTyped(ir.OpStore, ir.Void, valueOfEntry(u.Operand1), p.dictEntries(b, d), b.Pop())
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
			if p.constantAttr(b, p.env.Name(b.Frame().Code, int(u.Oparg>>1)), u.Oparg&1 != 0, u.Operand0 == 0) {
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
			if p.storeVarying(b, object.Value(name.Word())) {
				return
			}
			o, x := b.Pop(), b.Pop()
			b.Effect(p.mustOp("py.setattr"), 0, o, name, x)
		}),
		cpython.DELETE_ATTR: named(func(b *build.Builder, name *ir.Value) { b.Effect(p.mustOp("py.delattr"), 0, b.Pop(), name) }),
		cpython.IMPORT_NAME: named(func(b *build.Builder, name *ir.Value) {
			fromlist, level := b.Pop(), b.Pop()
			b.Push(b.Effect(p.mustOp("py.import"), 0, b.Local(funcSlot), name, fromlist, level))
		}),
		cpython.IMPORT_FROM: named(func(b *build.Builder, name *ir.Value) {
			b.Push(b.Effect(p.mustOp("py.importfrom"), 0, b.Peek(0), name))
		}),
		cpython.MAKE_FUNCTION: func(b *build.Builder, u *uop.Inst) error {
			if !p.makeFunction(b) {
				b.Push(b.Add(p.mustOp("py.makefunction"), b.Local(funcSlot), b.Pop()))
			}
			return nil
		},
		cpython.SET_FUNCTION_ATTRIBUTE: func(b *build.Builder, u *uop.Inst) error {
			f, x := b.Pop(), b.Pop()
			b.Effect(p.mustOp("py.setfuncattr"), int64(u.Oparg), f, x)
			b.Push(f)
			return nil
		},
		cpython.CALL_INTRINSIC_1: func(b *build.Builder, u *uop.Inst) error {
			switch u.Oparg {
			case intrinsicListToTuple:
				b.Push(b.Add(p.mustOp("list.totuple"), b.Pop()))
			case intrinsicAsyncWrap:
				b.Push(b.Add(p.mustOp("py.wrapasync"), b.Pop()))
			default:
				return b.Abort(build.AbortNoRule, "intrinsic")
			}
			return nil
		},
	}
}

// Operands of CALL_INTRINSIC_1 (pycode.INTRINSIC_…).
const (
	intrinsicAsyncWrap   = 4
	intrinsicListToTuple = 6
)

// NoGuards is the operand of a _LOAD_ATTR that is to do with any value: guards have failed there.
const NoGuards = 1

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

// varies reports whether a name changes so often that nothing takes it for a constant: whoever
// stores it need not tell anybody.
func (p *py) varies(globals, name object.Value) bool {
	_, _, constant := p.env.Watch(globals, name)
	return !constant
}

// dictEntry reads the value of entry i of a dict whose keys have the version that they had with a key there: the entry
// has a value, for a deletion takes the version.
func (p *py) dictEntry(b *build.Builder, d *ir.Value, i uint64) *ir.Value {
	return b.AddTyped(ir.OpLoad, ir.Ref, valueOfEntry(i), p.dictEntries(b, d))
}

func (p *py) dictEntries(b *build.Builder, d *ir.Value) *ir.Value {
	return b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffDictEntries, clsDictEntries), d)
}

// valueOfEntry is the value of entry i of a dict. Values that the compiler's own loads and stores reach have an alias class which the routines do
// not name: operations that call them read or write all memory, and the one that is inlined (contains) looks at keys only.
func valueOfEntry(i uint64) int64 {
	return mem(object.OffEntryValue+object.DictEntrySize*uintptr(i), clsGlobals)
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
