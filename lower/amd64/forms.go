package amd64

//go:generate go run github.com/tier2go/tier2/internal/gen/templates -target=amd64

import (
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
)

// The registers, by hardware number.
const (
	RAX = lower.PReg(lower.GPR)<<5 + iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
)

// The SSE registers, by hardware number.
const (
	X0 = lower.PReg(lower.FPR)<<5 + iota
	X1
	X2
	X3
	X4
	X5
	X6
	X7
	X8
	X9
	X10
	X11
	X12
	X13
	X14
	X15
)

var gprNames = [16]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}

// regNames are the registers' names by PReg, as lower.RegFile wants them.
var regNames = func() (names [64]string) {
	for i := range 16 {
		names[i] = gprNames[i]
		names[int(X0)+i] = "xmm" + []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"}[i]
	}
	return names
}()

// Cond is a condition code in the processor's numbering, which Jcc, Setcc and
// the Cmov operations take and lower.Inst.Cond holds.
type Cond uint8

// The conditions. B, AE, BE, A compare unsigned integers and floats after
// Ucomisd; L, GE, LE, G compare signed integers; P is "unordered" after
// Ucomisd.
const (
	CondO  Cond = iota // overflow
	CondNO             // no overflow
	CondB              // below, carry
	CondAE             // above or equal, no carry
	CondE              // equal, zero
	CondNE             // not equal, not zero
	CondBE             // below or equal
	CondA              // above
	CondS              // negative
	CondNS             // not negative
	CondP              // parity even, unordered
	CondNP             // parity odd, ordered
	CondL              // less
	CondGE             // greater or equal
	CondLE             // less or equal
	CondG              // greater
	NumConds
)

var condNames = [NumConds]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

// String returns the condition's suffix as in "jae" without the j.
func (c Cond) String() string { return condNames[c&15] }

// Negate returns the condition that holds exactly when c does not.
func (c Cond) Negate() Cond { return c ^ 1 }

// swapped maps a condition of "compare a, b" to that of "compare b, a".
var swapped = [NumConds]Cond{
	CondO: CondO, CondNO: CondNO, CondE: CondE, CondNE: CondNE,
	CondB: CondA, CondA: CondB, CondAE: CondBE, CondBE: CondAE,
	CondL: CondG, CondG: CondL, CondGE: CondLE, CondLE: CondGE,
	CondS: CondS, CondNS: CondNS, CondP: CondP, CondNP: CondNP,
}

// Swap returns the condition that holds after comparing b with a when c holds
// after comparing a with b. It means nothing for O, NO, S and NS, which are
// returned unchanged: they do not speak of an order.
func (c Cond) Swap() Cond { return swapped[c&15] }

// Op is an operation: one instruction with all its addressing forms. The
// names, one for each row of the generator's table, are in zz_templates.go.
type Op uint8

// String returns the operation's name.
func (op Op) String() string {
	if op < numOps {
		return opNames[op]
	}
	return "Op?"
}

// Width returns the size in bytes of the operation's integer operands: it
// decides which immediates fit. A 4-byte operation takes an immediate as
// signed or unsigned 32 bits, an 8-byte one only as signed 32 bits, a 1-byte
// one as signed or unsigned 8 bits.
func (op Op) Width() int { return int(opRows[op].width) }

// shape is a combination of operand kinds. An operation has some of them.
type shape uint8

// The shapes, in Intel's operand order.
const (
	shapeNone  shape = iota // no operands
	shapeR                  // register
	shapeRR                 // register, register
	shapeRRR                // register, register, register
	shapeRI8                // register, imm8
	shapeRI                 // register, immediate of the full size (imm32; imm8 for bytes)
	shapeAI                 // accumulator, imm32: a byte shorter than shapeRI
	shapeRI64               // register, imm64
	shapeR1                 // register, 1: shifts
	shapeRC                 // register, cl: shifts
	shapeRRI8               // register, register, imm8
	shapeRRI                // register, register, imm32
	shapeRM                 // register, memory
	shapeMR                 // memory, register
	shapeMI8                // memory, imm8
	shapeMI                 // memory, immediate of the full size (imm32; imm8 for bytes)
	shapeM                  // memory
	shapeCR                 // condition; register
	shapeCRR                // condition; register, register
	shapeL                  // label
	shapeCL                 // condition; label
	shapeRL                 // register, memory at a label (rip-relative)
	shapeL8                 // label within 127 bytes
	shapeCL8                // condition; label within 127 bytes
	shapeNever              // no operation has it
	numShapes
)

