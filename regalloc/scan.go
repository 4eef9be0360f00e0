package regalloc

import (
	"math/bits"
	"slices"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/lower"
)

// The scan goes over the positions in order and gives each interval that starts
// a register, or leaves it in its slot. It keeps, for each register, the
// interval that is live in it (active) and those that own it but are in a hole
// (inactive). Intervals wait in buckets by start position, so that pieces split
// off for later are queued in constant time.

// interval is a piece of a value's life in one place.
type interval struct {
	from, to int32
	v        int32
	rng      int32 // first range
	cur      int32 // while it owns a register: the range at hand
	use      int32 // first use that does not lie behind (index into uses)
	next     int32 // next interval of the value
	link     int32 // in a bucket or in a list of inactive intervals
	reg      int16 // none: in its slot
}

// noReg is the register of an interval that has none.
const noReg = int16(none)

// scan is the state of the scan.
type scan struct {
	ivs    []interval
	bucket []int32 // by position: first interval that starts there
	batch  []int32 // those that start at one position, in order of urgency
	keys   []int32
	pos    int32 // the position at hand

	active    [64]int32 // by register: interval
	activeEnd [64]int32 // end of its range at hand
	inactive  [64]int32 // list
	activeSet lower.RegSet
	holeSet   lower.RegSet // registers with inactive intervals
	change    int32        // no interval becomes active or inactive before
	callNext  [lower.NumClasses]int32
	paramRegs []lower.RegSet // by loop header: where its parameters are
	wish      [maxWishes]lower.PReg
	failed    error
}

// scanIntervals makes the first intervals and runs the scan.
func (a *Allocator) scanIntervals() error {
	a.initScan()
	a.initIntervals()
	steps := 0
	limit := 64*len(a.ivs) + 64*len(a.uses) + 16*int(a.end) + 1000
	for p := int32(0); p < a.end; p++ {
		for a.bucket[p] != none {
			a.pos = p
			a.advance(p)
			a.takeBatch(p)
			for _, it := range a.batch {
				if err := a.place(it); err != nil {
					return err
				}
				if a.failed != nil {
					return a.failed
				}
				if steps++; steps > limit {
					return a.errPos(ErrInternal, p, a.ivs[it].v, "the scan makes no progress")
				}
			}
		}
	}
	return nil
}

func (a *Allocator) initScan() {
	a.ivs = a.ivs[:0]
	a.bucket = dense.Grow(a.bucket, int(a.end)+1)
	for i := range a.bucket {
		a.bucket[i] = none
	}
	for r := range a.active {
		a.active[r], a.inactive[r] = none, none
	}
	a.activeSet, a.holeSet, a.change, a.failed, a.pos = 0, 0, a.end, nil, 0
	for c := range a.callNext {
		a.callNext[c] = a.nextCall(lower.Class(c), 0)
	}
	a.paramRegs = dense.Grow(a.paramRegs, len(a.blocks))
	clear(a.paramRegs)
}

// initIntervals makes one interval of each value's hot ranges and one of its cold
// ones.
func (a *Allocator) initIntervals() {
	for v := len(a.vals) - 1; v >= 0; v-- {
		x := &a.vals[v]
		tail := int32(none)
		for k := 1; k >= 0; k-- {
			if x.head[k] == none {
				continue
			}
			from := a.ranges[x.head[k]].from
			a.ivs = append(a.ivs, interval{
				from: from, to: x.stop[k], v: int32(v), rng: x.head[k], cur: x.head[k],
				use: a.firstUse(x, from), next: tail, reg: noReg,
			})
			tail = int32(len(a.ivs) - 1)
			if k == 0 && a.atHome(x) {
				x.first = tail
				a.spill(tail)
			} else {
				a.queue(tail)
			}
		}
		x.first = tail
	}
}

// atHome reports whether an entry value's slot is its own for all its life, so
// that it can stay there until a register is needed.
func (a *Allocator) atHome(x *value) bool {
	if x.entry == none {
		return false
	}
	at := a.f.Entry[x.entry].At
	if !at.IsSlot() || !a.slotOK(x, at.Slot()) {
		return false
	}
	x.slot, x.home, x.inSlot = int32(at.Slot()), true, true
	return true
}

