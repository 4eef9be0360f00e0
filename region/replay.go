package region

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tier2go/tier2/uop"
)

// Metrics are what a selector did on a stream. They are counts: no clock is read
// for any of them but SelectTime, which only a Batch that is Timed has.
//
// The definitions are those of Hiniker, Hazelwood and Smith (MICRO 2005), where
// they have one. An execution of a region begins where it is entered and ends where
// it is left or goes to its own top. A transition is an execution that ends
// elsewhere than at the region's own entry.
type Metrics struct {
	Program, Selector string
	Events            int
	Instr             uint64 // instructions executed
	InRegion          uint64 // of them in regions
	Transitions       uint64
	Censored          uint64 // of InRegion, since the last transition before a gap or the end: nobody knows how long that goes on
	Late              Late   // of the stream's second half
	Executions        uint64
	Cycles            uint64 // executions that ended by an edge to the top
	Steps             uint64 // edges taken inside of regions, but for those to the top
	JoinEntries       uint64 // of them those to blocks with more than one way in
	Distinct          uint64 // size of the executed blocks, each once
	Code              uint64 // size of the regions at the end
	Copies            int    // blocks of the regions at the end
	Selected          int    // different blocks in them
	Spanned           int    // regions with an edge to their own top
	Exits             int    // observed ways out of the regions' blocks that no edge of the region takes
	ExitDominated     int    // regions whose entry's only executed predecessor is in one selected earlier
	ShortLived        int    // regions with fewer than 500 executions
	Replaced          int    // regions that another one replaced
	Live              int    // regions at the end
	Counters          int    // most counters in use at a time; 0 if the selector does not say
	Refusals          [uop.NumRefusals]int
	Windows           []Window // the stream in equal parts
	Regions           []RegionMetrics
	Course            []Window      // the stream in parts of courseEvents blocks, whatever its length
	Lines             int           // lines of the instruction cache that the second half has touched: see lineInstrs
	Compiled          uint64        // size of all regions, those that were replaced too; of one that was added to, each block once
	SelectTime        time.Duration // in Select
	Calls             int           // of Select
}

// Late is what a replay counts when most is selected: in the second half of a stream.
type Late struct{ InRegion, Transitions uint64 }

// Window is a part of a stream.
type Window struct{ Instr, InRegion uint64 }

// RegionMetrics are one region's; those of the regions that it replaced are in it.
type RegionMetrics struct {
	Head       uop.Place
	Region     *uop.Region
	Instr      uint64
	Executions uint64
	Cycles     uint64
	Spans      bool
	Gone       bool // another region replaced it: its code is not counted
}

// numWindows is into how many Windows a stream is cut.
const numWindows = 50

// shortLived is the number of executions below which a region was not worth it.
const shortLived = 500

// HitRate returns the share of the instructions that is executed in regions.
func (m *Metrics) HitRate() float64 { return ratio(m.InRegion, m.Instr) }

// PerTransition returns instructions executed in regions for each transition.
func (m *Metrics) PerTransition() float64 {
	return float64(m.InRegion) / float64(max(m.Transitions, 1))
}

// CensoredShare returns, of the instructions executed in regions, the share of those that no
// transition has followed yet. Where it is large, PerTransition says how long the stream was.
func (m *Metrics) CensoredShare() float64 { return ratio(m.Censored, m.InRegion) }

// steadyMost is the most that Steady returns: where a transition follows more instructions,
// it costs less than 1 % of them.
const steadyMost = 1000

// Steady returns instructions executed in regions for each transition in the second half of
// the stream, at most steadyMost: it does not grow with the stream's length, as PerTransition
// does where a region is not left any more.
func (m *Metrics) Steady() float64 {
	return min(float64(m.Late.InRegion)/float64(max(m.Late.Transitions, 1)), steadyMost)
}

// AtLeast returns the lower end of the one-sided interval of 95 % of instructions for each
// transition in the second half, if transitions come by chance (a Poisson process; the
// bound is Wilson and Hilferty's, 1931): without any, a third of the instructions.
func (m *Metrics) AtLeast() float64 {
	n := float64(m.Late.Transitions + 1)
	r := 1 - 1/(9*n) + 1.6449/(3*math.Sqrt(n))
	return float64(m.Late.InRegion) / (n * r * r * r)
}

