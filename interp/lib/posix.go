package lib

import (
	"crypto/rand"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/object"
)

// The modules posix and errno, as far as Lib/os.py and Lib/posixpath.py need them:
// what a name or an attribute asks for beyond that is missing by name.

var posixConstants = []struct {
	name string
	n    int64
}{
	{"F_OK", 0}, {"R_OK", 4}, {"W_OK", 2}, {"X_OK", 1}, {"O_RDONLY", 0}, {"O_WRONLY", 1}, {"O_RDWR", 2}, {"O_CREAT", 0o100}, {"O_EXCL", 0o200},
	{"O_TRUNC", 0o1000}, {"O_APPEND", 0o2000}, {"O_CLOEXEC", 0o2000000}, {"EX_OK", 0},
}

// newPosix makes the module posix.
func (l *Lib) newPosix() (object.Value, error) {
	h, m := l.h, l.newModule("posix")
	for _, c := range posixConstants {
		m.set(c.name, object.SmallInt(c.n))
	}
	env := h.NewDict()
	m.set("environ", env)
	for _, kv := range os.Environ() {
		if key, value, ok := strings.Cut(kv, "="); ok {
			k := h.NewBytes([]byte(key))
			if err := h.DictSet(env, k, h.NewBytes([]byte(value))); err != nil {
				return object.Null, err
			}
		}
	}
	m.set("_have_functions", h.NewList())
	m.set("error", h.Type(object.OSErrorType).Object)
	results := registerStatResult(h)
	m.set("stat_result", results.Object)
	status := func(name string, get func(path string) (os.FileInfo, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [3]object.Value
			if err := bind(h, object.NewSignature(name, 0, 1, 2, "path", "dir_fd", "follow_symlinks"), args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			path, err := l.fsPath(name, p[0])
			if err != nil {
				return object.Null, err
			}
			for i, name := range [...]string{1: "dir_fd", 2: "follow_symlinks"} {
				if i > 0 && p[i] != object.Null && p[i] != object.None && p[i] != object.True {
					return object.Null, h.Unsupported("argument " + name + " of os.stat")
				}
			}
			info, err := get(path)
			if err != nil {
				return object.Null, osError(h, err, p[0])
			}
			s, ok := statOf(info)
			if !ok {
				return object.Null, h.Unsupported("os.stat on this system")
			}
			return statResult(h, results, s), nil
		}}
	}
	m.functions([]object.Builtin{
		status("stat", os.Stat), status("lstat", os.Lstat),
		{Name: "getcwd", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			dir, err := os.Getwd()
			if err != nil {
				return object.Null, osError(h, err, object.Null)
			}
			return h.NewStr(dir), nil
		}},
		{Name: "getpid", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.SmallInt(int64(os.Getpid())), nil
		}},
		{Name: "cpu_count", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.SmallInt(int64(runtime.NumCPU())), nil
		}},
		{Name: "urandom", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.Ssize(a[0])
			if err != nil {
				return object.Null, err
			}
			if n < 0 {
				return object.Null, h.Raise(object.ValueErrorType, "negative argument not allowed")
			}
			b := make([]byte, n)
			rand.Read(b) // never fails
			return h.NewBytes(b), nil
		}},
		{Name: "strerror", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			return h.NewStr(errnoText(syscall.Errno(n))), nil
		}},
		{Name: "fspath", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) { return fsPathOf(h, a[0]) }},
		{Name: "listdir", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			name, shown := ".", object.Null
			if len(a) > 0 && a[0] != object.None {
				var err error
				if name, err = l.fsPath("listdir", a[0]); err != nil {
					return object.Null, err
				}
				shown = a[0]
			}
			f, err := os.Open(name)
			if err != nil {
				return object.Null, osError(h, err, shown)
			}
			defer f.Close()
			names, err := f.Readdirnames(-1)
			if err != nil {
				return object.Null, osError(h, err, shown)
			}
			list := h.NewList()
			for _, n := range names {
				h.ListAppend(list, h.NewStr(n))
			}
			return list, nil
		}},
	})
	m.functions(l.posixFiles(results))
	size := newStructType(h, "os", "terminal_size", true, 2, "columns", "lines")
	m.set("terminal_size", size.Object)
	m.functions([]object.Builtin{{Name: "get_terminal_size", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		fd := 1
		if len(a) > 0 {
			var err error
			if fd, err = h.CInt(a[0]); err != nil {
				return object.Null, err
			}
		}
		columns, lines, err := terminalSize(uintptr(fd))
		if err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		return size.of(h, object.SmallInt(int64(columns)), object.SmallInt(int64(lines))), nil
	}}})
	return m.v, nil
}

