package lower

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/tier2go/tier2/ir"
)

// Ahead is a routine that was compiled ahead of time. Its code depends on its text and on the
// target, but neither on its place nor on the machine, so a file can hold it: compiling the
// routines that it calls is most of what a short program would compile.
type Ahead struct {
	Routine             // without an address
	Text    uint32      // checksum of the text (AheadText)
	Code    []byte      // of the file: not to be written to
	Touches ir.AliasSet // what it reads
	Changes ir.AliasSet // what it writes
}

// AheadText returns the checksum of a routine's text.
func AheadText(text []byte) uint32 { return crc32.ChecksumIEEE(text) }

// ErrAhead says that a file of routines is for other conventions, or is broken.
var ErrAhead = errors.New("lower: the file of routines that are compiled ahead of time is of no use here")

// aheadMark is the checksum of what the code of routines assumes of a target.
func (t *Target) aheadMark() uint32 {
	return crc32.ChecksumIEEE(fmt.Appendf(nil, "%s %v %v %d %d %d %d %d %d", t.Name, t.Routine, t.Regs, t.MaxSlots, RoutineSlots, RoutineLevels, t.ArgOffset, t.RetOffset, t.NumberOffset))
}

// WriteAhead returns the file of routines for a target: its mark, and of each routine name and
// signature, what it writes and touches, and its code. Numbers are unsigned LEB128 varints, texts
// and code have their length in front.
func WriteAhead(t *Target, list []Ahead) []byte {
	b := binary.AppendUvarint(nil, uint64(t.aheadMark()))
	b = binary.AppendUvarint(b, uint64(len(list)))
	text := func(s []byte) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	for i := range list {
		a := &list[i]
		text([]byte(a.Name))
		types := []byte{byte(a.Result)}
		for _, p := range a.Params {
			types = append(types, byte(p))
		}
		text(types)
		up := uint64(0)
		switch {
		case a.Helped:
			up = 2
		case a.GivesUp:
			up = 1
		}
		for _, n := range [...]uint64{up, a.GaveUp, uint64(a.Writes), uint64(a.Touches), uint64(a.Changes), uint64(a.Text)} {
			b = binary.AppendUvarint(b, n)
		}
		text(a.Code)
	}
	return b
}

// ReadAhead returns the routines of a file by name. The error is ErrAhead.
func ReadAhead(t *Target, file []byte) (map[string]*Ahead, error) {
	r := aheadReader{b: file}
	if mark := r.number(); mark != uint64(t.aheadMark()) {
		return nil, ErrAhead
	}
	n := r.number()
	if n > uint64(len(file)) {
		return nil, ErrAhead
	}
	list := make([]Ahead, n)
	byName := make(map[string]*Ahead, n)
	for i := range list {
		a := &list[i]
		a.Name = string(r.text())
		if types := r.text(); len(types) > 0 {
			a.Result = ir.Type(types[0])
			for _, p := range types[1:] {
				a.Params = append(a.Params, ir.Type(p))
			}
		}
		up := r.number()
		a.GivesUp, a.Helped, a.GaveUp = up == 1, up == 2, r.number()
		a.Writes = RegSet(r.number())
		a.Touches, a.Changes, a.Text = ir.AliasSet(r.number()), ir.AliasSet(r.number()), uint32(r.number())
		a.Code = r.text()
		byName[a.Name] = a
	}
	if r.bad || len(r.b) > 0 {
		return nil, ErrAhead
	}
	return byName, nil
}

// aheadReader reads a file; bad says that it ended too early.
type aheadReader struct {
	b   []byte
	bad bool
}

func (r *aheadReader) number() uint64 {
	n, k := binary.Uvarint(r.b)
	if k <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[k:]
	return n
}

func (r *aheadReader) text() []byte {
	n := r.number()
	if n > uint64(len(r.b)) {
		r.b, r.bad = nil, true
		return nil
	}
	s := r.b[:n:n]
	r.b = r.b[n:]
	return s
}
