package object

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// exprList parses expressions separated by commas: a tuple if there is a comma.
func (g *guest) exprList() (Value, error) {
	v, err := g.expr()
	if err != nil || g.peek() != "," {
		return v, err
	}
	items := []Value{v}
	for g.take(",") {
		if t := g.peek(); t == "" || t == ";" || t == ")" {
			break
		}
		if v, err = g.expr(); err != nil {
			return Null, err
		}
		items = append(items, v)
	}
	return g.keep(g.h.NewTuple(items...)), nil
}

var guestLevels = [][]string{{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "//", "/", "%"}}

var guestBinaryOps = map[string]BinaryOp{"|": Or, "^": Xor, "&": And, "<<": Lshift, ">>": Rshift, "+": Add,
	"-": Subtract, "*": Multiply, "//": FloorDivide, "/": TrueDivide, "%": Remainder}

var guestCompareOps = map[string]CompareOp{"<": LT, "<=": LE, "==": EQ, "!=": NE, ">": GT, ">=": GE}

func (g *guest) expr() (Value, error) {
	if g.take("lambda") {
		return g.lambda()
	}
	if g.take("not") {
		v, err := g.expr()
		if err != nil {
			return Null, err
		}
		b, err := g.h.Truth(v)
		return Bool(!b), err
	}
	v, err := g.binary(0)
	for err == nil {
		op := g.peek()
		c, isCompare := guestCompareOps[op]
		negate := op == "not"
		switch {
		case isCompare:
			g.pos++
			var w Value
			if w, err = g.binary(0); err == nil {
				v, err = g.h.Compare(c, v, w)
			}
		case op == "in" || negate:
			g.pos++
			if negate {
				g.expect("in")
			}
			var w Value
			if w, err = g.binary(0); err == nil {
				var b bool
				b, err = g.h.Contains(w, v)
				v = Bool(b != negate)
			}
		case op == "is":
			g.pos++
			var w Value
			w, err = g.binary(0)
			v = Bool(v == w)
		default:
			return g.keep(v), nil
		}
	}
	return v, err
}

func (g *guest) binary(level int) (Value, error) {
	if level == len(guestLevels) {
		return g.unary()
	}
	v, err := g.binary(level + 1)
	for err == nil {
		op := g.peek()
		found := false
		for _, o := range guestLevels[level] {
			found = found || o == op
		}
		if !found {
			break
		}
		g.pos++
		var w Value
		if w, err = g.binary(level + 1); err == nil {
			if v, err = g.h.Binary(guestBinaryOps[op], v, w); err == nil {
				g.keep(v)
			}
		}
	}
	return v, err
}

func (g *guest) unary() (Value, error) {
	if g.take("-") {
		v, err := g.unary()
		if err != nil {
			return Null, err
		}
		v, err = g.h.Unary(Negative, v)
		return g.keep(v), err
	}
	v, err := g.atom()
	for err == nil {
		switch {
		case g.take("."):
			name := g.peek()
			g.pos++
			v, err = g.h.GetAttr(v, g.h.Intern(name))
		case g.take("["):
			var key Value
			if key, err = g.subscript(); err == nil {
				v, err = g.h.GetItem(v, key)
			}
		case g.take("("):
			v, err = g.call(v)
		case g.take("**"):
			var w Value
			if w, err = g.unary(); err == nil {
				v, err = g.power(v, w)
			}
		default:
			return v, nil
		}
		g.keep(v)
	}
	return Null, err
}

// power computes powers of ints that the source writes large numbers with.
func (g *guest) power(v, w Value) (Value, error) {
	n := new(big.Int).Exp(big.NewInt(v.Small()), big.NewInt(w.Small()), nil)
	return g.bigInt(n.String())
}

// bigInt makes an int of decimal digits by multiplication and addition.
func (g *guest) bigInt(s string) (Value, error) {
	if len(s) < 15 {
		i, _ := strconv.ParseInt(s, 10, 64)
		return g.h.Int(i), nil
	}
	high, err := g.bigInt(s[:len(s)-9])
	if err != nil {
		return Null, err
	}
	low, _ := strconv.ParseInt(s[len(s)-9:], 10, 64)
	return g.keep(g.h.IntAdd(g.keep(g.h.IntMul(high, SmallInt(1e9))), SmallInt(low))), nil
}

func (g *guest) subscript() (Value, error) {
	parts := []Value{None, None, None}
	n := 0
	colon := false
	for g.peek() != "]" {
		if g.take(":") {
			colon = true
			n++
			continue
		}
		v, err := g.expr()
		if err != nil {
			return Null, err
		}
		parts[n] = v
	}
	g.expect("]")
	if !colon {
		return parts[0], nil
	}
	return g.keep(g.h.NewSlice(parts[0], parts[1], parts[2])), nil
}

