package lib

import (
	"bufio"
	"io"

	"github.com/tier2go/tier2/interp/object"
)

// Files below files: TextIOWrapper and the buffered classes over an object of the program's,
// a BytesIO or any other that has the methods of a file. Everything goes through these
// methods, in the portions in which CPython calls them.

// outside reads and writes such an object.
type outside struct {
	h    *object.Heap
	v    object.Value // the object above has it in a field, too: the collector knows it from there
	read string       // the method that reads a portion
	raw  bool         // write may take a part of its argument
	rest []byte       // what it has returned beyond what it was asked for
}

// Read implements io.Reader.
func (o *outside) Read(p []byte) (int, error) {
	if len(o.rest) == 0 {
		data, err := o.portion(object.SmallInt(int64(len(p))))
		if err != nil {
			return 0, err
		}
		if len(data) == 0 && len(p) > 0 {
			return 0, io.EOF
		}
		o.rest = data
	}
	n := copy(p, o.rest)
	o.rest = o.rest[n:]
	return n, nil
}

// portion is what the object's method for reading returns.
func (o *outside) portion(args ...object.Value) ([]byte, error) {
	h := o.h
	name := o.read
	if len(args) == 0 {
		name = "read"
	}
	x, err := callMethod(h, o.v, name, args...)
	if err != nil {
		return nil, err
	}
	if x == object.None && o.raw {
		return nil, nil
	}
	if !h.IsBuffer(x) {
		return nil, h.Raise(object.TypeErrorType, "underlying %s() should have returned a bytes-like object, not '%s'", name, h.TypeName(x))
	}
	data, err := h.BufferData(x)
	return append([]byte(nil), data...), err
}

// Write implements io.Writer.
func (o *outside) Write(p []byte) (int, error) {
	for done := 0; ; {
		x, err := callMethod(o.h, o.v, "write", o.h.NewBytes(p[done:]))
		if err != nil || !o.raw {
			return len(p), err
		}
		if x == object.None {
			return done, o.h.Raise(object.BlockingIOErrorType, "write could not complete without blocking")
		}
		n, err := o.h.Ssize(x)
		if err != nil {
			return done, err
		}
		if n < 0 || n > len(p)-done {
			return done, o.h.Raise(object.OSErrorType, "raw write() returned invalid length %d (should have been between 0 and %d)", n, len(p)-done)
		}
		if done += n; done == len(p) {
			return done, nil
		}
	}
}

// able asks an object whether it is readable, writable, seekable.
func able(h *object.Heap, v object.Value, what string) (bool, error) {
	x, err := callMethod(h, v, what)
	if err != nil {
		return false, err
	}
	return h.Truth(x)
}

// putAbove makes f a file above an object of the program's.
func (f *file) putAbove(h *object.Heap, v object.Value, read string, size int, in, out bool) {
	f.outside = &outside{h: h, v: v, read: read, raw: f.binary}
	if in {
		f.in = bufio.NewReaderSize(f.outside, size)
	}
	if out {
		f.out = bufio.NewWriterSize(f.outside, size)
	}
}

var bufferedSig = object.NewSignature("", 0, 1, 0, "raw", "buffer_size")

// initBuffered is BufferedReader(raw), BufferedWriter(raw), BufferedRandom(raw) (Modules/_io/bufferedio.c).
func (l *Lib) initBuffered(in, out bool) func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	return func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
		var p [2]object.Value
		if err := bind(h, bufferedSig, args, kwnames, p[:]); err != nil {
			return err
		}
		size := 128 << 10
		if p[1] != object.Null {
			n, err := h.Ssize(p[1])
			if err != nil {
				return err
			}
			if size = n; n <= 0 {
				return h.Raise(object.ValueErrorType, "buffer size must be strictly positive")
			}
			if err := within(h, n, 1); err != nil {
				return err
			}
		}
		if in && out {
			if yes, err := able(h, p[0], "seekable"); err != nil || !yes {
				return l.unable(err, "seekable")
			}
		}
		for what, asked := range map[string]bool{"readable": in, "writable": out} {
			if !asked {
				continue
			}
			if yes, err := able(h, p[0], what); err != nil || !yes {
				return l.unable(err, what)
			}
		}
		f := &file{fd: -1, binary: true}
		f.putAbove(h, p[0], "read", size, in, out)
		l.setContent(v, f, p[0])
		return nil
	}
}

// unable is the error of a file that is not readable, writable, seekable, or of having asked.
func (l *Lib) unable(err error, what string) error {
	if err != nil {
		return err
	}
	return l.h.Raise(l.files.unsupported, "File or stream is not %s.", what)
}
