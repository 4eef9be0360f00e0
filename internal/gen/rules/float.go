package main

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// Floats as terms of SMT-LIB's theory of floating-point numbers, which like the IR has one
// NaN, and rounds each operation once.

const double = "(_ FloatingPoint 11 53)"

// floatOps are the operations with a float as result, by what they are in SMT-LIB.
var floatOps = map[ir.Op]string{
	ir.OpFAdd: "(fp.add RNE %s %s)", ir.OpFSub: "(fp.sub RNE %s %s)", ir.OpFMul: "(fp.mul RNE %s %s)", ir.OpFDiv: "(fp.div RNE %s %s)",
	ir.OpFNeg: "(fp.neg %s)", ir.OpFAbs: "(fp.abs %s)", ir.OpFSqrt: "(fp.sqrt RNE %s)", ir.OpI2F: "((_ to_fp 11 53) RNE %s)",
}

// floatTests are the comparisons of floats.
var floatTests = map[ir.Op]string{
	ir.OpFEq: "(fp.eq %s %s)", ir.OpFNe: "(not (fp.eq %s %s))", ir.OpFLt: "(fp.lt %s %s)", ir.OpFLe: "(fp.leq %s %s)",
	ir.OpFGt: "(fp.gt %s %s)", ir.OpFGe: "(fp.geq %s %s)",
}

// float returns the result of an operation on floats; ok is false if it is none.
func (a smt) float(op ir.Op, args []string) (r string, ok bool) {
	list := make([]any, len(args))
	for i, x := range args {
		list[i] = x
	}
	if form := floatOps[op]; form != "" {
		return a.define(double, form, list...), true
	}
	if form := floatTests[op]; form != "" {
		return a.If(a.truth(form, list...), a.Int(1), a.Int(0)), true
	}
	if op == ir.OpFSelect {
		return a.define(double, "(ite (= %s "+a.Int(0)+") %s %s)", args[0], args[2], args[1]), true
	}
	return "", false
}

// literal returns a float's term.
func (a smt) literal(bits int64) string {
	return fmt.Sprintf("((_ to_fp 11 53) #x%016x)", uint64(bits))
}

// overFloats reports whether a rule is about floats, integers and truth values.
func overFloats(r *rule) bool {
	floats, ok := false, true
	check := func(t *term) {
		floats = floats || t.typ == ir.F64
		switch {
		case t.kind == function:
			ok = ok && (t.fn == "once" || t.fn == "varies") // which say nothing of numbers
		case t.kind == operation:
			row := ir.CoreOps.Row(t.op)
			for _, x := range append(row.Args[:len(row.Args):len(row.Args)], row.Result) {
				floats = floats || x == ir.F64
				ok = ok && x != ir.Ref
			}
		}
	}
	r.pattern.walk(check)
	r.result.walk(check)
	for _, c := range r.conds {
		c.walk(check)
	}
	return floats && ok
}
