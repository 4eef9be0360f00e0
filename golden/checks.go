package golden

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// checkContext is what a line of the section checks is held against.
type checkContext struct {
	// versions are the function before the pipeline ("in"), behind each pass
	// ("after NAME", the last run counts) and at the end ("").
	versions map[string]*ir.Func
	names    irtext.Names
	f        *ir.Func
	captured captures // of f
	tree     dom.Tree
	loops    loops.Forest
}

// check evaluates a line of the section checks:
//
//	check = [ ( "in" | "after" pass ) ":" ] claim
//	claim = "no" op [ where ] | "some" op [ where ]
//	      | "count" op [ where ] rel int
//	      | "values" [ where ] rel int | "states" rel int
//	      | "exits" [ kind ] rel int | "blocks" rel int | "loops" rel int
//	      | "params" block "==" "(" [ type { "," type } ] ")"
//	      | "pc" op [ where ] rel int
//	      | "same-state" op op [ where ]
//	      | "order" op op { op } [ where ]
//	where = "in" ( "loop" [ int ] | "entry" | block ) | "outside" "loops"
//	block = "b0" | "b1" | … | "loop" int
//	op    = as pattern has it
//	rel   = "==" | "!=" | "<" | "<=" | ">" | ">="
//
// It returns what is wrong, "" if nothing is.
func (c *checkContext) check(text string) string {
	x := lex(text)
	which := ""
	for i, t := range x.toks {
		if t == ":" || strings.HasSuffix(t, ":") {
			which = strings.TrimSpace(strings.TrimSuffix(strings.Join(x.toks[:i+1], " "), ":"))
			x.at = i + 1
			break
		}
	}
	f, ok := c.versions[which]
	if !ok {
		return fmt.Sprintf("there is no version %q of the function: in, or after and a pass that ran", which)
	}
	if c.f != f {
		c.f, c.captured = f, captures{}
	}
	dom.Compute(f, &c.tree)
	loops.Compute(f, &c.tree, &c.loops)
	claim := x.next()
	fn, ok := claims[claim]
	if !ok {
		return fmt.Sprintf("unknown claim %q%s", claim, near.Suffix(claim, claimNames))
	}
	got, err := fn(c, x)
	if err == nil {
		err = x.end()
	}
	if err != nil {
		return "malformed: " + err.Error()
	}
	return got
}

// claims evaluate the rest of a check; the string says what is wrong.
var claims = map[string]func(c *checkContext, x *lexer) (string, error){
	"no":    func(c *checkContext, x *lexer) (string, error) { return c.amount(x, "==") },
	"some":  func(c *checkContext, x *lexer) (string, error) { return c.amount(x, ">") },
	"count": func(c *checkContext, x *lexer) (string, error) { return c.amount(x, "") },
	"values": func(c *checkContext, x *lexer) (string, error) {
		list, err := c.where(x, func(v *ir.Value) bool { return v.Op != ir.OpState })
		return number(x, len(list), err)
	},
	"states": func(c *checkContext, x *lexer) (string, error) {
		list, err := c.where(x, func(v *ir.Value) bool { return v.Op == ir.OpState })
		return number(x, len(list), err)
	},
	"exits":      (*checkContext).exits,
	"blocks":     func(c *checkContext, x *lexer) (string, error) { return number(x, len(c.f.Blocks), nil) },
	"loops":      func(c *checkContext, x *lexer) (string, error) { return number(x, len(c.loops.Loops), nil) },
	"params":     (*checkContext).params,
	"pc":         (*checkContext).pcs,
	"same-state": (*checkContext).sameState,
	"order":      (*checkContext).order,
}

var claimNames = []string{"no", "some", "count", "values", "states", "exits", "blocks", "loops", "params", "pc", "same-state", "order"}

