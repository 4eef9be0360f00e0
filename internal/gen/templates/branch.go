package main

import (
	"fmt"

	"github.com/twitchyliquid64/golang-asm/obj"
)

// maxFill is the number of filler instructions that take a target out of the
// reach of short branches.
const maxFill = 64

// fills are the distances, in fillers, at which branches are verified, and nearFills
// those of short ones.
var (
	fills     = []int{maxFill, maxFill + 1, 3*maxFill + 5, 1000}
	nearFills = []int{0, 1, 7, 11}
)

// distances returns the distances for a hole, in fillers. Forms are derived at the
// first.
func distances(h *hole) []int {
	if h.bits == 8 {
		return nearFills
	}
	return fills
}

// sampleBranch assembles a branch of form f whose target stands n fillers
// behind it or, with back, before it. It returns the branch and the target's
// distance from its first byte.
func (d *deriver) sampleBranch(f *form, s sample, n int, back bool) (code, int64, error) {
	p := f.prog(d.a, s.v, s.h)
	var progs []*obj.Prog
	for range n {
		progs = append(progs, d.t.filler(d.a))
	}
	target := d.t.filler(d.a)
	at := 0
	if back {
		progs = append([]*obj.Prog{target}, append(progs, p)...)
		at = len(progs) - 1
	} else {
		progs = append([]*obj.Prog{p}, append(progs, target)...)
	}
	if p.From.Type == obj.TYPE_BRANCH {
		p.Pool = target // where the arm64 back end looks for it
	} else {
		p.To.SetTarget(target)
	}
	cs, err := d.a.assemble(progs)
	if err != nil {
		return code{}, 0, err
	}
	return cs[at], target.Pc - p.Pc, nil
}

// clearDistance removes the stored distance from a branch.
func (d *deriver) clearDistance(h *hole, c *code, dist int64) {
	field := h.field
	if d.t.bytes {
		field.Off = uint8(len(c.bytes)) - field.Bits/8
		dist -= int64(len(c.bytes))
	}
	w := place(field, dist)
	b := append([]byte(nil), c.bytes...)
	for i := range b {
		b[i] ^= byte(w[i/8] >> (i % 8 * 8))
	}
	c.bytes = b
}

// verifyBranch compares branches over several distances, in both directions,
// for all operand values. The distance is stored by labels and fixups, as at
// run time.
func (d *deriver) verifyBranch(r *derived, hole int) error {
	f := r.form
	var err error
	f.combinations(maxSamples, func(s sample) bool {
		for _, n := range distances(&f.holes[hole]) {
			for _, back := range []bool{false, true} {
				if err = d.compareBranch(r, hole, s, n, back); err != nil {
					return false
				}
			}
		}
		return true
	})
	return err
}

func (d *deriver) compareBranch(r *derived, hole int, s sample, n int, back bool) error {
	c, dist, err := d.sampleBranch(r.form, s, n, back)
	if err != nil {
		return err
	}
	var v [4]uint8
	copy(v[:], s.v)
	var h [2]int64
	for i := range s.h {
		if i != hole {
			h[i] = s.h[i]
		}
	}
	d.b.Reset()
	l := d.b.NewLabel()
	pad := func(n int64) {
		for range n {
			d.b.Byte(0)
		}
	}
	if back {
		d.b.Bind(l)
		pad(-dist)
	}
	at := d.b.Len()
	d.b.Refer(&r.tmpl, hole, l)
	d.b.EmitField(&r.tmpl, v[0], v[1], v[2], v[3], r.tmpl.Holes[0].Field(h[0])|r.tmpl.Holes[1].Field(h[1]))
	if !back {
		pad(dist - int64(r.tmpl.Len))
		d.b.Bind(l)
	}
	out, err := d.b.Finish()
	if err != nil {
		return err
	}
	if got := out[at : at+int(r.tmpl.Len)]; string(got) != string(c.bytes) {
		return fmt.Errorf("branch over %d bytes: template gives % x, assembler % x", dist, got, c.bytes)
	}
	d.compared++
	return nil
}
