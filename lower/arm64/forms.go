package arm64

//go:generate go run github.com/tier2go/tier2/internal/gen/templates -target=arm64

import (
	"fmt"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
)

// The general registers. R18 is the system's, R27 the Go assembler's, R29 and R30
// hold Go's frame and return address: no template allows them, nor code to write R25,
// R26 and R28.
const (
	R0 = lower.PReg(lower.GPR)<<5 + iota
	R1
	R2
	R3
	R4
	R5
	R6
	R7
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	R16
	R17
	R18
	R19
	R20
	R21
	R22
	R23
	R24
	R25
	R26
	R27
	R28
	R29
	R30
	ZR // 0 as a source, nowhere as a destination
)

// The first and the last float register; the others lie between them.
const (
	F0  = lower.PReg(lower.FPR) << 5
	F31 = F0 + 31
)

// regNames are the registers' names by PReg, as lower.RegFile wants them.
var regNames = func() (names [64]string) {
	for i := range 32 {
		names[i], names[32+i] = fmt.Sprintf("x%d", i), fmt.Sprintf("d%d", i)
	}
	names[ZR] = "xzr"
	return names
}()

// Cond is a condition code in the processor's numbering.
type Cond uint8

// The conditions. LO, HS, LS, HI compare unsigned integers; LT, GE, LE, GT signed
// ones. After Fcmp, MI, LS, GT and GE are "less", "less or equal", "greater" and
// "greater or equal", false if the floats are unordered; VS is "unordered".
const (
	CondEQ Cond = iota
	CondNE
	CondHS
	CondLO
	CondMI
	CondPL
	CondVS
	CondVC
	CondHI
	CondLS
	CondGE
	CondLT
	CondGT
	CondLE
	NumConds
)

var condNames = [NumConds]string{"eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"}

// String returns the condition's suffix as in "b.eq".
func (c Cond) String() string { return condNames[c%NumConds] }

// Negate returns the condition that holds exactly when c does not.
func (c Cond) Negate() Cond { return c ^ 1 }

// Op is an operation: one instruction. The names, one for each row of the generator's
// table, are in zz_templates.go.
type Op uint8

// String returns the operation's name.
func (op Op) String() string {
	if op < numOps {
		return opNames[op]
	}
	return "Op?"
}

// shape says which operands an operation has.
type shape uint8

// The shapes, in the generator's order.
const (
	shapeNone shape = iota // no operands
	shapeDNM               // d, n, m
	shapeDM                // d, m
	shapeNM                // n, m: a comparison
	shapeDNMA              // d, n, m, a
	shapeDNMS              // d, n, m, kind of shift; amount
	shapeDNI               // d, n; imm12
	shapeDNIH              // d, n; imm12 << 12
	shapeNI                // n; imm12
	shapeNIH               // n; imm12 << 12
	shapeDNB               // d, n; bitmask
	shapeDH                // d, half; imm16
	shapeDNRS              // d, n; immr, imms
	shapeCDNM              // condition, d, n, m
	shapeCNI               // condition, n; imm5, flags
	shapeDF                // d; imm8, a float
	shapeMem               // t, base; offset, in units of the access
	shapeMemU              // t, base; offset of 9 bits
	shapeMemX              // t, base, index, whether scaled
	shapePair              // t, u, base; offset of 7 bits, in units
	shapeL                 // label
	shapeCL                // condition; label
	shapeDL                // register; label
	shapeBitL              // register; label, number of a bit
	shapeLit               // t; label of data
	shapeR                 // register
)

// opRow says where the form of an operation is in templates, and what it is like.
type opRow struct {
	form  uint16
	shape shape
	size  uint8 // of a memory access, in bytes
}

// FormName returns the name of a form in messages: its operation's.
func FormName(id uint16) string {
	if id == 0 || int(id) > int(numOps) {
		return "no form"
	}
	return opNames[id-1]
}

// NumForms is the number of templates, including the one that stands for no form,
// at 0.
const NumForms = len(templates)

// Form returns template number id, 0 to NumForms-1.
func Form(id int) *encode.Template { return &templates[id] }
