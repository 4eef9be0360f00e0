package irtext

import (
	"math"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
)

// operand is an element of an operation's list that is a value, a literal or a
// set of guest types.
type operand struct {
	val   *ir.Value // nil: see lit
	lit   literal
	types bool // lit.aux is a TypeSet
	at    token
}

// result is the left side of a line.
type result struct {
	number int // −1: none
	state  bool
	typ    ir.Type
	at     token
}

// parseLine reads one operation at the end of a block and reports whether it
// ends the block.
func (p *parser) parseLine(b *ir.Block) bool {
	res := p.parseResult()
	what := "an operation"
	if res.at == p.peek() {
		what = `an operation, a block or "}"`
	}
	at := p.expect(tokIdent, what)
	if p.err != nil {
		return true
	}
	op, ok := p.f.Ops.ByName(at.text)
	if !ok {
		p.fail(at, "unknown operation %q%s", at.text, near.Suffix(at.text, p.opNames()))
		return true
	}
	row := p.f.Ops.Row(op)
	if !p.checkResult(op, row, res, at) {
		return true
	}
	p.operands, p.from, p.targets = p.operands[:0], p.from[:0], p.targets[:0]
	first := len(p.leaves)
	var aux int64
	switch {
	case op == ir.OpState:
		aux = p.parseState()
	case op == ir.OpNew && !p.isWord("aux"):
		aux = p.parseNew()
	default:
		aux = p.parseElements(op, row, at)
	}
	p.parseOrigins()
	p.endLine()
	if p.err != nil {
		return true
	}
	v := p.add(b, op, aux, res, at)
	if p.err != nil {
		return true
	}
	p.place(v, res.at)
	for i := range p.leaves[first:] {
		p.leaves[first+i].v = v
	}
	switch {
	case res.state:
		p.define(&p.states, res.number, v, res.at)
	case res.number >= 0:
		p.define(&p.values, res.number, v, res.at)
	}
	return row.Flags&ir.Terminator != 0
}

func (p *parser) opNames() []string {
	var out []string
	for i := range p.f.Ops.Len() {
		out = append(out, p.f.Ops.Row(ir.Op(i)).Name)
	}
	return out
}

// parseResult reads v1: type = or s1 =, if there is one.
func (p *parser) parseResult() result {
	t := p.peek()
	if n := entity(t, 'v'); n >= 0 {
		p.next()
		p.expect(':', `":" and a type`)
		typ := p.typ()
		p.expect('=', `"="`)
		return result{number: n, typ: typ, at: t}
	}
	if n := entity(t, 's'); n >= 0 {
		p.next()
		p.expect('=', `"="`)
		return result{number: n, state: true, typ: ir.State, at: t}
	}
	return result{number: -1, at: t}
}

// checkResult checks that a result fits its operation.
func (p *parser) checkResult(op ir.Op, row *ir.OpRow, res result, at token) bool {
	switch {
	case op >= ir.OpConstRef && op <= ir.OpConstBool:
		p.fail(at, "constants stand inline, as literals")
	case op == ir.OpParam:
		p.fail(at, "parameters stand in the block's header")
	case res.state != (op == ir.OpState):
		p.fail(res.at, "a state is an s and the result of state, other values are a v and have a type")
	case row.Flags&ir.AnyResult != 0 || res.typ == row.Result:
		return true
	case res.typ == ir.Void:
		p.fail(at, "%s has a result: v0: %s = %s", row.Name, row.Result, row.Name)
	case row.Result == ir.Void:
		p.fail(res.at, "%s has no result", row.Name)
	default:
		p.fail(res.at, "the result of %s is %s, not %s", row.Name, row.Result, res.typ)
	}
	return false
}

// add puts the operation that has been read at the end of a block.
func (p *parser) add(b *ir.Block, op ir.Op, aux int64, res result, at token) *ir.Value {
	c := p.f.AtEnd(b)
	c.From = p.from
	p.args = p.args[:0]
	for _, o := range p.operands {
		p.args = append(p.args, p.value(o))
	}
	want, operands := 0, len(p.args)
	switch op {
	case ir.OpJump:
		want, operands = 1, 0
	case ir.OpBranch:
		want, operands = 2, 1
	}
	switch {
	case len(p.targets) != want:
		p.fail(at, "%s goes to %d blocks, not to %d", at.text, want, len(p.targets))
	case len(p.args) != operands:
		p.fail(at, "%s has %d operands, not %d", at.text, operands, len(p.args))
	case op == ir.OpJump:
		return c.Jump(p.targets[0].To, p.targets[0].Args...)
	case op == ir.OpBranch:
		return c.Branch(p.args[0], p.targets[0], p.targets[1])
	default:
		return c.AddTyped(op, res.typ, aux, p.args...)
	}
	return nil
}

