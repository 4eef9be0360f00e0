package lib

import (
	"strings"
	"syscall"

	"github.com/tier2go/tier2/interp/object"
)

// The module _posixshmem (Modules/_posixshmem.c): memory that processes share is a file of /dev/shm, as glibc has it.

const sharedFolder = "/dev/shm/"

// sharedFile is the file of a name: one slash in front, and no other one.
func sharedFile(name string) (string, error) {
	short := strings.TrimLeft(name, "/")
	if short == "" || short == "." || short == ".." || strings.Contains(short, "/") {
		return "", syscall.EINVAL
	}
	return sharedFolder + short, nil
}

var (
	shmOpenSig   = object.NewSignature("shm_open", 0, 2, 0, "path", "flags", "mode")
	shmUnlinkSig = object.NewSignature("shm_unlink", 0, 1, 0, "path")
)

// newPosixShmem makes the module.
func (l *Lib) newPosixShmem() (object.Value, error) {
	m := l.newModule("_posixshmem")
	m.functions([]object.Builtin{{Name: "shm_open", Arity: object.Varied, FnKw: l.shmOpen}, {Name: "shm_unlink", Arity: object.Varied, FnKw: l.shmUnlink}})
	return m.v, nil
}

// shmName converts the argument path.
func shmName(h *object.Heap, function string, v object.Value) (string, error) {
	if !h.IsInstance(v, object.StrType) {
		return "", h.Raise(object.TypeErrorType, "%s() argument 'path' must be str, not %s", function, h.TypeName(v))
	}
	name := h.GoString(v)
	if strings.IndexByte(name, 0) >= 0 {
		return "", h.Raise(object.ValueErrorType, "embedded null character")
	}
	file, err := sharedFile(name)
	if err != nil {
		return "", osError(h, err, v)
	}
	return file, nil
}

// shmOpen is shm_open(path, flags, mode=0o777).
func (l *Lib) shmOpen(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	p := [3]object.Value{}
	if err := bind(h, shmOpenSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	flags, mode := 0, 0o777
	if err := cInts(h, p[1:], &flags, &mode); err != nil {
		return object.Null, err
	}
	file, err := shmName(h, "shm_open", p[0])
	if err != nil {
		return object.Null, err
	}
	fs, err := l.fs(p[0])
	if err != nil {
		return object.Null, err
	}
	f, err := fs.Open(file, flags|noFollow, l.perm(mode))
	if err != nil {
		return object.Null, osError(h, err, p[0])
	}
	return object.SmallInt(int64(l.addFile(f))), nil
}

// shmUnlink is shm_unlink(path).
func (l *Lib) shmUnlink(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	p := [1]object.Value{}
	if err := bind(h, shmUnlinkSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	file, err := shmName(h, "shm_unlink", p[0])
	if err != nil {
		return object.Null, err
	}
	fs, err := l.writeFS(p[0])
	if err != nil {
		return object.Null, err
	}
	if err := fs.Unlink(file); err != nil {
		return object.Null, osError(h, err, p[0])
	}
	return object.None, nil
}