// relation reads a comparison with a number.
func relation(x *lexer) (rel string, n int, err error) {
	for strings.IndexAny(x.peek(), "=!<>") == 0 && len(rel) < 2 {
		rel += x.next()
	}
	if !strings.Contains(" == != < <= > >= ", " "+rel+" ") || rel == "" {
		return "", 0, fmt.Errorf("a comparison expected, not %q", rel+x.peek())
	}
	n, err = x.int()
	return rel, n, err
}

func holds(got int, rel string, want int) bool {
	switch rel {
	case "==":
		return got == want
	case "!=":
		return got != want
	case "<":
		return got < want
	case "<=":
		return got <= want
	case ">":
		return got > want
	}
	return got >= want
}

// number holds a number against the comparison that follows.
func number(x *lexer, got int, err error) (string, error) {
	if err != nil {
		return "", err
	}
	rel, want, err := relation(x)
	if err != nil || holds(got, rel, want) {
		return "", err
	}
	return fmt.Sprintf("it is %d", got), nil
}

// amount compares the number of operations with 0; without a relation it reads
// one and the number.
func (c *checkContext) amount(x *lexer, rel string) (string, error) {
	list, err := c.ops(x)
	if err == nil && rel == "" {
		return number(x, len(list), nil)
	}
	if err != nil || holds(len(list), rel, 0) {
		return "", err
	}
	return fmt.Sprintf("there are %d", len(list)), nil
}

// ops reads an operation and a place and returns the values.
func (c *checkContext) ops(x *lexer) ([]*ir.Value, error) {
	p, err := c.op(x)
	if err != nil {
		return nil, err
	}
	return c.each(x, p)
}

// each reads a place and returns the values there that match a pattern, each with
// the captures of the checks above. Those of the first stay.
func (c *checkContext) each(x *lexer, p *pattern) ([]*ir.Value, error) {
	above, first := c.captured, captures(nil)
	list, err := c.where(x, func(v *ir.Value) bool {
		c.captured = maps.Clone(above)
		ok := c.match(p, v)
		if ok && first == nil {
			first = c.captured
		}
		return ok
	})
	if c.captured = above; first != nil {
		c.captured = first
	}
	return list, err
}

// where reads a place and returns the values there that match.
func (c *checkContext) where(x *lexer, match func(v *ir.Value) bool) ([]*ir.Value, error) {
	in := func(*ir.Block) bool { return true }
	switch {
	case x.accept("outside"):
		if err := x.expect("loops"); err != nil {
			return nil, err
		}
		in = func(b *ir.Block) bool { return c.loops.Of(b) == nil }
	case x.accept("in"):
		if x.peek() == "loop" && !c.numbered(x) {
			x.next()
			in = func(b *ir.Block) bool { return c.loops.Of(b) != nil }
			break
		}
		loop := x.peek() == "loop"
		head, err := c.block(x)
		if err != nil {
			return nil, err
		}
		in = func(b *ir.Block) bool { return b == head }
		if loop {
			in = func(b *ir.Block) bool { return c.loops.Contains(c.loops.Of(head), b) }
		}
	}
	var list []*ir.Value
	for _, b := range c.f.Blocks {
		if !in(b) {
			continue
		}
		for v := b.First(); v != nil; v = v.Next() {
			if match(v) {
				list = append(list, v)
			}
		}
	}
	return list, nil
}

// numbered reports whether a number follows the next token.
func (c *checkContext) numbered(x *lexer) bool {
	if x.at+1 >= len(x.toks) {
		return false
	}
	_, err := strconv.Atoi(x.toks[x.at+1])
	return err == nil
}

