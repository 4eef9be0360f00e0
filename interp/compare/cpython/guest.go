// Package cpython is a guest without memory: the micro-ops of CPython's trace dumps
// (package interp/cpython), so that the library's passes can be held against CPython's
// own optimizer on real traces.
//
// What a micro-op computes is not modelled: it is an uninterpreted function with
// the micro-op's stack effect and exits. What it tests, what it may run and what it
// overwrites is: guards are guards of types and claims (ir.Claim); an operation
// that may run guest code says so. CPython's flags over-approximate that: each row
// of the package's table that differs has its reason.
//
// # References
//
// CPython counts references, so that any micro-op that takes the last one runs a
// finalizer, which is guest code. A reference that a micro-op drops is dropped by
// an operation of its own (py.drop), at the end of the instruction, unless
// something else holds the object: a local, the stack, a constant, or what it was
// just read from. Objects of types without finalizers are dropped quietly.
//
// # The world
//
// Objects, types and functions are symbols. A dump says which version a type, a
// function, a dict's keys had when the trace was made; the guest watches them, as
// CPython's watchers can. Nothing else may be believed after guest code has run.
//
//	g := cpython.New()
//	err := g.Guest.Init()
//	g.Load(dump)
//	unit := g.Unit(dump.Traces[0])
//	b := build.New(g.Guest.Table(), g.Guest.Types, g.Guest.Build)
//	fn, err := b.Trace(unit.Trace, unit.Entry)
//
// The package must not know any pass.
package cpython

