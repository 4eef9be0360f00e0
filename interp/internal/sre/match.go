package sre

// Char is a character of a text, as PEP 393 stores it.
type Char interface{ ~uint8 | ~uint16 | ~uint32 }

// Matcher matches one program against one text. It is used by one goroutine.
type Matcher[T Char] struct {
	// Poll is asked now and then while a match takes long; its error ends the match.
	Poll func() error

	p    *Program
	u    *Unicode
	text []T
	end  int // the text ends here (endpos)

	marks []int // begin and end of each group, −1: not set
	last  int   // the group that was closed last, 0: none
	from  int   // where the match begins
	to    int   // where it ends

	full     bool // the match must end at end
	nonEmpty bool // and not be empty where it begins now
	stack    []choice
	log      []change
	repeats  []repeat
	repeat   int   // the innermost repeat's context
	work     int   // steps since Poll was asked
	stopped  error // what Poll has returned
}

// pollEvery is how many choices are given up between two calls of Poll.
const pollEvery = 1 << 14

// choice is a place to go on at when what was tried fails.
type choice struct {
	kind    uint8
	pc      int // of what is tried then
	pos     int
	n       int // characters that a repeat of one has taken
	log     int // length of the log when the choice was made
	repeat  int // the repeat's context
	repeats int // length of repeats
}

const (
	plain     = iota // go on at pc and pos
	branch           // pc is the distance of the next alternative
	greedyOne        // pc is opRepeatOne, pos where it began: give a character back
	lazyOne          // pc is opMinRepeatOne, pos behind what it took: take one more
)

// change is the old value of a mark, or of last (mark −1).
type change struct{ mark, old int }

// repeat is the context of a repeat of several characters.
type repeat struct {
	pc    int // of opRepeat
	count int // times that it has matched, −1: not begun
	last  int // where the last of them began, −1: none
	prev  int // the context around it
}

// NewMatcher makes a matcher. Text is not copied.
func NewMatcher[T Char](p *Program, text []T, u *Unicode) *Matcher[T] {
	m := &Matcher[T]{u: u}
	m.repeats = append(m.repeats, repeat{pc: -1})
	m.Use(p, text)
	return m
}

// Use gives the matcher another program and text; it keeps its memory. With a nil
// text it holds on to nothing.
func (m *Matcher[T]) Use(p *Program, text []T) {
	m.p, m.text = p, text
	if p != nil {
		m.marks = append(m.marks[:0], make([]int, 2*p.groups)...)
	}
}

// reset forgets what an attempt has left.
func (m *Matcher[T]) reset() {
	for i := range m.marks {
		m.marks[i] = -1
	}
	m.last, m.repeat = 0, 0
	m.stack, m.log, m.repeats = m.stack[:0], m.log[:0], m.repeats[:1]
}

// Match matches at pos in the text before end. With full, the match must end at
// end; with nonEmpty it must not be empty.
func (m *Matcher[T]) Match(pos, end int, full, nonEmpty bool) (bool, error) {
	m.end, m.full, m.nonEmpty = end, full, nonEmpty
	return m.try(pos)
}

func (m *Matcher[T]) try(pos int) (bool, error) {
	if m.end-pos < m.p.min {
		return false, nil
	}
	m.reset()
	m.from = pos
	to, ok := m.run(m.p.body, pos, true)
	m.to = to
	if err := m.stopped; err != nil {
		m.stopped = nil
		return false, err
	}
	return ok, nil
}

