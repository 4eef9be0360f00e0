package sre

// node is what a code has become.
type node struct {
	op     nodeOp
	next   int32  // what follows
	arg    int32  // the mark, the place's kind, the group (from 0), the distance back, the first alternative or character
	end    int32  // behind the last alternative or character
	body   int32  // of a node with codes in it; until: its repeat
	lo, hi uint32 // bounds of a repeat; hi MaxRepeat: none
	ch     uint32 // a character
	test   test   // of one character
	// starts are the characters that a match of what follows begins with; of a repeat of
	// several, of its body. Nil: it may begin with anything, or be empty.
	starts *set
	// sure says of a greedy repeat of one character that it takes all it can or fails: what
	// follows begins with none of its characters.
	sure bool
}

// nodeOp is what a node does.
type nodeOp uint8

const (
	nFailure nodeOp = iota
	nSuccess        // of the pattern
	nEnd            // of a part that is a run of its own
	nChar
	nString
	nOne // one character that passes a test
	nMark
	nAt
	nBranch
	nGreedyOne
	nLazyOne
	nPossessiveOne
	nRepeat
	nMaxUntil
	nMinUntil
	nPossessive
	nAtomic
	nAssert
	nAssertNot
	nGroup // the text of a group again; of lower case by the test's code
	nGroupExists
)

// alternative is one way of a branch.
type alternative struct {
	starts *set // what a match of it begins with; nil: anything, or nothing
	node   int32
}

// builder makes the nodes of a program.
type builder struct {
	p  *Program
	at []int32 // by code: its node, 0: none yet
	// todo are the nodes that have been numbered and not been made, by their codes.
	todo  []int
	known []bool // by node: its starts are in memo
	memo  []*set
	cut   bool // not all has been followed since this was cleared
	// visits counts the nodes that follow looks at.
	visits int
}

// build makes the nodes; it is done once, by the first match.
func (p *Program) build() {
	b := &builder{p: p, at: make([]int32, len(p.code))}
	p.nodes = append(p.nodes, node{}) // number 0 fails
	p.root = b.node(p.body)
	for len(b.todo) > 0 {
		pc := b.todo[len(b.todo)-1]
		b.todo = b.todo[:len(b.todo)-1]
		n := b.make(pc) // may move the nodes
		p.nodes[b.at[pc]] = n
	}
	b.known, b.memo = make([]bool, len(p.nodes)), make([]*set, len(p.nodes))
	for i := range p.nodes {
		b.look(&p.nodes[i])
	}
	if p.ahead = b.ahead(p.root, maxAhead); len(p.ahead) == 0 && p.first >= 0 {
		t := p.charset(p.first)
		p.ahead = append(p.ahead, &t.set)
	}
	p.filter()
	p.border()
	for _, ch := range p.prefix {
		if ch > 0xFF {
			p.literal = nil
			break
		}
		p.literal = append(p.literal, byte(ch))
	}
}

// node returns the number of a code's node.
func (b *builder) node(pc int) int32 {
	code := b.p.code
	for code[pc] == opJump || code[pc] == opInfo {
		pc += 1 + int(code[pc+1])
	}
	if b.at[pc] == 0 {
		b.at[pc] = int32(len(b.p.nodes))
		b.p.nodes = append(b.p.nodes, node{})
		b.todo = append(b.todo, pc)
	}
	return b.at[pc]
}

