// Package encode turns instructions into bytes by patching templates, and
// keeps the code buffer, labels and fixups that go with it.
//
// A form is one instruction with fixed kinds of operands, say "add r64, r64".
// All encodings of a form have one length, and each operand (register, scale,
// condition) flips bits of its own: encoding = Base ^ Words0[r0] ^ Words1[r1].
// A Template states this together with the places of immediates,
// displacements and branch distances. Templates are derived from an assembler
// by internal/gen/templates and committed as tables of the target; nothing
// here is written for one target.
//
// The package must not know any target: no register names, no choice between
// forms, no instruction set. Operands are small integers that index Words.
//
//	b := encode.New(names, 0xCCCCCCCC)
//	loop, out := b.NewLabel(), b.NewLabel()
//	b.Bind(loop)
//	b.Emit2(&templates[addRR], rax, rcx, 0)
//	b.Refer(&templates[jcc], 0, out) // the instruction emitted next leads to out
//	b.Emit1(&templates[jcc], overflow, 0)
//	b.Refer(&templates[jmp], 0, loop)
//	b.Emit0(&templates[jmp], 0)
//	b.Select(encode.Cold)
//	b.Bind(out)
//	b.Emit0(&templates[ret], 0)
//	code, err := b.Finish()
package encode

import "fmt"

// MaxOps is the largest number of operands that flip bits of one form.
const MaxOps = 4

// Words are the bits that each value of one operand flips. An index that the
// form does not allow (a register of the other class, a base that needs
// another form) holds the poison bit of the operand, so that using it is
// noticed. See Poison.
type Words [64]uint64

// Poison returns the bit that marks a value that operand i (0 to MaxOps-1)
// may not have. No instruction uses those bits: what registers flip lies in
// the first seven bytes of every form.
func Poison(i int) uint64 { return 1 << (63 - i) }

// NoForm is the Base of a template that is no form at all. A target keeps one
// at index 0 of its table, for combinations of operation and operands that
// have no instruction; emitting it fails.
const NoForm = 1 << (63 - MaxOps)

// poisoned is the smallest encoding with any of the marks.
const poisoned = NoForm

// Unused returns the Words of operand i where a form has no such operand:
// they allow 0 only.
func Unused(i int) (w Words) {
	for v := 1; v < len(w); v++ {
		w[v] = Poison(i)
	}
	return w
}

// Template is one form: how its encodings follow from its operands.
type Template struct {
	// Base holds the first eight bytes, little-endian, with all holes zero;
	// later bytes belong to holes.
	Base uint64
	// Ops are the bits that the operands flip; absent ones hold Unused(i).
	Ops [MaxOps]*Words
	// Holes are the places of the values: displacement or branch distance,
	// then the immediate. An absent hole has Off equal to Len and no bits:
	// what is stored there is overwritten by the next instruction.
	Holes [2]Hole
	// ID is the form's number in its target's table, for error texts.
	ID uint16
	// Len is the length of the instruction in bytes, 1 to 15.
	Len uint8
	// PC is what branch distances count from: this many bytes after the
	// instruction's first byte (Len on amd64, 0 on arm64).
	PC uint8
	// Short, if not nil, is the form of a branch that does the same in two bytes,
	// where the distance fits its hole: Finish chooses it. See Buf.Branch.
	Short *Template
}

// Hole is the place of a value in an instruction. The value, divided by
// 1<<Scale, is stored in two runs of bits of the little-endian word that
// starts at byte Off: its low Bits bits from bit Shift on, the HiBits bits
// above them from bit HiShift on. On a byte-encoded target, every hole is
// Bits/8 whole bytes at Off, with the other fields 0.
type Hole struct {
	Off     uint8 // byte offset in the instruction
	Bits    uint8 // 0 to 64
	Shift   uint8
	HiBits  uint8
	HiShift uint8
	Scale   uint8 // log2 of the unit; the value must be a multiple of it
	Signed  bool  // the value is a two's complement number of Bits+HiBits bits
}

// Fits reports whether v can be stored in the hole.
func (h Hole) Fits(v int64) bool {
	n := h.Bits + h.HiBits
	if v&(1<<h.Scale-1) != 0 {
		return false
	}
	if n == 64 {
		return true
	}
	v >>= h.Scale
	if h.Signed {
		return v >= -1<<(n-1) && v < 1<<(n-1)
	}
	return v >= 0 && v < 1<<n
}

// Field returns the bits of the word at Off that store v, which must fit.
func (h Hole) Field(v int64) uint64 {
	u := uint64(v) >> h.Scale
	return u&(1<<h.Bits-1)<<h.Shift | u>>h.Bits&(1<<h.HiBits-1)<<h.HiShift
}

// Reason says what was wrong with an instruction or a label.
type Reason uint8

// The reasons.
const (
	BadOperand      Reason = iota + 1 // the form does not allow the value of operand Operand
	NoSuchForm                        // the operation has no form for these operands
	OutOfRange                        // an immediate, displacement or branch distance does not fit
	Unbound                           // Finish: a label that is used is bound nowhere
	BoundTwice                        // Bind: the label has a place already
	AlreadyFinished                   // an instruction or label after Finish and before Reset
)

var reasons = [...]string{
	BadOperand:      "operand not allowed",
	NoSuchForm:      "no such form",
	OutOfRange:      "value out of range",
	Unbound:         "label not bound",
	BoundTwice:      "label bound twice",
	AlreadyFinished: "buffer is finished",
}

// String returns the reason in words.
func (r Reason) String() string {
	if int(r) < len(reasons) && r != 0 {
		return reasons[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// Error is a mistake of the code that emits. Emitting panics with an *Error,
// so that hot paths return nothing; the driver of a compile recovers it.
// Finish returns it.
type Error struct {
	Reason  Reason
	Form    string  // name of the form or operation
	Section Section // where it would have been emitted, or the fixup stands
	Offset  int     // offset in the section, in bytes
	Operand int     // BadOperand: index of the operand
	Value   int64   // the operand, value, distance or label
}

// Error returns the message, with the form and the place.
func (e *Error) Error() string {
	switch e.Reason {
	case BadOperand:
		return fmt.Sprintf("encode: %s: operand %d: %v: %d (at %v+%#x)", e.Form, e.Operand, e.Reason, e.Value, e.Section, e.Offset)
	case NoSuchForm, AlreadyFinished:
		return fmt.Sprintf("encode: %s: %v (at %v+%#x)", e.Form, e.Reason, e.Section, e.Offset)
	}
	return fmt.Sprintf("encode: %s: %v: %d (at %v+%#x)", e.Form, e.Reason, e.Value, e.Section, e.Offset)
}
