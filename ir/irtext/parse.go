package irtext

import (
	"fmt"
	"strconv"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
)

// parser builds a function from tokens. The first mistake is kept in err and
// moves the parser to the end of the text, where every loop stops.
type parser struct {
	lex    lexer
	tok    token // the next one
	ahead  token // the one behind it, if looked
	looked bool
	err    *Error
	opts   Options

	f      *ir.Func
	values numbered[ir.Value]
	states numbered[ir.Value]
	blocks numbered[ir.Block]
	frames numbered[ir.Frame]
	kinds  numbered[exitKind]
	order  []*exitKind // as the text lists them
	leaves []leave

	// of the line at hand
	operands []operand
	from     []int32
	targets  []ir.Edge
	args     []*ir.Value
}

// leave is a state of a value whose exit's kind is still to be read.
type leave struct {
	v     *ir.Value
	when  ir.When
	state *ir.Value
	exit  int
	at    token
}

type exitKind struct {
	kind ir.ExitKind
	used bool
	at   token
}

// Parse reads the text of one function over a table of operations and a list of
// guest types. The name is that of the file, for errors; it may be empty. An
// error is an *Error.
func Parse(name string, text []byte, ops *ir.OpTable, types ir.GuestTypes, opts Options) (*ir.Func, error) {
	if len(text) > MaxText {
		return nil, &Error{File: name, Line: 1, Col: 1, Msg: errTooLong.Error()}
	}
	p := &parser{lex: newLexer(name, text), opts: opts, f: ir.NewFunc("", ops, types)}
	p.tok = p.read()
	p.parseHeader()
	p.declareBlocks()
	p.parseBodies()
	p.parseExits()
	p.addExits()
	if p.err != nil {
		return nil, p.err
	}
	if opts.Numbers != nil {
		opts.Numbers.parsed(p)
	}
	return p.f, nil
}

// fail keeps the first mistake and goes to the end of the text.
func (p *parser) fail(at token, format string, args ...any) {
	if p.err == nil {
		p.err = &Error{File: p.lex.file, Line: int(at.line), Col: int(at.col), Msg: fmt.Sprintf(format, args...)}
	}
	p.end()
}

// end goes to the end of the text.
func (p *parser) end() {
	p.lex.i, p.lex.ends = len(p.lex.s), true
	p.tok, p.looked = p.read(), false
}

// read reads a token of the text: tokEOF behind a mistake.
func (p *parser) read() token {
	t, err := p.lex.next()
	if err == nil {
		return t
	}
	if p.err == nil {
		p.err = err
	}
	p.lex.i, p.lex.ends = len(p.lex.s), true
	t, _ = p.lex.next()
	return t
}

func (p *parser) peek() token { return p.tok }

// peekNext returns the token behind the next.
func (p *parser) peekNext() token {
	if !p.looked {
		p.ahead, p.looked = p.read(), true
	}
	return p.ahead
}

func (p *parser) next() token {
	t := p.tok
	if p.tok, p.looked = p.peekNext(), false; t.kind == tokEOF {
		p.tok = t
	}
	return t
}

// is reports whether the next token is of a kind.
func (p *parser) is(k kind) bool { return p.peek().kind == k }

// isWord reports whether the next token is the given identifier.
func (p *parser) isWord(s string) bool { t := p.peek(); return t.kind == tokIdent && t.text == s }

// accept takes the next token if it is of a kind.
func (p *parser) accept(k kind) bool {
	if p.is(k) {
		p.next()
		return true
	}
	return false
}

// expect takes the next token, which must be of a kind.
func (p *parser) expect(k kind, what string) token {
	t := p.peek()
	if t.kind != k {
		p.fail(t, "%s expected, not %s", what, t.describe())
		return t
	}
	return p.next()
}

// word takes the next token, which must be the given identifier.
func (p *parser) word(s string) {
	if !p.isWord(s) {
		p.fail(p.peek(), "%q expected, not %s", s, p.peek().describe())
		return
	}
	p.next()
}

func (p *parser) endLine() { p.expect(tokNewline, "the end of the line") }

// integer takes an integer between lo and hi.
func (p *parser) integer(what string, lo, hi int64) int64 {
	t := p.expect(tokNumber, what)
	if p.err != nil {
		return lo
	}
	l, err := parseNumber(t.text)
	switch {
	case err != nil:
		p.fail(t, "%v", err)
	case l.typ != ir.I64:
		p.fail(t, "%s expected, not the float %s", what, t.text)
	case l.aux < lo || l.aux > hi:
		p.fail(t, "%s %d is not between %d and %d", what, l.aux, lo, hi)
	default:
		return l.aux
	}
	return lo
}

// bits takes a hexadecimal number.
func (p *parser) bits(what string) uint64 {
	t := p.expect(tokNumber, what)
	u, ok := parseBits(t.text)
	if !ok && p.err == nil {
		p.fail(t, "%s expected as a hexadecimal number, not %s", what, t.describe())
	}
	return u
}

