package irtext

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
)

// parseState reads what follows the word state; its operands are the caller's
// state and the slots, its immediate is returned.
func (p *parser) parseState() int64 {
	n, at := p.number('f', "a frame (f0)")
	fr := p.frames.at(n)
	if fr == nil {
		p.fail(at, "frame %s is not declared", at.text)
		return 0
	}
	p.attr("pc")
	pc := p.integer("a pc", 0, math.MaxUint32)
	clock := int64(0)
	if p.isWord("clock") {
		p.attr("clock")
		clock = p.integer("a number of instructions", 1, math.MaxUint16)
	}
	p.operands = append(p.operands, operand{at: token{text: "_"}})
	open := p.expect('(', `"("`)
	names := localNames(fr)
	if names != nil && (p.is('|') || p.peekNext().kind == '=') {
		p.parseNamed(names)
	} else {
		p.parsePositional(fr, open, at.text)
	}
	if p.isWord("in") {
		p.next()
		t := p.expect(tokIdent, "the caller's state (s0)")
		if entity(t, 's') < 0 {
			p.fail(t, "the caller's state (s0) expected, not %s", t.describe())
			return 0
		}
		p.operands[0] = operand{val: p.reference(t)}
	}
	return ir.StateAux(fr.ID, uint16(clock), uint32(pc))
}

// parsePositional reads all locals, | and the operand stack.
func (p *parser) parsePositional(fr *ir.Frame, open token, frame string) {
	locals := -1
	for i := 0; !p.is(')') && p.err == nil; i++ {
		if locals < 0 && p.accept('|') {
			locals = i
			i--
			continue
		}
		if i != locals {
			p.comma(i)
		}
		p.operands = append(p.operands, p.parseSlot())
	}
	p.expect(')', `")"`)
	if p.err == nil && locals != fr.NumLocals {
		p.fail(open, "a state of %s has %d locals and | ahead of its stack", frame, fr.NumLocals)
	}
}

// parseNamed reads locals by name, of which those left out are absent, | and the
// operand stack.
func (p *parser) parseNamed(names []string) {
	first := len(p.operands)
	for range names {
		p.operands = append(p.operands, operand{at: token{text: "_"}})
	}
	given := make([]bool, len(names))
	for n := 0; !p.is('|') && p.err == nil; n++ {
		p.comma(n)
		t := p.peek()
		name := p.name("the name of a local")
		i := slices.Index(names, name)
		p.expect('=', `"="`)
		o := p.parseSlot()
		switch {
		case p.err != nil:
		case i < 0:
			p.fail(t, "the frame has no local %q%s", name, near.Suffix(name, names))
		case given[i]:
			p.fail(t, "the local %s is given twice", name)
		default:
			given[i], p.operands[first+i] = true, o
		}
	}
	p.expect('|', `"|"`)
	for n := 0; !p.is(')') && p.err == nil; n++ {
		p.comma(n)
		p.operands = append(p.operands, p.parseSlot())
	}
	p.expect(')', `")"`)
}

// parseNew reads what follows the word new, the operation that makes the object
// and its operands in parentheses, and returns the operation.
func (p *parser) parseNew() int64 {
	at := p.expect(tokIdent, "the operation that makes the object")
	if p.err != nil {
		return 0
	}
	op, ok := p.f.Ops.ByName(at.text)
	if !ok {
		p.fail(at, "unknown operation %q%s", at.text, near.Suffix(at.text, p.opNames()))
		return 0
	}
	row := p.f.Ops.Row(op)
	p.expect('(', `"("`)
	for i := 0; !p.is(')') && p.err == nil; i++ {
		p.comma(i)
		want := ir.Ref
		if len(row.Args) > 0 {
			want = row.ArgType(i)
		}
		p.operands = append(p.operands, p.parseBoxed(want))
	}
	p.expect(')', `")"`)
	return int64(op)
}

// parseSlot reads a state's operand: _, or a value with box if it is no Ref.
func (p *parser) parseSlot() operand {
	if p.isWord("_") {
		return operand{at: p.next()}
	}
	return p.parseBoxed(ir.Ref)
}

// parseBoxed reads an operand with box in front if its type is not what is asked
// for.
func (p *parser) parseBoxed(want ir.Type) operand {
	t := p.peek()
	box := p.isWord("box")
	if box {
		p.next()
	}
	o := p.parseOperand()
	typ := o.lit.typ
	if o.val != nil {
		typ = o.val.Type
	}
	switch {
	case p.err != nil:
	case o.types:
		p.fail(o.at, "a set of types is no operand")
	case box && typ == want:
		p.fail(t, "a %s is not boxed", want)
	case !box && typ != want:
		p.fail(t, "an operand of type %s is boxed: box %s", typ, t.text)
	}
	return o
}

// atState reports whether a state with its exit follows.
func (p *parser) atState() bool {
	if entity(p.peek(), 's') >= 0 {
		return p.peekNext().kind == tokArrow
	}
	return entity(p.peekNext(), 's') >= 0 && p.is(tokIdent)
}

// parseLeave reads a state and its exit.
func (p *parser) parseLeave(row *ir.OpRow) ir.When {
	t := p.peek()
	w := onlyState(row)
	if entity(t, 's') < 0 {
		p.next()
		keywords := names(ir.NumWhen)
		for w = 0; w < ir.NumWhen && keywords[w] != t.text; w++ {
		}
		if w == ir.NumWhen {
			p.fail(t, "unknown word %q%s", t.text, near.Suffix(t.text, keywords))
		}
	}
	if w == ir.NumWhen {
		p.fail(t, "before, raise or after expected: %s", statesOf(row))
		return 0
	}
	l := leave{when: w, state: p.reference(p.next())}
	p.expect(tokArrow, `"->" and an exit`)
	l.exit, l.at = p.number('x', "an exit (x0)")
	p.leaves = append(p.leaves, l)
	return w
}

// statesOf says which states a row asks for.
func statesOf(row *ir.OpRow) string {
	var s []string
	for w := range ir.NumWhen {
		if row.States[w] {
			s = append(s, w.String())
		}
	}
	if s == nil {
		return row.Name + " does not leave"
	}
	return fmt.Sprintf("%s has the states %s", row.Name, strings.Join(s, ", "))
}
