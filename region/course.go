package region

// The course of a replay, and where its code lies.

// courseEvents is how many blocks of the stream a part of Metrics.Course has.
const courseEvents = 1000

// part returns the part of the course that a block of the stream is in.
func (m *Metrics) part(n int) *Window {
	if n%courseEvents == 0 {
		m.Course = append(m.Course, Window{})
	}
	return &m.Course[len(m.Course)-1]
}

// good is the share of the second half's hit rate that a part must have to be good.
const good = 0.9

// reached returns the first good part, −1 if there is none: nothing is executed in regions, or
// the stream is too short.
func (m *Metrics) reached() int {
	var late Window
	for _, w := range m.Course[len(m.Course)/2:] {
		late.Instr, late.InRegion = late.Instr+w.Instr, late.InRegion+w.InRegion
	}
	if late.InRegion == 0 {
		return -1
	}
	for i, w := range m.Course {
		if m.isGood(w, late) {
			return i
		}
	}
	return -1
}

func (*Metrics) isGood(w, late Window) bool {
	return ratio(w.InRegion, w.Instr) >= good*ratio(late.InRegion, late.Instr)
}

// To90 returns how many instructions are executed until the hit rate is 90 % of that of the
// second half, all if it never is: to within 1000 blocks.
func (m *Metrics) To90() (n uint64) {
	at := m.reached()
	for i, w := range m.Course {
		if i == at {
			return n
		}
		n += w.Instr
	}
	return n
}

// LostAgain returns, of the parts behind the first good one, the share of those that are not
// good as measured by the best of them: there the program does something else than before,
// for which nothing is selected.
func (m *Metrics) LostAgain() float64 {
	at := m.reached()
	if at < 0 {
		return 0
	}
	best := m.Course[at]
	for _, w := range m.Course[at:] {
		if ratio(w.InRegion, w.Instr) > ratio(best.InRegion, best.Instr) {
			best = w
		}
	}
	lost := uint64(0)
	for _, w := range m.Course[at:] {
		if !m.isGood(w, best) {
			lost++
		}
	}
	return ratio(lost, uint64(len(m.Course)-at))
}

// lineInstrs is how many instructions of bytecode a line of the instruction cache holds: 64 bytes
// of machine code, at 16 for an instruction.
const lineInstrs = 4

// lines returns how many lines the blocks are on that were executed in the second half, if what
// is compiled lies one behind the other.
func lines(code []piece) (n int) {
	next := uint64(0) // line that has not been counted
	for _, c := range code {
		if !c.late || c.size == 0 {
			continue
		}
		if first, behind := max(c.begin/lineInstrs, next), (c.begin+c.size-1)/lineInstrs+1; behind > first {
			n += int(behind - first)
			next = behind
		}
	}
	return n
}
