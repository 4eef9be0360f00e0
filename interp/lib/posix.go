package lib

import (
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// The modules posix and errno, as far as Lib/os.py and Lib/posixpath.py need them:
// what a name or an attribute asks for beyond that is missing by name.

var posixConstants = []struct {
	name string
	n    int64
}{
	{"F_OK", 0}, {"R_OK", 4}, {"W_OK", 2}, {"X_OK", 1}, {"O_RDONLY", syscall.O_RDONLY}, {"O_WRONLY", syscall.O_WRONLY}, {"O_RDWR", syscall.O_RDWR},
	{"O_CREAT", syscall.O_CREAT}, {"O_EXCL", syscall.O_EXCL}, {"O_TRUNC", syscall.O_TRUNC}, {"O_APPEND", syscall.O_APPEND}, {"O_CLOEXEC", syscall.O_CLOEXEC}, {"EX_OK", 0},
}

// newPosix makes the module posix.
func (l *Lib) newPosix() (object.Value, error) {
	h, m := l.h, l.newModule("posix")
	for _, c := range posixConstants {
		m.set(c.name, object.SmallInt(c.n))
	}
	env, err := l.environDict()
	if err != nil {
		return object.Null, err
	}
	m.set("environ", env)
	m.functions(l.environFunctions())
	l.posixWait(m)
	if err := l.posixSysconf(m); err != nil {
		return object.Null, err
	}
	m.set("_have_functions", h.NewList())
	m.set("error", h.Type(object.OSErrorType).Object)
	results := registerStatResult(h)
	m.set("stat_result", results.Object)
	status := func(name string, follow bool) object.Builtin {
		sig := object.NewSignature(name, 0, 1, 2, "path", "dir_fd", "follow_symlinks")
		return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [3]object.Value
			if err := bind(h, sig, args, kwnames, p[:]); err != nil {
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
			files, err := l.fs(path.v)
			if err != nil {
				return object.Null, err
			}
			s, err := files.Stat(l.Path(path.name), follow)
			if err != nil {
				return object.Null, osError(h, err, path.v)
			}
			return statResult(h, results, s), nil
		}}
	}
	m.functions([]object.Builtin{
		status("stat", true), status("lstat", false),
		{Name: "getcwd", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			if l.place.dir == "" {
				return object.Null, l.denied(theFolder, object.Null)
			}
			return fsText(h, l.place.dir, false)
		}},
		{Name: "getcwdb", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			if l.place.dir == "" {
				return object.Null, l.denied(theFolder, object.Null)
			}
			return fsText(h, l.place.dir, true)
		}},
		{Name: "cpu_count", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			if p := l.host.Grants.Process; p != nil {
				return object.SmallInt(int64(p.CPUs)), nil
			}
			return object.None, nil // it cannot be determined
		}},
		{Name: "urandom", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.Ssize(a[0])
			if err != nil {
				return object.Null, err
			}
			if n < 0 {
				return object.Null, h.Raise(object.ValueErrorType, "negative argument not allowed")
			}
			if uintptr(n) > h.Limit() {
				return object.Null, h.RaiseWith(object.MemoryErrorType)
			}
			b := make([]byte, n)
			if err := l.random(b); err != nil {
				return object.Null, err
			}
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
			folder := pathArg{v: object.Null, name: "."}
			if len(a) > 0 && a[0] != object.None {
				var err error
				if folder, err = l.fsPath("listdir", a[0]); err != nil {
					return object.Null, err
				}
			}
			files, err := l.fs(folder.v)
			if err != nil {
				return object.Null, err
			}
			entries, err := files.ReadDir(l.Path(folder.name))
			if err != nil {
				return object.Null, osError(h, err, folder.v)
			}
			list := h.NewList()
			for _, e := range entries {
				name, err := fsText(h, e.Name(), folder.bytes)
				if err != nil {
					return object.Null, err
				}
				h.ListAppend(list, name)
			}
			return list, nil
		}},
	})
	m.functions(l.posixFiles(results))
	l.scandirTypes(m, results)
	size := newStructType(h, "os", "terminal_size", true, 2, "columns", "lines")
	m.set("terminal_size", size.Object)
	l.posixNames(m)
	m.functions([]object.Builtin{{Name: "get_terminal_size", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		fd := 1
		if len(a) > 0 {
			var err error
			if fd, err = h.CInt(a[0]); err != nil {
				return object.Null, err
			}
		}
		f, err := l.file(fd)
		if err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		columns, lines, err := 0, 0, error(syscall.ENOTTY)
		if t := l.terminal(f); t != nil {
			columns, lines, err = t.TerminalSize()
		}
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
	if f == object.Null || f == object.None {
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

// decodedPath is os.fsdecode of a str or a bytes.
func decodedPath(h *object.Heap, p object.Value) (object.Value, error) {
	if !h.IsInstance(p, object.BytesType) {
		return p, nil
	}
	return fsText(h, string(h.BytesData(p)), false)
}

// registerStatResult makes the type os.stat_result: of the times the elements are whole
// seconds, and the attributes floats.
func registerStatResult(h *object.Heap) *structType {
	return newStructType(h, "os", "stat_result", true, 10,
		"st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime",
		"st_atime", "st_mtime", "st_ctime", "st_atime_ns", "st_mtime_ns", "st_ctime_ns", "st_blksize", "st_blocks", "st_rdev")
}

// statResult makes an os.stat_result.
func statResult(h *object.Heap, t *structType, s grant.Status) object.Value {
	var values [statFields]object.Value // alive by the stack
	n := 0
	for _, x := range [...]uint64{s.Mode, s.Ino, s.Dev, s.Nlink, s.UID, s.GID, s.Size} {
		values[n] = h.IntFromUint64(x)
		n++
	}
	for i, ns := range s.Times {
		values[n+i] = h.Int(time.Unix(0, ns).Unix())
		values[n+3+i] = object.FloatValue(float64(ns) / 1e9)
		values[n+6+i] = h.Int(ns)
	}
	n += 9
	for i, x := range [...]uint64{s.BlkSize, s.Blocks, s.Rdev} {
		values[n+i] = h.IntFromUint64(x)
	}
	return t.of(h, values[:]...)
}

// statFields is how many values an os.stat_result has.
const statFields = 19

// posixNames adds os.uname and its type.
func (l *Lib) posixNames(m *module) {
	h := l.h
	t := newStructType(h, "posix", "uname_result", true, 5, "sysname", "nodename", "release", "version", "machine")
	m.set("uname_result", t.Object)
	m.functions([]object.Builtin{{Name: "uname", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		p, err := l.process()
		if err != nil {
			return object.Null, err
		}
		if p.Names == nil {
			return object.Null, h.Unsupported("function posix.uname")
		}
		names, err := p.Names()
		if err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		var items []object.Value
		for _, name := range names {
			v, err := fsText(h, name, false)
			if err != nil {
				return object.Null, err
			}
			items = append(items, v)
		}
		return t.of(h, items...), nil
	}}})
}
