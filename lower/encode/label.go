package encode

import "encoding/binary"

// MaxAlign is the largest alignment that Align gives, and that of the cold
// section, in bytes.
const MaxAlign = 16

// Label is a place in the code, bound or still to be bound. Labels of a Buf
// are dense and start at 0.
type Label int32

const unbound = -1

// fixup is an instruction with a hole whose value is the distance to a label.
type fixup struct {
	t     *Template
	label Label
	at    int32 // offset of the instruction in its section
	sec   Section
	hole  uint8
	op    uint8 // the instruction's operand, of a form that has a short one
	short bool  // it becomes the short one
}

// NewLabel returns a label that is not bound yet.
func (b *Buf) NewLabel() Label {
	b.labels = append(b.labels, unbound)
	return Label(len(b.labels) - 1)
}

// NewLabels adds n labels that are not bound yet and returns the first; the
// others follow it. Allocating the labels of all blocks at once makes the
// label of block i first+i.
func (b *Buf) NewLabels(n int) Label {
	first := Label(len(b.labels))
	for range n {
		b.labels = append(b.labels, unbound)
	}
	return first
}

// Bind gives l the current position of the section that grows.
func (b *Buf) Bind(l Label) {
	b.mustGrow()
	if b.labels[l] != unbound {
		b.Fail(BoundTwice, "Bind", int64(l))
	}
	b.labels[l] = int32(b.n)<<1 | int32(b.sec)
}

// Bound reports whether l has a place.
func (b *Buf) Bound(l Label) bool { return b.labels[l] != unbound }

// Refer makes the instruction that is emitted next, of form t, lead to l:
// Finish stores the distance in its hole number i.
func (b *Buf) Refer(t *Template, i int, l Label) {
	b.fixups = append(b.fixups, fixup{})
	// Field by field: a literal would be built aside and copied in wider
	// pieces than it was written, which stalls the processor.
	f := &b.fixups[len(b.fixups)-1]
	f.t, f.label, f.at, f.sec, f.hole = t, l, int32(b.n), b.sec, uint8(i)
}

// Branch emits a branch to l of form t, whose only hole is the distance, with an
// operand or, of forms without, 0. Finish may choose the form's Short instead: then
// what lies behind it moves, so that offsets in a section (Len) are right only until
// then, where labels stay right.
func (b *Buf) Branch(t *Template, r0 uint8, l Label) {
	b.Refer(t, 0, l)
	b.fixups[len(b.fixups)-1].op = r0
	b.Emit1(t, r0, 0)
}

// Finish makes branches short where that reaches, unless a section has been aligned,
// puts the cold section behind the hot one, at a multiple of MaxAlign, and stores the distances to all labels. The code must be placed at a
// multiple of MaxAlign if Align was used. It is valid until Reset, and
// nothing can be emitted until then. The error is an *Error with the
// Reason Unbound or OutOfRange.
func (b *Buf) Finish() ([]byte, error) {
	b.Select(Hot)
	b.shorten()
	if b.parked[Cold].n > 0 {
		b.Align(MaxAlign)
	}
	b.base = b.n
	cold := b.parked[Cold].code[:b.parked[Cold].n]
	for len(b.code) < b.n+len(cold)+slack {
		b.grow()
	}
	copy(b.code[b.n:], cold)
	b.n += len(cold)
	b.finished = true
	code := b.code
	b.code = b.code[:b.n] // no room: what emits now ends in grow
	for i := range b.fixups {
		f := &b.fixups[i]
		if b.labels[f.label] == unbound {
			return nil, b.fixError(f, Unbound, int64(f.label))
		}
		at := int(f.at) + int(f.sec)*b.base
		d := b.Offset(f.label) - at - int(f.t.PC)
		h := &f.t.Holes[f.hole]
		word := code[at+int(h.Off):]
		if h.Bits == 32 && h.Scale == 0 { // always fits
			binary.LittleEndian.PutUint32(word, uint32(d))
			continue
		}
		if !h.Fits(int64(d)) {
			return nil, b.fixError(f, OutOfRange, int64(d))
		}
		w := binary.LittleEndian.Uint32(word)
		binary.LittleEndian.PutUint32(word, w|uint32(h.Field(int64(d))))
	}
	return b.code[:b.n:b.n], nil
}

func (b *Buf) fixError(f *fixup, r Reason, v int64) error {
	return &Error{Reason: r, Form: b.names(f.t.ID), Section: f.sec, Offset: int(f.at), Value: v}
}

// Offset returns the offset of a bound label in the code that Finish
// returned; before Finish, its offset in its section.
func (b *Buf) Offset(l Label) int {
	p := int(b.labels[l])
	return p>>1 + p&1*b.base
}

// ColdBase returns the offset of the cold section in the code that Finish
// returned.
func (b *Buf) ColdBase() int { return b.base }
