package sre

// forward matches code after code. It returns where the text has been matched up
// to at a SUCCESS, and false where something does not match.
func (m *Matcher[T]) forward(pc, pos int, top bool) (int, int, bool) {
	code := m.p.code
	for {
		switch code[pc] {
		case opSuccess:
			ok := !top || (!m.full || pos == m.end) && (!m.nonEmpty || pos != m.from)
			return pc, pos, ok
		case opAny, opAnyAll:
			if pos >= m.end || !m.one(pc, uint32(m.text[pos])) {
				return 0, 0, false
			}
			pc, pos = pc+1, pos+1
		case opLiteral:
			if pos >= m.end || uint32(m.text[pos]) != code[pc+1] {
				return 0, 0, false
			}
			pc, pos = pc+2, pos+1
		case opNotLiteral, opCategory, opLiteralIgnore, opNotLiteralIgnore, opLiteralLocIgnore, opNotLiteralLocIgnore,
			opLiteralUniIgnore, opNotLiteralUniIgnore:
			if pos >= m.end || !m.one(pc, uint32(m.text[pos])) {
				return 0, 0, false
			}
			pc, pos = pc+2, pos+1
		case opIn, opInIgnore, opInLocIgnore, opInUniIgnore:
			if pos >= m.end || !m.one(pc, uint32(m.text[pos])) {
				return 0, 0, false
			}
			pc, pos = pc+1+int(code[pc+1]), pos+1
		case opMark:
			m.mark(int(code[pc+1]), pos)
			pc += 2
		case opAt:
			if !m.at(code[pc+1], pos) {
				return 0, 0, false
			}
			pc += 2
		case opJump:
			pc += 1 + int(code[pc+1])
		case opInfo:
			pc += 1 + int(code[pc+1])
		default:
			var ok bool
			if pc, pos, ok = m.compound(pc, pos); !ok {
				return 0, 0, false
			}
		}
	}
}

// compound matches a code that makes choices or has codes in it.
func (m *Matcher[T]) compound(pc, pos int) (int, int, bool) {
	code := m.p.code
	switch code[pc] {
	case opBranch:
		next, ok := m.alternative(pc+1, pos)
		return next, pos, ok
	case opRepeatOne:
		lo, hi, tail := int(code[pc+2]), int(code[pc+3]), pc+1+int(code[pc+1])
		n := m.count(pc+4, pos, hi)
		if n < lo {
			return 0, 0, false
		}
		if n > lo {
			m.push(greedyOne, pc, pos, n)
		}
		return tail, pos + n, true
	case opMinRepeatOne:
		lo, hi, tail := int(code[pc+2]), int(code[pc+3]), pc+1+int(code[pc+1])
		if m.count(pc+4, pos, lo) < lo {
			return 0, 0, false
		}
		if pos += lo; lo < hi {
			m.push(lazyOne, pc, pos, lo)
		}
		return tail, pos, true
	case opPossessiveRepeatOne:
		n := m.count(pc+4, pos, int(code[pc+3]))
		return pc + 1 + int(code[pc+1]), pos + n, n >= int(code[pc+2])
	case opRepeat:
		m.begin(repeat{pc: pc, count: -1, last: -1, prev: m.repeat})
		return pc + 1 + int(code[pc+1]), pos, true
	case opMaxUntil:
		return m.maxUntil(pc, pos)
	case opMinUntil:
		return m.minUntil(pc, pos)
	case opPossessiveRepeat:
		return m.possessive(pc, pos)
	case opAtomicGroup:
		end, ok := m.run(pc+2, pos, false)
		return pc + 1 + int(code[pc+1]), end, ok
	case opAssert:
		back := int(code[pc+2])
		if pos < back {
			return 0, 0, false
		}
		_, ok := m.run(pc+3, pos-back, false)
		return pc + 1 + int(code[pc+1]), pos, ok
	case opAssertNot:
		return pc + 1 + int(code[pc+1]), pos, !m.runs(pc, pos)
	case opGroupRefExists:
		if from, to := m.Span(int(code[pc+1]) + 1); from >= 0 && to >= from {
			return pc + 3, pos, true
		}
		return pc + 1 + int(code[pc+2]), pos, true
	case opGroupRef, opGroupRefIgnore, opGroupRefLocIgnore, opGroupRefUniIgnore:
		n, ok := m.again(pc, pos)
		return pc + 2, pos + n, ok
	}
	return 0, 0, false // opFailure
}

