package lib

import (
	"strings"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/object"
)

// Paths between a program and the system: bytes are taken as they are; a str stands for the bytes that the file
// system's encoding makes of it, UTF-8 with surrogateescape (PEP 383). What comes back is bytes where the
// program has given bytes.

// pathArg is an argument that is a path.
type pathArg struct {
	v     object.Value // str or bytes: what __fspath__ has returned, and messages show
	name  string       // as the system takes it
	bytes bool
}

// fsPath converts an argument that is a path.
func (l *Lib) fsPath(function string, v object.Value) (p pathArg, err error) {
	h := l.h
	if f := h.TypeOf(v).Lookup(h.Intern("__fspath__")); (f == object.Null || f == object.None) && !h.IsInstance(v, object.StrType) && !h.IsInstance(v, object.BytesType) {
		takes := "string, bytes or os.PathLike"
		switch function {
		case "stat", "chdir", "chmod", "utime":
			takes = "string, bytes, os.PathLike or integer"
		case "listdir", "scandir":
			takes = "string, bytes, os.PathLike, integer or None"
		}
		if h.IsIntegral(v) && strings.Contains(takes, "integer") {
			return p, h.Unsupported("file descriptors in os." + function)
		}
		return p, h.Raise(object.TypeErrorType, "%s: path should be %s, not %s", function, takes, h.TypeName(v))
	}
	if p.v, err = fsPathOf(h, v); err != nil {
		return p, err
	}
	p.bytes = h.IsInstance(p.v, object.BytesType)
	p.name, err = filePath(h, p.v)
	if err != nil && h.RaisedIs(err, object.ValueErrorType) && !h.RaisedIs(err, object.UnicodeErrorType) {
		err = h.Raise(object.ValueErrorType, "%s: embedded null character in path", function)
	}
	return p, err
}

// filePath returns the path that a str or a bytes stands for, as the system takes it.
func filePath(h *object.Heap, p object.Value) (string, error) {
	b := p
	if !h.IsInstance(p, object.BytesType) {
		if _, ascii := h.ASCIIData(p); !ascii {
			var err error
			if b, err = h.Encode(p, "utf-8", "surrogateescape"); err != nil {
				return "", err
			}
		}
	}
	path := ""
	if h.IsInstance(b, object.BytesType) {
		path = string(h.BytesData(b))
	} else {
		path = h.GoString(b)
	}
	if strings.IndexByte(path, 0) >= 0 {
		return "", h.Raise(object.ValueErrorType, "embedded null byte")
	}
	return path, nil
}

// fsText makes what a program gets of a path of the system.
func fsText(h *object.Heap, path string, bytes bool) (object.Value, error) {
	switch {
	case bytes:
		return h.NewBytes([]byte(path)), nil
	case utf8.ValidString(path):
		return h.NewStr(path), nil
	}
	return h.Decode(h.NewBytes([]byte(path)), "utf-8", "surrogateescape")
}
