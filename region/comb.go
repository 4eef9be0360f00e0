package region

import "github.com/tier2go/tier2/uop"

// comb combines observed traces: Hiniker, Hazelwood, Smith (MICRO 2005), section 4.
// When a head is hot, the next prof traces from it are kept instead of one; blocks
// that are in min of them or more make the region, and with them the blocks from
// which observed paths come back to one of those (without going through the head).
//
// Covers: the head; of each observed trace the blocks up to the first one from
// which nothing frequent is reached any more.
type comb struct {
	combined
	net
}

// combined is a head's traces, and how many are wanted.
type combined struct {
	prof, min int
	traces    map[int32][][]int32
}

// add keeps a trace; it reports whether there are enough.
func (c *combined) add(path []int32) ([][]int32, bool) {
	head := path[0]
	c.traces[head] = append(c.traces[head], append([]int32(nil), path...))
	if len(c.traces[head]) < c.prof {
		return nil, false
	}
	list := c.traces[head]
	delete(c.traces, head)
	return list, true
}

// combine makes the region of a head's traces.
func (c *combined) combine(b *base, traces [][]int32) *uop.Region {
	head := traces[0][0]
	n := len(b.g.Nodes)
	times, stamp := make([]int, n), make([]int, n)
	to := make([][]int32, n) // the edges of the traces
	for i, path := range traces {
		for k, id := range path {
			if stamp[id] != i+1 {
				stamp[id] = i + 1
				times[id]++
			}
			if k+1 < len(path) {
				to[id] = append(to[id], path[k+1])
			}
		}
	}
	in := make([]bool, n)
	for id, t := range times {
		in[id] = t >= c.min || int32(id) == head
	}
	for changed := true; changed; { // what rejoins
		changed = false
		for id := n - 1; id >= 0; id-- {
			if in[id] || times[id] == 0 {
				continue
			}
			for _, s := range to[id] {
				if s != head && in[s] {
					in[id], changed = true, true
				}
			}
		}
	}
	b.trim(head, in, b.max)
	return b.region(head, in)
}

// Observe implements uop.SelectorRun.
func (s *comb) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	var at uop.Place
	done := false
	if path, _, ended := s.record(&ev, prev, id); ended {
		if list, enough := s.add(path); enough {
			at, done = s.finish(s.combine(&s.base, list))
		}
	}
	if s.rec.on || s.live[id] != nil || done && at == ev.At {
		return at, done
	}
	if ev.How == uop.Exit || s.backward(&ev, prev) {
		if len(s.traces[id]) > 0 || s.warm(id, max(1, s.hot-s.prof)) {
			s.rec.begin(id, ev.Size)
		}
	}
	return at, done
}

// Counters returns the most counters that were in use at a time.
func (s *comb) Counters() int { return s.peak + len(s.traces) }

// leiComb is comb on LEI's traces.
type leiComb struct {
	combined
	lei
}

// Observe implements uop.SelectorRun.
func (s *leiComb) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	hot := max(1, s.hot-s.prof)
	if len(s.traces[id]) > 0 {
		hot = 1
	}
	path, _, ok := s.cycle(&ev, prev, id, hot)
	if !ok {
		return uop.Place{}, false
	}
	if list, enough := s.add(path); enough {
		return s.finish(s.combine(&s.base, list))
	}
	return uop.Place{}, false
}

// Counters returns the most counters that were in use at a time.
func (s *leiComb) Counters() int { return s.peak + len(s.traces) }