// make makes a code's node.
func (b *builder) make(pc int) node {
	p := b.p
	code := p.code
	skip := func(at int) int32 { return b.node(at + int(code[at])) }
	switch op := code[pc]; op {
	case opSuccess:
		if pc == len(code)-1 {
			return node{op: nSuccess}
		}
		return node{op: nEnd}
	case opLiteral:
		return b.literals(pc)
	case opAny, opAnyAll:
		return node{op: nOne, test: p.test(pc), next: b.node(pc + 1)}
	case opNotLiteral, opCategory, opLiteralIgnore, opNotLiteralIgnore, opLiteralLocIgnore, opNotLiteralLocIgnore,
		opLiteralUniIgnore, opNotLiteralUniIgnore:
		return node{op: nOne, test: p.test(pc), next: b.node(pc + 2)}
	case opIn, opInIgnore, opInLocIgnore, opInUniIgnore:
		return node{op: nOne, test: p.test(pc), next: skip(pc + 1)}
	case opMark:
		return node{op: nMark, arg: int32(code[pc+1]), next: b.node(pc + 2)}
	case opAt:
		return node{op: nAt, arg: int32(code[pc+1]), next: b.node(pc + 2)}
	case opBranch:
		return b.branch(pc)
	case opRepeatOne, opMinRepeatOne, opPossessiveRepeatOne:
		n := node{op: nGreedyOne, lo: code[pc+2], hi: code[pc+3], test: p.test(pc + 4), next: skip(pc + 1)}
		switch op {
		case opMinRepeatOne:
			n.op = nLazyOne
		case opPossessiveRepeatOne:
			n.op = nPossessiveOne
		}
		return n
	case opRepeat:
		until := pc + 1 + int(code[pc+1])
		n := node{op: nRepeat, lo: code[pc+2], hi: code[pc+3], body: b.node(pc + 4), next: b.node(until)}
		return n
	case opMaxUntil:
		return node{op: nMaxUntil, next: b.node(pc + 1)}
	case opMinUntil:
		return node{op: nMinUntil, next: b.node(pc + 1)}
	case opPossessiveRepeat:
		return node{op: nPossessive, lo: code[pc+2], hi: code[pc+3], body: b.node(pc + 4), next: b.node(pc + 2 + int(code[pc+1]))} // behind its SUCCESS
	case opAtomicGroup:
		return node{op: nAtomic, body: b.node(pc + 2), next: skip(pc + 1)}
	case opAssert:
		return node{op: nAssert, ch: code[pc+2], body: b.node(pc + 3), next: skip(pc + 1)}
	case opAssertNot:
		return node{op: nAssertNot, ch: code[pc+2], body: b.node(pc + 3), next: skip(pc + 1)}
	case opGroupRefExists:
		return node{op: nGroupExists, arg: int32(code[pc+1]), body: b.node(pc + 1 + int(code[pc+2])), next: b.node(pc + 3)}
	case opGroupRef, opGroupRefIgnore, opGroupRefLocIgnore, opGroupRefUniIgnore:
		return node{op: nGroup, arg: int32(code[pc+1]), ch: op, next: b.node(pc + 2)}
	}
	return node{op: nFailure}
}

// literals makes a node of literals that follow each other.
func (b *builder) literals(pc int) node {
	p := b.p
	code := p.code
	ch, end := code[pc+1], pc+2
	if code[end] != opLiteral {
		return node{op: nChar, ch: ch, next: b.node(end)}
	}
	n := node{op: nString, arg: int32(len(p.chars)), ch: ch}
	for end = pc; code[end] == opLiteral; end += 2 {
		p.chars = append(p.chars, code[end+1])
	}
	n.end = int32(len(p.chars))
	n.next = b.node(end)
	return n
}

func (b *builder) branch(pc int) node {
	p := b.p
	n := node{op: nBranch, arg: int32(len(p.alts))}
	for at := pc + 1; p.code[at] != 0; at += int(p.code[at]) {
		p.alts = append(p.alts, alternative{node: b.node(at + 1)})
	}
	n.end = int32(len(p.alts))
	return n
}

// look finds out what a node's choices can begin with.
func (b *builder) look(n *node) {
	p := b.p
	switch n.op {
	case nBranch:
		for i := n.arg; i < n.end; i++ {
			p.alts[i].starts = b.first(p.alts[i].node)
		}
	case nGreedyOne, nLazyOne:
		n.starts = b.first(n.next)
		n.sure = n.starts != nil && n.starts.disjoint(&n.test.set)
	case nRepeat:
		n.starts = b.first(n.body)
	case nMaxUntil:
		n.starts = b.first(n.next)
	}
}

