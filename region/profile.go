package region

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/tier2go/tier2/uop"
)

// profileLine is a line of a profile in JSON Lines: first one that sums up, then one
// for each code object. A block is [first offset, last offset, instructions, count,
// last instruction], an edge [block's first and last offset, target, count, kind],
// a call [offset, kind, target, count]; offsets are bytes.
type profileLine struct {
	Program  string      `json:"program"`
	Summary  bool        `json:"summary"`
	Qualname string      `json:"qualname"`
	Filename string      `json:"filename"`
	Line     int         `json:"line"`
	IsGen    bool        `json:"is_gen"`
	Blocks   []blockCols `json:"blocks"`
	Edges    []edgeCols  `json:"edges"`
	Calls    []callCols  `json:"calls"`
}

type blockCols struct {
	first, last, size uint32
	count             uint64
}

type edgeCols struct {
	from, to uint32
	count    uint64
	taken    bool
}

type callCols struct {
	at     uint32
	kind   string
	target string
	count  uint64
}

// columns reads a JSON array into variables, one for each column; nil skips one.
func columns(data []byte, vars ...any) error {
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if len(raw) != len(vars) {
		return fmt.Errorf("%d columns, not %d", len(raw), len(vars))
	}
	for i, v := range vars {
		if v == nil {
			continue
		}
		if err := json.Unmarshal(raw[i], v); err != nil {
			return err
		}
	}
	return nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (b *blockCols) UnmarshalJSON(data []byte) error {
	return columns(data, &b.first, &b.last, &b.size, &b.count, nil)
}

// UnmarshalJSON implements json.Unmarshaler.
func (e *edgeCols) UnmarshalJSON(data []byte) error {
	var kind string
	err := columns(data, &e.from, nil, &e.to, &e.count, &kind)
	e.taken = kind != "fall"
	return err
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *callCols) UnmarshalJSON(data []byte) error {
	return columns(data, &c.at, &c.kind, &c.target, &c.count)
}

// restartEvents is the Restart of profiles.
const restartEvents = 1000

// ReadProfile reads a profile in JSON Lines, gzipped or not. The error names the
// line.
//
// A profile has counts, not order: Program.Stream walks on them at random. What it
// does not say is filled in like this. Where more enters a block than its edges
// bring (the outermost function, a generator that goes on, a handler of
// exceptions), execution begins there, from nowhere; where more enters than leaves
// by edges, it leaves the function. A block is cut behind each call of Python code
// that the profile has, with its instructions shared out by offsets, as the
// profile does not have their places; the second part begins a code unit behind
// the call's first. Calls that make generators are not followed.
func ReadProfile(r io.Reader) (*Program, error) {
	buf, err := unzipped(r)
	if err != nil {
		return nil, fmt.Errorf("region: profile: %w", err)
	}
	dec := json.NewDecoder(buf)
	var lines []profileLine
	name := ""
	for n := 1; ; n++ {
		var l profileLine
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("region: profile: line %d: %w", n, err)
		}
		name = l.Program
		if !l.Summary {
			lines = append(lines, l)
		}
	}
	m := &profileMaker{p: &Program{Name: name, Note: "a random walk on the counts of a profile", Restart: restartEvents}}
	if err := m.make(lines); err != nil {
		return nil, err
	}
	return m.p, nil
}

// unzipped reads what is gzipped, if it is.
func unzipped(r io.Reader) (io.Reader, error) {
	buf := bufio.NewReader(r)
	if head, err := buf.Peek(2); err != nil || head[0] != 0x1f || head[1] != 0x8b {
		return buf, nil // too short for it, too: who reads it says what it is not
	}
	return gzip.NewReader(buf)
}

// profileMaker makes a program of a profile's lines.
type profileMaker struct {
	p     *Program
	entry map[string]int32      // the first block of a function, by "qualname|file:line"
	first map[uop.Place]int32   // the block, or its first part, that begins at a place
	last  map[uop.Place]int32   // its last part
	parts [][]int32             // by code: the first part of each block, in order
	sites map[int32][]*callCols // of the part that ends with them
	in    []uint64              // what is known to enter a block
	count []uint64
}

func (m *profileMaker) make(lines []profileLine) error {
	m.entry, m.first, m.last, m.sites = map[string]int32{}, map[uop.Place]int32{}, map[uop.Place]int32{}, map[int32][]*callCols{}
	gens := map[string]bool{}
	known := map[string]bool{}
	for i := range lines {
		known[lines[i].key()] = true
		gens[lines[i].key()] = gens[lines[i].key()] || lines[i].IsGen
	}
	for i := range lines {
		l := &lines[i]
		calls := slices.DeleteFunc(slices.Clone(l.Calls), func(c callCols) bool {
			return c.kind != "py" || !known[c.target] || gens[c.target]
		})
		slices.SortStableFunc(calls, func(a, b callCols) int { return int(a.at) - int(b.at) })
		m.blocks(l, calls)
	}
	m.in = make([]uint64, len(m.p.Blocks))
	for i := range lines {
		if err := m.edges(&lines[i], uint64(i+1)); err != nil {
			return err
		}
	}
	m.calls()
	return m.ends()
}