// attr takes name=, after which its value stands.
func (p *parser) attr(name string) {
	p.word(name)
	p.expect('=', `"="`)
}

// name takes an identifier or a string.
func (p *parser) name(what string) string {
	t := p.peek()
	switch t.kind {
	case tokIdent:
		return p.next().text
	case tokString:
		p.next()
		s, err := strconv.Unquote(t.text)
		if err != nil {
			p.fail(t, "malformed string literal")
		}
		return s
	}
	p.fail(t, "%s expected, not %s", what, t.describe())
	return ""
}

// entity returns the number of a token like v12 of a class, −1 if it is none.
func entity(t token, class byte) int {
	if t.kind != tokIdent || len(t.text) < 2 || t.text[0] != class {
		return -1
	}
	n := 0
	for i := 1; i < len(t.text); i++ {
		if !isDigit(t.text[i]) || n > MaxNumber {
			return -1
		}
		n = n*10 + int(t.text[i]-'0')
	}
	return n
}

// number takes an entity of a class.
func (p *parser) number(class byte, what string) (int, token) {
	t := p.peek()
	n := entity(t, class)
	if n < 0 {
		p.fail(t, "%s expected, not %s", what, t.describe())
		return -1, t
	}
	return n, p.next()
}

// typ takes the name of a representation.
func (p *parser) typ() ir.Type {
	t := p.expect(tokIdent, "a type")
	typ, ok := ir.TypeByName(t.text)
	switch {
	case p.err != nil:
	case !ok:
		p.fail(t, "unknown type %q%s", t.text, near.Suffix(t.text, names(ir.NumTypes)))
	case typ == ir.Void || typ == ir.State:
		p.fail(t, "a value of type %s has no place here", typ)
	}
	return typ
}

// names lists the names of an enumeration.
func names[T interface {
	~uint8
	String() string
}](n T) []string {
	var out []string
	for i := range n {
		out = append(out, i.String())
	}
	return out
}

func (p *parser) parseHeader() {
	f := p.f
	p.accept(tokNewline)
	p.word("trace")
	p.expect('@', `"@" and a name`)
	f.Name = p.name("the function's name")
	p.attr("form")
	t := p.expect(tokIdent, "a form")
	form, ok := ir.FormByName(t.text)
	if !ok && p.err == nil {
		p.fail(t, "unknown form %q%s", t.text, near.Suffix(t.text, names(ir.NumForms)))
	}
	f.SetForm(form)
	p.expect('{', `"{"`)
	p.endLine()
	if p.isWord("entries") {
		p.next()
		p.expect('(', `"("`)
		for n := 0; !p.is(')') && p.err == nil; n++ {
			p.comma(n)
			f.Entries = append(f.Entries, p.typ())
		}
		p.expect(')', `")"`)
		p.endLine()
	}
	if p.isWord("returns") {
		p.parseReturns()
	}
	for p.isWord("frame") {
		p.parseFrame()
	}
}

// parseReturns takes what makes the function a routine.
func (p *parser) parseReturns() {
	p.next()
	p.f.Returns = p.typ()
	if p.f.GivesUp = p.isWord("else"); p.f.GivesUp {
		p.next()
		p.f.GaveUp = p.bits("what the routine returns when it gives up")
	}
	if p.f.Helped = p.isWord("helped"); p.f.Helped {
		p.next()
	}
	p.endLine()
}

// comma takes the comma in front of element n of a list.
func (p *parser) comma(n int) {
	if n > 0 {
		p.expect(',', `","`)
	}
}

func (p *parser) parseFrame() {
	p.word("frame")
	n, at := p.number('f', "a frame (f0)")
	if p.frames.at(n) != nil {
		p.fail(at, "%s is declared twice", at.text)
	}
	t := p.expect(tokString, "the frame's name in quotes")
	var fr ir.Frame
	if p.err == nil {
		fr.Name, _ = strconv.Unquote(t.text) // the lexer has checked it
	}
	p.expect('(', `"("`)
	for i := 0; !p.is(')') && p.err == nil; i++ {
		p.comma(i)
		if p.isWord("_") {
			p.next()
			fr.Slots = append(fr.Slots, "")
		} else {
			fr.Slots = append(fr.Slots, p.name("the name of a slot"))
		}
	}
	p.expect(')', `")"`)
	fr.NumLocals = len(fr.Slots)
	if p.isWord("locals") {
		p.attr("locals")
		fr.NumLocals = int(p.integer("a number of locals", 0, MaxNumber))
	}
	fr.NumSlots = fr.NumLocals
	if p.isWord("slots") {
		p.attr("slots")
		fr.NumSlots = int(p.integer("a number of slots", 0, MaxNumber))
	}
	if p.isWord("in") {
		p.next()
		caller, at := p.number('f', "the caller's frame (f0)")
		if fr.Caller = p.frames.at(caller); fr.Caller == nil {
			p.fail(at, "frame %s is not declared", at.text)
		}
	}
	if p.isWord("code") {
		p.attr("code")
		fr.Code = p.bits("a code handle")
	}
	if p.isWord("uncounted") {
		p.next()
		fr.Uncounted = true
	}
	p.endLine()
	if p.err == nil {
		p.frames.set(n, p.f.AddFrame(fr))
	}
}

