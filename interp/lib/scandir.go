package lib

import (
	"io/fs"
	"strings"
	"syscall"
	"unsafe"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// os.scandir (Modules/posixmodule.c): the entries of a folder, and what they are.

// scan is what an iterator of scandir has left.
type scan struct {
	heap.Account
	entries []*entry
}

// HandleWeight is what the heap counts for it.
func (s *scan) HandleWeight() int { return int(unsafe.Sizeof(*s)) }

// end drops what is left.
func (s *scan) end(h *object.Heap) {
	s.entries = nil
	s.Free(&h.Heap)
}

// entry is what a DirEntry tells of.
type entry struct {
	name, path string
	bytes      bool // the names are bytes
	kind       fs.FileMode
	status     [2]*grant.Status // of the link itself, of what it leads to; nil: not asked yet
}

// HandleWeight is what the heap counts for it.
func (e *entry) HandleWeight() int {
	return int(unsafe.Sizeof(*e)+2*unsafe.Sizeof(grant.Status{})) + len(e.name) + len(e.path)
}

// scandirTypes makes the types of os.scandir, and the function. results is the type of
// os.stat's results.
func (l *Lib) scandirTypes(m *module, results *structType) {
	h := l.h
	release := func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) }
	entryType := h.RegisterType(&object.Type{Name: "DirEntry", Module: "posix", Final: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create 'posix.DirEntry' instances")
		},
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			e := entryOf(h, v)
			name, err := fsText(h, e.name, e.bytes)
			if err != nil {
				return object.Null, err
			}
			r, err := h.Repr(name)
			if err != nil {
				return object.Null, err
			}
			return h.NewStr("<DirEntry " + h.GoString(r) + ">"), nil
		},
		Release: release,
	}})
	h.AddGetSets(entryType, []object.GetSet{
		{Name: "name", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			e := entryOf(h, v)
			return fsText(h, e.name, e.bytes)
		}},
		{Name: "path", Get: entryPath},
	})
	h.AddMethods(entryType, l.entryMethods(results))
	iterator := h.RegisterType(&object.Type{Name: "ScandirIterator", Module: "posix", Final: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create 'posix.ScandirIterator' instances")
		},
		Iter: func(_ *object.Heap, v object.Value) (object.Value, error) { return v, nil },
		Next: func(h *object.Heap, v object.Value) (object.Value, error) {
			s := h.HandleOf(v).(*scan)
			if len(s.entries) == 0 {
				s.end(h)
				return object.Null, nil
			}
			e := s.entries[0]
			s.entries = s.entries[1:]
			return h.NewHandleObject(entryType.ID, e), nil
		},
		Release: release,
	}})
	end := func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		h.HandleOf(v).(*scan).end(h)
		return object.None, nil
	}
	h.AddMethods(iterator, []object.Builtin{
		{Name: "close", Arity: object.NoArgs, Fn: end},
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return v, nil }},
		{Name: "__exit__", Arity: object.Fast, Min: 0, Max: -1, Fn: end},
	})
	m.set("DirEntry", entryType.Object)
	sig := object.NewSignature("scandir", 0, 0, 0, "path")
	m.functions([]object.Builtin{{Name: "scandir", Arity: object.Varied,
		FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, sig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			s, err := l.scanFolder(p[0])
			if err != nil {
				return object.Null, err
			}
			return h.NewHandleObject(iterator.ID, s), nil
		}}})
}

// scanFolder reads a folder: the one that the program is in if the path is None or Null.
func (l *Lib) scanFolder(folder object.Value) (*scan, error) {
	h := l.h
	path := pathArg{v: object.Null, name: "."}
	if folder != object.Null && folder != object.None {
		var err error
		if path, err = l.fsPath("scandir", folder); err != nil {
			return nil, err
		}
	}
	if err := l.auditCall("posix", "scandir", path.v); err != nil {
		return nil, err
	}
	files, err := l.fs(path.v)
	if err != nil {
		return nil, err
	}
	list, err := files.ReadDir(l.Path(path.name))
	if err != nil {
		return nil, osError(h, err, path.v)
	}
	s, prefix := &scan{}, path.name
	if !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	for _, e := range list {
		e := &entry{name: e.Name(), path: prefix + e.Name(), bytes: path.bytes, kind: e.Type()}
		s.Add(&h.Heap, int(unsafe.Sizeof(e))+e.HandleWeight())
		s.entries = append(s.entries, e)
	}
	return s, nil
}

