// Command rules reads tables of rewrite rules and writes the Go code that applies them.
// Its tests prove the rules.
//
//	go run ./internal/gen/rules            # writes zz_rules.go beside each table
//
// A table is a file of the name RULES in the package of a pass. A line is a rule:
//
//	mod-pow2: (mod.ov x C) if pow2(C) => (and x C-1)
//
// A pattern is an operation of the IR's core on operands: further operations, variables
// (a small letter first; the same name is the same value), constants that may be any
// (a capital first), numbers, true and false. m:(lt x y) gives an operation a name. The
// operands of commutative operations match in either order, but constants, which stand on
// the right. An operation inside a pattern that is checked has not left. If nothing else
// needs it, it goes: then the result is what the pattern is of integers of any size, or
// leaves (TestInIntegers).
//
// Conditions and numbers that are computed of constants are written as in Go, with the
// IR's meaning, without blanks in a result: + - * & | ^ << >> (arithmetic), comparisons,
// && and !, calls of operations by name (shr(C,1), ult(C,D)), and
//
//	top, min, max      the number of the highest bit, the least and the greatest integer
//	pow2(C), log2(C)   a power of two above 0, and which
//	fits(C+D)          the checked operation does not leave
//	fpow2(C)           a float that is a power of two, and so is its reciprocal
//	other(b)           the first operand is none of the operations that rules above ask for
//	varies(x)          the operand is no constant
//	once(m)            nothing else uses the operation: it goes, and x need not live longer
//
// Of values that are no constants a pass may know facts: holds(b), fails(b) and
// fits(x+y), the last of the whole pattern. A rule with such a condition is proved under
// it.
//
// A result is an operand or an operation, drop for one without result, or an operation on
// constants, which is computed. It leaves as the pattern's operation does, and never costs
// more (TestNoWorse).
//
// use NAME from TABLE as OTHER takes over a rule of another table.
//
// The proof of a rule over integers and truth values is one over all inputs of 8 bits
// (of 4 where there are many variables), and one by z3 of 64 bits. Both, and the
// evaluator, have the meaning of operations from eval.Mean. z3 proves rules over floats by
// its theory of them. What z3 has proved stands in testdata, by a hash of the question, and is
// asked again at full size (package internal/soak). Rules over floats and rules over boxes are tried with the evaluator over
// interesting values, too (TestFire).
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// tables are the packages that have a table.
var tables = []string{"passes/simplify", "passes/narrow", "passes/overflow", operandTable}

// operandTable is the table of rules about operands of machine operations.
const operandTable = "lower"

const (
	tableName = "RULES"
	outName   = "zz_rules.go"
)

func main() {
	root := flag.String("root", ".", "the module's folder")
	flag.Parse()
	for _, dir := range tables {
		src, err := generate(*root, dir)
		if err == nil {
			err = os.WriteFile(filepath.Join(*root, filepath.FromSlash(dir), outName), src, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "rules:", err)
			os.Exit(1)
		}
	}
}