import (
	"strconv"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Guest is the guest with the world of the dump that was loaded last. It is not
// safe for concurrent use.
type Guest struct {
	*guest.Guest
	p *py
}

// py is the guest's state: the world, and what the rules keep while a trace is
// built.
type py struct {
	world
	ops     map[string]ir.Op
	byUop   []ir.Op
	rows    []row // by micro-op
	args    []*ir.Value
	insts   []uop.Inst // of the unit
	drop    ir.Op
	item    ir.Op
	more    ir.Op
	load    ir.Op
	pending []*ir.Value // to be dropped at the end of the instruction
	held    []*ir.Value // results that something else holds too, so far
	named   int         // locals that the trace names
	calls   int         // calls of code of unknown size, so far
}

// New makes the guest. Init must be called before it is used.
func New() *Guest {
	p := &py{ops: map[string]ir.Op{}}
	p.reset(&cpython.Dump{})
	g := &guest.Guest{
		Name: "cpython", Uops: cpython.DumpTable(), Types: types, Words: words{&p.world}, World: &p.world,
	}
	g.Ops = p.operations()
	g.Build = p.rules()
	return &Guest{g, p}
}

// Load makes d the world.
func (g *Guest) Load(d *cpython.Dump) { g.p.reset(d) }

// Describe says what a claim claims.
func (g *Guest) Describe(c ir.Claim) string { return g.p.Describe(c) }

// Watched says what an executor must depend on for a claim that has been shown to
// hold from then on; "" if it cannot cease to hold, or may.
func (g *Guest) Watched(c ir.Claim) string {
	switch p := g.p; c.Kind() {
	case claimTypeVersion:
		return "the type " + p.typeName[uint32(c.Payload())] + ", assignments to __class__"
	case claimFuncVersion:
		return "functions of version " + strconv.FormatUint(c.Payload(), 10) + ", their globals and builtins"
	case claimMethodVersion:
		return "functions of version " + strconv.FormatUint(c.Payload(), 10)
	case claimClass:
		return "the class of version " + strconv.FormatUint(c.Payload(), 10)
	case claimRecursion:
		return "the recursion limit"
	}
	return ""
}

// IsTest reports whether a guard tests a type or a state when it comes from no
// micro-op that does: a claim, the iterator's apart, which CPython counts with the
// control flow.
func IsTest(c ir.Claim) bool { return c.Kind() != claimIterator }

// operations makes the guest's operations: those of micro-ops, and a few more.
func (p *py) operations() []guest.Op {
	var list []guest.Op
	add := func(r ir.OpRow) ir.Op {
		op := ir.FirstGuestOp + ir.Op(len(list))
		list = append(list, guest.Op{OpRow: r})
		p.ops[r.Name] = op
		return op
	}
	p.drop = add(ir.OpRow{
		Name: "py.drop", Args: []ir.Type{ir.Ref}, Flags: ir.Opaque | ir.Escapes, Reads: ir.AllMemory, Writes: ir.AllMemory,
		Quiet: quiet, Doc: "ends a reference, which may be the last",
	})
	p.item = add(ir.OpRow{Name: "py.item", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Flags: ir.Pure, Aux: ir.AuxInt, Doc: "one of several results of a micro-op"})
	p.more = add(ir.OpRow{
		Name: "py.more", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Bool, Aux: ir.AuxInt, Reads: ir.AllMemory,
		Doc: "an iterator is not at its end",
	})
	p.load = add(ir.OpRow{Name: "py.const", Result: ir.Ref, Flags: ir.Pure, Aux: ir.AuxInt, Types: notNull, Doc: "a constant of a code object that the dump does not have"})
	add(ir.OpRow{Name: "py.truth", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Flags: ir.Pure, Types: tBool, Doc: "whether an exact int is not 0"})
	add(ir.OpRow{Name: "py.unbind", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Flags: ir.Pure, Types: notNull, Doc: "function and receiver of a bound method"})
	add(ir.OpRow{
		Name: "py.next", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Flags: ir.Opaque | ir.Escapes, Aux: ir.AuxInt,
		Reads: ir.AllMemory, Writes: ir.AllMemory, States: [ir.NumWhen]bool{ir.Raise: true}, Doc: "an iterator's next object, NULL at its end",
	})
	p.rows = make([]row, cpython.DumpTable().Len())
	for id, r := range rows {
		p.rows[id] = r
	}
	p.byUop = make([]ir.Op, cpython.DumpTable().Len())
	for id := range cpython.DumpTable().Len() {
		if cpython.DumpTable().Row(uop.ID(id)).Name != "" {
			p.byUop[id] = add(opRow(uop.ID(id)))
		}
	}
	return list
}

// Unit is a trace made ready to be built.
type Unit struct {
	Trace *uop.Trace
	Entry build.Entry
}

// Unit prepares a trace of the dump that is loaded: it puts what rules need to look
// ahead for into the operands of micro-ops that have none. The constants that
// CPython burned into the trace are what the world answers; nothing else is read
// of what its optimizer made. The unit is valid until the next call, and is to be
// built once.
func (g *Guest) Unit(t *cpython.DumpTrace) Unit {
	p := g.p
	u := *t.Before
	p.insts = append(p.insts[:0], t.Before.Insts...)
	u.Insts = p.insts
	p.burned(t, u.Insts)
	p.named, p.calls = 0, 0
	p.pending, p.held = p.pending[:0], p.held[:0]
	var next uint32 // pc of the instruction behind
	var callee uint64
	global := false
	for i := len(u.Insts) - 1; i >= 0; i-- {
		in := &u.Insts[i]
		switch in.Op {
		case cpython.SET_IP:
			next = in.Target
		case cpython.EXIT_TRACE, cpython.JUMP_TO_TOP:
			next = in.Target
			if in.Op == cpython.JUMP_TO_TOP {
				next = u.Entry
			}
		case cpython.CHECK_PERIODIC, cpython.CHECK_PERIODIC_IF_NOT_YIELD_FROM:
			in.Operand0 = uint64(next) + 1
		case cpython.PUSH_FRAME:
			callee = in.Operand0
		case cpython.INIT_CALL_PY_EXACT_ARGS, cpython.PY_FRAME_GENERAL, cpython.PY_FRAME_KW, cpython.CHECK_STACK_SPACE,
			cpython.BINARY_OP_SUBSCR_INIT_CALL, cpython.LOAD_ATTR_PROPERTY_FRAME, cpython.CREATE_INIT_FRAME:
			in.Operand1 = callee
		case cpython.LOAD_GLOBAL_BUILTINS:
			global = in.Operand1 >= cpython.SymbolBase
		case cpython.GUARD_GLOBALS_VERSION:
			if global {
				in.Operand1 = 1
			}
		}
		if cpython.DumpTable().Row(in.Op).Flags&(uop.HasLocal|uop.HasFree) != 0 {
			p.named = max(p.named, localOf(in)+1)
		}
	}
	if last := &u.Insts[len(u.Insts)-1]; last.Op == cpython.JUMP_TO_TOP {
		last.Target = u.Entry
		if depth(u.Insts) != 0 { // it goes on at the top with frames of its own: no loop here
			u.Stop = uop.StopRecursion
		}
	}
	h := p.codeOf(t.Code, t.CodeVersion)
	return Unit{&u, build.Entry{Frame: p.frame(h, p.named)}}
}

// depth returns how many frames a trace has entered and not left.
func depth(list []uop.Inst) int {
	n := 0
	for _, in := range list {
		switch flags := cpython.DumpTable().Row(in.Op).Flags; {
		case in.Op == cpython.PUSH_FRAME:
			n++
		case in.Op == cpython.RETURN_VALUE || in.Op == cpython.RETURN_GENERATOR || flags&uop.PopsFrame != 0:
			n--
		}
	}
	return n
}

// localOf returns the highest local that a micro-op names.
func localOf(in *uop.Inst) int {
	switch in.Op {
	case cpython.STORE_FAST_LOAD_FAST, cpython.STORE_FAST_STORE_FAST, cpython.LOAD_FAST_LOAD_FAST, cpython.LOAD_FAST_BORROW_LOAD_FAST_BORROW:
		return int(max(in.Oparg>>4, in.Oparg&15))
	case cpython.BINARY_OP_INPLACE_ADD_UNICODE:
		return int(in.Operand0)
	}
	n := int(in.Oparg)
	name := cpython.DumpTable().Row(in.Op).Name
	if d := name[len(name)-1]; '0' <= d && d <= '9' { // a variant for one oparg
		n = max(n, int(d-'0'))
	}
	return n
}

// burned puts the constants that CPython found for loads of globals and of module
// attributes into their Operand1.
func (p *py) burned(t *cpython.DumpTrace, list []uop.Inst) {
	if t.After == nil {
		return
	}
	rest := t.After.Insts[:t.Body]
	for i := range list {
		in := &list[i]
		if in.Op != cpython.LOAD_GLOBAL_MODULE && in.Op != cpython.LOAD_GLOBAL_BUILTINS && in.Op != cpython.LOAD_ATTR_MODULE {
			continue
		}
		for k := range rest {
			a := &rest[k]
			burned := a.Target == in.Target && (a.Op == cpython.LOAD_CONST_INLINE || a.Op == cpython.LOAD_CONST_INLINE_BORROW)
			if a.Operand1 != in.Operand1 || !burned && a.Op != in.Op {
				continue
			}
			rest = rest[k+1:]
			if burned && p.dump.Symbol(a.Operand0) != nil {
				in.Operand1 = a.Operand0
			}
			break
		}
	}
}