// value returns the value of an operand, a constant for a literal.
func (p *parser) value(o operand) *ir.Value {
	switch {
	case o.val != nil || o.at.text == "_":
		return o.val
	case o.types:
		p.fail(o.at, "a set of types is no operand")
		return nil
	}
	switch o.lit.typ {
	case ir.I64:
		return p.f.ConstI64(o.lit.aux)
	case ir.F64:
		return p.f.ConstF64(math.Float64frombits(uint64(o.lit.aux)))
	case ir.Bool:
		return p.f.ConstBool(o.lit.aux != 0)
	}
	return p.f.ConstRef(uint64(o.lit.aux))
}

// parseElements reads operands, immediate, states and edges of an operation and
// returns its immediate. The order is that of the print.
func (p *parser) parseElements(op ir.Op, row *ir.OpRow, at token) int64 {
	var aux int64
	suffix := p.parseSuffix(row, &aux)
	var last ir.When
	for n := 0; p.err == nil && !p.is(tokNewline) && !p.is('!'); n++ {
		if n > 0 || suffix {
			p.expect(',', `","`)
		}
		t := p.peek()
		states := len(p.leaves) > 0 && p.leaves[len(p.leaves)-1].v == nil
		switch {
		case p.atState():
			w := p.parseLeave(row)
			if states && w <= last || len(p.targets) > 0 {
				p.fail(t, "states stand in the order before, raise, after, each once, and ahead of the blocks")
			}
			last = w
		case entity(t, 'b') >= 0:
			p.parseTarget()
		default:
			if states || suffix || len(p.targets) > 0 {
				p.fail(t, "operands stand ahead of immediates, states and blocks")
				return 0
			}
			p.operands = append(p.operands, p.parseOperand())
			suffix = p.parseSuffix(row, &aux)
		}
	}
	if p.err != nil || suffix || row.Aux == ir.NoAux {
		return aux
	}
	return p.takeImmediate(row, at)
}

// takeImmediate takes the last operand away and returns it as the immediate
// that a row asks for.
func (p *parser) takeImmediate(row *ir.OpRow, at token) int64 {
	want, what := ir.I64, "an integer"
	switch row.Aux {
	case ir.AuxFloat:
		want, what = ir.F64, "a float"
	case ir.AuxBool:
		want, what = ir.Bool, "true or false"
	case ir.AuxWord:
		want, what = ir.Ref, "a guest word"
	case ir.AuxTypes:
		want, what = ir.Void, "a set of types, as {int}"
	case ir.AuxClaim:
		p.fail(at, "%s needs a claim behind its operands, as kind=1 of=5 stable", row.Name)
		return 0
	case ir.AuxMem:
		p.fail(at, "%s needs a memory access behind its operands, as +16 64 class=0", row.Name)
		return 0
	}
	n := len(p.operands) - 1
	if n < 0 {
		p.fail(at, "%s needs an immediate: %s", row.Name, what)
		return 0
	}
	o := p.operands[n]
	if o.val != nil || o.at.text == "_" || o.types != (row.Aux == ir.AuxTypes) || !o.types && o.lit.typ != want {
		p.fail(o.at, "the last operand of %s is its immediate, %s, not %s", row.Name, what, o.at.describe())
		return 0
	}
	p.operands = p.operands[:n]
	return o.lit.aux
}

// parseSuffix reads an immediate that stands behind the operands without a
// comma and reports whether there was one.
func (p *parser) parseSuffix(row *ir.OpRow, aux *int64) bool {
	if p.isWord("aux") {
		p.attr("aux")
		*aux = int64(p.bits("an immediate"))
		return true
	}
	if row.Aux == ir.AuxClaim && p.isWord("kind") {
		*aux = int64(p.parseClaim())
		return true
	}
	if row.Aux != ir.AuxMem || len(p.operands) == 0 || !p.is('*') && !p.is(tokNumber) {
		return false
	}
	var m ir.MemAccess
	if p.accept('*') {
		m.Scale = uint8(p.integer("a scale", 1, 255))
	}
	m.Disp = int32(p.integer("a displacement", math.MinInt32, math.MaxInt32))
	p.parseClass(&m)
	if m.NonNeg = p.isWord("nonneg"); m.NonNeg {
		p.next()
	}
	*aux = m.Pack()
	return true
}