// declareBlocks makes the blocks in the order of the text, so that edges can
// name blocks that follow: their headers are first in their lines, as the next token is.
func (p *parser) declareBlocks() {
	l := p.lex
	for t := p.tok; p.err == nil && t.kind != '}' && t.kind != tokEOF; t = l.first() {
		n := entity(t, 'b')
		switch {
		case n < 0:
		case p.blocks.at(n) != nil:
			p.fail(t, "block %s is defined twice", t.text)
		default:
			p.blocks.set(n, p.f.NewBlock())
		}
	}
}

func (p *parser) parseBodies() {
	for p.err == nil && entity(p.peek(), 'b') >= 0 {
		b := p.parseBlockHeader()
		for ended := false; p.err == nil && !p.is('}') && entity(p.peek(), 'b') < 0; {
			if ended {
				p.fail(p.peek(), "an operation follows the end of its block")
				return
			}
			ended = p.parseLine(b)
		}
	}
	p.expect('}', `a block (b0) or "}"`)
	if !p.is(tokEOF) {
		p.endLine()
	}
}

func (p *parser) parseBlockHeader() *ir.Block {
	n, _ := p.number('b', "a block (b0)")
	b := p.blocks.at(n)
	if p.accept('(') {
		for i := 0; !p.is(')') && p.err == nil; i++ {
			p.comma(i)
			v, at := p.number('v', "a parameter (v0)")
			p.expect(':', `":" and a type`)
			t := p.typ()
			if p.err == nil {
				param := p.f.NewParam(b, t)
				p.define(&p.values, v, param, at)
				p.place(param, at)
			}
		}
		p.expect(')', `")"`)
	}
	p.expect(':', `":"`)
	for p.err == nil && !p.is(tokNewline) {
		switch t := p.next(); t.text {
		case "loop":
			p.f.SetLoop(b, true)
		case "cold":
			p.f.SetCold(b, true)
		default:
			p.fail(t, "unknown attribute %s%s", t.describe(), near.Suffix(t.text, []string{"loop", "cold"}))
		}
	}
	p.endLine()
	return b
}

// place tells where a value stands.
func (p *parser) place(v *ir.Value, at token) {
	if p.opts.Place != nil {
		p.opts.Place(v, int(at.line), int(at.col))
	}
}

func (p *parser) define(in *numbered[ir.Value], n int, v *ir.Value, at token) {
	if in.at(n) != nil {
		p.fail(at, "%s is defined twice", at.text)
		return
	}
	in.set(n, v)
}

// parseExits reads the line that gives the exits' kinds.
func (p *parser) parseExits() {
	if p.err == nil && p.isWord("exits") {
		p.next()
		for i := 0; i == 0 || p.is(',') && p.err == nil; i++ {
			p.comma(i)
			n, at := p.number('x', "an exit (x0)")
			p.expect(':', `":" and a kind`)
			t := p.expect(tokIdent, "a kind of exit")
			k, ok := ir.ExitKindByName(t.text)
			if !ok && p.err == nil {
				p.fail(t, "unknown kind of exit %q%s", t.text, near.Suffix(t.text, names(ir.NumExitKinds)))
			}
			if p.kinds.at(n) != nil {
				p.fail(at, "the kind of %s is given twice", at.text)
			}
			x := &exitKind{kind: k, at: at}
			p.kinds.set(n, x)
			p.order = append(p.order, x)
		}
		if !p.is(tokEOF) {
			p.endLine()
		}
	}
	if p.err == nil && !p.is(tokEOF) {
		p.fail(p.peek(), "the end of the text expected, not %s", p.peek().describe())
	}
}

// addExits gives the values their exits, numbered in order of appearance.
func (p *parser) addExits() {
	for _, l := range p.leaves {
		k := p.kinds.at(l.exit)
		switch {
		case p.err != nil:
			return
		case k == nil:
			p.fail(l.at, "exit %s has no kind: it is not in the line of exits", l.at.text)
		case k.used:
			p.fail(l.at, "exit %s is used twice", l.at.text)
		default:
			k.used = true
			p.f.SetExit(l.v, l.when, l.state, k.kind)
		}
	}
	for _, k := range p.order {
		if !k.used {
			p.fail(k.at, "no operation leaves by exit %s", k.at.text)
			return
		}
	}
}
