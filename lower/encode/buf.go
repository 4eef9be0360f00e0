package encode

import "encoding/binary"

// slack is how much room an instruction needs behind the current position:
// its longest encoding (15 bytes) with an eight-byte store at its last hole.
const slack = 24

// initialRoom is the first allocation of a section, in bytes.
const initialRoom = 4096

// Section is one of the two runs of code of a Buf. Finish puts the cold
// section behind the hot one.
type Section uint8

// The sections.
const (
	Hot Section = iota
	Cold
	numSections
)

// String returns the section's name.
func (s Section) String() string { return [...]string{"hot", "cold"}[s&1] }

// section is the store of a section that is not selected.
type section struct {
	code []byte
	n    int
}

// Buf collects the code of one compile. It is reused: Reset keeps its memory,
// so that emitting allocates only while it grows. A Buf is not safe for use
// by several goroutines at once.
type Buf struct {
	code []byte // the selected section; only code[:n] is emitted
	n    int

	sec      Section
	finished bool
	parked   [numSections]section
	pad      uint32
	names    func(id uint16) string

	labels []int32 // by Label: offset<<1 | section, or unbound
	fixups []fixup
	base   int // of the cold section, after Finish

	aligned bool // Align has been used: code must stay where it is
	cuts    [numSections][]cut
}

// New returns an empty buffer. names gives the name of a form by Template.ID,
// for error texts. pad is what fills gaps, little-endian: an instruction that
// traps.
func New(names func(id uint16) string, pad uint32) Buf {
	b := Buf{names: names, pad: pad}
	b.code = make([]byte, initialRoom)
	b.parked[Cold].code = make([]byte, initialRoom)
	return b
}

// Reset empties the buffer, forgets all labels and selects the hot section.
// What Finish returned is no longer valid.
func (b *Buf) Reset() {
	b.finished = false
	b.code = b.code[:cap(b.code)]
	b.Select(Hot)
	b.n = 0
	b.parked[Cold].n = 0
	b.labels = b.labels[:0]
	b.fixups = b.fixups[:0]
	b.base = 0
	b.aligned = false
}

// Select makes s the section that grows.
func (b *Buf) Select(s Section) {
	b.mustGrow()
	if s == b.sec {
		return
	}
	b.parked[b.sec] = section{b.code, b.n}
	b.sec = s
	b.code, b.n = b.parked[s].code, b.parked[s].n
}

// Section returns the section that grows.
func (b *Buf) Section() Section { return b.sec }

// Len returns the length in bytes of the section that grows.
func (b *Buf) Len() int { return b.n }

// Emit0 emits an instruction without operands, storing v in its first hole.
func (b *Buf) Emit0(t *Template, v int64) {
	w := t.Base
	n := b.n
	if w >= poisoned || n > len(b.code)-slack {
		b.obstacle(t, 0, 0, 0, 0)
		b.Emit0(t, v)
		return
	}
	p := (*[slack]byte)(b.code[n:])
	binary.LittleEndian.PutUint64(p[:], w)
	binary.LittleEndian.PutUint64(p[t.Holes[0].Off&15:], uint64(v))
	b.n = n + int(t.Len)
}

// Emit1 emits an instruction with one operand, storing v in its first hole.
func (b *Buf) Emit1(t *Template, r0 uint8, v int64) {
	w := t.Base ^ t.Ops[0][r0&63]
	n := b.n
	if w >= poisoned || n > len(b.code)-slack {
		b.obstacle(t, r0, 0, 0, 0)
		b.Emit1(t, r0, v)
		return
	}
	p := (*[slack]byte)(b.code[n:])
	binary.LittleEndian.PutUint64(p[:], w)
	binary.LittleEndian.PutUint64(p[t.Holes[0].Off&15:], uint64(v))
	b.n = n + int(t.Len)
}

// Emit2 emits an instruction with two operands, storing v in its first hole.
func (b *Buf) Emit2(t *Template, r0, r1 uint8, v int64) {
	w := t.Base ^ t.Ops[0][r0&63] ^ t.Ops[1][r1&63]
	n := b.n
	if w >= poisoned || n > len(b.code)-slack {
		b.obstacle(t, r0, r1, 0, 0)
		b.Emit2(t, r0, r1, v)
		return
	}
	p := (*[slack]byte)(b.code[n:])
	binary.LittleEndian.PutUint64(p[:], w)
	binary.LittleEndian.PutUint64(p[t.Holes[0].Off&15:], uint64(v))
	b.n = n + int(t.Len)
}

