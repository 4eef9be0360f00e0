package encode

import "encoding/binary"

// Branches are emitted in the form that reaches everything, because how far it is
// forward is not known yet. Once it is, those that have a form with fewer bytes
// (Template.Short) that reaches their label get it, and what lies behind them moves
// down. That only brings labels nearer, but for the padding in front of the cold
// section, which may grow. Branches that come within reach by that stay as they are: in the
// program suite's code one for 7 that are shortened, 0.2 % of the bytes.

// cut is where bytes go.
type cut struct {
	at  int32 // the first of them, by the offset in the section
	sum int32 // how many go here and before
}

// shorten gives branches that reach their labels by it their short form.
func (b *Buf) shorten() {
	if b.aligned {
		return
	}
	for i := range b.cuts {
		b.cuts[i] = b.cuts[i][:0]
	}
	cold := int32(b.n+MaxAlign-1) &^ (MaxAlign - 1)
	for i := range b.fixups {
		f := &b.fixups[i]
		s := f.t.Short
		if s == nil {
			continue
		}
		p := b.labels[f.label]
		if p == unbound {
			return // Finish says so
		}
		sec := p & 1
		d := p>>1 + cold*sec - f.at - cold*int32(f.sec) - int32(f.t.PC)
		if sec != int32(f.sec) { // what the padding may grow by
			d += (MaxAlign - 1) * (2*sec - 1)
		}
		saved := int32(f.t.Len - s.Len)
		if d < 0 { // the distance to what lies in front counts the branch itself
			d += saved
		}
		if d >= -128 && d < 128 {
			f.short = true
			list := &b.cuts[f.sec]
			sum := saved
			if n := len(*list); n > 0 {
				sum += (*list)[n-1].sum
			}
			*list = append(*list, cut{f.at + int32(s.Len), sum})
		}
	}
	if len(b.cuts[Hot])+len(b.cuts[Cold]) > 0 {
		b.close()
	}
}

// close takes out what the cuts say, and moves labels and fixups.
func (b *Buf) close() {
	for i, p := range b.labels {
		if cuts := b.cuts[p&1]; p != unbound && len(cuts) > 0 {
			b.labels[i] = p - removed(cuts, p>>1)<<1
		}
	}
	var next [numSections]int
	for i := range b.fixups {
		f := &b.fixups[i]
		cuts, k := b.cuts[f.sec], next[f.sec]
		if k > 0 {
			f.at -= cuts[k-1].sum
		}
		if !f.short {
			continue
		}
		code, size := b.section(f.sec)
		s := f.t.Short
		binary.LittleEndian.PutUint16(code[f.at:], uint16(s.Base^s.Ops[0][f.op&63]))
		// What follows, up to the next cut, moves down to the branch.
		from, to := cuts[k].at+int32(f.t.Len-s.Len), size
		if k+1 < len(cuts) {
			to = cuts[k+1].at
		}
		copy(code[f.at+int32(s.Len):], code[from:to])
		f.t = s
		next[f.sec]++
	}
	b.n -= total(b.cuts[Hot])
	b.parked[Cold].n -= total(b.cuts[Cold])
}

// section returns the code of a section while the hot one is selected, and how long
// it is.
func (b *Buf) section(s Section) (code []byte, n int32) {
	if s == Hot {
		return b.code, int32(b.n)
	}
	return b.parked[s].code, int32(b.parked[s].n)
}

// removed returns how many bytes go in front of an offset.
func removed(cuts []cut, at int32) int32 {
	lo, hi := 0, len(cuts)
	for lo < hi { // cuts[:lo] lie in front, cuts[hi:] do not
		if mid := (lo + hi) / 2; cuts[mid].at < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return 0
	}
	return cuts[lo-1].sum
}

func total(cuts []cut) int {
	if len(cuts) == 0 {
		return 0
	}
	return int(cuts[len(cuts)-1].sum)
}
