package region

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/tier2go/tier2/uop"
)

// Objectives are what a setting of a selector is judged by: means over streams, the
// hit rate and the code as they are, the instructions per transition geometrically.
type Objectives struct {
	HitRate       float64
	Code          float64 // all code that was compiled, for each instruction that was executed (CompileExpansion): less is better
	PerTransition float64 // Metrics.Steady, at most steadyMost: more is better
	Cover90       float64 // less is better
}

// reference is the worst that still counts, for the hypervolume: code four times
// what is executed, ten instructions per transition (a block or two), and twenty
// regions for 90 % of all instructions.
var reference = Objectives{Code: 4, PerTransition: 10, Cover90: 20}

// Mean returns the objectives of replays.
func Mean(list []*Metrics) Objectives {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return mean(list, all)
}

// mean is Mean of some of the replays.
func mean(list []*Metrics, of []int) Objectives {
	var o Objectives
	for _, i := range of {
		m := list[i]
		o.HitRate += m.HitRate()
		o.Code += m.CompileExpansion()
		o.PerTransition += math.Log(max(m.Steady(), 1))
		o.Cover90 += float64(m.CoverSet(0.9))
	}
	n := float64(max(len(of), 1))
	return Objectives{o.HitRate / n, o.Code / n, math.Exp(o.PerTransition / n), o.Cover90 / n}
}

// dominates reports whether o is at least as good as q in each objective but the hit
// rate, and better in one.
func (o Objectives) dominates(q Objectives) bool {
	return o.Code <= q.Code && o.PerTransition >= q.PerTransition && o.Cover90 <= q.Cover90 &&
		(o.Code < q.Code || o.PerTransition > q.PerTransition || o.Cover90 < q.Cover90)
}

// Front returns the indices of the settings that no other one dominates, of those
// whose hit rate is at most within below the best one's.
func Front(list []Objectives, within float64) []int {
	best := 0.0
	for _, o := range list {
		best = max(best, o.HitRate)
	}
	fits := func(o Objectives) bool { return o.HitRate >= best-within }
	var front []int
	for i, o := range list {
		beaten := slices.ContainsFunc(list, func(q Objectives) bool { return fits(q) && q.dominates(o) })
		if fits(o) && !beaten && !slices.Contains(list[:i], o) {
			front = append(front, i)
		}
	}
	return front
}

// hypervolume returns the volume of what points dominate, up to a reference point that is the
// same for all streams: code expansion 4, 10 instructions per transition, a cover set of 20.
// The axis of instructions per transition is logarithmic, to the base of ten, and ends at
// steadyMost: from 0 to 2. So the most that there is, 4 × 2 × 20 = 160, does not depend on a stream's length.
// The unit is one of code expansion × a tenfold × one region. Points beyond the reference count nothing.
func hypervolume(points []Objectives) float64 {
	type box struct{ x, y, z float64 }
	var boxes []box
	for _, o := range points {
		b := box{reference.Code - o.Code, math.Log10(max(o.PerTransition, 1) / reference.PerTransition), reference.Cover90 - o.Cover90}
		if b.x > 0 && b.y > 0 && b.z > 0 {
			boxes = append(boxes, b)
		}
	}
	// Slices by falling z: between two levels, the area of the boxes above them.
	slices.SortStableFunc(boxes, func(a, b box) int { return cmp.Compare(b.z, a.z) })
	volume := 0.0
	for i := range boxes {
		below := 0.0
		if i+1 < len(boxes) {
			below = boxes[i+1].z
		}
		top := slices.Clone(boxes[:i+1])
		slices.SortStableFunc(top, func(a, b box) int { return cmp.Compare(b.x, a.x) })
		area, height := 0.0, 0.0
		for _, b := range top { // from the widest on
			if b.y > height {
				area += b.x * (b.y - height)
				height = b.y
			}
		}
		volume += area * (boxes[i].z - below)
	}
	return volume
}

// resamples is the number of samples of a bootstrap.
const resamples = 1000

// Scored is the hypervolume of a front, with the interval from the 2.5th to the
// 97.5th percentile of a bootstrap.
type Scored struct {
	Volume, Lo, Hi float64
	samples        []float64 // of the bootstrap, in the order in which they were drawn: the same programs and walks for all
}

// Of compares two fronts that were scored on the same streams: the ratio of their volumes, with
// the interval from the 2.5th to the 97.5th percentile of the ratios of the bootstrap's
// samples, each of the same programs and walks for both. Both are better known than either volume,
// as what makes a program hard makes it so for both. Two volumes of 0 are equal; against one alone the
// ratio is +Inf.
func (s Scored) Of(base Scored) (ratio, lo, hi float64) {
	of := func(a, b float64) float64 {
		if a == b {
			return 1
		}
		return a / b
	}
	list := make([]float64, len(s.samples))
	for i := range list {
		list[i] = of(s.samples[i], base.samples[i])
	}
	slices.Sort(list)
	return of(s.Volume, base.Volume), list[len(list)*25/1000], list[len(list)*975/1000-1]
}

