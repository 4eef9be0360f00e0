package region

import (
	"slices"

	"gonum.org/v1/gonum/graph/flow"
)

// expander makes copies of what follows joins: of the blocks from a join up to its immediate
// post-dominator, for each way in that closes no loop. Dominators say which ways close loops,
// those of the reversed graph where what follows a join ends.
type expander struct {
	by    Steering
	limit int       // of the copies' sizes, all together
	sizes []int     // by block; block 0 is the head
	in    [][]int32 // edges
	out   [][]int32
	exits []bool   // the block has ways out of the set
	post  []int32  // immediate post-dominators, −1: the region's end
	back  [][]bool // back[i][k]: out[i][k] goes to a block that dominates i
	twice []bool   // joins whose tails are duplicated

	nodes  []int32 // the copies: the block
	succs  [][]int32
	size   int
	copies map[copyKey]int32
	tags   []tag
	work   []copyKey
}

// tag says in which duplicates a copy lies: in that of the join at, for the way
// from a copy, and in those of parent. Tag 0 is none.
type tag struct {
	parent   int32
	at, from int32
}

type copyKey struct{ block, tag int32 }

// add adds a block, with the blocks that it goes on in; leaves says that it goes elsewhere, too.
func (e *expander) add(size int, out []int32, leaves bool) {
	e.sizes, e.out, e.exits = append(e.sizes, size), append(e.out, out), append(e.exits, leaves)
}

// shape finds dominators and post-dominators of the blocks that were added.
func (e *expander) shape() {
	n := len(e.out)
	e.in, e.back, e.twice = make([][]int32, n), make([][]bool, n), make([]bool, n)
	d := newDigraph(n + 1) // node n is the end
	for i, out := range e.out {
		leaves := true
		for _, to := range out {
			e.in[to] = append(e.in[to], int32(i))
			if to != 0 {
				d.SetEdge(int32(i), to, 1)
				leaves = false
			}
		}
		if leaves || e.exits[i] {
			d.SetEdge(int32(i), int32(n), 1)
		}
	}
	dom := e.by.Dominators(d, 0)
	for i := range e.out {
		for _, to := range e.out[i] {
			e.back[i] = append(e.back[i], to == 0 || dominates(dom, to, int32(i)))
		}
	}
	// Edges back to the head go to the end, so that what follows a loop's body
	// is the next iteration; others back count as they are.
	for i := range e.out {
		for _, to := range e.out[i] {
			if to == 0 {
				d.SetEdge(int32(i), int32(n), 1)
			}
		}
	}
	e.post = e.by.Dominators(d.Reversed(), int32(n))
	for i, p := range e.post {
		if p == int32(n) {
			e.post[i] = -1
		}
	}
}

// reach makes the copies behind a join go as far as a block: up to the first post-dominator behind it.
func (e *expander) reach(join, block int32) {
	for e.post[join] >= 0 && !slices.Contains(e.tail(join), block) {
		e.post[join] = e.post[e.post[join]]
	}
}

// worth is what is gained by duplicating behind a join.
type worth struct {
	join int32
	gain int
}

// decide makes the copies: those of all joins where the gain is not negative that fit, the best
// first. gain is told the join, how many ways meet there, and the blocks that follow it.
func (e *expander) decide(gain func(join int32, ways int, tail []int32) int) {
	var found []worth
	for j := int32(1); int(j) < len(e.out); j++ {
		ways := 0
		for _, u := range e.in[j] {
			if !e.isBack(u, j) {
				ways++
			}
		}
		if ways < 2 {
			continue
		}
		if g := gain(j, ways, e.tail(j)); g >= 0 {
			found = append(found, worth{j, g})
		}
	}
	slices.SortStableFunc(found, func(a, b worth) int { return b.gain - a.gain })
	for _, w := range found {
		e.twice[w.join] = true
		if !e.expand() {
			e.twice[w.join] = false
		}
	}
	e.expand()
}

// idoms returns each node's immediate dominator, −1 for those without, by gonum.
func idoms(d *Digraph, root int32) []int32 {
	tree := flow.Dominators(node(root), d)
	out := make([]int32, len(d.succs))
	for i := range out {
		out[i] = -1
		if n := tree.DominatorOf(int64(i)); n != nil && int32(i) != root {
			out[i] = int32(n.ID())
		}
	}
	return out
}

// dominates reports whether a dominates b.
func dominates(idom []int32, a, b int32) bool {
	for ; b >= 0; b = idom[b] {
		if a == b {
			return true
		}
	}
	return false
}

func (e *expander) isBack(u, v int32) bool {
	for k, to := range e.out[u] {
		if to == v {
			return e.back[u][k]
		}
	}
	return false
}

// tail returns the blocks from a join up to its post-dominator.
func (e *expander) tail(j int32) []int32 {
	seen := make([]bool, len(e.out))
	if e.post[j] >= 0 {
		seen[e.post[j]] = true
	}
	list := []int32{j}
	seen[j] = true
	for i := 0; i < len(list); i++ {
		for k, to := range e.out[list[i]] {
			if !seen[to] && !e.back[list[i]][k] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	return list
}

// expand makes the copies that are reached from the head; it reports whether they
// stay within the bound.
func (e *expander) expand() bool {
	e.nodes, e.succs, e.work, e.size = nil, nil, nil, 0
	e.copies, e.tags = map[copyKey]int32{}, []tag{{parent: -1}}
	e.copy(copyKey{0, 0})
	for i := 0; i < len(e.work); i++ {
		if e.size > e.limit {
			return false
		}
		from := e.work[i]
		c := e.copies[from]
		for k, to := range e.out[from.block] {
			if id := e.target(c, from, to, e.back[from.block][k]); id >= 0 {
				e.succs[c] = append(e.succs[c], id)
			}
		}
	}
	return e.size <= e.limit
}

// target returns the copy that an edge goes to.
func (e *expander) target(c int32, from copyKey, to int32, back bool) int32 {
	t := from.tag
	if back { // the copy around, if there is one
		for ; t >= 0; t = e.tags[t].parent {
			if id, ok := e.copies[copyKey{to, t}]; ok {
				return id
			}
		}
		return -1
	}
	for t > 0 && e.post[e.tags[t].at] == to {
		t = e.tags[t].parent
	}
	if e.twice[to] {
		e.tags = append(e.tags, tag{t, to, c})
		t = int32(len(e.tags) - 1)
	}
	return e.copy(copyKey{to, t})
}

// copy returns the copy of a block under a tag; if there was none, it is made.
func (e *expander) copy(k copyKey) int32 {
	if id, ok := e.copies[k]; ok {
		return id
	}
	id := int32(len(e.nodes))
	e.copies[k] = id
	e.nodes = append(e.nodes, k.block)
	e.succs = append(e.succs, nil)
	e.size += e.sizes[k.block]
	e.work = append(e.work, k)
	return id
}
