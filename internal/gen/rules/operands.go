package main

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/ir"
)

// machineOps are the machine operations that have the meaning of one of the core.
var machineOps = map[ir.Op]string{
	ir.OpAdd: "MAdd", ir.OpSub: "MSub", ir.OpMul: "MMul", ir.OpAnd: "MAnd", ir.OpOr: "MOr", ir.OpXor: "MXor",
	ir.OpShl: "MShl", ir.OpSar: "MSar", ir.OpShr: "MShr",
}

// operandCode returns the declarations for rules about operands of machine operations:
// one operation with two operands each, which becomes one of them or a constant.
func operandCode(list []*rule) (string, error) {
	var b strings.Builder
	b.WriteString("\n// fold returns the operand that an operation on two is by the rules of " + tableName + ", and which\n// rule says so; ok is false if none does.\n")
	b.WriteString("func fold(op MOp, x, y V) (v V, rule int, ok bool) {\n\tswitch op {\n")
	for i, r := range list {
		m := machineOps[r.pattern.op]
		if m == "" || r.result == nil || r.result.kind == operation && !r.result.isConst() || len(r.conds) > 0 {
			return "", fmt.Errorf("%s is no rule about two operands", r.name)
		}
		if i == 0 || list[i-1].pattern.op != r.pattern.op {
			fmt.Fprintf(&b, "\tcase %s:\n", m)
		}
		w := &writer{r: r, env: map[string]string{}}
		var tests []string
		for k, a := range r.pattern.args {
			at := string("xy"[k])
			switch {
			case a.kind == number:
				tests = append(tests, at+".isImm", fmt.Sprintf("%s.imm == %d", at, a.lit))
			case a.konst:
				tests = append(tests, at+".isImm")
				w.env[a.name] = at + ".imm"
			case a.kind == variable && w.env[a.name] == "":
				w.env[a.name] = at
			default:
				return "", fmt.Errorf("%s: an operand is neither a number nor a variable of its own", r.name)
			}
		}
		result := w.env[r.result.name]
		if r.result.isConst() {
			result = "Imm(" + w.constant(r.result) + ")"
		}
		fmt.Fprintf(&b, "\t\tif %s {\n\t\t\treturn %s, %s, true\n\t\t}\n", strings.Join(tests, " && "), result, goName(r.name))
	}
	b.WriteString("\t}\n\treturn None, 0, false\n}\n")
	return b.String(), nil
}
