package profile

import (
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/sampling"
)

// WriteCPU writes samples in the format of pprof (profile.proto, gzipped), for "go
// tool pprof". A stack is, from the leaf on: Go functions below the VM's loop or a
// helper; the Python function with its line, and those that it is inlined in; the
// executor; and what the VM was doing. Callers that are not inlined are not known.
// The labels "tier" and "executor" tell the same for -tagfocus.
func WriteCPU(w io.Writer, s *sampling.Sampled) error {
	p := &pprof{strings: map[string]int64{"": 0}, table: []string{""}, funcs: map[pfunc]uint64{}, locs: map[ploc]uint64{}}
	p.valueType(1, "samples", "count")
	p.valueType(1, "cpu", "nanoseconds")
	for i := range s.Spots {
		p.sample(&s.Spots[i], s)
	}
	p.valueType(11, "cpu", "nanoseconds")
	p.out.uint(12, uint64(s.Period.Nanoseconds()))
	p.out.uint(10, uint64(s.CPU.Nanoseconds()))
	p.out.uint(14, uint64(p.str("cpu")))
	for _, text := range p.table {
		p.out.bytes(6, []byte(text))
	}
	z := gzip.NewWriter(w)
	if _, err := z.Write(p.out); err != nil {
		return err
	}
	return z.Close()
}

// pprof is a profile being written: profile.proto by hand, of which it needs
// little.
type pprof struct {
	out     message
	strings map[string]int64
	table   []string
	funcs   map[pfunc]uint64
	locs    map[ploc]uint64
}

type pfunc struct {
	name, file string
	line       int
}

type ploc struct {
	fn   uint64
	line int
}

// message is a protocol buffer.
type message []byte

func (m *message) uint(field int, v uint64) {
	if v == 0 {
		return
	}
	*m = binary.AppendUvarint(*m, uint64(field)<<3)
	*m = binary.AppendUvarint(*m, v)
}

func (m *message) bytes(field int, b []byte) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|2)
	*m = binary.AppendUvarint(*m, uint64(len(b)))
	*m = append(*m, b...)
}

func (m *message) packed(field int, list ...uint64) {
	var b []byte
	for _, v := range list {
		b = binary.AppendUvarint(b, v)
	}
	m.bytes(field, b)
}

func (p *pprof) str(s string) int64 {
	i, ok := p.strings[s]
	if !ok {
		i = int64(len(p.table))
		p.strings[s], p.table = i, append(p.table, s)
	}
	return i
}

func (p *pprof) valueType(field int, name, unit string) {
	var m message
	m.uint(1, uint64(p.str(name)))
	m.uint(2, uint64(p.str(unit)))
	p.out.bytes(field, m)
}

// location returns the number of a location in a function, writing both when they
// are new.
func (p *pprof) location(f pfunc, line int) uint64 {
	fn, ok := p.funcs[f]
	if !ok {
		fn = uint64(len(p.funcs) + 1)
		p.funcs[f] = fn
		var m message
		m.uint(1, fn)
		m.uint(2, uint64(p.str(f.name)))
		m.uint(3, uint64(p.str(f.name)))
		m.uint(4, uint64(p.str(f.file)))
		m.uint(5, uint64(f.line))
		p.out.bytes(5, m)
	}
	at := ploc{fn, line}
	id, ok := p.locs[at]
	if !ok {
		id = uint64(len(p.locs) + 1)
		p.locs[at] = id
		var l, m message
		l.uint(1, fn)
		l.uint(2, uint64(line))
		m.uint(1, id)
		m.bytes(4, l)
		p.out.bytes(4, m)
	}
	return id
}

func (p *pprof) python(at interp.Place) uint64 {
	return p.location(pfunc{name(at.Code), at.Code.Filename, at.Code.FirstLine}, max(at.Line(), 0))
}

func name(c *pycode.Code) string {
	if c.QualName != "" {
		return c.QualName
	}
	return c.Name
}

func (p *pprof) sample(s *sampling.Spot, all *sampling.Sampled) {
	var stack []uint64
	for _, f := range s.Stack {
		stack = append(stack, p.location(pfunc{name: f}, 0))
	}
	if s.Code != nil {
		stack = append(stack, p.python(s.Place))
		for i := len(s.Callers) - 1; i >= 0; i-- {
			if s.Callers[i].Code != nil {
				stack = append(stack, p.python(s.Callers[i]))
			}
		}
	}
	if s.Executor != nil {
		stack = append(stack, p.location(pfunc{name: fmt.Sprintf("executor %d: %s", s.Executor.ID, Title(s.Executor))}, 0))
	}
	stack = append(stack, p.location(pfunc{name: "[" + s.Activity.String() + "]"}, 0))
	var m message
	m.packed(1, stack...)
	m.packed(2, uint64(s.Samples), uint64(all.Time(s.Samples).Nanoseconds()))
	m.bytes(3, p.label("tier", s.Activity.String()))
	if s.Executor != nil {
		m.bytes(3, p.label("executor", fmt.Sprint(s.Executor.ID)))
	}
	p.out.bytes(2, m)
}

func (p *pprof) label(key, value string) message {
	var m message
	m.uint(1, uint64(p.str(key)))
	m.uint(2, uint64(p.str(value)))
	return m
}
