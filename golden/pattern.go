package golden

import (
	"fmt"
	"maps"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
)

// A pattern is an operation as a check writes it:
//
//	op      = [ capture "=" ] name [ "{" type { "," type } "}" ] [ "(" [ operand { "," operand } ] ")" ]
//	operand = "_" | capture | op | number | "true" | "false" | "#" word | "..."
//	capture = "$" name
//
// A name may have the wildcards * and ?. Behind an operation's operands its immediate
// may stand: a number, or, of a load or store, its displacement. "..." matches the
// rest. A capture is the value that it first stands for, everywhere in the check and
// in the checks below it of the same version of the function.
type pattern struct {
	text     string
	capture  string // "" for none
	name     string
	types    *ir.TypeSet // nil: any
	operands []operand
	listed   bool // there are parentheses
	any      bool // "..." ends the list
}

// operand is one element of a pattern's list; exactly one of its fields is set.
type operand struct {
	any     bool
	capture string
	op      *pattern
	literal *literal
}

// literal is a constant or an immediate.
type literal struct {
	typ  ir.Type
	bits int64
}

// captures are what the names of a check stand for.
type captures map[string]*ir.Value

// op reads an operation.
func (c *checkContext) op(x *lexer) (*pattern, error) {
	p := &pattern{}
	from := x.at
	if strings.HasPrefix(x.peek(), "$") {
		p.capture = x.next()
		if err := x.expect("="); err != nil {
			return nil, err
		}
	}
	if err := c.opName(x, p); err != nil {
		return nil, err
	}
	if x.accept("{") {
		p.types = new(ir.TypeSet)
		for !x.accept("}") {
			t := x.next()
			set, ok := c.f.Types.ByName(t)
			if !ok && t != "," {
				return nil, fmt.Errorf("unknown type %q%s", t, near.Suffix(t, c.f.Types))
			}
			*p.types |= set
		}
	}
	if x.accept("(") {
		p.listed = true
		for n := 0; !x.accept(")"); n++ {
			if n > 0 {
				if err := x.expect(","); err != nil {
					return nil, err
				}
			}
			if p.any {
				return nil, fmt.Errorf(`"..." is the last of the operands`)
			}
			if err := c.operand(x, p); err != nil {
				return nil, err
			}
		}
	}
	p.text = strings.Join(x.toks[from:x.at], " ")
	return p, nil
}

// opName reads an operation's name, which some row must have.
func (c *checkContext) opName(x *lexer, p *pattern) error {
	p.name = x.next()
	if _, err := path.Match(p.name, ""); err != nil || p.name == "" {
		return fmt.Errorf("an operation expected, not %q", p.name)
	}
	found := strings.ContainsAny(p.name, "*?")
	var names []string
	for op := ir.Op(0); int(op) < c.f.Ops.Len(); op++ {
		names = append(names, c.f.Ops.Row(op).Name)
		found = found || names[op] == p.name
	}
	if !found {
		return fmt.Errorf("unknown operation %q%s", p.name, near.Suffix(p.name, names))
	}
	return nil
}

// operand reads an element of a pattern's list.
func (c *checkContext) operand(x *lexer, p *pattern) error {
	var o operand
	switch t := x.peek(); {
	case t == "...":
		x.next()
		p.any = true
		return nil
	case t == "_":
		x.next()
		o.any = true
	case strings.HasPrefix(t, "$") && (x.at+1 >= len(x.toks) || x.toks[x.at+1] != "="):
		o.capture = x.next()
	case t == "#":
		x.next()
		w, ok := parseWord(x.next(), c.names)
		if !ok {
			return fmt.Errorf("%q is no word of the guest", x.toks[x.at-1])
		}
		o.literal = &literal{ir.Ref, int64(w)}
	default:
		if o.literal = parseLiteral(t); o.literal != nil {
			x.next()
			break
		}
		var err error
		if o.op, err = c.op(x); err != nil {
			return err
		}
	}
	p.operands = append(p.operands, o)
	return nil
}

// parseLiteral reads a number or a truth value, nil if it is neither.
func parseLiteral(t string) *literal {
	if n, err := strconv.ParseInt(t, 0, 64); err == nil {
		return &literal{ir.I64, n}
	}
	if x, err := strconv.ParseFloat(t, 64); err == nil {
		return &literal{ir.F64, int64(math.Float64bits(x))}
	}
	switch t {
	case "true":
		return &literal{ir.Bool, 1}
	case "false":
		return &literal{ir.Bool, 0}
	}
	return nil
}

// match reports whether a value is what a pattern says, with what has been captured
// so far; if so it captures more.
func (c *checkContext) match(p *pattern, v *ir.Value) bool {
	if v == nil {
		return false
	}
	was := maps.Clone(c.captured)
	if c.matchOp(p, v) {
		return true
	}
	c.captured = was
	return false
}

func (c *checkContext) matchOp(p *pattern, v *ir.Value) bool {
	row := c.f.Row(v)
	if ok, _ := path.Match(p.name, row.Name); !ok { // the pattern is good
		return false
	}
	if p.types != nil && (row.Aux != ir.AuxTypes || v.TypeSet() != *p.types) {
		return false
	}
	if p.capture != "" && !c.bind(p.capture, v) {
		return false
	}
	if !p.listed {
		return true
	}
	n := len(v.Args)
	if len(p.operands) < n && !p.any {
		return false
	}
	for i, o := range p.operands {
		switch {
		case i < n && !c.matchOperand(o, ir.Resolve(v.Args[i])):
			return false
		case i == n && (o.literal == nil || !immediate(row, v, o.literal)), i > n:
			return false
		}
	}
	return true
}

func (c *checkContext) matchOperand(o operand, v *ir.Value) bool {
	switch {
	case o.any:
		return true
	case v == nil: // a slot whose memory is right
		return false
	case o.capture != "":
		return c.bind(o.capture, v)
	case o.op != nil:
		return c.matchOp(o.op, v)
	}
	constant := map[ir.Op]ir.Type{ir.OpConstI64: ir.I64, ir.OpConstF64: ir.F64, ir.OpConstBool: ir.Bool, ir.OpConstRef: ir.Ref}
	t, ok := constant[v.Op]
	return ok && t == o.literal.typ && v.Aux == o.literal.bits
}

// bind makes a name stand for a value, or reports whether it does.
func (c *checkContext) bind(name string, v *ir.Value) bool {
	if is, bound := c.captured[name]; bound {
		return is == v
	}
	c.captured[name] = v
	return true
}

// immediate reports whether an operation has an immediate.
func immediate(row *ir.OpRow, v *ir.Value, l *literal) bool {
	switch row.Aux {
	case ir.AuxMem:
		return l.typ == ir.I64 && int64(v.Mem().Disp) == l.bits
	case ir.AuxInt, ir.AuxSlot:
		return l.typ == ir.I64 && v.Aux == l.bits
	case ir.AuxFloat:
		return l.typ == ir.F64 && v.Aux == l.bits
	case ir.AuxBool:
		return l.typ == ir.Bool && v.Aux == l.bits
	case ir.AuxWord:
		return l.typ == ir.Ref && v.Aux == l.bits
	}
	return false
}