var shapeNames = [numShapes]string{
	"", "r", "r,r", "r,r,r", "r,i8", "r,i", "a,i", "r,i64", "r,1", "r,cl", "r,r,i8", "r,r,i",
	"r,m", "m,r", "m,i8", "m,i", "m", "cc r", "cc r,r", "label", "cc label", "r,[label]", "near label", "cc near label", "?",
}

// shapeName returns what the forms of op in shape s are called, without the
// address form.
func shapeName(op Op, s shape) string {
	if shapeNames[s] == "" {
		return op.String()
	}
	return op.String() + " " + shapeNames[s]
}

// hasMem says which shapes have numAddrs forms, one for each address form.
var hasMem = [numShapes]bool{shapeRM: true, shapeMR: true, shapeMI8: true, shapeMI: true, shapeM: true}

// unpaired are the shapes without a register that could need a REX prefix:
// they have one form even where the other shapes of the operation have two.
var unpaired = [numShapes]bool{shapeNone: true, shapeAI: true, shapeL: true, shapeCL: true, shapeL8: true, shapeCL8: true}

// addr is an address form. The generator lays the forms of a memory shape out
// in this order.
type addr uint8

// The address forms: three displacements for each of: base alone, a base that
// needs a SIB byte (RSP, R12), base and index. A base of RBP or R13 cannot do
// without displacement.
const (
	addrB     addr = iota // [b]
	addrB8                // [b+d8]
	addrB32               // [b+d32]
	addrSIB               // [rsp or r12]
	addrSIB8              // the same + d8
	addrSIB32             // the same + d32
	addrX                 // [b+i*s]
	addrX8                // [b+i*s+d8]
	addrX32               // [b+i*s+d32]
	numAddrs
)

var addrNames = [numAddrs]string{"[b]", "[b+d8]", "[b+d32]", "[sp]", "[sp+d8]", "[sp+d32]", "[b+i*s]", "[b+i*s+d8]", "[b+i*s+d32]"}

// opRow says where the forms of an operation are in templates. opRows has a
// row for each value of Op, so that finding one needs no check; those that
// are no operations have no forms.
type opRow struct {
	// first is the form of each shape, 0 where the operation has none. A
	// memory shape has numAddrs forms from there on.
	first [numShapes]uint16
	// stride is 2 if each form stands twice: without REX prefix, then with
	// one, which registers 8 to 15 and the byte registers SPL to DIL need.
	// It is 1 for operations that have a REX.W anyway.
	stride uint16
	// rexA, rexB and rexM are the bits of a register's number that make the
	// prefix needed: of the first register operand, of the second, of base
	// and index. All are 0 if the stride is 1.
	rexA, rexB, rexM uint8
	width            uint8
}

// FormName returns the name of a form in messages, such as "AddQ r,[b+d8]";
// forms with a REX prefix that a twin has not end in "+rex".
func FormName(id uint16) string {
	for op := Op(0); op < numOps; op++ {
		row := &opRows[op]
		for s := shape(0); s < numShapes; s++ {
			if name, ok := row.formName(s, id); ok {
				return shapeName(op, s) + name
			}
		}
	}
	return "no form"
}

// formName returns what distinguishes form id from others of its shape, if it
// is one of shape s.
func (row *opRow) formName(s shape, id uint16) (string, bool) {
	n, stride := uint16(1), row.stride
	if hasMem[s] {
		n = uint16(numAddrs)
	}
	if unpaired[s] {
		stride = 1
	}
	first := row.first[s]
	if first == 0 || id < first || id >= first+n*stride {
		return "", false
	}
	name := ""
	if hasMem[s] {
		name = " " + addrNames[(id-first)/stride]
	}
	if stride == 2 && (id-first)&1 != 0 {
		name += "+rex"
	}
	return name, true
}

// NumForms is the number of templates, including the one that stands for no
// form, at 0.
const NumForms = len(templates)

// Form returns template number id, 0 to NumForms-1.
func Form(id int) *encode.Template { return &templates[id] }
