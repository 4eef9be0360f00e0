package cpython

import (
	"strconv"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// AbortGenerator: a trace goes on inside a generator, of whose frame the dump says
// nothing.
const AbortGenerator = "generator_frame"

// local returns the slot of a local: slot 0 is the function.
func local(i uint32) int { return int(i) + 1 }

// rules returns the rule for each micro-op: those written out, and the generic one.
func (p *py) rules() []build.Rule {
	r := make([]build.Rule, cpython.DumpTable().Len())
	for id := range r {
		if cpython.DumpTable().Row(uop.ID(id)).Name != "" {
			r[id] = p.generic
		}
	}
	for _, table := range []map[uop.ID]build.Rule{
		p.stackRules(), p.guardRules(), p.loadRules(), p.callRules(), p.controlRules(),
	} {
		for id, rule := range table {
			r[id] = rule
		}
	}
	return r
}

func nothing(*build.Builder, *uop.Inst) error { return nil }

// aux tells micro-ops of the same name apart: a hash of oparg and operands.
func aux(u *uop.Inst) int64 {
	return int64(uint64(u.Oparg) ^ u.Operand0*0x9e3779b97f4a7c15 ^ u.Operand1*0xc2b2ae3d27d4eb4f)
}

// generic builds a micro-op as an uninterpreted function: of the operands that it
// takes, those that its row keeps stay; the results are pushed behind them.
func (p *py) generic(b *build.Builder, u *uop.Inst) error {
	meta, r := cpython.DumpTable().Row(u.Op), &p.rows[u.Op]
	pops, pushes := meta.Pops.At(u.Oparg), meta.Pushes.At(u.Oparg)
	keep := r.keep
	if keep < 0 {
		keep = pushes
	}
	args := p.args[:0]
	for i := range pops {
		args = append(args, b.Peek(pops-1-i))
	}
	for range pops - keep {
		b.Pop()
	}
	if meta.Flags&uop.HasLocal != 0 {
		args = append(args, b.Local(local(u.Oparg)))
	}
	p.args = args[:0]
	v := p.effect(b, u, args...)
	p.push(b, v, pushes-keep, r)
	if r.fate == dropped && pops >= keep && (r.effect != asCPython) {
		p.dropAll(args[keep:pops])
	}
	if r.old {
		p.pending = append(p.pending, v)
	}
	return nil
}

// effect adds the operation of a micro-op.
func (p *py) effect(b *build.Builder, u *uop.Inst, args ...*ir.Value) *ir.Value {
	op := p.byUop[u.Op]
	v := b.Effect(op, aux(u), args...)
	if b.F.Row(v).Writes != 0 {
		p.held = p.held[:0]
	}
	return v
}

// push pushes the results of an operation.
func (p *py) push(b *build.Builder, v *ir.Value, n int, r *row) {
	if n == 1 {
		b.Push(v)
		if r.held {
			p.held = append(p.held, v)
		}
		return
	}
	for i := range n {
		b.Push(b.AddAux(p.item, int64(i), v))
	}
}

// References.

func (p *py) dropAll(list []*ir.Value) { p.pending = append(p.pending, list...) }

// settle drops what the instruction has let go of and nothing else holds.
func (p *py) settle(b *build.Builder) {
	for _, v := range p.pending {
		if !p.harmless(b, v) {
			b.Effect(p.drop, 0, v)
			p.held = p.held[:0]
		}
	}
	p.pending = p.pending[:0]
}

// root looks through guards.
func root(v *ir.Value) *ir.Value {
	for v.Op == ir.OpGuardFact || v.Op == ir.OpGuardType {
		v = v.Args[0]
	}
	return v
}

// harmless reports whether dropping a reference to v runs no guest code: v is of a
// type without a finalizer, or held by something else.
func (p *py) harmless(b *build.Builder, v *ir.Value) bool {
	if v.IsConst() || b.KnownType(v).Within(quiet) {
		return true
	}
	v = root(v)
	for _, h := range p.held {
		if h == v {
			return true
		}
	}
	return b.Holds(func(x *ir.Value) bool { return root(x) == v })
}

// isNull reports what is known of v being NULL.
func isNull(b *build.Builder, v *ir.Value) (null, known bool) {
	t := b.KnownType(v) & (notNull | tNull)
	return t == tNull, t == tNull || t&tNull == 0
}

// inline returns the constant that a micro-op's operand names, an unknown one if it
// names none.
func (p *py) inline(b *build.Builder, u *uop.Inst) *ir.Value {
	if w, ok := p.symbol(p.dump.Symbol(u.Operand0)); ok {
		return b.Const(w)
	}
	return b.AddAux(p.load, aux(u))
}

// stackRules: locals, constants and the operand stack.
func (p *py) stackRules() map[uop.ID]build.Rule {
	null := func(b *build.Builder) *ir.Value { return b.Const(0) }
	load := func(i uint32) build.Rule {
		return func(b *build.Builder, _ *uop.Inst) error { b.Push(b.Local(local(i))); return nil }
	}
	storeTo := func(b *build.Builder, i uint32) {
		old := b.Local(local(i))
		b.SetLocal(local(i), b.Pop())
		p.pending = append(p.pending, old)
	}
	store := func(i uint32) build.Rule {
		return func(b *build.Builder, _ *uop.Inst) error { storeTo(b, i); return nil }
	}
	// popped drops n entries and pushes a constant if the micro-op loads one.
	popped := func(n int, loads bool) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			for range n {
				p.pending = append(p.pending, b.Pop())
			}
			if loads {
				b.Push(p.inline(b, u))
			}
			return nil
		}
	}
	under := func(b *build.Builder, u *uop.Inst) error {
		old := b.Pop()
		b.Push(p.inline(b, u))
		b.Push(old)
		return nil
	}
	inline := func(b *build.Builder, u *uop.Inst) error { b.Push(p.inline(b, u)); return nil }
	two := func(b *build.Builder, u *uop.Inst) error {
		b.Push(b.Local(local(u.Oparg >> 4)))
		b.Push(b.Local(local(u.Oparg & 15)))
		return nil
	}
	m := map[uop.ID]build.Rule{
		cpython.NOP:                               nothing,
		cpython.START_EXECUTOR:                    nothing,
		cpython.MAKE_WARM:                         nothing,
		cpython.LOAD_FAST:                         func(b *build.Builder, u *uop.Inst) error { return load(u.Oparg)(b, u) },
		cpython.LOAD_FAST_BORROW:                  func(b *build.Builder, u *uop.Inst) error { return load(u.Oparg)(b, u) },
		cpython.STORE_FAST:                        func(b *build.Builder, u *uop.Inst) error { return store(u.Oparg)(b, u) },
		cpython.LOAD_FAST_LOAD_FAST:               two,
		cpython.LOAD_FAST_BORROW_LOAD_FAST_BORROW: two,
		cpython.STORE_FAST_LOAD_FAST: func(b *build.Builder, u *uop.Inst) error {
			storeTo(b, u.Oparg>>4)
			b.Push(b.Local(local(u.Oparg & 15)))
			return nil
		},
		cpython.STORE_FAST_STORE_FAST: func(b *build.Builder, u *uop.Inst) error {
			storeTo(b, u.Oparg>>4)
			storeTo(b, u.Oparg&15)
			return nil
		},
		cpython.LOAD_FAST_CHECK: func(b *build.Builder, u *uop.Inst) error {
			v := b.Local(local(u.Oparg))
			p.effect(b, u, v)
			b.Push(v)
			return nil
		},
		cpython.LOAD_FAST_AND_CLEAR: func(b *build.Builder, u *uop.Inst) error {
			b.Push(b.Local(local(u.Oparg)))
			b.SetLocal(local(u.Oparg), null(b))
			return nil
		},
		cpython.DELETE_FAST: func(b *build.Builder, u *uop.Inst) error {
			v := b.Local(local(u.Oparg))
			p.effect(b, u, v)
			b.SetLocal(local(u.Oparg), null(b))
			return nil
		},
		cpython.LOAD_CONST:                            p.loadConst,
		cpython.LOAD_SMALL_INT:                        func(b *build.Builder, u *uop.Inst) error { b.Push(b.Const(p.number(u.Oparg))); return nil },
		cpython.LOAD_CONST_INLINE:                     inline,
		cpython.LOAD_CONST_INLINE_BORROW:              inline,
		cpython.LOAD_CONST_UNDER_INLINE:               under,
		cpython.LOAD_CONST_UNDER_INLINE_BORROW:        under,
		cpython.POP_TOP:                               popped(1, false),
		cpython.END_FOR:                               popped(1, false),
		cpython.POP_TWO:                               popped(2, false),
		cpython.POP_ITER:                              popped(2, false),
		cpython.POP_CALL:                              popped(2, false),
		cpython.POP_CALL_ONE:                          popped(3, false),
		cpython.POP_CALL_TWO:                          popped(4, false),
		cpython.POP_TOP_LOAD_CONST_INLINE:             popped(1, true),
		cpython.POP_TOP_LOAD_CONST_INLINE_BORROW:      popped(1, true),
		cpython.POP_TWO_LOAD_CONST_INLINE_BORROW:      popped(2, true),
		cpython.POP_CALL_LOAD_CONST_INLINE_BORROW:     popped(2, true),
		cpython.POP_CALL_ONE_LOAD_CONST_INLINE_BORROW: popped(3, true),
		cpython.POP_CALL_TWO_LOAD_CONST_INLINE_BORROW: popped(4, true),
		cpython.END_SEND: func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			p.pending = append(p.pending, b.Pop())
			b.Push(v)
			return nil
		},
		cpython.PUSH_NULL: func(b *build.Builder, u *uop.Inst) error { b.Push(null(b)); return nil },
		cpython.PUSH_NULL_CONDITIONAL: func(b *build.Builder, u *uop.Inst) error {
			if u.Oparg&1 != 0 {
				b.Push(null(b))
			}
			return nil
		},
		cpython.INSERT_NULL: func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			b.Push(null(b))
			b.Push(v)
			return nil
		},
		cpython.COPY: func(b *build.Builder, u *uop.Inst) error { b.Push(b.Peek(int(u.Oparg) - 1)); return nil },
		cpython.SWAP: func(b *build.Builder, u *uop.Inst) error {
			x, y := b.Peek(0), b.Peek(int(u.Oparg)-1)
			b.Poke(0, y)
			b.Poke(int(u.Oparg)-1, x)
			return nil
		},
		cpython.REPLACE_WITH_TRUE: func(b *build.Builder, u *uop.Inst) error {
			p.pending = append(p.pending, b.Pop())
			b.Push(b.Const(wordTrue))
			return nil
		},
		cpython.MAKE_CELL: func(b *build.Builder, u *uop.Inst) error {
			b.SetLocal(local(u.Oparg), p.effect(b, u, b.Local(local(u.Oparg))))
			return nil
		},
		cpython.COPY_FREE_VARS: p.copyFreeVars,
		cpython.LOAD_DEREF: func(b *build.Builder, u *uop.Inst) error {
			v := p.effect(b, u, b.Local(local(u.Oparg)))
			b.Push(v)
			p.held = append(p.held, v)
			return nil
		},
		cpython.STORE_DEREF:             p.deref(1, 0),
		cpython.DELETE_DEREF:            p.deref(0, 0),
		cpython.LOAD_FROM_DICT_OR_DEREF: p.deref(1, 1),
		cpython.BINARY_OP_INPLACE_ADD_UNICODE: func(b *build.Builder, u *uop.Inst) error {
			y, x := b.Pop(), b.Pop()
			v := p.effect(b, u, x, y)
			b.SetLocal(local(uint32(u.Operand0)), v)
			return nil
		},
	}
	for i := range uint32(8) {
		n := strconv.Itoa(int(i))
		for prefix, rule := range map[string]build.Rule{"_LOAD_FAST_": load(i), "_LOAD_FAST_BORROW_": load(i), "_STORE_FAST_": store(i)} {
			m[mustUop(prefix+n)] = rule
		}
	}
	for i := range uint32(4) {
		m[mustUop("_LOAD_SMALL_INT_"+strconv.Itoa(int(i)))] = func(b *build.Builder, _ *uop.Inst) error { b.Push(b.Const(p.number(i))); return nil }
	}
	return m
}

