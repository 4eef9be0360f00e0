package pycode

import (
	"fmt"
	"strconv"
)

// Op is the opcode of an instruction: the low byte of its code unit. The
// constants, in zz_opcodes.go, have the names and numbers of CPython 3.14.6,
// those of the specialized members included. Those never occur in a .pyc file.
type Op uint8

// opClass says what an instruction's operand is, as CPython's
// opcode.hasconst and its siblings do (Include/internal/pycore_opcode_metadata.h).
type opClass uint8

const (
	hasArg opClass = 1 << iota
	hasConst
	hasName
	hasJump
	hasLocal
	hasFree
)

// String returns the opcode's name as CPython spells it, or "op N" where there
// is none.
func (op Op) String() string {
	if s := opNames[op]; s != "" {
		return s
	}
	return fmt.Sprintf("op %d", uint8(op))
}

// Defined reports whether CPython 3.14 has an opcode of this number.
func (op Op) Defined() bool { return opNames[op] != "" }

// Base returns the instruction of which op is a specialized or instrumented
// member, and op itself where it is neither.
func (op Op) Base() Op { return opBases[op] }

// Caches returns how many inline-cache units follow the instruction.
func (op Op) Caches() int { return int(CacheEntries[op]) }

// HasArg reports whether the operand means anything.
func (op Op) HasArg() bool { return opClasses[op]&hasArg != 0 }

// hasConst reports whether the operand indexes the constants.
func (op Op) hasConst() bool { return opClasses[op]&hasConst != 0 }

// HasName reports whether the operand holds an index into the names; nameIndex
// takes it out.
func (op Op) HasName() bool { return opClasses[op]&hasName != 0 }

// HasJump reports whether the operand is a distance; Instr.Target adds it up.
// That of END_ASYNC_FOR is one, but the instruction does not jump.
func (op Op) HasJump() bool { return opClasses[op]&hasJump != 0 }

// HasLocal reports whether the operand holds one index into LocalsPlus, or two.
func (op Op) HasLocal() bool { return opClasses[op]&(hasLocal|hasFree) != 0 }

// ParseOp returns the opcode of that name.
func ParseOp(name string) (Op, bool) {
	for op, n := range opNames {
		if n == name && n != "" {
			return Op(op), true
		}
	}
	return 0, false
}

// Family is an adaptive instruction and the specialized members it can become.
// All have the same number of inline-cache units.
type Family struct {
	Base    Op
	Members []Op
}

// Families returns the adaptive families in CPython's order. Read only.
func Families() []Family { return families }

// CacheField is one field of an inline cache.
type CacheField struct {
	Name  string
	Units int
}

// CacheLayout returns the fields of the instruction's inline cache in order.
// The first is always the counter. Read only.
func CacheLayout(op Op) []CacheField { return cacheFields[op.Base()] }

// nameIndex returns the index into Names that is in the operand of op, which
// HasName: some instructions keep flags in its low bits.
func nameIndex(op Op, arg uint32) uint32 {
	switch op.Base() {
	case LOAD_GLOBAL, LOAD_ATTR:
		return arg >> 1
	case LOAD_SUPER_ATTR:
		return arg >> 2
	}
	return arg
}

// BinarySymbol returns the symbol of BINARY_OP's operand, such as "+=".
func BinarySymbol(arg uint32) string { return entry(binarySymbols[:], arg) }

// CompareSymbol returns the symbol of COMPARE_OP's operand: its bits from the
// fifth up choose one of < <= == != > >=. Bit 4 asks for a bool, and the low
// four bits are a mask that COMPARE_OP's members use.
func CompareSymbol(arg uint32) string { return entry(compareSymbols[:], arg>>5) }

// Intrinsic1Name returns the name of CALL_INTRINSIC_1's operand.
func Intrinsic1Name(arg uint32) string { return entry(intrinsic1Names[:], arg) }

// Intrinsic2Name returns the name of CALL_INTRINSIC_2's operand.
func Intrinsic2Name(arg uint32) string { return entry(intrinsic2Names[:], arg) }

// SpecialMethod returns the name of the method that LOAD_SPECIAL loads.
func SpecialMethod(arg uint32) string { return entry(specialMethods[:], arg) }

// CommonConstant returns the name of the builtin that LOAD_COMMON_CONSTANT loads.
func CommonConstant(arg uint32) string { return entry(commonConstants[:], arg) }

// entry returns table[i], and the number itself where the table has no such row.
func entry(table []string, i uint32) string {
	if i < uint32(len(table)) {
		return table[i]
	}
	return strconv.FormatUint(uint64(i), 10)
}
