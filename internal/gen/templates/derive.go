package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tier2go/tier2/lower/encode"
	"github.com/twitchyliquid64/golang-asm/obj"
)

// maxSamples bounds the combinations that verify tries for one form, unless
// it is asked for all of them.
const maxSamples = 160

// batch is how many instructions go through the assembler at once.
const batch = 1024

// deriver derives and verifies templates of one target.
type deriver struct {
	t *target
	a *assembler
	b encode.Buf
	// compared counts encodings that were found equal to the assembler's.
	compared int
}

func newDeriver(t *target) *deriver {
	d := &deriver{t: t, a: newAssembler(t.name, t.frame)}
	d.b = encode.New(func(uint16) string { return "form" }, 0)
	return d
}

// derived is a form's template, with the words by value.
type derived struct {
	form  *form
	tmpl  encode.Template
	words [encode.MaxOps]encode.Words
}

// sample is one instruction to assemble.
type sample struct {
	v []uint8
	h []int64
}

// refs returns the sample with all operands and holes at their reference.
func (f *form) refs() sample {
	var s sample
	for _, o := range f.ops {
		s.v = append(s.v, o.ref)
	}
	for _, h := range f.holes {
		s.h = append(s.h, h.ref)
	}
	return s
}

// derive finds the template of a form, or says why it is irregular.
func (d *deriver) derive(f *form) (*derived, error) {
	r := &derived{form: f}
	if err := d.deriveInto(f, r); err != nil {
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	return r, nil
}

func (d *deriver) deriveInto(f *form, r *derived) error {
	ref := f.refs()
	refCode, err := d.sample(f, ref)
	if err != nil {
		return err
	}
	n := len(refCode.bytes)
	if n == 0 || n > 15 {
		return fmt.Errorf("length %d", n)
	}
	r.tmpl.Len = uint8(n)
	r.tmpl.Holes = [2]encode.Hole{{Off: uint8(n)}, {Off: uint8(n)}}
	if d.t.bytes {
		r.tmpl.PC = uint8(n)
	}
	base := bits(refCode.bytes)

	var holeBits [2]uint64 // per hole, in the first and second eight bytes
	for i := range f.holes {
		h, err := d.findHole(f, i, ref, refCode)
		if err != nil {
			return fmt.Errorf("hole %d: %w", i, err)
		}
		r.tmpl.Holes[i] = h
		stored := place(h, f.holes[i].ref)
		if !f.holes[i].isValue() {
			stored = [2]uint64{} // distances are sampled as zero
		}
		base[0], base[1] = base[0]^stored[0], base[1]^stored[1]
		mask := place(h, -1)
		holeBits[0], holeBits[1] = holeBits[0]|mask[0], holeBits[1]|mask[1]
	}
	if base[0]&holeBits[0] != 0 || base[1] != 0 {
		return fmt.Errorf("bits %#x %#x outside of opcode and holes", base[0]&holeBits[0], base[1])
	}
	if base[0]>>56 != 0 {
		return fmt.Errorf("opcode of eight bytes: %#x", base[0])
	}
	r.tmpl.Base = base[0]
	for i := range r.words {
		if i >= len(f.ops) {
			r.words[i] = encode.Unused(i)
			continue
		}
		if err := d.findWords(f, i, ref, refCode, holeBits[0], &r.words[i]); err != nil {
			return fmt.Errorf("operand %d (%s): %w", i, f.ops[i].role, err)
		}
	}
	for i := range r.words {
		r.tmpl.Ops[i] = &r.words[i]
	}
	return d.verify(r, maxSamples)
}

// sample assembles one instruction. A branch gets a target behind fillers, and its
// distance is cleared.
func (d *deriver) sample(f *form, s sample) (code, error) {
	for i := range f.holes {
		if f.holes[i].kind == branch {
			c, dist, err := d.sampleBranch(f, s, distances(&f.holes[i])[0], false)
			if err != nil {
				return code{}, err
			}
			d.clearDistance(&f.holes[i], &c, dist)
			return c, nil
		}
	}
	cs, err := d.a.assemble([]*obj.Prog{f.prog(d.a, s.v, s.h)})
	if err != nil {
		return code{}, err
	}
	return cs[0], nil
}

// findWords samples all values of one operand.
func (d *deriver) findWords(f *form, i int, ref sample, refCode code, holeBits uint64, w *encode.Words) error {
	for v := range w {
		w[v] = encode.Poison(i)
	}
	base := bits(refCode.bytes)
	for _, v := range f.ops[i].values {
		s := sample{append([]uint8(nil), ref.v...), ref.h}
		s.v[i] = v
		base := base
		if f.ok != nil && !f.ok(s.v) {
			other, c, err := d.otherBase(f, i, v, ref)
			if err != nil {
				return err
			}
			s.v, base = other, bits(c.bytes)
			s.v[i] = v
		}
		c, err := d.sample(f, s)
		if err != nil {
			return fmt.Errorf("value %d: %w", v, err)
		}
		if len(c.bytes) != len(refCode.bytes) {
			return fmt.Errorf("irregular: value %d takes %d bytes (% x), %d takes %d (% x)",
				v, len(c.bytes), c.bytes, f.ops[i].ref, len(refCode.bytes), refCode.bytes)
		}
		got := bits(c.bytes)
		got[0], got[1] = got[0]^base[0], got[1]^base[1]
		if got[1] != 0 || got[0]>>56 != 0 || got[0]&holeBits != 0 {
			return fmt.Errorf("irregular: value %d flips bits of a hole: % x against % x", v, c.bytes, refCode.bytes)
		}
		w[v] = got[0]
	}
	return nil
}

// otherBase returns operands beside which both v and the reference of operand i are
// allowed, and the code with the reference: v is not allowed beside the others'
// references.
func (d *deriver) otherBase(f *form, i int, v uint8, ref sample) ([]uint8, code, error) {
	for step := 1; step < 8; step++ {
		s := sample{append([]uint8(nil), ref.v...), ref.h}
		for k, o := range f.ops {
			if k != i {
				s.v[k] = o.values[(slices.Index(o.values, o.ref)+step)%len(o.values)]
			}
		}
		both := f.ok(s.v)
		s.v[i] = v
		if both && f.ok(s.v) {
			s.v[i] = f.ops[i].ref
			c, err := d.sample(f, s)
			return s.v, c, err
		}
	}
	return nil, code{}, fmt.Errorf("value %d with the others at their reference belongs to another form", v)
}

// findHole finds where a value is stored.
func (d *deriver) findHole(f *form, i int, ref sample, refCode code) (encode.Hole, error) {
	h := &f.holes[i]
	switch h.kind {
	case address:
		if refCode.relocAt < 0 {
			return encode.Hole{}, fmt.Errorf("no relocation in % x", refCode.bytes)
		}
		return encode.Hole{Off: uint8(refCode.relocAt), Bits: 32, Signed: true}, nil
	case absent:
		return encode.Hole{Off: uint8(len(refCode.bytes))}, nil
	case stated:
		return h.field, nil
	case branch:
		field := h.field
		if d.t.bytes {
			field.Off = uint8(len(refCode.bytes)) - field.Bits/8
		}
		return field, nil
	}
	at := make([]int, h.flips) // by bit of the stored value: where it is
	base := bits(refCode.bytes)
	for k := range at {
		s := sample{ref.v, append([]int64(nil), ref.h...)}
		s.h[i] = h.extend(h.ref ^ 1<<(k+int(h.scale)))
		c, err := d.sample(f, s)
		if err != nil {
			return encode.Hole{}, fmt.Errorf("value %#x: %w", s.h[i], err)
		}
		if len(c.bytes) != len(refCode.bytes) {
			return encode.Hole{}, fmt.Errorf("irregular: value %#x takes %d bytes (% x), %#x takes %d",
				s.h[i], len(c.bytes), c.bytes, h.ref, len(refCode.bytes))
		}
		at[k] = oneBit(bits(c.bytes), base)
		if at[k] < 0 {
			return encode.Hole{}, fmt.Errorf("bit %d of the value is not one bit of % x (reference % x)", k, c.bytes, refCode.bytes)
		}
	}
	return d.runs(h, at)
}

// runs describes the places of a value's bits as one or two runs.
func (d *deriver) runs(h *hole, at []int) (encode.Hole, error) {
	n := 1
	for n < len(at) && at[n] == at[n-1]+1 {
		n++
	}
	e := encode.Hole{Scale: h.scale, Signed: h.signed}
	if d.t.bytes {
		if n != len(at) || at[0]%8 != 0 || h.bits%8 != 0 {
			return e, fmt.Errorf("not whole bytes: %v", at)
		}
		e.Off, e.Bits = uint8(at[0]/8), h.bits
		return e, nil
	}
	e.Bits, e.Shift = uint8(n), uint8(at[0])
	if n == len(at) {
		e.Bits += h.bits - h.flips
		return e, nil
	}
	e.HiBits, e.HiShift = uint8(len(at)-n), uint8(at[n])
	for k := n; k < len(at); k++ {
		if at[k] != at[n]+k-n {
			return e, fmt.Errorf("more than two runs of bits: %v", at)
		}
	}
	return e, nil
}

// verify compares what the template gives with what the assembler gives, for
// up to limit combinations of operand and hole values: all of them if there
// are no more, random ones otherwise.
func (d *deriver) verify(r *derived, limit int) error {
	f := r.form
	for i := range f.holes {
		if f.holes[i].kind == branch {
			return d.verifyBranch(r, i)
		}
	}
	var pending []sample
	flush := func() error {
		err := d.compare(r, pending)
		pending = pending[:0]
		return err
	}
	var err error
	f.combinations(limit, func(s sample) bool {
		pending = append(pending, s)
		if len(pending) == batch {
			err = flush()
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// compare assembles samples and compares them with the template.
func (d *deriver) compare(r *derived, samples []sample) error {
	progs := make([]*obj.Prog, len(samples))
	for i, s := range samples {
		progs[i] = r.form.prog(d.a, s.v, s.h)
	}
	want, err := d.a.assemble(progs)
	if err != nil {
		return err
	}
	for i, s := range samples {
		got, err := d.encode(r, s)
		if err != nil {
			return err
		}
		if string(got) != string(want[i].bytes) {
			return fmt.Errorf("irregular: operands %v values %#x: template gives % x, assembler % x", s.v, s.h, got, want[i].bytes)
		}
		d.compared++
	}
	return nil
}

// encode encodes a sample as run time does.
func (d *deriver) encode(r *derived, s sample) (_ []byte, err error) {
	defer func() {
		if e, ok := recover().(*encode.Error); ok {
			err = e
		}
	}()
	var v [encode.MaxOps]uint8
	copy(v[:], s.v)
	var h [2]int64
	for i := range s.h {
		if r.form.holes[i].isValue() {
			h[i] = s.h[i]
		}
	}
	d.b.Reset()
	t := &r.tmpl
	if d.t.bytes {
		d.b.Emit4x2(t, v[0], v[1], v[2], v[3], h[0], h[1])
	} else {
		d.b.EmitField(t, v[0], v[1], v[2], v[3], t.Holes[0].Field(h[0])|t.Holes[1].Field(h[1]))
	}
	return d.b.Finish()
}

// combinations calls yield for combinations of operand values and, for each,
// of hole values.
func (f *form) combinations(limit int, yield func(sample) bool) {
	rng := rand.New(rand.NewPCG(7, uint64(len(f.name))))
	holes := f.holeValues(rng)
	total := len(holes)
	for _, o := range f.ops {
		total *= len(o.values)
	}
	v := make([]uint8, len(f.ops))
	one := func(n int) bool {
		h := holes[n%len(holes)]
		n /= len(holes)
		for i, o := range f.ops {
			v[i] = o.values[n%len(o.values)]
			n /= len(o.values)
		}
		if f.ok != nil && !f.ok(v) {
			return true
		}
		return yield(sample{append([]uint8(nil), v...), h})
	}
	if total <= limit {
		for n := range total {
			if !one(n) {
				return
			}
		}
		return
	}
	for range limit {
		if !one(rng.IntN(total)) {
			return
		}
	}
}

// holeValues returns combinations of hole values: each edge of each, and a
// few random ones.
func (f *form) holeValues(rng *rand.Rand) [][]int64 {
	ref := make([]int64, len(f.holes))
	for i := range f.holes {
		ref[i] = f.holes[i].ref
	}
	all := [][]int64{ref}
	for i := range f.holes {
		for _, e := range f.holes[i].edges {
			h := append([]int64(nil), ref...)
			h[i] = e
			all = append(all, h)
		}
	}
	if len(f.holes) == 2 {
		for _, a := range f.holes[0].edges {
			for _, b := range f.holes[1].edges {
				all = append(all, []int64{a, b})
			}
		}
	}
	for range 3 {
		h := append([]int64(nil), ref...)
		for i := range f.holes {
			// Flipping low bits of the reference leaves a value of the same form.
			if n := f.holes[i].flips; n > 0 {
				h[i] = f.holes[i].extend(h[i] ^ int64(rng.Uint64N(1<<min(n, 63)))>>4<<f.holes[i].scale)
			}
		}
		all = append(all, h)
	}
	return all
}

// bits returns up to sixteen bytes as two little-endian words.
func bits(code []byte) [2]uint64 {
	var b [16]byte
	copy(b[:], code)
	return [2]uint64{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])}
}

// place returns v stored in a hole, in an instruction of zeros.
func place(h encode.Hole, v int64) [2]uint64 {
	var b [24]byte
	w := h.Field(v)
	binary.LittleEndian.PutUint64(b[h.Off:], w)
	return [2]uint64{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:16])}
}

// oneBit returns the number of the only bit in which a and b differ, or -1.
func oneBit(a, b [2]uint64) int {
	at := -1
	for i := range a {
		for x, k := a[i]^b[i], 0; k < 64; k++ {
			if x>>k&1 == 0 {
				continue
			}
			if at >= 0 {
				return -1
			}
			at = i*64 + k
		}
	}
	return at
}
