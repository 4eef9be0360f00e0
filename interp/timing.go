package interp

import (
	"slices"
	"time"
	"unsafe"

	"github.com/tier2go/tier2/interp/pycode"
)

// timing measures how long instructions of families take in tier 1: now and then one,
// from its dispatch to the next one. Of two such executions of a specialized member, one is
// given to the family's base in its place, which does the same work: so both times are of
// the same operands. An execution of the base itself is one that is deferred, or an attempt to
// specialize.
type timing struct {
	wait    int  // instructions until the next is timed
	open    bool // one is being timed
	asBase  bool // by the base
	op      pycode.Op
	fam     family
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
	missed, deferred, tried [numFamilies]clocked
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
func (t *timing) gap() int {
	t.random ^= t.random << 13
	t.random ^= t.random >> 17
	t.random ^= t.random << 5
	return int(t.random&15) + 2
}

// timedFamily has the family of each instruction that is timed, numFamilies for all else.
// Jumps and function entries belong to tiering; the member that appends to a str in
// place is more than its base.
var timedFamily = func() (t [256]family) {
	for i := range t {
		t[i] = numFamilies
	}
	for f := range families {
		if family(f) == famJumpBackward || family(f) == famResume {
			continue
		}
		t[families[f].Base] = family(f)
		for _, m := range families[f].Members {
			if m != pycode.BINARY_OP_INPLACE_ADD_UNICODE {
				t[m] = family(f)
			}
		}
	}
	return t
}()

func newTiming() *timing {
	t := &timing{wait: 1, zero: time.Now(), random: 2463534242}
	gaps := make([]time.Duration, 101)
	for i := range gaps {
		a := time.Since(t.zero)
		gaps[i] = time.Since(t.zero) - a
	}
	slices.Sort(gaps)
	t.overhead = gaps[len(gaps)/2]
	return t
}

// step is called at each dispatch, with ip behind the instruction's first unit; it
// returns the instruction to execute.
func (t *timing) step(vm *VM, ip unsafe.Pointer, op pycode.Op) pycode.Op {
	if t.open {
		t.end(vm)
	}
	t.wait--
	if t.wait > 0 || timedFamily[op] == numFamilies {
		return op
	}
	t.wait = t.gap()
	t.open, t.op, t.fam, t.asBase = true, op, timedFamily[op], t.turn[op]
	t.turn[op] = !t.turn[op] && op != families[t.fam].Base
	t.before = vm.fams[t.fam]
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
func (t *timing) end(vm *VM) {
	took := time.Since(t.zero) - t.start - t.overhead
	t.open = false
	c := &t.members[t.op]
	switch {
	case t.asBase:
		*t.counter, t.counter = t.saved, nil
		vm.fams[t.fam].deferred = t.before.deferred
		c = &t.bases[t.op]
	case vm.fams[t.fam].miss != t.before.miss:
		c = &t.missed[t.fam]
	case vm.fams[t.fam].success != t.before.success || vm.fams[t.fam].failure != t.before.failure:
		c = &t.tried[t.fam]
	case vm.fams[t.fam].deferred != t.before.deferred:
		c = &t.deferred[t.fam]
	}
	if took < timeLimit {
		c.n, c.sum = c.n+1, c.sum+max(took, 0)
	}
}

// MemberStats are the statistics of one specialized instruction. Times are measured
// in tier 1, on some of its executions; 0 where none was.
type MemberStats struct {
	Executed uint64  `json:"executed"` // dispatched in tier 1, misses included
	Hit      uint64  `json:"hit"`      // as in FamilyStats: Executed without Miss, and by each Success at once
	Miss     uint64  `json:"miss"`
	Success  uint64  `json:"success"` // times that an instruction has become it
	NS       float64 `json:"ns"`      // of one execution
	BaseNS   float64 `json:"base_ns"` // of the base in its place
	Timed    uint64  `json:"timed"`   // executions that NS is the mean of
}

// minTimed is how many executions make a mean.
const minTimed = 16

// memberStats fills in a family's members, what these have hit, and Tbase/Tadaptive, with
//
//	Tadaptive = (ΣTi·Ni + Tmiss·Nmiss + Tdeferred·Ndeferred + Ttried·Ntried) / N
//
// over all N executions: hits of the members that have been timed, misses, executions that the
// base deferred, and attempts to specialize, those of an instruction again and again
// included. Tbase is the base's time on the same mix: on a member's operands as it was timed
// in the member's place, on what was deferred as that was timed, and on what missed, or was
// specialized, the mean of those of the members. Of an attempt that failed it is that of what was
// deferred.
func (vm *VM) memberStats(f family, s *FamilyStats) {
	t := vm.timing
	var hits, base mixed
	for _, m := range families[f].Members {
		c := vm.members[m]
		ms := MemberStats{Executed: vm.counts[m], Miss: c.miss, Success: c.success}
		if ms.Hit = ms.Executed; f != famJumpBackward && f != famResume {
			ms.Hit += c.success // executed by the member, counted as the base
		}
		ms.Hit -= min(c.miss, ms.Hit)
		if ms.Executed+ms.Success == 0 {
			continue
		}
		if t != nil && t.members[m].n >= minTimed && t.bases[m].n >= minTimed {
			ms.NS, ms.BaseNS, ms.Timed = t.members[m].mean(), t.bases[m].mean(), t.members[m].n
			n := ms.Hit - min(c.success, ms.Hit)
			hits.add(n, ms.NS)
			base.add(n, ms.BaseNS)
		}
		s.Hit += ms.Hit
		if s.Members == nil {
			s.Members = map[string]MemberStats{}
		}
		s.Members[m.String()] = ms
	}
	if hits.n == 0 {
		return
	}
	all, mean := hits, base.mean()
	if t.missed[f].n > 0 {
		all.add(s.Miss, t.missed[f].mean())
		base.add(s.Miss, mean)
	}
	deferred := mean // where none was timed
	if t.deferred[f].n > 0 {
		deferred = t.deferred[f].mean()
	}
	all.add(s.Deferred, deferred)
	base.add(s.Deferred, deferred)
	if t.tried[f].n > 0 {
		all.add(s.Success+s.Failure, t.tried[f].mean())
		base.add(s.Success, mean)
		base.add(s.Failure, deferred)
	}
	s.BaseNS, s.AdaptiveNS = base.mean(), all.mean()
	if s.AdaptiveNS > 0 {
		s.Speedup = s.BaseNS / s.AdaptiveNS
	}
}

// mixed is the time of executions of several kinds.
type mixed struct{ n, sum float64 }

func (m *mixed) add(n uint64, ns float64) { m.n, m.sum = m.n+float64(n), m.sum+float64(float64(n)*ns) }

func (m *mixed) mean() float64 { return m.sum / m.n }
