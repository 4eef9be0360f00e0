package sre

// forward matches node after node. It returns where the text has been matched up
// to at an end, and false where something does not match.
func (m *Matcher[T]) forward(at int32, pos int) (int32, int, bool) {
	p := m.p
	text := m.text[:m.end]
	for {
		n := &p.nodes[at]
		switch n.op {
		case nChar:
			if uint(pos) >= uint(len(text)) || uint32(text[pos]) != n.ch {
				return 0, 0, false
			}
			pos++
		case nString:
			chars := p.chars[n.arg:n.end]
			if len(text)-pos < len(chars) {
				return 0, 0, false
			}
			for i, ch := range text[pos : pos+len(chars)] {
				if uint32(ch) != chars[i] {
					m.work += i / 16
					return 0, 0, false
				}
			}
			m.work += len(chars) / 16
			pos += len(chars)
		case nOne:
			if uint(pos) >= uint(len(text)) || !n.test.has(uint32(text[pos])) || !p.passesFar(&n.test, uint32(text[pos])) {
				return 0, 0, false
			}
			pos++
		case nGreedyOne:
			count := m.count(&n.test, pos, int(n.hi))
			if count < int(n.lo) || pos > len(text) {
				return 0, 0, false
			}
			if !n.sure && count > int(n.lo) {
				m.push(greedyOne, at, pos, count)
			}
			pos += count
		case nMark:
			m.mark(int(n.arg), pos)
		case nAt:
			if !m.at(uint32(n.arg), pos) {
				return 0, 0, false
			}
		case nBranch:
			next, ok := m.alternative(at, n.arg, pos)
			if !ok {
				return 0, 0, false
			}
			at = next
			continue
		case nSuccess:
			return at, pos, (!m.full || pos == m.end) && (!m.nonEmpty || pos != m.from)
		case nEnd:
			return at, pos, true
		default:
			var ok bool
			if at, pos, ok = m.compound(at, pos); !ok {
				return 0, 0, false
			}
			continue
		}
		at = n.next
	}
}

// compound matches a node that is rarer than others.
func (m *Matcher[T]) compound(at int32, pos int) (int32, int, bool) {
	n := &m.p.nodes[at]
	switch n.op {
	case nLazyOne:
		lo := int(n.lo)
		if m.count(&n.test, pos, lo) < lo || pos > m.end {
			return 0, 0, false
		}
		pos += lo
		if m.canStart(n.starts, pos) {
			if n.lo < n.hi {
				m.push(lazyOne, at, pos, lo)
			}
			return n.next, pos, true
		}
		return m.takeFirst(at, pos)
	case nPossessiveOne:
		count := m.count(&n.test, pos, int(n.hi))
		return n.next, pos + count, count >= int(n.lo) && pos <= m.end
	case nRepeat:
		m.begin(repeat{at: at, count: -1, last: -1, prev: m.repeat})
		return n.next, pos, true
	case nMaxUntil:
		return m.maxUntil(n, pos)
	case nMinUntil:
		return m.minUntil(n, pos)
	case nPossessive:
		return m.possessive(n, pos)
	case nAtomic:
		end, ok := m.part(n.body, pos)
		return n.next, end, ok
	case nAssert:
		back := int(n.ch)
		if pos < back {
			return 0, 0, false
		}
		_, ok := m.part(n.body, pos-back)
		return n.next, pos, ok
	case nAssertNot:
		return n.next, pos, !m.runs(n, pos)
	case nGroupExists:
		if from, to := m.Span(int(n.arg) + 1); from >= 0 && to >= from {
			return n.next, pos, true
		}
		return n.body, pos, true
	case nGroup:
		count, ok := m.again(n, pos)
		return n.next, pos + count, ok
	}
	return 0, 0, false // nFailure
}

// takeFirst is for a lazy repeat behind which nothing matches here: it takes more at once.
func (m *Matcher[T]) takeFirst(at int32, pos int) (int32, int, bool) {
	n := &m.p.nodes[at]
	c := choice{pos: pos, n: int(n.lo), at: at}
	next, pos, ok := m.takeOne(&c)
	if ok && c.n < int(n.hi) {
		m.push(lazyOne, at, c.pos, c.n)
	}
	return next, pos, ok
}

// runs reports whether what a negative assertion names matches; nothing of it
// stays.
func (m *Matcher[T]) runs(n *node, pos int) bool {
	back := int(n.ch)
	if pos < back {
		return false
	}
	log := len(m.log)
	m.depth++ // what it sets is taken back
	_, ok := m.run(n.body, pos-back)
	m.depth--
	m.undo(log)
	return ok
}