// maxAhead is how many characters of a match are looked at to find where one can begin: the
// bits of Program.masks.
const maxAhead = 8

// ahead returns what the first characters of each match of a node and of what follows it are
// members of, as far as that is known.
func (b *builder) ahead(i int32, most int) []*set {
	b.visits = 0
	return b.follow(i, most)
}

func (b *builder) follow(i int32, most int) []*set {
	if b.visits++; most == 0 || b.visits > maxVisits {
		return nil
	}
	p := b.p
	n := &p.nodes[i]
	rest := func(some []*set) []*set { return append(some, b.follow(n.next, most-len(some))...) }
	switch n.op {
	case nChar:
		return rest([]*set{single(n.ch)})
	case nString:
		var some []*set
		for _, ch := range p.chars[n.arg:min(n.end, n.arg+int32(most))] {
			some = append(some, single(ch))
		}
		return rest(some)
	case nOne:
		return rest([]*set{&n.test.set})
	case nMark, nAt, nAssert, nAssertNot:
		return rest(nil)
	case nGreedyOne, nLazyOne, nPossessiveOne:
		var some []*set
		for k := uint32(0); k < n.lo && len(some) < most; k++ {
			some = append(some, &n.test.set)
		}
		if n.lo == n.hi {
			return rest(some)
		}
		if s := b.first(n.next); len(some) < most && s != nil {
			some = append(some, n.test.or(s))
		}
		return some
	case nBranch:
		if n.arg == n.end {
			return nil
		}
		both := b.follow(p.alts[n.arg].node, most)
		for _, a := range p.alts[n.arg+1 : n.end] {
			other := b.follow(a.node, len(both))
			both = both[:len(other)]
			for k, s := range other {
				both[k] = both[k].or(s)
			}
		}
		return both
	}
	if s := b.first(i); s != nil {
		return []*set{s}
	}
	return nil
}

// maxVisits bounds how often follow looks at nodes: alternatives behind alternatives are looked at once for each.
const maxVisits = 2000

// maxLook is how many nodes are followed to find what a match begins with.
const maxLook = 40

// first returns what a match of a node and of what follows it begins with, or nil if that
// may be anything or nothing.
func (b *builder) first(i int32) *set {
	b.cut = false
	return b.starts(i, 0)
}

// starts is first, within maxLook. The graph has no cycle but through an UNTIL, where it ends.
func (b *builder) starts(i int32, depth int) *set {
	if b.known[i] {
		return b.memo[i]
	}
	if b.cut = b.cut || depth > maxLook; b.cut {
		return nil // and so are all that ask
	}
	p := b.p
	n := &p.nodes[i]
	var s *set
	switch depth++; n.op {
	case nFailure:
		s = &set{}
	case nChar, nString:
		s = single(n.ch)
	case nOne:
		s = &n.test.set
	case nMark, nAt, nAssert, nAssertNot:
		s = b.starts(n.next, depth)
	case nAtomic:
		s = b.starts(n.body, depth)
	case nBranch:
		s = &set{}
		for _, a := range p.alts[n.arg:n.end] {
			s = s.or(b.starts(a.node, depth))
		}
	case nGreedyOne, nLazyOne, nPossessiveOne:
		if s = &n.test.set; n.lo == 0 {
			s = s.or(b.starts(n.next, depth))
		}
	case nRepeat:
		if s = b.starts(n.body, depth); n.lo == 0 {
			s = s.or(b.starts(p.nodes[n.next].next, depth)) // behind its UNTIL
		}
	case nPossessive:
		if s = b.starts(n.body, depth); n.lo == 0 {
			s = s.or(b.starts(n.next, depth))
		}
	}
	if !b.cut || depth == 1 {
		b.known[i], b.memo[i] = true, s
	}
	return s
}
