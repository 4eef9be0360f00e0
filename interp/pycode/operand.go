package pycode

import (
	"fmt"
	"strings"
)

// locals returns the slots that an instruction which HasLocal uses: one or two.
func (in Instr) locals() (slots [2]uint32, n int) {
	switch in.Op.Base() {
	case LOAD_FAST_LOAD_FAST, LOAD_FAST_BORROW_LOAD_FAST_BORROW, STORE_FAST_LOAD_FAST, STORE_FAST_STORE_FAST:
		return [2]uint32{in.Arg >> 4, in.Arg & 15}, 2
	}
	return [2]uint32{in.Arg}, 1
}

var (
	conversions = [...]string{"", "str", "repr", "ascii"}
	resumes     = [...]string{"", "after yield", "after yield from", "after await"}
	attributes  = []struct {
		bit  uint32
		name string
	}{{1, "defaults"}, {2, "kwdefaults"}, {4, "annotations"}, {8, "closure"}, {16, "annotate"}}
)

// meanings says what operands mean that index nothing of the code object.
var meanings = [256]func(arg uint32) string{
	BINARY_OP:            BinarySymbol,
	CALL_INTRINSIC_1:     Intrinsic1Name,
	CALL_INTRINSIC_2:     Intrinsic2Name,
	LOAD_COMMON_CONSTANT: CommonConstant,
	LOAD_SPECIAL:         SpecialMethod,
	CONVERT_VALUE:        func(arg uint32) string { return entry(conversions[:], arg) },
	RESUME:               func(arg uint32) string { return entry(resumes[:], arg&3) },
	COMPARE_OP: func(arg uint32) string {
		if arg&16 != 0 {
			return "bool(" + CompareSymbol(arg) + ")"
		}
		return CompareSymbol(arg)
	},
	CONTAINS_OP: negated("in", "not in"),
	IS_OP:       negated("is", "is not"),
	SET_FUNCTION_ATTRIBUTE: func(arg uint32) string {
		for _, a := range attributes {
			if arg == a.bit {
				return a.name
			}
		}
		return ""
	},
}

func negated(yes, no string) func(uint32) string {
	return func(arg uint32) string {
		if arg != 0 {
			return no
		}
		return yes
	}
}

// maxOperand is how many bytes of a constant Operand shows.
const maxOperand = 200

// Operand says what the operand of an instruction of this code object means:
// the constant, name, slots, target unit or symbol; "" where the number says all. A long
// constant is cut off.
func (c *Code) Operand(in Instr) string {
	op := in.Op.Base()
	switch {
	case op.hasConst():
		if int(in.Arg) < len(c.Consts) {
			return reprUpTo(c.Consts[in.Arg], maxOperand)
		}
	case op.HasName():
		if i := nameIndex(op, in.Arg); int(i) < len(c.Names) {
			return nameOperand(op, in.Arg, printable(c.Names[i]))
		}
	case op.HasLocal():
		var names []string
		slots, n := in.locals()
		for _, i := range slots[:n] {
			if int(i) >= len(c.LocalsPlus) {
				return ""
			}
			names = append(names, printable(c.LocalsPlus[i]))
		}
		return strings.Join(names, ", ")
	case meanings[op] != nil:
		return meanings[op](in.Arg)
	}
	if t, ok := in.Target(); ok {
		return fmt.Sprintf("to %d", t)
	}
	return ""
}

// nameOperand adds what the low bits beside a name ask for.
func nameOperand(op Op, arg uint32, name string) string {
	switch {
	case op == LOAD_GLOBAL && arg&1 != 0:
		return name + " + NULL"
	case op == LOAD_ATTR && arg&1 != 0, op == LOAD_SUPER_ATTR && arg&1 != 0:
		return name + " + NULL|self"
	}
	return name
}