func (g *guest) call(f Value) (Value, error) {
	var args, names []Value
	for !g.take(")") {
		if g.take("*") {
			v, err := g.expr()
			if err != nil {
				return Null, err
			}
			l, err := g.h.ListFromIter(v)
			if err != nil {
				return Null, err
			}
			args = append(args, g.h.ListItems(g.keep(l))...)
		} else {
			if g.pos+1 < len(g.toks) && g.toks[g.pos+1] == "=" {
				names = append(names, g.h.Intern(g.peek()))
				g.pos += 2
			}
			v, err := g.expr()
			if err != nil {
				return Null, err
			}
			args = append(args, v)
		}
		g.take(",")
	}
	for _, a := range args {
		g.keep(a)
	}
	kwnames := Null
	if names != nil {
		kwnames = g.keep(g.h.NewTuple(names...))
	}
	return g.h.Call(f, args, kwnames)
}

// lambda makes a function of the source up to the end of the enclosing bracket.
func (g *guest) lambda() (Value, error) {
	var params []string
	for !g.take(":") {
		if !g.take(",") {
			params = append(params, g.peek())
			g.pos++
		}
	}
	start, depth := g.pos, 0
	for ; g.pos < len(g.toks); g.pos++ {
		t := g.toks[g.pos]
		if depth == 0 && (t == ")" || t == "]" || t == "}" || t == "," || t == ";" || t == "=") {
			break
		}
		switch t {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
	}
	body := append([]string(nil), g.toks[start:g.pos]...)
	return g.keep(g.h.NewBuiltin(&Builtin{Name: "lambda", Arity: Varied, Fn: func(h *Heap, _ Value, args []Value) (Value, error) {
		toks, pos := g.toks, g.pos
		defer func() { g.toks, g.pos = toks, pos }()
		for i, p := range params {
			if p == "*" {
				g.set(params[i+1], h.NewTuple(args[i:]...))
				break
			}
			g.set(p, args[i])
		}
		g.toks, g.pos = body, 0
		return g.expr()
	}}, Null)), nil
}

func (g *guest) atom() (Value, error) {
	h := g.h
	t := g.peek()
	g.pos++
	switch {
	case t == "(":
		if g.take(")") {
			return h.emptyTup, nil
		}
		v, err := g.exprList()
		if err != nil {
			return Null, err
		}
		g.expect(")")
		return v, nil
	case t == "[":
		return g.listDisplay()
	case t == "{":
		return g.braces()
	case t[0] == '\'' || t[0] == '"':
		return g.keep(h.NewStr(t[1 : len(t)-1])), nil
	case unicode.IsDigit(rune(t[0])):
		if strings.ContainsAny(t, ".eE") {
			f, err := strconv.ParseFloat(t, 64)
			if err != nil {
				panic(err)
			}
			return FloatValue(f), nil
		}
		return g.bigInt(t)
	case t == "inf":
		return FloatValue(math.Inf(1)), nil
	case t == "nan":
		return CanonNaN, nil
	}
	v, ok := g.vars[t]
	if !ok {
		panic(fmt.Sprintf("test source: unknown name %q in %v", t, g.toks))
	}
	return v, nil
}

func (g *guest) listDisplay() (Value, error) {
	l := g.keep(g.h.NewList())
	for !g.take("]") {
		v, err := g.expr()
		if err != nil {
			return Null, err
		}
		if g.take("for") {
			panic("test source: comprehension")
		}
		g.h.ListAppend(l, v)
		g.take(",")
	}
	return l, nil
}

func (g *guest) braces() (Value, error) {
	if g.take("}") {
		return g.keep(g.h.NewDict()), nil
	}
	k, err := g.expr()
	if err != nil {
		return Null, err
	}
	if g.peek() != ":" {
		s := g.keep(g.h.NewSet())
		for {
			if err := g.h.SetAdd(s, k); err != nil {
				return Null, err
			}
			if g.take(","); g.take("}") {
				return s, nil
			}
			if k, err = g.expr(); err != nil {
				return Null, err
			}
		}
	}
	var pairs []Value
	for {
		g.expect(":")
		v, err := g.expr()
		if err != nil {
			return Null, err
		}
		pairs = append(pairs, k, v)
		if g.take(","); g.take("}") {
			d := g.keep(g.h.NewDict())
			for i := 0; i < len(pairs); i += 2 {
				if err := g.h.DictSet(d, pairs[i], pairs[i+1]); err != nil {
					return Null, err
				}
			}
			return d, nil
		}
		if k, err = g.expr(); err != nil {
			return Null, err
		}
	}
}