func (l *profileLine) key() string { return fmt.Sprintf("%s|%s:%d", l.Qualname, l.Filename, l.Line) }

// blocks adds a code's executed blocks, cut behind calls.
func (m *profileMaker) blocks(l *profileLine, calls []callCols) {
	code := m.p.code(l.key())
	out, to := map[uint32]uint64{}, map[uint32]bool{}
	for _, e := range l.Edges {
		out[e.from] += e.count
		to[e.to] = to[e.to] || e.count > 0
	}
	for i, b := range l.Blocks {
		// Where a generator goes on, in the middle of a block, the edges out of it
		// are counted and it is not.
		b.count = max(b.count, out[b.first])
		if b.count == 0 && i > 0 && !to[b.first] {
			continue
		}
		place := uop.Place{Code: code, PC: b.first / 2}
		id := m.add(place, b.size, b.count)
		m.first[place] = id
		if _, dup := m.entry[l.key()]; i == 0 && !dup {
			m.entry[l.key()] = id
		}
		for k := range calls {
			c := &calls[k]
			if c.at < b.first || c.at > b.last {
				continue
			}
			begin := m.p.Blocks[id].At.PC * 2
			rest := m.p.Blocks[id].Size
			if len(m.sites[id]) > 0 && m.sites[id][0].at == c.at { // another callee at the same place
				m.sites[id] = append(m.sites[id], c)
				continue
			}
			if prev := id - 1; prev >= 0 && len(m.sites[prev]) > 0 && m.sites[prev][0].at == c.at && m.p.Blocks[prev].At.Code == code {
				m.sites[prev] = append(m.sites[prev], c)
				continue
			}
			if rest < 2 || b.last <= begin {
				continue // one instruction cannot be cut
			}
			size := min(rest-1, max(1, rest*(c.at-begin)/(b.last-begin+2)+1))
			m.p.Blocks[id].Size = size
			m.sites[id] = append(m.sites[id], c)
			id = m.add(uop.Place{Code: code, PC: c.at/2 + 1}, rest-size, b.count)
		}
		m.last[place] = id
	}
}

func (m *profileMaker) add(at uop.Place, size uint32, count uint64) int32 {
	m.p.Blocks = append(m.p.Blocks, Block{at, size})
	m.p.Flow = append(m.p.Flow, Flow{})
	m.count = append(m.count, count)
	return int32(len(m.p.Blocks) - 1)
}

func (m *profileMaker) edges(l *profileLine, code uint64) error {
	for _, e := range l.Edges {
		if e.count == 0 {
			continue
		}
		from, ok := m.last[uop.Place{Code: code, PC: e.from / 2}]
		to, ok2 := m.first[uop.Place{Code: code, PC: e.to / 2}]
		if !ok || !ok2 {
			return fmt.Errorf("region: profile: %s: an edge from %d to %d, of which one is no block that was executed", l.key(), e.from, e.to)
		}
		how := uop.Fall
		if e.taken {
			how = uop.Taken
		}
		m.p.Flow[from].Ways = append(m.p.Flow[from].Ways, Way{To: to, How: how, Weight: e.count})
		m.in[to] += e.count
	}
	return nil
}

// calls adds the ways from the parts that end with calls: into the callees, and on
// if none was called.
func (m *profileMaker) calls() {
	for id := range m.p.Blocks {
		sites := m.sites[int32(id)]
		if sites == nil {
			continue
		}
		left, next := m.count[id], int32(id+1)
		f := &m.p.Flow[id]
		for _, c := range sites {
			n := min(c.count, left)
			if n == 0 {
				continue
			}
			to := m.entry[c.target]
			f.Ways = append(f.Ways, Way{To: to, How: uop.Call, Weight: n, Back: next})
			m.in[to] += n
			left -= n
		}
		if left > 0 {
			f.Ways = append(f.Ways, Way{To: next, How: uop.Fall, Weight: left})
		}
		m.in[next] += m.count[id]
	}
}

// ErrFlow is wrapped by the error of ReadProfile for a profile whose counts do not fit
// together: more enters a block by edges and calls, or leaves it so, than the block was
// executed.
var ErrFlow = errors.New("region: the profile's counts do not fit together")

// ends makes what enters and what leaves each block the same: what is missing comes from
// nowhere, or leaves the function. What is too much is an error.
func (m *profileMaker) ends() error {
	for id := range m.p.Blocks {
		f := &m.p.Flow[id]
		out := uint64(0)
		for _, w := range f.Ways {
			out += w.Weight
		}
		if out > m.count[id] || m.in[id] > m.count[id] {
			return fmt.Errorf("%w: %v was executed %d times, entered %d times by edges and calls and left %d times", ErrFlow, m.p.Blocks[id].At, m.count[id], m.in[id], out)
		}
		if out < m.count[id] {
			f.Leave = m.count[id] - out
		}
		if m.in[id] < m.count[id] {
			m.p.Roots = append(m.p.Roots, Root{int32(id), m.count[id] - m.in[id]})
		}
	}
	return nil
}