// fsPathOf is os.fspath.
func fsPathOf(h *object.Heap, v object.Value) (object.Value, error) {
	if h.IsInstance(v, object.StrType) || h.IsInstance(v, object.BytesType) {
		return v, nil
	}
	f := h.TypeOf(v).Lookup(h.Intern("__fspath__"))
	if f == object.Null {
		return object.Null, h.Raise(object.TypeErrorType, "expected str, bytes or os.PathLike object, not %s", h.TypeName(v))
	}
	f, err := h.Bind(f, v)
	if err != nil {
		return object.Null, err
	}
	r, err := h.Call(f, nil, object.Null)
	if err == nil && !h.IsInstance(r, object.StrType) && !h.IsInstance(r, object.BytesType) {
		err = h.Raise(object.TypeErrorType, "expected %s.__fspath__() to return str or bytes, not %s", h.TypeName(v), h.TypeName(r))
	}
	return r, err
}

// fsPath returns an argument that is a path.
func (l *Lib) fsPath(function string, v object.Value) (string, error) {
	h := l.h
	if !h.IsInstance(v, object.StrType) && !h.IsInstance(v, object.BytesType) && h.TypeOf(v).Lookup(h.Intern("__fspath__")) == object.Null {
		if h.IsIntegral(v) {
			return "", h.Unsupported("file descriptors in os." + function)
		}
		return "", h.Raise(object.TypeErrorType, "%s: path should be string, bytes, os.PathLike or integer, not %s", function, h.TypeName(v))
	}
	p, err := fsPathOf(h, v)
	if err != nil {
		return "", err
	}
	path := ""
	if h.IsInstance(p, object.BytesType) {
		path = string(h.BytesData(p))
	} else {
		path = h.GoString(p)
	}
	if strings.IndexByte(path, 0) >= 0 {
		return "", h.Raise(object.ValueErrorType, "%s: embedded null character in path", function)
	}
	return path, nil
}

// registerStatResult makes the type os.stat_result: of the times the elements are whole
// seconds, and the attributes floats.
func registerStatResult(h *object.Heap) *structType {
	return newStructType(h, "os", "stat_result", true, 10,
		"st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime",
		"st_atime", "st_mtime", "st_ctime", "st_atime_ns", "st_mtime_ns", "st_ctime_ns", "st_blksize", "st_blocks", "st_rdev")
}

// fileStatus is what a system says of a file.
type fileStatus struct {
	mode, ino, dev, nlink, uid, gid, size, blksize, blocks, rdev uint64
	times                                                        [3]int64 // of access, of modification, of change, in nanoseconds
}

// statResult makes an os.stat_result.
func statResult(h *object.Heap, t *structType, s fileStatus) object.Value {
	m := h.Mark()
	defer h.Release(m)
	var values []object.Value
	add := func(v object.Value) {
		h.Push(v)
		values = append(values, v)
	}
	for _, n := range [...]uint64{s.mode, s.ino, s.dev, s.nlink, s.uid, s.gid, s.size} {
		add(h.IntFromUint64(n))
	}
	for _, ns := range s.times {
		add(h.Int(time.Unix(0, ns).Unix()))
	}
	for _, ns := range s.times {
		add(object.FloatValue(float64(ns) / 1e9))
	}
	for _, ns := range s.times {
		add(h.Int(ns))
	}
	for _, n := range [...]uint64{s.blksize, s.blocks, s.rdev} {
		add(h.IntFromUint64(n))
	}
	return t.of(h, values...)
}
