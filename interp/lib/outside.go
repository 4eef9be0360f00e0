package lib

import (
	"bufio"
	"io"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Files below files: TextIOWrapper and the buffered classes over an object of the program's,
// a BytesIO or any other that has the methods of a file. Everything goes through these
// methods, in the portions in which CPython calls them.

// outside reads and writes such an object.
type outside struct {
	view    object.Value // the type memoryview
	h       *object.Heap
	v       object.Value  // the object above has it in a field, too: the collector knows it from there
	memory  object.TypeID // BytesIO, whose objects are asked without a call whether they are closed
	read    string        // the method that reads a portion
	raw     bool          // below a buffer: its readinto is asked for a portion, and write may take a part of its argument
	blocked bool          // … and its readinto has returned None
	rest    []byte        // what it has returned beyond what it was asked for
	text    []byte        // text that is to be written: the program may write more of it meanwhile

	f     *file        // the file above …
	above object.Value // … and its object, that the collector knows while something is asked of it
	busy  int64        // the thread that is filling or writing a buffer that the file above has; 0: none is
}

// call calls a method of the object, unless the program has detached it in the meantime.
func (o *outside) call(name string, args ...object.Value) (object.Value, error) {
	if err := o.f.attached(o.h); err != nil {
		return object.Null, err
	}
	return callMethod(o.h, o.v, name, args...)
}

// idle refuses what would touch a buffer that a method of the object below is called for, as CPython's
// lock of buffered files does.
func (f *file) idle(h *object.Heap) error {
	if f.outside == nil || f.outside.busy == 0 {
		return nil
	}
	if f.outside.busy != h.ThreadNumber() {
		return h.Unsupported("using a file that another thread is reading or writing")
	}
	s, err := h.Repr(f.outside.above)
	if err != nil {
		return err
	}
	return h.Raise(object.RuntimeErrorType, "reentrant call inside %s", h.GoString(s))
}

// Read implements io.Reader.
func (o *outside) Read(p []byte) (int, error) {
	if len(o.rest) == 0 {
		var data []byte
		var err error
		if o.raw {
			data, err = o.filled(len(p))
		} else {
			data, err = o.portion(o.h.Int(int64(len(p))))
		}
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
	x, err := o.call(name, args...)
	if err != nil {
		return nil, err
	}
	if !h.IsBuffer(x) {
		return nil, h.Raise(object.TypeErrorType, "underlying %s() should have returned a bytes-like object, not '%s'", name, h.TypeName(x))
	}
	data, err := h.BufferData(x)
	return append([]byte(nil), data...), err
}

// filled is what a raw file's readinto puts into n bytes (Modules/_io/bufferedio.c, _bufferedreader_raw_read).
func (o *outside) filled(n int) ([]byte, error) {
	h := o.h
	o.busy = h.ThreadNumber()
	defer func() { o.busy = 0 }()
	m := h.Mark()
	defer h.Release(m)
	room, err := h.Call(h.Type(object.ByteArrayType).Object, []object.Value{h.Int(int64(n))}, object.Null)
	if err != nil {
		return nil, err
	}
	h.Push(room)
	view, err := h.Call(o.view, []object.Value{room}, object.Null)
	if err != nil {
		return nil, err
	}
	x, err := o.call("readinto", view)
	if o.blocked = err == nil && x == object.None; o.blocked || err != nil {
		return nil, err
	}
	got, err := h.IndexOr(x, object.ValueErrorType)
	if r, ok := err.(*object.Raised); ok {
		e := h.NewException(h.Type(object.OSErrorType), h.NewStr("raw readinto() failed"))
		h.SetCause(e, r.Exc)
		h.SetField(e, object.OffExcContext, r.Exc)
		return nil, h.RaiseValue(e)
	}
	data, failed := h.BufferData(room)
	switch {
	case err != nil:
		return nil, err
	case failed != nil:
		return nil, failed
	case got < 0 || got > int64(min(n, len(data))):
		return nil, h.Raise(object.OSErrorType, "raw readinto() returned invalid length %d (should have been between 0 and %d)", got, n)
	}
	return append([]byte(nil), data[:got]...), nil
}

// Write implements io.Writer. Text is kept until the buffer is done with it (drain).
func (o *outside) Write(p []byte) (int, error) {
	if !o.raw {
		o.text = heap.Append(&o.h.Heap, &o.f.Account, o.text, p...)
		return len(p), nil
	}
	o.busy = o.h.ThreadNumber()
	defer func() { o.busy = 0 }()
	for done := 0; ; {
		x, err := o.call("write", o.h.NewBytes(p[done:]))
		if err != nil {
			return len(p), err
		}
		if x == object.None {
			exc := o.h.NewException(o.h.Type(object.BlockingIOErrorType), object.SmallInt(0), o.h.NewStr("write could not complete without blocking"))
			return done, o.h.RaiseValue(exc)
		}
		n, err := o.h.Index(x)
		if _, ok := err.(*object.Raised); ok {
			n, err = -1, nil // as CPython says it
		}
		if err != nil {
			return done, err
		}
		if n < 0 || n > int64(len(p)-done) {
			return done, o.h.Raise(object.OSErrorType, "raw write() returned invalid length %d (should have been between 0 and %d)", n, len(p)-done)
		}
		if done += int(n); done == len(p) {
			return done, nil
		}
	}
}

// drain writes the text that has left the buffer.
func (f *file) drain() error {
	if f.outside == nil || len(f.outside.text) == 0 {
		return nil
	}
	o := f.outside
	data := o.h.NewBytes(o.text)
	o.text = heap.Drop(&o.h.Heap, &f.Account, o.text)
	_, err := o.call("write", data)
	return err
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
func (l *Lib) putAbove(h *object.Heap, f *file, v object.Value, read string, size int, in, out bool) {
	f.outside = &outside{h: h, v: v, memory: l.files.memory.bytesIO, view: l.own("memoryview"), read: read, raw: f.binary, f: f}
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
		if err := fileOf(h, v).idle(h); err != nil {
			return err
		}
		if in && out {
			if yes, err := able(h, p[0], "seekable"); err != nil || !yes {
				return l.unable(err, "seekable")
			}
		}
		for _, x := range [...]struct {
			what  string
			asked bool
		}{{"readable", in}, {"writable", out}} {
			if !x.asked {
				continue
			}
			if yes, err := able(h, p[0], x.what); err != nil || !yes {
				return l.unable(err, x.what)
			}
		}
		if err := fileOf(h, v).idle(h); err != nil {
			return err
		}
		f := &file{fd: -1, binary: true}
		if f.Add(&h.Heap, size); in && out {
			f.Add(&h.Heap, size)
		}
		l.putAbove(h, f, p[0], "read", size, in, out)
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
