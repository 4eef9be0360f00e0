package region

import (
	"math"

	"github.com/tier2go/tier2/internal/dense"
)

// flowNetwork is a flow network for Dinic's algorithm, on slices that are kept between
// uses. gonum's flow algorithm returns the value of a cut and not the cut, which is
// what we need; the tests compare the values.
type flowNetwork struct {
	first []int32 // by node: its first arc, −1 none
	arcs  []flowArc
	level []int32
	at    []int32 // by node: the arc that an augmentation tries next
	queue []int32
}

// flowArc is an arc; the one with the last bit of its index flipped is its reverse.
type flowArc struct {
	to, next int32
	left     int64
}

func (f *flowNetwork) reset(n int) {
	f.first, f.level, f.at = dense.Grow(f.first, n), dense.Grow(f.level, n), dense.Grow(f.at, n)
	for i := range f.first {
		f.first[i] = -1
	}
	f.arcs = f.arcs[:0]
}

// add adds an arc, and its reverse with a capacity of its own.
func (f *flowNetwork) add(from, to int32, capacity, back int64) {
	n := int32(len(f.arcs))
	f.arcs = append(f.arcs, flowArc{to, f.first[from], capacity}, flowArc{from, f.first[to], back})
	f.first[from], f.first[to] = n, n+1
}

// levels finds the distances from the source along arcs with capacity left, and
// reports whether the sink is reached.
func (f *flowNetwork) levels(source, sink int32) bool {
	for i := range f.level {
		f.level[i] = -1
	}
	f.level[source] = 0
	f.queue = append(f.queue[:0], source)
	for k := 0; k < len(f.queue); k++ {
		u := f.queue[k]
		for e := f.first[u]; e >= 0; e = f.arcs[e].next {
			if a := &f.arcs[e]; a.left > 0 && f.level[a.to] < 0 {
				f.level[a.to] = f.level[u] + 1
				f.queue = append(f.queue, a.to)
			}
		}
	}
	return f.level[sink] >= 0
}

func (f *flowNetwork) push(u, sink int32, limit int64) int64 {
	if u == sink {
		return limit
	}
	sent := int64(0)
	for ; f.at[u] >= 0; f.at[u] = f.arcs[f.at[u]].next {
		e := f.at[u]
		a := &f.arcs[e]
		if a.left <= 0 || f.level[a.to] != f.level[u]+1 {
			continue
		}
		n := f.push(a.to, sink, min(limit-sent, a.left))
		f.arcs[e].left -= n
		f.arcs[e^1].left += n
		if sent += n; sent == limit {
			return sent
		}
	}
	return sent
}

// cut returns the value of a minimum cut. Afterwards, source tells the side of the
// source: the smallest, if there are several cuts.
func (f *flowNetwork) cut(source, sink int32) int64 {
	total := int64(0)
	for f.levels(source, sink) {
		copy(f.at, f.first)
		total += f.push(source, sink, math.MaxInt64)
	}
	return total
}

// source reports whether a node is on the source's side.
func (f *flowNetwork) source(n int32) bool { return f.level[n] >= 0 }
