package specialize

import (
	"slices"
	"time"
	"unsafe"

	"github.com/tier2go/tier2/interp/pycode"
)

// Timing measures how long instructions of families take in tier 1: now and then one,
// from its dispatch to the next one. Of two such executions of a specialized member, one is
// given to the family's base in its place, which does the same work: so both times are of
// the same operands. An execution of the base itself is one that is deferred, or an attempt to
// specialize.
type Timing struct {
	wait    int  // instructions until the next is timed
	open    bool // one is being timed
	asBase  bool // by the base
	op      pycode.Op
	fam     Family
	start   time.Duration
	counter *uint16 // asBase: of the instruction's inline cache
	saved   uint16  // what it was
	before  familyCounts
	turn    [256]bool // by member: the base's turn
	random  uint32    // gaps are random, for loops would always show the same instruction

	zero     time.Time
	overhead time.Duration // between two readings of the clock
	members  [256]clocked
	bases    [256]clocked // by the member that the base stood in for
	// By family: executions by which a member missed, that the base deferred, and that were
	// attempts to specialize, with what these executed.
	missed, deferred, tried [NumFamilies]clocked
}

// clocked is the time of some executions.
type clocked struct {
	n   uint64
	sum time.Duration
}

// mean returns the time of one execution in ns, 0 if none was timed.
func (c *clocked) mean() float64 {
	if c.n == 0 {
		return 0
	}
	return float64(c.sum.Nanoseconds()) / float64(c.n)
}

// timeLimit is how long an execution may take: longer ones are interrupts, or the
// collector.
const timeLimit = 20 * time.Microsecond

// gap returns how many instructions to wait: 2 to 17, by a generator of Marsaglia's
// (Xorshift RNGs, 2003), the same in each run.
func (t *Timing) gap() int {
	t.random ^= t.random << 13
	t.random ^= t.random >> 17
	t.random ^= t.random << 5
	return int(t.random&15) + 2
}

// timedFamily has the family of each instruction that is timed, NumFamilies for all else.
// Jumps and function entries belong to tiering; the member that appends to a str in
// place is more than its base.
var timedFamily = func() (t [256]Family) {
	for i := range t {
		t[i] = NumFamilies
	}
	for f := range families {
		if Family(f) == JumpBackward || Family(f) == Resume {
			continue
		}
		t[families[f].Base] = Family(f)
		for _, m := range families[f].Members {
			if m != pycode.BINARY_OP_INPLACE_ADD_UNICODE {
				t[m] = Family(f)
			}
		}
	}
	return t
}()

// NewTiming measures first what reading the clock costs.
func NewTiming() *Timing {
	t := &Timing{wait: 1, zero: time.Now(), random: 2463534242}
	gaps := make([]time.Duration, 101)
	for i := range gaps {
		a := time.Since(t.zero)
		gaps[i] = time.Since(t.zero) - a
	}
	slices.Sort(gaps)
	t.overhead = gaps[len(gaps)/2]
	return t
}

// Step is called at each dispatch, with ip behind the instruction's first unit; it
// returns the instruction to execute.
func (t *Timing) Step(s *Specializer, ip unsafe.Pointer, op pycode.Op) pycode.Op {
	if t.open {
		t.end(s)
	}
	t.wait--
	if t.wait > 0 || timedFamily[op] == NumFamilies {
		return op
	}
	t.wait = t.gap()
	t.open, t.op, t.fam, t.asBase = true, op, timedFamily[op], t.turn[op]
	t.turn[op] = !t.turn[op] && op != families[t.fam].Base
	t.before = s.families[t.fam]
	if t.asBase {
		t.counter = (*uint16)(ip)
		t.saved = *t.counter
		*t.counter = 4095 << 4 // it does not try to specialize
		op = families[t.fam].Base
	}
	t.start = time.Since(t.zero)
	return op
}

// end closes the measurement at hand and takes back what the base has counted.
func (t *Timing) end(s *Specializer) {
	took := time.Since(t.zero) - t.start - t.overhead
	t.open = false
	c := &t.members[t.op]
	switch {
	case t.asBase:
		*t.counter, t.counter = t.saved, nil
		s.families[t.fam].deferred = t.before.deferred
		c = &t.bases[t.op]
	case s.families[t.fam].miss != t.before.miss:
		c = &t.missed[t.fam]
	case s.families[t.fam].success != t.before.success || s.families[t.fam].failure != t.before.failure:
		c = &t.tried[t.fam]
	case s.families[t.fam].deferred != t.before.deferred:
		c = &t.deferred[t.fam]
	}
	if took < timeLimit {
		c.n, c.sum = c.n+1, c.sum+max(took, 0)
	}
}
