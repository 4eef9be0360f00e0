package pyguest

import (
	"slices"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Match statements.
//
// A class pattern is three instructions: MATCH_CLASS pushes a tuple, or None where the pattern fails, COPY 1 and
// POP_JUMP_IF_NONE branch on that. A trace has them as one (project/match.go). Its branch asks whether the subject is an instance:
// no tuple is made to be asked for. The attributes are loaded behind the branch, where the class is known, and the guards of
// these loads leave to MATCH_CLASS.

// MatchBranches is Operand0 of MATCH_CLASS, and of the branch behind it, where they are one instruction.
const MatchBranches = 1

// classPattern is a class pattern of which a trace knows what it asks of a subject.
type classPattern struct {
	class   *object.Type
	subject *ir.Value
	self    bool           // the one subpattern is matched with the subject itself
	names   []object.Value // else the attributes that subpatterns are matched with
	is      *ir.Value      // whether the subject is an instance: where a branch is to ask that
}

// matchClass is MATCH_CLASS: subject, class, names of attributes.
func (p *py) matchClass(b *build.Builder, u *uop.Inst) error {
	p.matching = nil
	m := p.classPattern(b, int(u.Oparg))
	if m == nil {
		return p.matchByHelper(b, u)
	}
	if t := p.typeOf(b, m.subject); t != nil {
		is, ok := t.InstancesAre(m.class)
		if !ok || t.Made() && !p.dependsOn(b, t, false) || is && !p.h.HaveFields(t, m.names) {
			return p.matchByHelper(b, u)
		}
		result := p.word(b, object.None)
		if is {
			result = p.matchedItems(b, m, t)
		}
		p.endMatch(b, u, result)
		return nil
	}
	// With attributes, what is no instance of a derived class is an instance of the class itself. Where bytecodes are counted, exits are forced: the branch
	// would have a result on the stack that the other way has not, and in a region it ends what a guard could go back to.
	if u.Operand0 != MatchBranches || b.Clock || len(m.names) > 0 && (m.class.HasSubclasses() || !p.h.HaveFields(m.class, m.names)) {
		return p.matchByHelper(b, u)
	}
	is := b.GuardType(b.Add(p.mustOp("py.instance"), m.subject, b.Peek(1)), tBool)
	m.is = b.Add(ir.OpUnboxBool, is)
	p.matching = m
	p.endMatch(b, u, is) // nothing but the branch sees it
	return nil
}

// matchByHelper is MATCH_CLASS of which nothing is known.
func (p *py) matchByHelper(b *build.Builder, u *uop.Inst) error {
	args := topmost(b, 0, 3)
	p.endMatch(b, u, b.Effect(p.mustOp("py.matchclass"), int64(u.Oparg), args...))
	return nil
}

// endMatch replaces the operands of MATCH_CLASS by its result, and counts the instructions that are one with it.
func (p *py) endMatch(b *build.Builder, u *uop.Inst, result *ir.Value) {
	for range 3 {
		b.Pop()
	}
	b.Push(result)
	if u.Operand0 == MatchBranches {
		b.Count()
		b.Count()
	}
}

// branchMatched is the branch on what MATCH_CLASS has found, which its copy lies above.
func (p *py) branchMatched(b *build.Builder, u *uop.Inst, none bool) error {
	m := p.matching
	p.matching = nil
	b.Pop()
	if len(m.names) == 0 {
		items := p.matchedItems(b, m, nil)
		here, there := p.word(b, object.None), items
		if !none {
			here, there = there, here
		}
		b.Poke(0, there)
		b.SideExit(m.is, !none, u.Target)
		b.Poke(0, here)
		return nil
	}
	if none {
		if b.Forks() {
			return b.Abort(build.AbortBadTrace, "the branch of a class pattern leads to where it matches")
		}
		b.Guard(ir.OpGuardFalse, 0, m.is)
		b.Poke(0, p.word(b, object.None))
		return nil
	}
	b.Before() // ahead of the branch
	b.Poke(0, p.word(b, object.None))
	b.SideExit(m.is, true, u.Target)
	p.guardClass(b, m.subject, m.class)
	b.Poke(0, p.matchedItems(b, m, m.class))
	return nil
}

// classPattern returns the pattern of a MATCH_CLASS with n positional subpatterns, nil if the class or what it asks for
// is not known.
func (p *py) classPattern(b *build.Builder, n int) *classPattern {
	names, class, subject := ir.Resolve(b.Peek(0)), ir.Resolve(b.Peek(1)), b.Peek(2)
	if !names.IsConst() || !class.IsConst() || !p.h.Is(object.Value(class.Word()), object.TypeType) {
		return nil
	}
	m := &classPattern{class: p.h.TypeFromObject(object.Value(class.Word())), subject: subject}
	if n > 0 {
		args, self := p.h.MatchArgs(m.class)
		if self && n == 1 && p.h.TupleLen(object.Value(names.Word())) == 0 {
			m.self = true
			return m
		}
		if self || len(args) < n {
			return nil
		}
		m.names = slices.Clone(args[:n])
	}
	for _, name := range p.h.TupleItems(object.Value(names.Word())) {
		if m.names = append(m.names, p.h.InternValue(name)); slices.Contains(m.names[:len(m.names)-1], m.names[len(m.names)-1]) {
			return nil
		}
	}
	if m.class.Made() && len(m.names) > 0 && !p.dependsOn(b, m.class, false) {
		return nil
	}
	return m
}

// matchedItems is the tuple that subpatterns are matched with; t is the class of the subject, where attributes are.
func (p *py) matchedItems(b *build.Builder, m *classPattern, t *object.Type) *ir.Value {
	var items []*ir.Value
	if m.self {
		items = append(items, m.subject)
	}
	for _, name := range m.names {
		off, _ := p.h.FieldFor(t, name)
		x := p.newField(b, m.subject, off)
		if x == nil {
			x = b.AddTyped(ir.OpLoad, ir.Ref, mem(uintptr(off), clsInst), m.subject)
			p.notNull(b, x)
		}
		items = append(items, x)
	}
	if len(items) == 0 {
		return p.word(b, p.h.NewTuple())
	}
	return b.Effect(p.mustOp("py.tuple"), 0, items...)
}

// collects is MATCH_SEQUENCE or MATCH_MAPPING: of a builtin type it is known, a class in Python may be registered.
func (p *py) collects(name string, flag object.CollectionFlag) build.Rule {
	op := p.mustOp(name)
	return func(b *build.Builder, u *uop.Inst) error {
		v := b.Peek(0)
		if t := p.typeOf(b, v); t != nil && !t.Made() {
			b.Push(p.word(b, object.Bool(t.Collection() == flag)))
			return nil
		}
		b.Push(b.Add(ir.OpBoxBool, b.Add(op, v)))
		return nil
	}
}

// getLen is GET_LEN, which leaves its operand.
func (p *py) getLen(b *build.Builder, _ *uop.Inst) error {
	v := b.Peek(0)
	if op := p.lenOf(b, v); op != "" {
		b.Push(b.Add(p.mustOp(op), v))
		return nil
	}
	if b.Clock { // a __len__ in Python would run nested: its bytecodes are none of the trace's
		return b.Abort(build.AbortNoRule, "the length of what may have a __len__ in Python, where bytecodes are counted")
	}
	null := object.Null
	b.Push(b.Effect(p.mustOp("py.len"), int64(null), v))
	return nil
}
