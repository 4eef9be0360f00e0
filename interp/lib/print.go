package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// streamFunctions are the builtins that read and write.
func (l *Lib) streamFunctions() []object.Builtin {
	return []object.Builtin{
		{Name: "print", Arity: object.Varied, FnKw: l.print},
		{Name: "input", Arity: object.Fast, Max: 1, Fn: l.input},
		{Name: "open", Arity: object.Varied, FnKw: l.open},
	}
}

var printSig = object.NewSignature("print", 0, 0, 4, "sep", "end", "file", "flush")

// print writes to sys.stdout, or to the file given.
func (l *Lib) print(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	p := [4]object.Value{object.Null, object.Null, object.Null, object.Null}
	if kwnames != object.Null {
		n := h.TupleLen(kwnames)
		npos := len(args) - n
		for i := 0; n > len(p) && i < n; i++ {
			if _, err := printSig.Keyword(h, h.TupleItem(kwnames, i)); err != nil {
				return object.Null, err
			}
		}
		if err := bind(h, printSig, args[npos:], kwnames, p[:]); err != nil {
			return object.Null, err
		}
		args = args[:npos]
	}
	for i, name := range [...]string{"sep", "end"} {
		if p[i] = given(p[i]); p[i] != object.Null && !h.IsInstance(p[i], object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "%s must be None or a string, not %s", name, h.TypeName(p[i]))
		}
	}
	w, ok, err := l.writerOf(given(p[2]))
	if err != nil || !ok {
		return object.None, err
	}
	for i, a := range args {
		if i > 0 {
			if err := w.write(p[0], " ", h.Str); err != nil {
				return object.Null, err
			}
		}
		if err := w.write(a, "", h.Str); err != nil {
			return object.Null, err
		}
	}
	if err := w.write(p[1], "\n", h.Str); err != nil {
		return object.Null, err
	}
	if p[3] != object.Null {
		if yes, err := h.Truth(p[3]); err != nil || !yes {
			return object.None, err
		}
		return object.None, l.flush(given(p[2]))
	}
	return object.None, nil
}

// textWriter writes to a file object.
type textWriter struct {
	h    *object.Heap
	file *file        // written to directly, if not nil
	v    object.Value // the file object
	io   *memoryFiles
}

// write writes what text makes of v, or the ASCII text if v is Null. The file is asked for its method first.
func (w textWriter) write(v object.Value, ascii string, text func(v object.Value) (object.Value, error)) error {
	h, method := w.h, object.Null
	memory := h.TypeID(w.v) == w.io.stringIO && h.DictOf(w.v) == object.Null // it has no other write
	if w.file == nil && !memory {
		var err error
		if method, err = h.GetAttr(w.v, h.Intern("write")); err != nil {
			return err
		}
	}
	if v != object.Null && text != nil {
		var err error
		if v, err = text(v); err != nil {
			return err
		}
	}
	if w.file != nil {
		return w.file.print(h, v, ascii)
	}
	if v == object.Null {
		v = h.NewStr(ascii)
	}
	if memory {
		t, err := w.io.text(h, w.v)
		if err != nil {
			return err
		}
		return t.write(h, v)
	}
	_, err := call1(h, method, v)
	return err
}

// printFile returns the file that print writes to: the one given, or
// sys.stdout; Null if that is None.
func (l *Lib) printFile(v object.Value) (object.Value, error) {
	if v != object.Null {
		return v, nil
	}
	if l.sys == object.Null {
		return l.stream(1), nil
	}
	v = l.h.DictGetStr(l.sys, l.h.Intern("stdout"))
	if v == object.Null {
		return object.Null, l.h.Raise(object.RuntimeErrorType, "lost sys.stdout")
	}
	return given(v), nil
}

// writerOf returns what writes to a file object, or to sys.stdout if that is
// Null; ok is false if there is none.
func (l *Lib) writerOf(v object.Value) (w textWriter, ok bool, err error) {
	h := l.h
	if v, err = l.printFile(v); err != nil || v == object.Null {
		return w, false, err
	}
	w = textWriter{h: h, v: v, io: &l.files.memory}
	if h.TypeID(v) == l.files.text {
		if f := fileOf(h, v); f.plain() {
			w.file = f
		}
	}
	return w, true, nil
}

// plain says that ASCII text is written as it is, and nothing else than the buffer knows of it.
func (f *file) plain() bool {
	return f.out != nil && !f.closed && (f.below == nil || !f.below.closed) && (f.writeNL == "" || f.writeNL == "\n") && f.in == nil &&
		f.outside == nil && !f.whole && !f.mark && (!f.lines || f.direct)
}

// print writes a str, or the ASCII text if that is Null, to an open file that
// does not translate line ends.
func (f *file) print(h *object.Heap, v object.Value, ascii string) error {
	if v != object.Null {
		if data, ok := h.ASCIIData(v); ok {
			return f.writeBytes(h, data)
		}
		return f.writeText(h, v)
	}
	if _, err := f.out.WriteString(ascii); err != nil {
		return osError(h, err, object.Null)
	}
	if f.direct {
		return f.writeBytes(h, nil)
	}
	return nil
}

// flush flushes a file object, or sys.stdout.
func (l *Lib) flush(v object.Value) error {
	h := l.h
	v, err := l.printFile(v)
	if err != nil || v == object.Null {
		return err
	}
	f, err := h.GetAttr(v, h.Intern("flush"))
	if err != nil {
		return err
	}
	_, err = h.Call(f, nil, object.Null)
	return err
}

// input reads a line from sys.stdin, after a prompt.
func (l *Lib) input(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	other := object.Null
	if l.sys != object.Null {
		if other = h.DictGetStr(l.sys, h.Intern("stdin")); other == object.Null || other == object.None {
			return object.Null, h.Raise(object.RuntimeErrorType, "lost sys.stdin")
		}
		if other == l.stream(0) {
			other = object.Null
		}
	}
	if len(a) == 1 {
		w, ok, err := l.writerOf(object.Null)
		if err != nil {
			return object.Null, err
		}
		s, err := h.Str(a[0])
		if err != nil {
			return object.Null, err
		}
		if ok {
			if err := w.write(s, "", nil); err != nil {
				return object.Null, err
			}
		}
	}
	if err := l.flush(object.Null); err != nil {
		return object.Null, err
	}
	line, err := l.inputLine(h, other)
	if err != nil {
		return object.Null, err
	}
	if line == "" {
		return object.Null, h.Raise(object.EOFErrorType, "EOF when reading a line")
	}
	return h.NewStr(strings.TrimSuffix(line, "\n")), nil
}

// inputLine reads a line of a file of the program's, or of the standard input if that is Null.
func (l *Lib) inputLine(h *object.Heap, other object.Value) (string, error) {
	if other == object.Null {
		f := fileOf(h, l.stream(0))
		n, err := f.readLine(h, -1)
		if err != nil {
			return "", err
		}
		return h.GoString(f.take(h, n)), nil
	}
	x, err := callMethod(h, other, "readline")
	if err != nil {
		return "", err
	}
	if !h.IsInstance(x, object.StrType) {
		return "", h.Raise(object.TypeErrorType, "object.readline() returned non-string")
	}
	return h.GoString(x), nil
}