// firstUse returns the index of a value's first use at or after a position.
func (a *Allocator) firstUse(x *value, p int32) int32 {
	lo, hi := x.useLo, x.useHi
	for lo < hi {
		m := (lo + hi) / 2
		if a.uses[m].pos < p {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// queue puts an interval where the scan will find it.
func (a *Allocator) queue(it int32) {
	i := &a.ivs[it]
	i.link = a.bucket[i.from]
	a.bucket[i.from] = it
}

// takeBatch takes the intervals that start at p, the most urgent first: those
// that need a register to the end of the instruction, those that need one, those
// with a wish, the others.
func (a *Allocator) takeBatch(p int32) {
	a.batch, a.keys = a.batch[:0], a.keys[:0]
	it := a.bucket[p]
	a.bucket[p] = none
	if a.ivs[it].link == none {
		a.batch = append(a.batch, it)
		return
	}
	for ; it != none; it = a.ivs[it].link {
		a.batch = append(a.batch, it)
		a.keys = append(a.keys, a.urgency(it))
	}
	if len(a.batch) > 24 {
		a.sortBatch()
		return
	}
	for i := 1; i < len(a.batch); i++ {
		for j := i; j > 0 && a.keys[j] < a.keys[j-1]; j-- {
			a.keys[j], a.keys[j-1] = a.keys[j-1], a.keys[j]
			a.batch[j], a.batch[j-1] = a.batch[j-1], a.batch[j]
		}
	}
}

// sortBatch sorts a long batch by key, then interval.
func (a *Allocator) sortBatch() {
	for i, it := range a.batch {
		a.ivs[it].cur = a.keys[i] // free until the interval owns a register
	}
	ivs := a.ivs
	slices.SortFunc(a.batch, func(x, y int32) int {
		if c := ivs[x].cur - ivs[y].cur; c != 0 {
			return int(c)
		}
		return int(x - y)
	})
}

func (a *Allocator) urgency(it int32) int32 {
	i := &a.ivs[it]
	if end := a.needEnd(i); end > 0 {
		if end&1 == 0 {
			return 0
		}
		return 1
	}
	if n := a.wishes(i); n > 0 {
		return 2
	}
	return 3
}

// needEnd returns the position until which an interval must be in a register
// from its start on, or 0 if it need not be in one.
func (a *Allocator) needEnd(i *interval) int32 {
	x := &a.vals[i.v]
	if i.use < x.useHi {
		if u := a.uses[i.use]; u.kind&must != 0 && u.pos == i.from {
			return u.end()
		}
	}
	return 0
}

// advance ends what ends before p and changes what enters or leaves a hole.
func (a *Allocator) advance(p int32) {
	for c := range a.callNext {
		if a.callNext[c] < p {
			a.callNext[c] = a.nextCall(lower.Class(c), p)
		}
	}
	if p < a.change {
		return
	}
	next := a.end
	for s := uint64(a.activeSet); s != 0; s &= s - 1 {
		r := lower.PReg(bits.TrailingZeros64(s))
		if a.activeEnd[r] <= p {
			a.leave(r, p)
		}
		if a.active[r] != none {
			next = min(next, a.activeEnd[r])
		}
	}
	for s := uint64(a.holeSet); s != 0; s &= s - 1 {
		next = min(next, a.enter(lower.PReg(bits.TrailingZeros64(s)), p))
	}
	a.change = next
}

// leave handles the end of the range at hand of the interval in r.
func (a *Allocator) leave(r lower.PReg, p int32) {
	it := a.active[r]
	i := &a.ivs[it]
	for i.cur != none && a.ranges[i.cur].to <= p {
		i.cur = a.ranges[i.cur].next
	}
	if i.cur != none && a.ranges[i.cur].from <= p {
		a.activeEnd[r] = a.ranges[i.cur].to
		return
	}
	a.active[r] = none
	a.activeSet = a.activeSet.Without(r)
	if i.cur != none {
		i.link = a.inactive[r]
		a.inactive[r] = it
		a.holeSet = a.holeSet.With(r)
	}
}

// enter makes the inactive interval of r active whose hole ends at p, if any, and
// returns the next position at which something changes.
func (a *Allocator) enter(r lower.PReg, p int32) int32 {
	next := a.end
	prev := int32(none)
	for it := a.inactive[r]; it != none; {
		i := &a.ivs[it]
		link := i.link
		for i.cur != none && a.ranges[i.cur].to <= p {
			i.cur = a.ranges[i.cur].next
		}
		stay := i.cur != none && a.ranges[i.cur].from > p
		switch {
		case stay:
			next = min(next, a.ranges[i.cur].from)
			prev = it
		case prev == none:
			a.inactive[r] = link
		default:
			a.ivs[prev].link = link
		}
		if !stay && i.cur != none {
			if a.active[r] != none {
				a.failed = a.errPos(ErrInternal, p, i.v, "two intervals in "+lower.InReg(r).String())
				return next
			}
			a.activate(it, r)
			next = min(next, a.activeEnd[r])
		}
		it = link
	}
	if a.inactive[r] == none {
		a.holeSet = a.holeSet.Without(r)
	}
	return next
}

// activate makes an interval the owner of r in its range at hand.
func (a *Allocator) activate(it int32, r lower.PReg) {
	a.active[r] = it
	a.activeEnd[r] = a.ranges[a.ivs[it].cur].to
	a.activeSet = a.activeSet.With(r)
}

// assign gives an interval that starts at the position at hand a register.
func (a *Allocator) assign(it int32, r lower.PReg) {
	i := &a.ivs[it]
	i.reg, i.cur = int16(r), i.rng
	a.vals[i.v].last = int16(r)
	a.activate(it, r)
	a.change = min(a.change, a.activeEnd[r])
}

// vacate ends an active interval's ownership of r; the interval still says that
// it was there.
func (a *Allocator) vacate(r lower.PReg) {
	a.active[r] = none
	a.activeSet = a.activeSet.Without(r)
}

// dropInactive takes an interval out of the list of r's inactive ones.
func (a *Allocator) dropInactive(it int32, r lower.PReg) {
	if a.inactive[r] == it {
		a.inactive[r] = a.ivs[it].link
	} else {
		for j := a.inactive[r]; j != none; j = a.ivs[j].link {
			if a.ivs[j].link == it {
				a.ivs[j].link = a.ivs[it].link
				break
			}
		}
	}
	if a.inactive[r] == none {
		a.holeSet = a.holeSet.Without(r)
	}
}