// Search looks for the first match that begins at pos or behind it in the text
// before end. With nonEmpty, one at pos must not be empty.
func (m *Matcher[T]) Search(pos, end int, nonEmpty bool) (bool, error) {
	m.end, m.full = end, false
	for start := pos; pos <= end; pos++ {
		if pos = m.candidate(pos); pos < 0 {
			return false, nil
		}
		m.nonEmpty = nonEmpty && pos == start
		if ok, err := m.try(pos); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// candidate returns the first place from pos on where a match can begin, or −1.
func (m *Matcher[T]) candidate(pos int) int {
	p, last := m.p, m.end-m.p.min
	switch {
	case len(p.prefix) > 0:
		for last = min(last, m.end-len(p.prefix)); pos <= last; pos++ {
			if m.hasPrefix(pos) {
				break
			}
		}
	case p.first >= 0:
		for ; pos <= last && (pos >= m.end || !p.in(m.u, p.first, uint32(m.text[pos]))); pos++ {
		}
	}
	if pos > last {
		return -1
	}
	return pos
}

func (m *Matcher[T]) hasPrefix(pos int) bool {
	for i, ch := range m.p.prefix {
		if int(m.text[pos+i]) != ch {
			return false
		}
	}
	return true
}

// Span returns where a group of the last match begins and ends, −1 and −1 if it
// took no part; group 0 is the match.
func (m *Matcher[T]) Span(group int) (from, to int) {
	if group == 0 {
		return m.from, m.to
	}
	from, to = m.marks[2*group-2], m.marks[2*group-1]
	if from < 0 || to < 0 {
		return -1, -1
	}
	return from, to
}

// Last returns the group of the last match that was closed last, 0 if there is
// none: Match.lastindex.
func (m *Matcher[T]) Last() int { return m.last }

func (m *Matcher[T]) mark(i, pos int) {
	m.log = append(m.log, change{i, m.marks[i]})
	m.marks[i] = pos
	if i&1 != 0 {
		m.log = append(m.log, change{-1, m.last})
		m.last = i/2 + 1
	}
}

// undo takes back what was set since the log had a length.
func (m *Matcher[T]) undo(length int) {
	for i := len(m.log) - 1; i >= length; i-- {
		if c := m.log[i]; c.mark < 0 {
			m.last = c.old
		} else {
			m.marks[c.mark] = c.old
		}
	}
	m.log = m.log[:length]
}

func (m *Matcher[T]) push(kind uint8, pc, pos, n int) {
	m.stack = append(m.stack, choice{kind, pc, pos, n, len(m.log), m.repeat, len(m.repeats)})
}

// run matches from a code on until its SUCCESS, and returns where that is in the
// text. Its choices are dropped then; when it fails, everything is as before. top
// says that it is the whole pattern, not a part that is a run of its own.
func (m *Matcher[T]) run(pc, pos int, top bool) (int, bool) {
	base, log, outer, repeats := len(m.stack), len(m.log), m.repeat, len(m.repeats)
	for {
		var ok bool
		if pc, pos, ok = m.forward(pc, pos, top); ok {
			m.stack = m.stack[:base]
			m.repeat = outer
			return pos, true
		}
		if pc, pos, ok = m.back(base); !ok {
			m.undo(log)
			m.repeat, m.repeats = outer, m.repeats[:repeats]
			return 0, false
		}
	}
}

// step counts turns of repeats and choices that are given up; it reports whether
// the match may go on.
func (m *Matcher[T]) step() bool {
	if m.work++; m.work >= pollEvery {
		m.work = 0
		if m.Poll != nil && m.stopped == nil {
			m.stopped = m.Poll()
		}
	}
	return m.stopped == nil
}

// back takes up the last choice above base.
func (m *Matcher[T]) back(base int) (pc, pos int, ok bool) {
	m.step()
	for len(m.stack) > base && m.stopped == nil {
		c := &m.stack[len(m.stack)-1]
		m.undo(c.log)
		m.repeat, m.repeats = c.repeat, m.repeats[:c.repeats]
		switch c.kind {
		case plain:
			pc, pos = c.pc, c.pos
			m.stack = m.stack[:len(m.stack)-1]
			return pc, pos, true
		case branch:
			at := c.pc
			pos = c.pos
			m.stack = m.stack[:len(m.stack)-1]
			if pc, ok = m.alternative(at, pos); ok {
				return pc, pos, true
			}
		case greedyOne:
			if pc, pos, ok = m.giveBack(c); ok {
				return pc, pos, true
			}
			m.stack = m.stack[:len(m.stack)-1]
		case lazyOne:
			if pc, pos, ok = m.takeOne(c); ok {
				return pc, pos, true
			}
			m.stack = m.stack[:len(m.stack)-1]
		}
	}
	return 0, 0, false
}

// alternative tries the alternatives from the one whose distance stands at a
// place; those that cannot match here are passed over.
func (m *Matcher[T]) alternative(at, pos int) (pc int, ok bool) {
	code := m.p.code
	for code[at] != 0 {
		next := at + int(code[at])
		if m.canStart(at+1, pos) {
			if code[next] != 0 {
				m.push(branch, next, pos, 0)
			}
			return at + 1, true
		}
		at = next
	}
	return 0, false
}

// canStart reports false if the code at a place surely does not match.
func (m *Matcher[T]) canStart(pc, pos int) bool {
	switch code := m.p.code; code[pc] {
	case opLiteral:
		return pos < m.end && uint32(m.text[pos]) == code[pc+1]
	case opIn:
		return pos < m.end && m.p.in(m.u, pc+2, uint32(m.text[pos]))
	}
	return true
}

// giveBack has a greedy repeat of one character give one back.
func (m *Matcher[T]) giveBack(c *choice) (pc, pos int, ok bool) {
	code := m.p.code
	lo, tail := int(code[c.pc+2]), c.pc+1+int(code[c.pc+1])
	for c.n > lo {
		c.n--
		if m.canStart(tail, c.pos+c.n) {
			return tail, c.pos + c.n, true
		}
	}
	return 0, 0, false
}

// takeOne has a lazy repeat of one character take one more.
func (m *Matcher[T]) takeOne(c *choice) (pc, pos int, ok bool) {
	code := m.p.code
	hi, tail := int(code[c.pc+3]), c.pc+1+int(code[c.pc+1])
	for c.n < hi && c.pos < m.end && m.one(c.pc+4, uint32(m.text[c.pos])) {
		c.n++
		c.pos++
		if m.canStart(tail, c.pos) {
			return tail, c.pos, true
		}
	}
	return 0, 0, false
}

// one reports whether a code of one character matches it.
func (m *Matcher[T]) one(pc int, ch uint32) bool {
	p := m.p
	code := p.code
	switch code[pc] {
	case opAny:
		return ch != '\n'
	case opAnyAll:
		return true
	case opLiteral:
		return ch == code[pc+1]
	case opNotLiteral:
		return ch != code[pc+1]
	case opIn:
		return p.in(m.u, pc+2, ch)
	case opCategory:
		return category(m.u, code[pc+1], ch)
	case opInIgnore, opInLocIgnore:
		return p.in(m.u, pc+2, asciiLower(ch))
	case opInUniIgnore:
		return p.in(m.u, pc+2, m.u.lower(ch))
	case opLiteralIgnore:
		return asciiLower(ch) == code[pc+1]
	case opNotLiteralIgnore:
		return asciiLower(ch) != code[pc+1]
	case opLiteralLocIgnore:
		return asciiLower(ch) == asciiLower(code[pc+1])
	case opNotLiteralLocIgnore:
		return asciiLower(ch) != asciiLower(code[pc+1])
	case opLiteralUniIgnore:
		return m.u.lower(ch) == code[pc+1]
	case opNotLiteralUniIgnore:
		return m.u.lower(ch) != code[pc+1]
	}
	return false
}

// count returns how many characters from pos on a code of one character matches,
// at most limit.
func (m *Matcher[T]) count(pc, pos, limit int) int {
	code, n := m.p.code, min(limit, m.end-pos)
	text := m.text[pos : pos+max(n, 0)]
	m.work += len(text) / 16 // at most: a test of a character takes less than a choice
	switch code[pc] {
	case opAnyAll:
		return len(text)
	case opAny:
		for i, ch := range text {
			if ch == '\n' {
				return i
			}
		}
	case opNotLiteral:
		for i, ch := range text {
			if uint32(ch) == code[pc+1] {
				return i
			}
		}
	case opIn:
		for i, ch := range text {
			if !m.p.in(m.u, pc+2, uint32(ch)) {
				return i
			}
		}
	default:
		for i, ch := range text {
			if !m.one(pc, uint32(ch)) {
				return i
			}
		}
	}
	return len(text)
}
