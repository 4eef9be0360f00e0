package main

import (
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"math"
	"strconv"

	"github.com/tier2go/tier2/ir"
)

// binary and unary are the operations that Go's operators stand for.
var (
	binary = map[token.Token]ir.Op{
		token.ADD: ir.OpAdd, token.SUB: ir.OpSub, token.MUL: ir.OpMul,
		token.AND: ir.OpAnd, token.OR: ir.OpOr, token.XOR: ir.OpXor, token.SHL: ir.OpShl, token.SHR: ir.OpSar,
		token.EQL: ir.OpEq, token.NEQ: ir.OpNe, token.LSS: ir.OpLt, token.LEQ: ir.OpLe, token.GTR: ir.OpGt, token.GEQ: ir.OpGe,
	}
	unary  = map[token.Token]ir.Op{token.SUB: ir.OpNeg, token.XOR: ir.OpNot}
	floats = map[token.Token]ir.Op{token.ADD: ir.OpFAdd, token.SUB: ir.OpFSub, token.MUL: ir.OpFMul, token.QUO: ir.OpFDiv}
	// checks are the checked forms of what fits is asked about.
	checks = map[ir.Op]ir.Op{
		ir.OpAdd: ir.OpAddOv, ir.OpSub: ir.OpSubOv, ir.OpMul: ir.OpMulOv, ir.OpNeg: ir.OpNegOv, ir.OpShl: ir.OpShlOv,
	}
)

// conditions reads a condition and returns what it is the conjunction of.
func (p *parser) conditions(text string) ([]*term, error) {
	e, err := goparser.ParseExpr(text)
	if err != nil {
		return nil, err
	}
	var list []*term
	var split func(e ast.Expr) error
	split = func(e ast.Expr) error {
		if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.LAND {
			if err := split(b.X); err != nil {
				return err
			}
			return split(b.Y)
		}
		t, err := p.expr(e, ir.Bool)
		list = append(list, t)
		return err
	}
	return list, split(e)
}

// infix reads a number, or what is computed of constants.
func (p *parser) infix(word string, want ir.Type) (*term, error) {
	e, err := goparser.ParseExpr(word)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", word, err)
	}
	return p.expr(e, want)
}

// expr makes a term of an expression that has to have a type.
func (p *parser) expr(e ast.Expr, want ir.Type) (*term, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.expr(e.X, want)
	case *ast.Ident:
		return p.ident(e.Name, want)
	case *ast.BasicLit:
		return literal(e.Value, "", want)
	case *ast.UnaryExpr:
		if lit, ok := e.X.(*ast.BasicLit); ok && e.Op == token.SUB {
			return literal(lit.Value, "-", want)
		}
		if e.Op == token.NOT {
			return p.apply(ir.OpBNot, want, e.X)
		}
		if op, ok := unary[e.Op]; ok {
			return p.apply(op, want, e.X)
		}
	case *ast.BinaryExpr:
		if op, ok := floats[e.Op]; ok && want == ir.F64 {
			return p.apply(op, want, e.X, e.Y)
		}
		if op, ok := binary[e.Op]; ok {
			return p.apply(op, want, e.X, e.Y)
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.Ident); ok {
			return p.call(f.Name, want, e.Args)
		}
	}
	return nil, fmt.Errorf("an expression %T that rules do not have", e)
}

func (p *parser) apply(op ir.Op, want ir.Type, args ...ast.Expr) (*term, error) {
	row := ir.CoreOps.Row(op)
	if row.Result != want || len(row.Args) != len(args) {
		return nil, fmt.Errorf("%s of %d operands is no %s", row.Name, len(args), want)
	}
	t := &term{kind: operation, op: op, typ: want}
	for i, a := range args {
		x, err := p.expr(a, row.Args[i])
		if err != nil {
			return nil, err
		}
		t.args = append(t.args, x)
	}
	return t, nil
}

func (p *parser) call(name string, want ir.Type, args []ast.Expr) (*term, error) {
	if op, ok := ir.CoreOps.ByName(name); ok {
		return p.apply(op, want, args...)
	}
	if len(args) != 1 {
		return nil, fmt.Errorf("%s has %d arguments", name, len(args))
	}
	arg, result := ir.I64, ir.Bool
	switch name {
	case "pow2": // n > 0 && n&(n-1) == 0
		return p.pow2(args[0])
	case "log2":
		result = ir.I64
	case "fits":
	case "varies", "once": // of any type
		arg = ir.Void
	case "holds", "fails", "other":
		arg = ir.Bool
	case "fpow2":
		arg = ir.F64
	default:
		return nil, fmt.Errorf("unknown function %s", name)
	}
	if result != want {
		return nil, fmt.Errorf("%s is no %s", name, want)
	}
	x, err := p.expr(args[0], arg)
	if err != nil {
		return nil, err
	}
	if name == "fits" {
		op, ok := checks[x.op]
		if x.kind != operation || !ok {
			return nil, fmt.Errorf("there is no checked form of what fits is asked about")
		}
		x = &term{kind: operation, op: op, args: x.args, typ: ir.I64}
	}
	return &term{kind: function, fn: name, args: []*term{x}, typ: result}, nil
}

func (p *parser) pow2(arg ast.Expr) (*term, error) {
	x, err := p.expr(arg, ir.I64)
	if err != nil {
		return nil, err
	}
	op := func(op ir.Op, args ...*term) *term {
		return &term{kind: operation, op: op, args: args, typ: ir.CoreOps.Row(op).Result}
	}
	one, zero := &term{kind: number, lit: 1, typ: ir.I64}, &term{kind: number, typ: ir.I64}
	single := op(ir.OpEq, op(ir.OpAnd, x, op(ir.OpSub, x, one)), zero)
	return &term{kind: function, fn: "and", args: []*term{op(ir.OpGt, x, zero), single}, typ: ir.Bool}, nil
}

func (p *parser) ident(name string, want ir.Type) (*term, error) {
	t := p.vars[name]
	switch name {
	case "true", "false":
		t = &term{kind: number, typ: ir.Bool}
		if name == "true" {
			t.lit = 1
		}
	case "top":
		t = &term{kind: number, sym: name, lit: 63, typ: ir.I64}
	case "min":
		t = &term{kind: number, sym: name, lit: math.MinInt64, typ: ir.I64}
	case "max":
		t = &term{kind: number, sym: name, lit: math.MaxInt64, typ: ir.I64}
	}
	if t == nil {
		return nil, fmt.Errorf("the pattern has no %s", name)
	}
	if want != ir.Void && t.typ != want {
		return nil, fmt.Errorf("%s is %s, not %s", name, t.typ, want)
	}
	return t, nil
}

func literal(text, sign string, want ir.Type) (*term, error) {
	if want == ir.F64 {
		x, err := strconv.ParseFloat(sign+text, 64)
		return &term{kind: number, lit: int64(math.Float64bits(x)), typ: ir.F64}, err
	}
	if want != ir.I64 {
		return nil, fmt.Errorf("%s is a number, not %s", text, want)
	}
	n, err := strconv.ParseInt(sign+text, 0, 64)
	return &term{kind: number, lit: n, typ: ir.I64}, err
}