// scoreOf returns the hypervolume of settings by their replays: runs[i] are those of
// setting i, in the same order of streams.
func scoreOf(runs [][]*Metrics) Scored {
	if len(runs) == 0 || len(runs[0]) == 0 {
		return Scored{}
	}
	return bootstrap(runs[0], func(of []int) float64 {
		points := make([]Objectives, len(runs))
		for i := range runs {
			points[i] = mean(runs[i], of)
		}
		return hypervolume(points)
	})
}

// bootstrap returns what a function makes of replays, given by their indices, and of samples of
// them. It draws programs, and of each program drawn, walks; its seed is fixed.
func bootstrap(list []*Metrics, of func([]int) float64) Scored {
	var names []string
	walks := map[string][]int{} // by program: indices of its streams
	all := make([]int, len(list))
	for i, m := range list {
		if walks[m.Program] == nil {
			names = append(names, m.Program)
		}
		walks[m.Program] = append(walks[m.Program], i)
		all[i] = i
	}
	r := rand.New(rand.NewPCG(1, 8))
	samples := make([]float64, resamples)
	for i := range samples {
		var drawn []int
		for range names {
			w := walks[names[r.IntN(len(names))]]
			for range w {
				drawn = append(drawn, w[r.IntN(len(w))])
			}
		}
		samples[i] = of(drawn)
	}
	sorted := slices.Sorted(slices.Values(samples))
	return Scored{of(all), sorted[resamples*25/1000], sorted[resamples*975/1000-1], samples}
}

// Interval returns the mean of a column over replays, with the interval from the 2.5th to the 97.5th
// percentile of a bootstrap over programs and walks.
func (c *Column) Interval(list []*Metrics) (mean, lo, hi float64) {
	s := bootstrap(list, func(of []int) float64 {
		drawn := make([]*Metrics, len(of))
		for i, k := range of {
			drawn[i] = list[k]
		}
		return c.mean(drawn)
	})
	return s.Volume, s.Lo, s.Hi
}

// Paired returns the geometric mean of a column's ratios to what another selector has on the same
// streams, with its interval: each sample has the same programs and walks for both. What is
// below least counts as that.
func (c *Column) Paired(list, base []*Metrics, least float64) (mean, lo, hi float64) {
	s := bootstrap(list, func(of []int) float64 {
		sum := 0.0
		for _, k := range of {
			sum += math.Log(max(c.Of(list[k]), least) / max(c.Of(base[k]), least))
		}
		return math.Exp(sum / float64(len(of)))
	})
	return s.Volume, s.Lo, s.Hi
}

// Swept is a selector's sweep: what each setting reached on the streams for tuning,
// which of them were chosen there, and what those reached on the streams that count.
type Swept struct {
	Settings []uop.Selector
	Tuned    []Objectives // of each setting, on the streams for tuning
	Front    []int        // the settings that were chosen: indices
	Reached  []Objectives // of those, on the streams that count
	Replays  [][]*Metrics // of those, on the streams that count
	Scored
}

// Batch replays many streams through many selectors, on all processors.
type Batch struct {
	Limits uop.Limits
	// Timed puts a clock around each Select. Selectors that record or count do part of
	// their work in Observe, which is not timed.
	Timed bool
	Done  func() // called after each replay if it is not nil, one call at a time
}

// Sweep tries settings on streams for tuning, chooses those on the front (of the ones
// whose hit rate is at most within below the best's), and scores these on others.
func (b *Batch) Sweep(settings []uop.Selector, tune, score []*Stream, within float64) (*Swept, error) {
	s := &Swept{Settings: settings}
	runs, err := b.Replay(tune, settings)
	if err != nil {
		return nil, err
	}
	for _, list := range runs {
		s.Tuned = append(s.Tuned, Mean(list))
	}
	s.Front = Front(s.Tuned, within)
	chosen := make([]uop.Selector, len(s.Front))
	for i, k := range s.Front {
		chosen[i] = settings[k]
	}
	if s.Replays, err = b.Replay(score, chosen); err != nil {
		return nil, err
	}
	for _, list := range s.Replays {
		s.Reached = append(s.Reached, Mean(list))
	}
	s.Scored = scoreOf(s.Replays)
	return s, nil
}

// Replay replays all streams through all selectors: the result has the metrics by
// selector, then by stream. The error is that of the first replay that failed.
func (b *Batch) Replay(streams []*Stream, sels []uop.Selector) ([][]*Metrics, error) {
	out := make([][]*Metrics, len(sels))
	for i := range out {
		out[i] = make([]*Metrics, len(streams))
	}
	errs := make([]error, len(sels)*len(streams))
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := 0
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
	}
	for range min(runtime.GOMAXPROCS(0), len(errs)) {
		wg.Go(func() {
			for k := take(); k < len(errs); k = take() {
				i, j := k/len(streams), k%len(streams)
				out[i][j], errs[k] = run(streams[j], sels[i], b.Limits, b.Timed)
				if b.Done != nil {
					mu.Lock()
					b.Done()
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
