package sre

import "unsafe"

// Char is a character of a text, as PEP 393 stores it.
type Char interface{ ~uint8 | ~uint16 | ~uint32 }

// Matcher matches one program against one text. It is used by one goroutine.
type Matcher[T Char] struct {
	// Poll is asked now and then while a match takes long; its error ends the match.
	Poll func() error

	p     *Program
	text  []T
	bytes []byte // the text, if its characters are bytes
	end   int    // the text ends here (endpos)

	marks []int // begin and end of each group, −1: not set
	last  int   // the group that was closed last, 0: none
	dirty bool  // marks have been set that no log knows
	from  int   // where the match begins
	to    int   // where it ends

	full     bool // the match must end at end
	nonEmpty bool // and not be empty where it begins now
	depth    int  // runs in runs
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
	pos     int
	n       int // characters that a repeat of one has taken; the next alternative
	log     int // length of the log when the choice was made
	repeat  int // the repeat's context
	repeats int // length of repeats
	at      int32
	kind    choiceKind
}

// choiceKind says what a choice's node does.
type choiceKind uint8

const (
	plain     choiceKind = iota // go on at the node and pos
	branch                      // the node is a branch
	greedyOne                   // the node is a greedy repeat of one, pos where it began: give a character back
	lazyOne                     // the node is a lazy repeat of one, pos behind what it took: take one more
)

// change is the old value of a mark, or of last (mark −1).
type change struct{ mark, old int }

// repeat is the context of a repeat of several characters.
type repeat struct {
	at    int32 // the repeat
	count int   // times that it has matched, −1: not begun
	last  int   // where the last of them began, −1: none
	prev  int   // the context around it
}

// NewMatcher makes a matcher. Text is not copied.
func NewMatcher[T Char](p *Program, text []T) *Matcher[T] {
	m := &Matcher[T]{repeats: make([]repeat, 1)}
	m.Use(p, text)
	return m
}

// keptChoices is how many choices a matcher has room for that nobody uses.
const keptChoices = 1 << 10

// Use gives the matcher another program and text; it keeps its memory, if that is little. With a nil
// text it holds on to nothing.
func (m *Matcher[T]) Use(p *Program, text []T) {
	m.p, m.text = p, text
	m.bytes, _ = any(text).([]byte)
	if p == nil {
		if cap(m.stack) > keptChoices || cap(m.log) > keptChoices || cap(m.repeats) > keptChoices || cap(m.marks) > keptChoices {
			*m = Matcher[T]{Poll: m.Poll, repeats: make([]repeat, 1)}
		}
		return
	}
	p.built.Do(p.build)
	m.marks = append(m.marks[:0], make([]int, 2*p.groups)...)
	m.dirty = true
}

// Memory returns how many bytes the matcher has for choices and marks.
func (m *Matcher[T]) Memory() int {
	return cap(m.stack)*int(unsafe.Sizeof(choice{})) + cap(m.log)*int(unsafe.Sizeof(change{})) +
		cap(m.repeats)*int(unsafe.Sizeof(repeat{})) + cap(m.marks)*int(unsafe.Sizeof(0))
}

// reset forgets what an attempt has left.
func (m *Matcher[T]) reset() {
	if m.dirty {
		for i := range m.marks {
			m.marks[i] = -1
		}
		m.dirty = false
	}
	m.last, m.repeat = 0, 0
	m.stack, m.log, m.repeats = m.stack[:0], m.log[:0], m.repeats[:1]
}

// Match matches at pos in the text before end. With full, the match must end at
// end; with nonEmpty it must not be empty.
func (m *Matcher[T]) Match(pos, end int, full, nonEmpty bool) (bool, error) {
	m.end, m.full, m.nonEmpty = end, full, nonEmpty
	m.dirty = true // by the last match
	ok := m.try(pos)
	return ok, m.ended()
}

// ended returns what Poll has ended the match with, once.
func (m *Matcher[T]) ended() error {
	err := m.stopped
	m.stopped = nil
	return err
}

func (m *Matcher[T]) try(pos int) bool {
	if m.p.min > 0 && m.end-pos < m.p.min { // what may be empty may match behind the end, as CPython has it
		return false
	}
	m.reset()
	m.from, m.depth = pos, 0
	to, ok := m.run(m.p.root, pos)
	m.to = to
	return ok && m.stopped == nil
}