// CodeExpansion returns the regions' instructions for each that was executed.
func (m *Metrics) CodeExpansion() float64 { return ratio(m.Code, m.Distinct) }

// CompileExpansion returns the instructions of all regions that were ever selected,
// those that were replaced too, for each that was executed: what is compiled in all.
func (m *Metrics) CompileExpansion() float64 { return ratio(m.Compiled, m.Distinct) }

// ExecutedCycles returns the share of executions that ended by the edge to the top.
func (m *Metrics) ExecutedCycles() float64 { return ratio(m.Cycles, m.Executions) }

// SpannedCycles returns the share of regions with an edge to their top.
func (m *Metrics) SpannedCycles() float64 { return ratio(uint64(m.Spanned), uint64(m.Live)) }

// Replication returns copies a selected block.
func (m *Metrics) Replication() float64 { return ratio(uint64(m.Copies), uint64(m.Selected)) }

// ExitDomination returns the share of regions whose entry's only executed
// predecessor is in a region selected earlier.
func (m *Metrics) ExitDomination() float64 {
	return ratio(uint64(m.ExitDominated), uint64(m.Live))
}

// ShortLivedShare returns the share of regions with fewer than 500 executions.
func (m *Metrics) ShortLivedShare() float64 {
	return ratio(uint64(m.ShortLived), uint64(m.Live))
}

// FactsKept returns, of the blocks that are entered from inside of a region, the
// share that has one way in: what is known about values holds on in them, while at a
// join it is met with what the other ways know. It is a model: a join loses all.
func (m *Metrics) FactsKept() float64 {
	return 1 - ratio(m.JoinEntries, max(m.Steps, 1))
}