// block reads entry, bN or loop N: the header of the N-th loop in the order of
// the text.
func (c *checkContext) block(x *lexer) (*ir.Block, error) {
	switch t := x.next(); {
	case t == "entry":
		return c.f.Entry(), nil
	case t == "loop":
		n, err := x.int()
		if err != nil {
			return nil, err
		}
		for _, b := range c.f.Blocks {
			if b.Loop {
				if n--; n == 0 {
					return b, nil
				}
			}
		}
		return nil, fmt.Errorf("there is no such loop; the first has number 1")
	case strings.HasPrefix(t, "b"):
		if n, err := strconv.Atoi(t[1:]); err == nil && n >= 0 && n < len(c.f.Blocks) {
			return c.f.Blocks[n], nil
		}
		return nil, fmt.Errorf("there is no block %s", t)
	default:
		return nil, fmt.Errorf("a block (b0, entry, loop 1) expected, not %q", t)
	}
}

func (c *checkContext) exits(x *lexer) (string, error) {
	kind := ir.NumExitKinds
	if k, ok := ir.ExitKindByName(x.peek()); ok {
		kind = k
		x.next()
	}
	n := 0
	for _, e := range exitsOf(c.f) {
		if kind == ir.NumExitKinds || e.Kind == kind {
			n++
		}
	}
	return number(x, n, nil)
}

func (c *checkContext) params(x *lexer) (string, error) {
	b, err := c.block(x)
	if err != nil {
		return "", err
	}
	for _, t := range []string{"=", "="} {
		if err := x.expect(t); err != nil {
			return "", err
		}
	}
	var types []string
	for _, p := range b.Params {
		types = append(types, p.Type.String())
	}
	got := "(" + strings.Join(types, ", ") + ")"
	want := strings.ReplaceAll(strings.Join(x.toks[x.at:], " "), " ,", ",")
	want = strings.NewReplacer("( ", "(", " )", ")").Replace(want)
	x.at = len(x.toks)
	if got != want {
		return "they are " + got, nil
	}
	return "", nil
}

// pcs checks the pcs of all states that operations leave with.
func (c *checkContext) pcs(x *lexer) (string, error) {
	list, err := c.ops(x)
	if err != nil {
		return "", err
	}
	rel, want, err := relation(x)
	if err != nil {
		return "", err
	}
	n := 0
	for _, v := range list {
		for _, s := range v.States {
			if s == nil {
				continue
			}
			if n++; !holds(int(s.StatePC()), rel, want) {
				return fmt.Sprintf("one leaves to pc %d", s.StatePC()), nil
			}
		}
	}
	if n == 0 {
		return "no such operation leaves", nil
	}
	return "", nil
}

// sameState checks that all operations of two kinds leave with one state.
func (c *checkContext) sameState(x *lexer) (string, error) {
	one, err := c.op(x)
	if err != nil {
		return "", err
	}
	two, err := c.op(x)
	if err != nil {
		return "", err
	}
	list, err := c.where(x, func(v *ir.Value) bool { return c.match(one, v) || c.match(two, v) })
	if err != nil {
		return "", err
	}
	has := [2]bool{}
	for _, v := range list {
		has[0], has[1] = has[0] || c.match(one, v), has[1] || c.match(two, v)
		if s := v.States[ir.Before]; s == nil || s != list[0].States[ir.Before] {
			return "they leave with different states", nil
		}
	}
	if !has[0] || !has[1] {
		return "one of the operations is not there", nil
	}
	return "", nil
}

// order checks that operations follow each other: the first of each kind behind
// the one found for the kind before it.
func (c *checkContext) order(x *lexer) (string, error) {
	var kinds []*pattern
	for x.peek() != "" && x.peek() != "in" && x.peek() != "outside" {
		k, err := c.op(x)
		if err != nil {
			return "", err
		}
		kinds = append(kinds, k)
	}
	list, err := c.where(x, func(*ir.Value) bool { return true })
	if err != nil {
		return "", err
	}
	i := 0
	for _, v := range list {
		if i < len(kinds) && c.match(kinds[i], v) {
			i++
		}
	}
	if i < len(kinds) {
		return fmt.Sprintf("%s is not there, or not in this place", kinds[i].text), nil
	}
	return "", nil
}