func entryOf(h *object.Heap, v object.Value) *entry { return h.HandleOf(v).(*entry) }

func entryPath(h *object.Heap, v object.Value) (object.Value, error) {
	e := entryOf(h, v)
	return fsText(h, e.path, e.bytes)
}

// entryStatus is os.stat of an entry; it is remembered.
func (l *Lib) entryStatus(v object.Value, follow bool) (*grant.Status, error) {
	h, i := l.h, 0
	e := entryOf(h, v)
	if follow && e.kind&fs.ModeSymlink != 0 {
		i = 1
	}
	if e.status[i] == nil {
		path, err := fsText(h, e.path, e.bytes)
		if err != nil {
			return nil, err
		}
		files, err := l.fs(path)
		if err != nil {
			return nil, err
		}
		s, err := files.Stat(l.Path(e.path), i == 1)
		if err != nil {
			return nil, osError(h, err, path)
		}
		e.status[i] = &s
	}
	return e.status[i], nil
}

// entryIs reports whether an entry is of a kind: 0 is a file.
func (l *Lib) entryIs(v object.Value, kind fs.FileMode, follow bool) (object.Value, error) {
	e := entryOf(l.h, v)
	if e.kind&fs.ModeSymlink == 0 || !follow {
		return object.Bool(e.kind.Type() == kind), nil
	}
	s, err := l.entryStatus(v, true)
	switch {
	case err != nil && l.h.RaisedIs(err, object.FileNotFoundErrorType):
		return object.False, nil // a link that leads nowhere
	case err != nil:
		return object.Null, err
	}
	mode := map[fs.FileMode]uint64{fs.ModeDir: syscall.S_IFDIR, 0: syscall.S_IFREG}[kind]
	return object.Bool(s.Mode&syscall.S_IFMT == mode), nil
}

// entryMethods are the methods of a DirEntry.
func (l *Lib) entryMethods(results *structType) []object.Builtin {
	following := func(name string, do func(v object.Value, follow bool) (object.Value, error)) object.Builtin {
		sig := object.NewSignature(name, 0, 0, 1, "follow_symlinks")
		return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [1]object.Value{}
			if err := bind(h, sig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			follow := true
			if p[0] != object.Null {
				var err error
				if follow, err = h.Truth(p[0]); err != nil {
					return object.Null, err
				}
			}
			return do(v, follow)
		}}
	}
	plain := func(name string, do func(h *object.Heap, v object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return do(h, v) }}
	}
	return []object.Builtin{
		following("is_dir", func(v object.Value, follow bool) (object.Value, error) { return l.entryIs(v, fs.ModeDir, follow) }),
		following("is_file", func(v object.Value, follow bool) (object.Value, error) { return l.entryIs(v, 0, follow) }),
		following("stat", func(v object.Value, follow bool) (object.Value, error) {
			s, err := l.entryStatus(v, follow)
			if err != nil {
				return object.Null, err
			}
			return statResult(l.h, results, *s), nil
		}),
		plain("is_symlink", func(_ *object.Heap, v object.Value) (object.Value, error) { return l.entryIs(v, fs.ModeSymlink, false) }),
		plain("is_junction", func(*object.Heap, object.Value) (object.Value, error) { return object.False, nil }),
		plain("inode", func(h *object.Heap, v object.Value) (object.Value, error) {
			s, err := l.entryStatus(v, false)
			if err != nil {
				return object.Null, err
			}
			return h.IntFromUint64(s.Ino), nil
		}),
		plain("__fspath__", entryPath),
	}
}