func mustUop(name string) uop.ID {
	id, ok := cpython.DumpTable().ByName(name)
	if !ok {
		panic("cpython: no micro-op " + name)
	}
	return id
}

// deref builds a micro-op on the cell in a local.
func (p *py) deref(pops, pushes int) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		args := []*ir.Value{b.Local(local(u.Oparg))}
		for range pops {
			args = append(args, b.Pop())
		}
		v := p.effect(b, u, args...)
		for range pushes {
			b.Push(v)
		}
		return nil
	}
}

// loadConst pushes a constant of the frame's code.
func (p *py) loadConst(b *build.Builder, u *uop.Inst) error {
	c := &p.codes[b.Frame().Code]
	if c.rec == nil || int(u.Oparg) >= len(c.rec.Consts) {
		b.Push(b.AddAux(p.load, int64(b.Frame().Code)<<32|int64(u.Oparg)))
		return nil
	}
	k := c.rec.Consts[u.Oparg]
	key := k[0] + " " + k[1]
	if k[0] != "NoneType" && k[0] != "bool" { // others need not be one object
		key += " of " + c.key + " " + strconv.Itoa(int(u.Oparg))
	}
	b.Push(b.Const(p.constant(key, k[0], 0)))
	return nil
}

// copyFreeVars puts the function's cells into the last locals.
func (p *py) copyFreeVars(b *build.Builder, u *uop.Inst) error {
	v := p.effect(b, u, b.Local(0))
	n := b.Frame().NumLocals
	if p.codes[b.Frame().Code].rec == nil {
		// Which locals they are only the code object says: any that is unbound may be.
		for i := 1; i < n; i++ {
			if x := b.Local(i); !x.IsConst() || x.Word() == 0 {
				b.SetLocal(i, b.AddAux(p.item, int64(i), v))
			}
		}
		return nil
	}
	for i := range int(u.Oparg) {
		if s := n - int(u.Oparg) + i; s > 0 {
			b.SetLocal(s, b.AddAux(p.item, int64(i), v))
		}
	}
	return nil
}
