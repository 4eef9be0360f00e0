package simplify

// rules is the table of rewrites. A rule is a pattern and what replaces it, both
// in prefix form over core operations: x y z match any value (the same name the
// same value), b any truth value, 0 −1 and the like a constant. A replacement is
// an operand or an operation on operands; it is never worse than the pattern: as
// many operations or fewer, none of them slower.
//
// Every rule is proved by TestRules: exhaustively at 8 bits for integers and
// truth values, over all pairs of interesting floats for floats, and by the
// evaluator for boxes.
var rules = []rule{
	{name: "add-0", from: "(add x 0)", to: "x"},
	{name: "add.ov-0", from: "(add.ov x 0)", to: "x"},
	{name: "sub-0", from: "(sub x 0)", to: "x"},
	{name: "sub.ov-0", from: "(sub.ov x 0)", to: "x"},
	{name: "sub-self", from: "(sub x x)", to: "0"},
	{name: "sub.ov-self", from: "(sub.ov x x)", to: "0"},
	{name: "add-neg", from: "(add x (neg y))", to: "(sub x y)"},
	{name: "sub-neg", from: "(sub x (neg y))", to: "(add x y)"},
	{name: "add-sub", from: "(add (sub x y) y)", to: "x"},
	{name: "sub-add", from: "(sub (add x y) y)", to: "x"},
	{name: "mul-0", from: "(mul x 0)", to: "0"},
	{name: "mul.ov-0", from: "(mul.ov x 0)", to: "0"},
	{name: "mul-1", from: "(mul x 1)", to: "x"},
	{name: "mul.ov-1", from: "(mul.ov x 1)", to: "x"},
	{name: "mul-2", from: "(mul x 2)", to: "(add x x)"},
	{name: "mul.ov-2", from: "(mul.ov x 2)", to: "(add.ov x x)"},
	{name: "neg-neg", from: "(neg (neg x))", to: "x"},
	{name: "not-not", from: "(not (not x))", to: "x"},
	{name: "neg-sub", from: "(neg (sub x y))", to: "(sub y x)"},
	{name: "and-0", from: "(and x 0)", to: "0"},
	{name: "and-ones", from: "(and x -1)", to: "x"},
	{name: "and-self", from: "(and x x)", to: "x"},
	{name: "and-and", from: "(and (and x y) y)", to: "(and x y)"},
	{name: "or-0", from: "(or x 0)", to: "x"},
	{name: "or-ones", from: "(or x -1)", to: "-1"},
	{name: "or-self", from: "(or x x)", to: "x"},
	{name: "xor-0", from: "(xor x 0)", to: "x"},
	{name: "xor-self", from: "(xor x x)", to: "0"},
	{name: "xor-ones", from: "(xor x -1)", to: "(not x)"},
	{name: "xor-xor", from: "(xor (xor x y) y)", to: "x"},
	{name: "shl-0", from: "(shl x 0)", to: "x"},
	{name: "shl.ov-0", from: "(shl.ov x 0)", to: "x"},
	{name: "sar-0", from: "(sar x 0)", to: "x"},
	{name: "shr-0", from: "(shr x 0)", to: "x"},
	{name: "div.ov-1", from: "(div.ov x 1)", to: "x"},
	{name: "mod.ov-1", from: "(mod.ov x 1)", to: "0"},

	{name: "eq-self", from: "(eq x x)", to: "true"},
	{name: "ne-self", from: "(ne x x)", to: "false"},
	{name: "lt-self", from: "(lt x x)", to: "false"},
	{name: "le-self", from: "(le x x)", to: "true"},
	{name: "gt-self", from: "(gt x x)", to: "false"},
	{name: "ge-self", from: "(ge x x)", to: "true"},
	{name: "ult-self", from: "(ult x x)", to: "false"},
	{name: "ult-0", from: "(ult x 0)", to: "false"},
	{name: "bnot-bnot", from: "(bnot (bnot b))", to: "b"},
	{name: "bnot-eq", from: "(bnot (eq x y))", to: "(ne x y)"},
	{name: "bnot-ne", from: "(bnot (ne x y))", to: "(eq x y)"},
	{name: "bnot-lt", from: "(bnot (lt x y))", to: "(ge x y)"},
	{name: "bnot-le", from: "(bnot (le x y))", to: "(gt x y)"},
	{name: "bnot-gt", from: "(bnot (gt x y))", to: "(le x y)"},
	{name: "bnot-ge", from: "(bnot (ge x y))", to: "(lt x y)"},
	{name: "ne-b2i", from: "(ne (b2i b) 0)", to: "b"},
	{name: "eq-b2i", from: "(eq (b2i b) 0)", to: "(bnot b)"},

	{name: "bnot-feq", from: "(bnot (feq u v))", to: "(fne u v)"},
	{name: "bnot-fne", from: "(bnot (fne u v))", to: "(feq u v)"},
	{name: "fneg-fneg", from: "(fneg (fneg u))", to: "u"},
	{name: "fabs-fabs", from: "(fabs (fabs u))", to: "(fabs u)"},
	{name: "fabs-fneg", from: "(fabs (fneg u))", to: "(fabs u)"},
	{name: "fsub-0", from: "(fsub u 0.0)", to: "u"},
	{name: "fadd-neg0", from: "(fadd u -0.0)", to: "u"},
	{name: "fmul-1", from: "(fmul u 1.0)", to: "u"},
	{name: "fdiv-1", from: "(fdiv u 1.0)", to: "u"},
	{name: "fmul-2", from: "(fmul u 2.0)", to: "(fadd u u)"},

	{name: "unbox-box-i64", from: "(unbox.i64 (box.i64 x))", to: "x"},
	{name: "unbox-box-f64", from: "(unbox.f64 (box.f64 u))", to: "u"},
	{name: "unbox-box-bool", from: "(unbox.bool (box.bool b))", to: "b"},
	{name: "guard-box-i64", from: "(guard.i64 (box.i64 x))", to: "x"},
	{name: "same-self", from: "(same r r)", to: "true"},
}
