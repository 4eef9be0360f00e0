package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// TextIOWrapper(buffer, …): text over a binary file of this package, or over any object with
// the methods of one (outside.go). The file below is the wrapper's from then on, as in
// CPython: closing one closes both.

var wrapperSig = object.NewSignature("TextIOWrapper", 0, 1, 0, "buffer", "encoding", "errors", "newline", "line_buffering", "write_through")

// initWrapper is TextIOWrapper.__init__ (Modules/_io/textio.c).
func (l *Lib) initWrapper(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [6]object.Value
	if err := bind(h, wrapperSig, args, kwnames, p[:]); err != nil {
		return err
	}
	below := p[0]
	o, err := convertOpenArgs(h, "TextIOWrapper", []object.Value{h.Intern(""), object.Null, object.Null, p[1], p[2], p[3], object.Null, object.Null})
	if err != nil {
		return err
	}
	f := &file{fd: -1, errors: o.errors}
	if err := l.setText(h, o, f); err != nil {
		return err
	}
	for i, to := range [...]*bool{&f.lines, &f.through} {
		if x := p[4+i]; x != object.Null && x != object.None {
			if *to, err = h.Truth(x); err != nil {
				return err
			}
		}
	}
	switch id := h.TypeID(below); id {
	case l.files.reader, l.files.writer, l.files.random:
		b := fileOf(h, below)
		if err := l.uninitialized(h, below, "seekable"); err != nil {
			return err
		}
		if err := b.attached(h); err != nil {
			return err
		}
		if b.outside == nil {
			if b.closed {
				return h.Raise(object.ValueErrorType, "I/O operation on closed file.")
			}
			f.name, f.byteName, f.fd, f.in, f.out, f.os, f.below = b.name, b.byteName, b.fd, b.in, b.out, b.os, b
			f.direct = b.direct
			l.setContent(v, f, below)
			return nil
		}
	}
	in, err := able(h, below, "readable")
	if err != nil {
		return err
	}
	out, err := able(h, below, "writable")
	if err != nil {
		return err
	}
	read := "read"
	if x, err := h.LookupAttr(below, h.Intern("read1")); err != nil {
		return err
	} else if x != object.Null {
		read = "read1"
	}
	l.putAbove(h, f, below, read, 2*chunkSize, in, out) // a piece below chunkSize joins what there is
	l.setContent(v, f, below)
	return nil
}

// wrapperMethods are those of TextIOWrapper alone.
func (l *Lib) wrapperMethods() []object.Builtin {
	return []object.Builtin{
		{Name: "reconfigure", Arity: object.Varied, FnKw: l.reconfigure},
	}
}

var reconfigureSig = object.NewSignature("reconfigure", 0, 0, 5, "encoding", "errors", "newline", "line_buffering", "write_through")

// reconfigure changes what text is made of bytes with.
func (l *Lib) reconfigure(h *object.Heap, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [5]object.Value
	if err := bind(h, reconfigureSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	f := fileOf(h, self)
	if err := f.attached(h); err != nil {
		return object.Null, err
	}
	codec := given(p[0]) != object.Null || given(p[1]) != object.Null
	if f.begun && (codec || p[2] != object.Null) {
		return object.Null, h.Raise(l.files.unsupported, "It is not possible to set the encoding or newline of stream after the first read")
	}
	newline := p[2]
	if newline == object.Null && !f.univ {
		newline = h.NewStr(f.readNL)
	}
	encoding, errors := given(p[0]), given(p[1])
	if encoding == object.Null {
		encoding = h.NewStr(f.shown)
		if errors == object.Null {
			errors = h.NewStr(f.errors)
		}
	}
	none := object.Null
	o, err := convertOpenArgs(h, "reconfigure", []object.Value{h.Intern(""), none, none, encoding, errors, newline, none, none})
	if err != nil {
		return object.Null, err
	}
	changed := *f
	changed.errors = o.errors
	if err := l.setText(h, o, &changed); err != nil {
		return object.Null, err
	}
	for i, to := range [...]*bool{&changed.lines, &changed.through} {
		if x := given(p[3+i]); x != object.Null {
			if *to, err = h.Truth(x); err != nil {
				return object.Null, err
			}
		}
	}
	if err := l.flushFile(h, f); err != nil {
		return object.Null, err
	}
	*f = changed
	return object.None, nil
}

// detach gives the file below away.
func (l *Lib) detach(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
	f := fileOf(h, self)
	if err := f.attached(h); err != nil {
		return object.Null, err
	}
	if err := f.idle(h); err != nil {
		return object.Null, err
	}
	below := l.bufferOf(h, self, f)
	if below == object.Null {
		return object.Null, h.Unsupported("method detach of a binary file of the system")
	}
	if _, err := callMethod(h, self, "flush"); err != nil {
		return object.Null, err
	}
	if err := f.attached(h); err != nil { // by flush
		return object.Null, err
	}
	l.leave(f)
	return below, nil
}

// leave makes a file say that it is detached. What is below it stays open: the end of the program
// flushes that from then on.
func (l *Lib) leave(f *file) {
	f.detached = true
	l.files.open.replace(f, f.below)
}

// attached refuses what is asked of a file that has been detached.
func (f *file) attached(h *object.Heap) error {
	switch {
	case !f.detached:
		return nil
	case f.binary:
		return h.Raise(object.ValueErrorType, "raw stream has been detached")
	}
	return h.Raise(object.ValueErrorType, "underlying buffer has been detached")
}

// native are the encodings that chunks of a file are decoded with, by the spellings of
// their names. Of others the whole file is decoded when something is read.
var native = map[string]string{
	"utf-8": "utf-8", "utf8": "utf-8", "locale": "utf-8", "ascii": "ascii", "us-ascii": "ascii",
	"latin-1": "latin-1", "latin1": "latin-1", "iso-8859-1": "latin-1",
}

// byteOrderMark is what utf-8-sig begins with.
const byteOrderMark = "\xEF\xBB\xBF"

// setText checks and sets what only text files have.
func (l *Lib) setText(h *object.Heap, o *openArgs, f *file) error {
	if f.binary {
		return nil
	}
	if o.buffering == 0 {
		return h.Raise(object.ValueErrorType, "can't have unbuffered text I/O")
	}
	switch o.newline {
	case "", "\n", "\r", "\r\n":
	default:
		return h.Raise(object.ValueErrorType, "illegal newline value: %s", o.newline)
	}
	if f.fd < 0 {
		f.shown = "UTF-8"
	}
	if o.hasEncoding && o.encoding != "locale" {
		f.shown = o.encoding
	}
	name := strings.ToLower(strings.ReplaceAll(o.encoding, "_", "-"))
	f.mark, f.marked, f.whole = false, false, false
	switch f.encoding = native[name]; {
	case f.encoding != "":
	case name == "utf-8-sig":
		f.encoding, f.mark = "utf-8", true
	default:
		k := l.registry()
		codec, err := k.lookup("lookup", h.NewStr(o.encoding))
		if err != nil {
			return err
		}
		if err := k.checkText(codec, o.encoding, ""); err != nil {
			return err
		}
		f.encoding, f.whole, f.mark = name, true, name == "utf-16" || name == "utf-32"
	}
	f.setNewline(o.newline, o.hasNewline)
	return nil
}