func ratio(a, b uint64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// CoverSet returns the fewest regions that execute the given share of all
// instructions together; one more than there are if all of them do not.
func (m *Metrics) CoverSet(share float64) int {
	list := make([]uint64, len(m.Regions))
	for i, r := range m.Regions {
		list[i] = r.Instr
	}
	slices.Sort(list)
	slices.Reverse(list)
	left := share * float64(m.Instr)
	for i, n := range list {
		if left -= float64(n); left <= 0 {
			return i + 1
		}
	}
	return len(list) + 1
}

// placed is a region as the replay runs it: on the stream's block numbers.
type placed struct {
	r     *uop.Region
	block []int32   // of each of the region's blocks
	next  [][]int32 // of each of the region's blocks: indices of successors
	joins []bool    // has more than one way in
	m     int       // index in Metrics.Regions
	code  []int32   // of each of the region's blocks: index in replay.code
}

// piece is the code of a block of a region.
type piece struct {
	begin, size uint64 // in instructions; what was compiled before it lies before it
	late        bool   // was executed in the second half
}

// replay is a stream with a selector at work.
type replay struct {
	s    *Stream
	st   uop.SelectorRun
	m    *Metrics
	ids  map[uop.Place]int32
	live []*placed // by block: the region that begins there
	rows []int     // by block: the index in Metrics.Regions of what has begun there, −1
	in   *placed   // that is executing, nil: tier 1
	at   int32     // the block of it
	left *placed   // region that has just been left to tier 1
	lost int32     // where
	run  uint64    // instructions executed in regions since the last transition
	code []piece   // all that was ever compiled
	late bool      // in the second half
	err  error

	timed bool
}

// Replay runs a stream through a selector: the selector sees what tier 1 executes;
// once it has a region for a head, whatever enters there runs in the region for as
// long as it has the edges. A region that is left at the head of another one goes
// on there, else in tier 1. A stream's gaps end an execution, and are no transition.
//
// An error says that the selector returned a region that is none.
func Replay(s *Stream, sel uop.Selector, lim uop.Limits) (*Metrics, error) {
	return run(s, sel, lim, false)
}

// run is Replay; timed, with a clock around each Select.
func run(s *Stream, sel uop.Selector, lim uop.Limits, timed bool) (*Metrics, error) {
	r := &replay{s: s, timed: timed, st: sel.New(lim), m: &Metrics{Program: s.Name, Selector: sel.Name, Windows: make([]Window, numWindows)},
		ids: map[uop.Place]int32{}, live: make([]*placed, len(s.Blocks)), rows: make([]int, len(s.Blocks))}
	for i, b := range s.Blocks {
		r.ids[b.At] = int32(i)
		r.rows[i] = -1
	}
	window := (s.Len + numWindows - 1) / numWindows
	n, early := 0, uint64(0)
	for id, how := range s.All() {
		if how == uop.Start {
			r.m.Censored, r.run = r.m.Censored+r.run, 0
		}
		size := uint64(s.Blocks[id].Size)
		r.late = n >= s.Len/2
		inside := r.step(id, how)
		if r.err != nil {
			return nil, r.err
		}
		w, c := &r.m.Windows[n/window], r.m.part(n)
		n++
		c.Instr += size
		w.Instr += size
		if inside {
			w.InRegion += size
			c.InRegion += size
			r.run += size
			if n > s.Len/2 {
				r.m.Late.InRegion += size
			}
		}
		if n == s.Len/2 {
			early = r.m.Transitions
		}
	}
	r.m.Late.Transitions = r.m.Transitions - early
	r.m.Censored += r.run
	r.finish()
	return r.m, nil
}

// step executes a block, and reports whether a region did.
func (r *replay) step(id int32, how uop.How) bool {
	if r.in != nil {
		if r.inside(id, how) {
			return true
		}
	} else {
		r.left = nil
	}
	if how == uop.Start {
		r.left = nil
	}
	// A region that is left to the head of another goes on there unseen.
	if p := r.live[id]; p != nil && r.left != nil {
		r.enter(p)
		return true
	}
	ev := r.s.Event(id, how)
	if r.left != nil {
		ev.How, ev.Region, ev.Left = uop.Exit, r.left.r, r.lost
	}
	if head, hot := r.st.Observe(ev); hot {
		r.selects(head)
	}
	if p := r.live[id]; p != nil {
		r.enter(p)
		return true
	}
	return false
}

// inside goes on in the region; it reports whether that has the way.
func (r *replay) inside(id int32, how uop.How) bool {
	p := r.in
	r.left, r.lost = nil, 0
	if how != uop.Start {
		for _, n := range p.next[r.at] {
			if p.block[n] != id {
				continue
			}
			if n == 0 {
				r.m.Regions[p.m].Cycles++
				r.m.Regions[p.m].Executions++
			} else {
				r.m.Steps++
				if p.joins[n] {
					r.m.JoinEntries++
				}
			}
			r.at = n
			r.touch(p, n)
			r.m.Regions[p.m].Instr += uint64(r.s.Blocks[id].Size)
			return true
		}
		if p.block[0] != id {
			r.m.Transitions++
			r.run = 0
		}
		r.left, r.lost = p, r.at
	}
	r.in = nil
	return false
}

func (r *replay) enter(p *placed) {
	r.in, r.at, r.left = p, 0, nil
	r.touch(p, 0)
	r.m.Regions[p.m].Executions++
	r.m.Regions[p.m].Instr += uint64(r.s.Blocks[p.block[0]].Size)
}

// touch notes that a region's block is executed.
func (r *replay) touch(p *placed, block int32) {
	c := &r.code[p.code[block]]
	c.late = c.late || r.late
}

// compile makes the code of a region: of all of it, or of what was added to the one before it.
func (r *replay) compile(p, before *placed) error {
	if p.r.Added && before != nil {
		if len(p.block) < len(before.block) || !slices.Equal(p.block[:len(before.block)], before.block) {
			return fmt.Errorf("region: %s on %s: a region adds to one that it does not begin with", r.m.Selector, r.s.Name)
		}
		p.code = slices.Clone(before.code)
	}
	for i := len(p.code); i < len(p.block); i++ {
		size := uint64(p.r.Blocks[i].Size)
		p.code = append(p.code, int32(len(r.code)))
		r.code = append(r.code, piece{begin: r.m.Compiled, size: size})
		r.m.Compiled += size
	}
	return nil
}

// selects asks for a region and puts it in place.
func (r *replay) selects(head uop.Place) {
	var begin time.Time
	if r.timed {
		begin = time.Now()
	}
	reg, refusal := r.st.Select(head)
	if r.timed {
		r.m.SelectTime += time.Since(begin)
	}
	r.m.Calls++
	if refusal != nil {
		r.m.Refusals[refusal.Reason]++
		return
	}
	if err := reg.Check(head); err != nil {
		r.err = fmt.Errorf("region: %s on %s: %w", r.m.Selector, r.s.Name, err)
		return
	}
	p := &placed{r: reg, joins: make([]bool, len(reg.Blocks))}
	ways := make([]int, len(reg.Blocks))
	for i := range reg.Blocks {
		id, ok := r.ids[reg.Blocks[i].At]
		if !ok {
			r.err = fmt.Errorf("region: %s on %s: a region has a block at %v, which was never executed", r.m.Selector, r.s.Name, reg.Blocks[i].At)
			return
		}
		p.block = append(p.block, id)
		p.next = append(p.next, reg.Blocks[i].Succs)
		for _, s := range reg.Blocks[i].Succs {
			ways[s]++
		}
	}
	for i, n := range ways {
		p.joins[i] = n > 1
	}
	h := p.block[0]
	if r.err = r.compile(p, r.live[h]); r.err != nil {
		return
	}
	if r.live[h] != nil && !reg.Added {
		r.m.Replaced++
	}
	if r.rows[h] < 0 {
		r.rows[h] = len(r.m.Regions)
		r.m.Regions = append(r.m.Regions, RegionMetrics{Head: head})
	}
	p.m = r.rows[h]
	r.m.Regions[p.m].Region, r.m.Regions[p.m].Gone = reg, false
	r.live[h] = p
	for _, place := range reg.Replaces {
		id, ok := r.ids[place]
		if !ok || id == h || r.live[id] == nil {
			r.err = fmt.Errorf("region: %s on %s: the region of %v replaces one at %v, which there is not", r.m.Selector, r.s.Name, head, place)
			return
		}
		r.m.Replaced++
		r.m.Regions[r.live[id].m].Gone = true
		r.live[id] = nil
	}
}

// finish computes what is known at the end.
func (r *replay) finish() {
	m := r.m
	m.Events = r.s.Len
	m.Lines = lines(r.code)
	for _, w := range m.Windows {
		m.Instr += w.Instr
		m.InRegion += w.InRegion
	}
	g := r.s.profile()
	for i := range g.Nodes {
		m.Distinct += uint64(g.Nodes[i].Size)
	}
	selected := make([]bool, len(g.Nodes))
	earlier := make([]bool, len(g.Nodes)) // in a region selected before
	for i := range m.Regions {
		rm := &m.Regions[i]
		m.Executions += rm.Executions
		m.Cycles += rm.Cycles
		if rm.Gone {
			continue
		}
		m.Live++
		if rm.Executions < shortLived {
			m.ShortLived++
		}
		if in := g.Nodes[g.ID(rm.Head)].In; len(in) == 1 && earlier[in[0]] {
			m.ExitDominated++
		}
		for k := range rm.Region.Blocks {
			blk := &rm.Region.Blocks[k]
			id := g.ID(blk.At)
			m.Copies++
			m.Code += uint64(blk.Size)
			if !selected[id] {
				selected[id] = true
				m.Selected++
			}
			earlier[id] = true
			rm.Spans = rm.Spans || len(blk.Succs) > 0 && blk.Succs[0] == 0
			for _, a := range g.Nodes[id].Out {
				if rm.Region.Next(int32(k), g.Nodes[a.To].At) < 0 {
					m.Exits++
				}
			}
		}
		if rm.Spans {
			m.Spanned++
		}
	}
	if c, ok := r.st.(interface{ Counters() int }); ok {
		m.Counters = c.Counters()
	}
}