// runs reports whether what a negative assertion names matches; nothing of it
// stays.
func (m *Matcher[T]) runs(pc, pos int) bool {
	back := int(m.p.code[pc+2])
	if pos < back {
		return false
	}
	log := len(m.log)
	_, ok := m.run(pc+3, pos-back, false)
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
	code := m.p.code
	r = m.repeats[m.repeat]
	r.count++
	hi := code[r.pc+3]
	return r, r.count < int(code[r.pc+2]), (hi == MaxRepeat || r.count < int(hi)) && pos != r.last
}

// maxUntil ends one turn of a greedy repeat: another one, or else what follows.
func (m *Matcher[T]) maxUntil(pc, pos int) (int, int, bool) {
	if !m.step() {
		return 0, 0, false
	}
	r, must, may := m.turn(pos)
	body := r.pc + 4
	if must {
		m.begin(r)
		return body, pos, true
	}
	if may {
		inner := m.repeat
		m.repeat = r.prev // of the choice: what follows is around the repeat
		m.push(plain, pc+1, pos, 0)
		m.repeat = inner
		r.last = pos
		m.begin(r)
		return body, pos, true
	}
	m.repeat = r.prev
	return pc + 1, pos, true
}

// minUntil ends one turn of a lazy repeat: what follows, or else another one.
func (m *Matcher[T]) minUntil(pc, pos int) (int, int, bool) {
	if !m.step() {
		return 0, 0, false
	}
	r, must, may := m.turn(pos)
	body := r.pc + 4
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
	return pc + 1, pos, true
}

// possessive repeats as often as it can and gives nothing back.
func (m *Matcher[T]) possessive(pc, pos int) (int, int, bool) {
	code := m.p.code
	lo, hi := int(code[pc+2]), code[pc+3]
	last := -1
	for n := 0; n < lo || (hi == MaxRepeat || n < int(hi)) && pos != last; n++ {
		end, ok := m.run(pc+4, pos, false)
		if !ok || !m.step() {
			if n < lo {
				return 0, 0, false
			}
			break
		}
		last, pos = pos, end
	}
	return pc + 2 + int(code[pc+1]), pos, true // behind its SUCCESS
}

// again matches the text of a group; n is its length.
func (m *Matcher[T]) again(pc, pos int) (n int, ok bool) {
	code := m.p.code
	from, to := m.Span(int(code[pc+1]) + 1)
	if n = to - from; from < 0 || n < 0 || n > m.end-pos {
		return 0, false
	}
	for i := range n {
		a, b := uint32(m.text[from+i]), uint32(m.text[pos+i])
		switch code[pc] {
		case opGroupRefIgnore, opGroupRefLocIgnore:
			a, b = asciiLower(a), asciiLower(b)
		case opGroupRefUniIgnore:
			a, b = m.u.lower(a), m.u.lower(b)
		}
		if a != b {
			return 0, false
		}
	}
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
		return pos == m.end || m.text[pos] == '\n'
	case atEndString:
		return pos == m.end
	case atBoundary, atLocBoundary:
		return m.boundary(pos, asciiWord)
	case atNonBoundary, atLocNonBoundary:
		return !m.boundary(pos, asciiWord)
	case atUniBoundary:
		return m.boundary(pos, m.u.word)
	case atUniNonBoundary:
		return !m.boundary(pos, m.u.word)
	}
	return false
}

// boundary reports whether one side of pos is in a word and the other is not.
func (m *Matcher[T]) boundary(pos int, word func(uint32) bool) bool {
	before := pos > 0 && word(uint32(m.text[pos-1]))
	after := pos < m.end && word(uint32(m.text[pos]))
	return before != after
}