func (m *Matcher[T]) begin(r repeat) {
	m.repeats = append(m.repeats, r)
	m.repeat = len(m.repeats) - 1
}

// turn counts a turn of the repeat that is under way: whether there must be another
// one, and whether there may be.
func (m *Matcher[T]) turn(pos int) (r repeat, must, may bool) {
	r = m.repeats[m.repeat]
	n := &m.p.nodes[r.at]
	r.count++
	return r, r.count < int(n.lo), (n.hi == MaxRepeat || r.count < int(n.hi)) && pos != r.last && m.canStart(n.starts, pos)
}

// maxUntil ends one turn of a greedy repeat: another one, or else what follows.
func (m *Matcher[T]) maxUntil(n *node, pos int) (int32, int, bool) {
	if !m.step() {
		return 0, 0, false
	}
	r, must, may := m.turn(pos)
	body := m.p.nodes[r.at].body
	if must {
		m.begin(r)
		return body, pos, true
	}
	if may {
		if m.canStart(n.starts, pos) {
			inner := m.repeat
			m.repeat = r.prev // of the choice: what follows is around the repeat
			m.push(plain, n.next, pos, 0)
			m.repeat = inner
		}
		r.last = pos
		m.begin(r)
		return body, pos, true
	}
	m.repeat = r.prev
	return n.next, pos, true
}

// minUntil ends one turn of a lazy repeat: what follows, or else another one.
func (m *Matcher[T]) minUntil(n *node, pos int) (int32, int, bool) {
	if !m.step() {
		return 0, 0, false
	}
	r, must, may := m.turn(pos)
	body := m.p.nodes[r.at].body
	if must {
		m.begin(r)
		return body, pos, true
	}
	if may {
		r.last = pos
		m.begin(r)
		m.push(plain, body, pos, 0)
	}
	m.repeat = r.prev
	return n.next, pos, true
}

// possessive repeats as often as it can and gives nothing back.
func (m *Matcher[T]) possessive(n *node, pos int) (int32, int, bool) {
	last := -1
	for turns := 0; turns < int(n.lo) || (n.hi == MaxRepeat || turns < int(n.hi)) && pos != last; turns++ {
		end, ok := m.part(n.body, pos)
		if !ok || !m.step() {
			if turns < int(n.lo) {
				return 0, 0, false
			}
			break
		}
		last, pos = pos, end
	}
	return n.next, pos, true
}

// again matches the text of a group; n is its length.
func (m *Matcher[T]) again(node *node, pos int) (n int, ok bool) {
	from, to := m.Span(int(node.arg) + 1)
	if n = to - from; from < 0 || n < 0 || n > max(m.end-pos, 0) {
		return 0, false
	}
	for i := range n {
		a, b := uint32(m.text[from+i]), uint32(m.text[pos+i])
		switch node.ch {
		case opGroupRefIgnore, opGroupRefLocIgnore:
			a, b = asciiLower(a), asciiLower(b)
		case opGroupRefUniIgnore:
			a, b = m.p.u.lower(a), m.p.u.lower(b)
		}
		if a != b {
			m.work += i / 16
			return 0, false
		}
	}
	m.work += n / 16
	return n, true
}

// at reports whether pos is a place of a kind.
func (m *Matcher[T]) at(kind uint32, pos int) bool {
	switch kind {
	case atBeginning, atBeginningString:
		return pos == 0
	case atBeginningLine:
		return pos == 0 || m.text[pos-1] == '\n'
	case atEnd:
		return pos == m.end || pos == m.end-1 && m.text[pos] == '\n'
	case atEndLine:
		return pos == m.end || pos < len(m.text) && m.text[pos] == '\n'
	case atEndString:
		return pos == m.end
	case atBoundary, atLocBoundary:
		return m.boundary(pos, asciiWord)
	case atNonBoundary, atLocNonBoundary:
		return !m.boundary(pos, asciiWord)
	case atUniBoundary:
		return m.boundary(pos, m.p.u.word)
	case atUniNonBoundary:
		return !m.boundary(pos, m.p.u.word)
	}
	return false
}

// boundary reports whether one side of pos is in a word and the other is not.
func (m *Matcher[T]) boundary(pos int, word func(uint32) bool) bool {
	before := pos > 0 && word(uint32(m.text[pos-1]))
	after := pos < m.end && word(uint32(m.text[pos]))
	return before != after
}
