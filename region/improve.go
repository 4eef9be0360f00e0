package region

import "slices"

// improver climbs from a set of candidates to better ones: it adds the block, the
// two blocks or the way to a part of the cut that gain most, or takes a block out,
// until nothing gains.
type improver struct {
	p      *problem
	lambda int64
	bound  int
	touch  [][]problemEdge // by candidate
	succs  [][]int32
}

func (im *improver) index() {
	n := len(im.p.nodes)
	im.touch, im.succs = make([][]problemEdge, n), make([][]int32, n)
	for _, e := range im.p.edges {
		im.touch[e.from] = append(im.touch[e.from], e)
		im.touch[e.to] = append(im.touch[e.to], e)
		im.succs[e.from] = append(im.succs[e.from], e.to)
	}
}

// delta returns what changes when candidate i is added or taken out.
func (im *improver) delta(set []bool, i int32) int64 {
	d := im.p.gain(int(i), im.lambda)
	if set[i] {
		d = -d
	}
	for _, e := range im.touch[i] {
		d += e.price(set)
	}
	set[i] = !set[i]
	for _, e := range im.touch[i] {
		d -= e.price(set)
	}
	set[i] = !set[i]
	return d
}

// climb returns the best set that it comes to, and its value.
func (im *improver) climb(set, cut []bool) ([]bool, int64) {
	set = slices.Clone(set)
	value := im.p.value(set, im.lambda)
	for {
		next, v := im.step(set, value)
		if v <= value {
			next, v = im.bridge(set, cut)
		}
		if v <= value {
			return set, value
		}
		set, value = next, v
	}
}

// peel takes out what loses least for its size, with what is not reached without it,
// until the set fits; what is fixed stays.
func (im *improver) peel(set []bool) []bool {
	p := im.p
	set = slices.Clone(set)
	for p.size(set) > im.bound {
		value, size := p.value(set, im.lambda), p.size(set)
		var best []bool
		least := 0.0
		for i := p.fixed; i < len(set); i++ {
			if !set[i] {
				continue
			}
			set[i] = false
			rest := p.reached(set)
			set[i] = true
			loss := float64(value-p.value(rest, im.lambda)) / float64(size-p.size(rest))
			if best == nil || loss < least {
				best, least = rest, loss
			}
		}
		if best == nil {
			return set
		}
		set = best
	}
	return set
}

// step tries single blocks and pairs.
func (im *improver) step(set []bool, value int64) ([]bool, int64) {
	best, most := set, value
	size := im.p.size(set)
	try := func(v int64) {
		if v <= most || im.p.size(set) > im.bound {
			return
		}
		if r := im.p.reached(set); slices.Equal(r, set) {
			best, most = slices.Clone(set), v
		} else if v = im.p.value(r, im.lambda); v > most {
			best, most = r, v
		}
	}
	for i := int32(im.p.fixed); int(i) < len(set); i++ {
		v := value + im.delta(set, i)
		set[i] = !set[i]
		try(v)
		if set[i] && size+int(im.p.s[i]) < im.bound {
			for _, j := range im.succs[i] {
				if !set[j] {
					w := v + im.delta(set, j)
					set[j] = true
					try(w)
					set[j] = false
				}
			}
		}
		set[i] = !set[i]
	}
	return best, most
}

// bridge adds the shortest way to the nearest part of the cut that is not in the
// set, with that part.
func (im *improver) bridge(set, cut []bool) ([]bool, int64) {
	n := len(set)
	from := make([]int32, n)
	var queue []int32
	for i := range from {
		from[i] = -1
		if set[i] {
			from[i] = int32(i)
			queue = append(queue, int32(i))
		}
	}
	for k := 0; k < len(queue); k++ {
		for _, t := range im.succs[queue[k]] {
			if from[t] < 0 {
				from[t] = queue[k]
				queue = append(queue, t)
			}
		}
	}
	var best []bool
	most := int64(-1 << 62)
	for i := range cut {
		if !cut[i] || set[i] || from[i] < 0 {
			continue
		}
		trial := slices.Clone(set)
		for t := int32(i); !trial[t]; t = from[t] {
			trial[t] = true
		}
		all := slices.Clone(trial)
		for j := range cut {
			all[j] = all[j] || cut[j]
		}
		for _, x := range [][]bool{trial, im.p.reached(all)} {
			if v := im.p.value(x, im.lambda); v > most && im.p.size(x) <= im.bound {
				best, most = x, v
			}
		}
	}
	return best, most
}