// Search looks for the first match that begins at pos or behind it in the text
// before end. With nonEmpty, one at pos must not be empty.
func (m *Matcher[T]) Search(pos, end int, nonEmpty bool) (bool, error) {
	m.end, m.full = end, false
	m.dirty = true // by the last match
	for start := pos; pos <= end && m.stopped == nil; pos++ {
		if pos = m.candidate(pos); pos < 0 {
			break
		}
		m.nonEmpty = nonEmpty && pos == start
		if m.try(pos) {
			return true, nil
		}
	}
	return false, m.ended()
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

// mark sets a mark. It notes the old value if something may go back to it.
func (m *Matcher[T]) mark(i, pos int) {
	if len(m.stack) == 0 && m.depth == 0 {
		m.dirty = true
	} else {
		m.log = append(m.log, change{i, m.marks[i]})
		if i&1 != 0 {
			m.log = append(m.log, change{-1, m.last})
		}
	}
	m.marks[i] = pos
	if i&1 != 0 {
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

func (m *Matcher[T]) push(kind choiceKind, at int32, pos, n int) {
	m.stack = append(m.stack, choice{pos, n, len(m.log), m.repeat, len(m.repeats), at, kind})
}

// run matches from a node on until its end, and returns where that is in the
// text. Its choices are dropped then; when it fails, everything is as before, but for marks of
// the whole pattern, which no log knows.
func (m *Matcher[T]) run(at int32, pos int) (int, bool) {
	base, log, outer, repeats := len(m.stack), len(m.log), m.repeat, len(m.repeats)
	for {
		var ok bool
		if at, pos, ok = m.forward(at, pos); ok {
			m.stack = m.stack[:base]
			m.repeat = outer
			return pos, true
		}
		if at, pos, ok = m.back(base); !ok {
			m.undo(log)
			m.repeat, m.repeats = outer, m.repeats[:repeats]
			return 0, false
		}
	}
}

// part is run for a part of the pattern, as deep as the pattern nests.
func (m *Matcher[T]) part(at int32, pos int) (int, bool) {
	m.depth++
	pos, ok := m.run(at, pos)
	m.depth--
	return pos, ok
}

// step counts turns of repeats and choices that are given up; it reports whether
// the match may go on.
func (m *Matcher[T]) step() bool {
	if m.work++; m.work >= pollEvery {
		m.poll()
	}
	return m.stopped == nil
}

func (m *Matcher[T]) poll() {
	m.work = 0
	if m.Poll != nil && m.stopped == nil {
		m.stopped = m.Poll()
	}
}

// back takes up the last choice above base.
func (m *Matcher[T]) back(base int) (at int32, pos int, ok bool) {
	m.step()
	for len(m.stack) > base && m.stopped == nil {
		top := len(m.stack) - 1
		c := &m.stack[top]
		if len(m.log) > c.log {
			m.undo(c.log)
		}
		m.repeat, m.repeats = c.repeat, m.repeats[:c.repeats]
		at, pos = c.at, c.pos
		switch c.kind {
		case plain:
			m.stack = m.stack[:top]
			return at, pos, true
		case branch:
			n := c.n
			m.stack = m.stack[:top]
			if at, ok = m.alternative(at, int32(n), pos); ok {
				return at, pos, true
			}
		case greedyOne:
			if at, pos, ok = m.giveBack(c); ok {
				return at, pos, true
			}
			m.stack = m.stack[:top]
		case lazyOne:
			if at, pos, ok = m.takeOne(c); ok {
				return at, pos, true
			}
			m.stack = m.stack[:top]
		}
	}
	return 0, 0, false
}

// canStart reports false if what begins with a set's characters does not match here.
func (m *Matcher[T]) canStart(s *set, pos int) bool {
	return s == nil || pos < m.end && s.has(uint32(m.text[pos]))
}

// alternative tries the alternatives of a branch from number i on; those that cannot match
// here are passed over.
func (m *Matcher[T]) alternative(at, i int32, pos int) (int32, bool) {
	p := m.p
	end := p.nodes[at].end
	for ; i < end; i++ {
		if m.canStart(p.alts[i].starts, pos) {
			break
		}
	}
	if i == end {
		return 0, false
	}
	for next := i + 1; next < end; next++ {
		if m.canStart(p.alts[next].starts, pos) {
			m.push(branch, at, pos, int(next))
			break
		}
	}
	return p.alts[i].node, true
}

// giveBack has a greedy repeat of one character give one back. The choice stays on the stack
// while it is one.
func (m *Matcher[T]) giveBack(c *choice) (at int32, pos int, ok bool) {
	n := &m.p.nodes[c.at]
	lo := int(n.lo)
	for c.n > lo {
		c.n--
		if pos = c.pos + c.n; m.canStart(n.starts, pos) {
			if c.n == lo {
				m.stack = m.stack[:len(m.stack)-1]
			}
			return n.next, pos, true
		}
	}
	return 0, 0, false
}

// takeOne has a lazy repeat of one character take one more.
func (m *Matcher[T]) takeOne(c *choice) (at int32, pos int, ok bool) {
	n := &m.p.nodes[c.at]
	for hi := int(n.hi); c.n < hi && c.pos < m.end; {
		if ch := uint32(m.text[c.pos]); !n.test.has(ch) || !m.p.passesFar(&n.test, ch) {
			break
		}
		c.n++
		c.pos++
		m.work++
		if m.canStart(n.starts, c.pos) {
			return n.next, c.pos, true
		}
	}
	return 0, 0, false
}

// passesFar reports whether a character that has passed a test's set passes the test: of those
// from 256 on the set does not know all.
func (p *Program) passesFar(t *test, ch uint32) bool {
	return ch < 256 || t.far == farAll || p.one(int(t.pc), ch)
}

// count returns how many characters from pos on pass a test, at most limit.
func (m *Matcher[T]) count(t *test, pos, limit int) int {
	text := m.text[pos : pos+max(min(limit, m.end-pos), 0)]
	m.work += len(text) / 16 // at most: a test of a character takes less than a choice
	for i, ch := range text {
		if !t.has(uint32(ch)) || !m.p.passesFar(t, uint32(ch)) {
			return i
		}
	}
	return len(text)
}
