package compare

import (
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/uop"
)

// long makes a trace of about n micro-ops: the body of a loop, executed so often.
func long(t testing.TB, d *cpython.Dump, n int) *cpython.DumpTrace {
	x := *d.Traces[0]
	body := x.Before.Insts[2 : len(x.Before.Insts)-1] // without its begin and its jump to the top
	u := *x.Before
	u.Stop, u.Insts = uop.StopTooLong, append([]uop.Inst(nil), x.Before.Insts[:2]...)
	for len(u.Insts)+len(body) < n || len(u.Insts) == 2 {
		u.Insts = append(u.Insts, body...)
	}
	u.Insts = append(u.Insts, uop.Inst{Op: cpython.EXIT_TRACE, Target: u.Entry})
	x.Before, x.After, x.Exec = &u, nil, nil
	return &x
}

// lengths are those of the traces that the time is measured on.
var lengths = []int{100, 320, 1000, 3200, 10000, 32000}

// measure returns, for each length, the shortest time of a compile for one micro-op,
// in nanoseconds, and the lengths as they came out. It measures each length in turn,
// for some rounds, until the times grow no faster than the bar.
func measure(t testing.TB, rounds int) (ns, uops []float64) {
	c := newComparer(t, "@default")
	d := readDump(t, "btree.jsonl.gz")
	c.guest.Load(d)
	var traces []*cpython.DumpTrace
	for _, n := range lengths {
		x := long(t, d, n)
		traces = append(traces, x)
		ns, uops = append(ns, math.Inf(1)), append(uops, float64(len(x.Before.Insts)))
	}
	for range rounds {
		for i, x := range traces {
			for range max(1, lengths[len(lengths)-1]/lengths[i]/10) { // short ones are over soon
				start := time.Now()
				if _, err := c.Optimize(x); err != nil {
					t.Fatal(err)
				}
				ns[i] = min(ns[i], float64(time.Since(start).Nanoseconds())/uops[i])
			}
		}
		if exponent(ns, uops) <= bar {
			break
		}
	}
	return ns, uops
}

// exponent fits time = a·length^k by least squares of the logarithms and returns k.
func exponent(ns, uops []float64) float64 {
	var sx, sy, sxx, sxy float64
	n := float64(len(ns))
	for i := range ns {
		x, y := math.Log(uops[i]), math.Log(ns[i]*uops[i])
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

// bar is the greatest power of the length that the time of a compile may grow with.
const bar = 1.35

// BenchmarkLength prints the time a micro-op at each length, from 100 to 32,000, and the
// fit. Were any pass quadratic, the exponent would be near 2: it fails above the bar.
// Long traces are less likely to be compiled undisturbed, so on a busy machine there are
// more rounds: the shortest times of all count.
func BenchmarkLength(b *testing.B) {
	var ns, uops []float64
	for b.Loop() {
		ns, uops = measure(b, 25)
	}
	for i := range ns {
		b.ReportMetric(ns[i], "ns/uop-at-"+strconv.Itoa(lengths[i]))
	}
	b.ReportMetric(exponent(ns, uops), "exponent")
	if k := exponent(ns, uops); k > bar {
		b.Errorf("time grows with the length to the power %.2f: %.0f ns a micro-op at %.0f", k, ns, uops)
	}
}
