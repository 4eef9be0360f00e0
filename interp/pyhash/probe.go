package pyhash

// perturbShift is CPython's PERTURB_SHIFT.
const perturbShift = 5

// Probe walks the slots that a dict looks at for a hash, as CPython's do_lookup.
type Probe struct {
	I             uint64 // the slot to look at
	mask, perturb uint64
}

// NewProbe begins the walk in a table of 1<<log2 slots.
func NewProbe(hash int64, log2 uint) Probe {
	mask := uint64(1)<<log2 - 1
	return Probe{uint64(hash) & mask, mask, uint64(hash)}
}

// Next goes to the next slot. It comes to all.
func (p *Probe) Next() {
	p.perturb >>= perturbShift
	p.I = (p.I*5 + p.perturb + 1) & p.mask
}