// parseClass reads the width of a memory access, which may be left out in front of a
// name, and the alias class: class=2, or the name that the guest gives it.
func (p *parser) parseClass(m *ir.MemAccess) {
	if t := p.peek(); t.kind != tokIdent {
		p.expect(tokNumber, "a width of 64, 32, 16 or 8 bits")
		found := false
		for k := ir.Mem64; k <= ir.Mem8; k++ {
			if t.text == k.String() {
				m.Kind, found = k, true
			}
		}
		if !found && p.err == nil {
			p.fail(t, "a width of 64, 32, 16 or 8 bits expected, not %s", t.describe())
		}
	}
	if t := p.peek(); t.kind == tokIdent && t.text != "class" {
		ok := false
		if m.Class, ok = p.f.Ops.ClassByName(p.next().text); !ok {
			p.fail(t, "unknown alias class %q%s", t.text, near.Suffix(t.text, append([]string{"class"}, p.f.Ops.ClassNames()...)))
		}
		return
	}
	p.attr("class")
	m.Class = uint8(p.integer("an alias class", 0, 255))
}

// parseOperand reads a value, a literal or a set of types.
func (p *parser) parseOperand() operand {
	t := p.peek()
	o := operand{at: t}
	switch t.kind {
	case tokNumber:
		l, err := parseNumber(p.next().text)
		if err != nil {
			p.fail(t, "%v", err)
		}
		o.lit = l
	case tokWord:
		w, err := parseWord(p.next().text, p.opts.Names)
		if err != nil {
			p.fail(t, "%v", err)
		}
		o.lit = literal{ir.Ref, int64(w)}
	case '{':
		o.types = true
		o.lit.aux = int64(p.parseTypes())
	case tokIdent:
		p.next()
		p.parseIdent(t, &o)
	default:
		p.fail(t, "an operand expected, not %s", t.describe())
	}
	return o
}

// parseIdent reads an operand that begins with an identifier.
func (p *parser) parseIdent(t token, o *operand) {
	switch t.text {
	case "true", "false":
		o.lit = literal{typ: ir.Bool}
		if t.text == "true" {
			o.lit.aux = 1
		}
	case "inf":
		o.lit = literal{ir.F64, int64(math.Float64bits(math.Inf(1)))}
	case "nan":
		bits := uint64(canonicalNaN)
		if p.accept(':') {
			bits = p.bits("the bits of a NaN")
			if x := math.Float64frombits(bits); x == x {
				p.fail(t, "%#x is no NaN", bits)
			}
		}
		o.lit = literal{ir.F64, int64(bits)}
	default:
		o.val = p.reference(t)
	}
}

// reference returns the value or state that an identifier names.
func (p *parser) reference(t token) *ir.Value {
	in, n := &p.values, entity(t, 'v')
	if n < 0 {
		in, n = &p.states, entity(t, 's')
	}
	if n < 0 {
		p.fail(t, "an operand expected, not %s", t.describe())
		return nil
	}
	v := in.at(n)
	if v == nil {
		p.fail(t, "%s is not defined up to here", t.text)
	}
	return v
}

// parseTypes reads a set of guest types: names, or numbers of bits.
func (p *parser) parseTypes() ir.TypeSet {
	var set ir.TypeSet
	p.expect('{', `"{"`)
	for i := 0; !p.is('}') && p.err == nil; i++ {
		p.comma(i)
		if p.is(tokNumber) {
			set |= 1 << p.integer("the number of a type", 0, 63)
			continue
		}
		t := p.peek()
		name := p.name("the name of a type")
		s, ok := p.f.Types.ByName(name)
		if !ok && p.err == nil {
			p.fail(t, "unknown guest type %q%s", name, near.Suffix(name, append([]string{"any"}, p.f.Types...)))
		}
		set |= s
	}
	p.expect('}', `"}"`)
	return set
}

// parseTarget reads an edge.
func (p *parser) parseTarget() {
	n, at := p.number('b', "a block (b0)")
	to := p.blocks.at(n)
	if to == nil {
		p.fail(at, "there is no block %s", at.text)
		return
	}
	p.args = p.args[:0]
	if p.accept('(') {
		for i := 0; !p.is(')') && p.err == nil; i++ {
			p.comma(i)
			if o := p.parseOperand(); p.err == nil {
				p.args = append(p.args, p.value(o))
			}
		}
		p.expect(')', `")"`)
	}
	if p.err == nil {
		p.targets = append(p.targets, p.f.Edge(to, p.args...))
	}
}

// parseOrigins reads !12,13, if it follows.
func (p *parser) parseOrigins() {
	if !p.accept('!') {
		return
	}
	last := int64(-1)
	for i := 0; (i == 0 || p.is(',')) && p.err == nil; i++ {
		p.comma(i)
		t := p.peek()
		n := p.integer("the number of a micro-op", 0, MaxNumber)
		if n <= last {
			p.fail(t, "micro-ops stand in ascending order")
		}
		last = n
		p.from = append(p.from, int32(n))
	}
}