// Emit4 emits an instruction with three or four operands (the fourth is then
// 0), storing v in its first hole.
func (b *Buf) Emit4(t *Template, r0, r1, r2, r3 uint8, v int64) {
	w := t.Base ^ t.Ops[0][r0&63] ^ t.Ops[1][r1&63] ^ t.Ops[2][r2&63] ^ t.Ops[3][r3&63]
	n := b.n
	if w >= poisoned || n > len(b.code)-slack {
		b.obstacle(t, r0, r1, r2, r3)
		b.Emit4(t, r0, r1, r2, r3, v)
		return
	}
	p := (*[slack]byte)(b.code[n:])
	binary.LittleEndian.PutUint64(p[:], w)
	binary.LittleEndian.PutUint64(p[t.Holes[0].Off&15:], uint64(v))
	b.n = n + int(t.Len)
}

// Emit4x2 emits an instruction with up to four operands (absent ones are 0)
// and two holes: v goes to the first, v2 to the second.
func (b *Buf) Emit4x2(t *Template, r0, r1, r2, r3 uint8, v, v2 int64) {
	w := t.Base ^ t.Ops[0][r0&63] ^ t.Ops[1][r1&63] ^ t.Ops[2][r2&63] ^ t.Ops[3][r3&63]
	n := b.n
	if w >= poisoned || n > len(b.code)-slack {
		b.obstacle(t, r0, r1, r2, r3)
		b.Emit4x2(t, r0, r1, r2, r3, v, v2)
		return
	}
	p := (*[slack]byte)(b.code[n:])
	binary.LittleEndian.PutUint64(p[:], w)
	binary.LittleEndian.PutUint64(p[t.Holes[0].Off&15:], uint64(v))
	binary.LittleEndian.PutUint64(p[t.Holes[1].Off&15:], uint64(v2))
	b.n = n + int(t.Len)
}

// EmitField emits an instruction with up to four operands (absent ones are 0)
// whose holes are bits of its first word: field is the or of Hole.Field of
// each value. Targets with instructions of one word use it.
func (b *Buf) EmitField(t *Template, r0, r1, r2, r3 uint8, field uint64) {
	w := t.Base ^ t.Ops[0][r0&63] ^ t.Ops[1][r1&63] ^ t.Ops[2][r2&63] ^ t.Ops[3][r3&63]
	n := b.n
	if w >= poisoned || n > len(b.code)-slack {
		b.obstacle(t, r0, r1, r2, r3)
		b.EmitField(t, r0, r1, r2, r3, field)
		return
	}
	binary.LittleEndian.PutUint64(b.code[n:], w|field)
	b.n = n + int(t.Len)
}

// obstacle is the rare case of every Emit: it reports an operand that is not
// allowed, or else makes room. It is apart so that the common case keeps its
// values in registers.
//
//go:noinline
func (b *Buf) obstacle(t *Template, r0, r1, r2, r3 uint8) {
	for i, v := range [MaxOps]uint8{r0, r1, r2, r3} {
		if t.Base >= poisoned {
			b.Fail(NoSuchForm, b.names(t.ID), 0)
		}
		if t.Ops[i][v&63] >= poisoned {
			e := b.error(BadOperand, b.names(t.ID), int64(v))
			e.Operand = i
			panic(e)
		}
	}
	b.room()
}

// room returns the bytes behind the current position, at least slack of them.
func (b *Buf) room() *[slack]byte {
	if len(b.code)-b.n < slack {
		b.grow()
	}
	return (*[slack]byte)(b.code[b.n:])
}

// grow makes room for at least slack bytes more. After Finish the buffer has
// no room, so that a late instruction ends here.
func (b *Buf) grow() {
	b.mustGrow()
	code := make([]byte, 2*len(b.code)+slack)
	copy(code, b.code[:b.n])
	b.code = code
}

func (b *Buf) mustGrow() {
	if b.finished {
		panic(b.error(AlreadyFinished, "Buf", 0))
	}
}

// Byte adds one byte of data.
func (b *Buf) Byte(v byte) {
	b.room()[0] = v
	b.n++
}

// Data64 adds eight bytes of data, little-endian.
func (b *Buf) Data64(v uint64) {
	binary.LittleEndian.PutUint64(b.room()[:], v)
	b.n += 8
}

// Align fills the section with the padding up to a multiple of n, a power of
// two of at most MaxAlign. The code as a whole must be placed at a multiple
// of MaxAlign.
func (b *Buf) Align(n int) {
	if n <= 0 || n > MaxAlign || n&(n-1) != 0 {
		panic(b.error(OutOfRange, "Align", int64(n)))
	}
	b.aligned = true
	for b.n&(n-1) != 0 {
		b.Byte(byte(b.pad >> (8 * (b.n & 3))))
	}
}

// Fail panics with an *Error for the current position. Targets call it when
// they find no form or a value that does not fit.
func (b *Buf) Fail(r Reason, form string, value int64) {
	panic(b.error(r, form, value))
}

func (b *Buf) error(r Reason, form string, value int64) *Error {
	return &Error{Reason: r, Form: form, Section: b.sec, Offset: b.n, Value: value}
}
