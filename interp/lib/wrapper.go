package lib

import (
	"bufio"
	"io"

	"github.com/tier2go/tier2/interp/object"
)

// TextIOWrapper(buffer, …): text over a binary file of this package, or over a BytesIO.
// The file below is the wrapper's from then on, as in CPython: closing one closes both.

var wrapperSig = object.NewSignature("TextIOWrapper", 0, 1, 0, "buffer", "encoding", "errors", "newline", "line_buffering", "write_through")

// wrap is TextIOWrapper(…) (Modules/_io/textio.c).
func (l *Lib) wrap(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	if t.Made() {
		return object.Null, h.Unsupported("class derived from _io.TextIOWrapper")
	}
	var p [6]object.Value
	if err := bind(h, wrapperSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	below := p[0]
	o, err := convertOpenArgs(h, []object.Value{h.Intern(""), object.Null, object.Null, p[1], p[2], p[3], object.Null, object.Null})
	if err != nil {
		return object.Null, err
	}
	f := &file{mode: "r", fd: -1, errors: o.errors}
	if err := o.setText(h, f); err != nil {
		return object.Null, err
	}
	direct := false
	for _, v := range p[4:] {
		if v != object.Null && v != object.None {
			yes, err := h.Truth(v)
			if err != nil {
				return object.Null, err
			}
			direct = direct || yes
		}
	}
	switch id := h.TypeOf(below).ID; {
	case id == l.files.reader || id == l.files.writer || id == l.files.random:
		b := fileOf(h, below)
		if b.closed {
			return object.Null, h.Raise(object.ValueErrorType, "I/O operation on closed file.")
		}
		f.name, f.mode, f.fd, f.in, f.out, f.os, f.below = b.name, b.mode, b.fd, b.in, b.out, b.os, b
		f.direct = b.direct || direct
		b.os = nil // the wrapper closes it
	case h.TypeOf(below).Name == "BytesIO" && h.TypeOf(below).Module == "_io":
		c := h.Field(below, offIOContent)
		if c == object.Null {
			return object.Null, h.Unsupported("TextIOWrapper of a BytesIO that has not been initialized")
		}
		m := bytesPipe{h, h.HandleOf(c).(*memoryBytes)}
		f.in, f.out, f.direct = bufio.NewReader(m), bufio.NewWriter(m), direct
	default:
		return object.Null, h.Unsupported("TextIOWrapper of a '" + h.TypeName(below) + "'")
	}
	return l.newFile(f), nil
}

// bytesPipe reads and writes a BytesIO.
type bytesPipe struct {
	h *object.Heap
	t *memoryBytes
}

// Read implements io.Reader.
func (p bytesPipe) Read(to []byte) (int, error) {
	b := p.t.read(len(to))
	if len(b) == 0 && len(to) > 0 {
		return 0, io.EOF
	}
	return copy(to, b), nil
}

// Write implements io.Writer.
func (p bytesPipe) Write(b []byte) (int, error) { return len(b), p.t.write(p.h, b) }
