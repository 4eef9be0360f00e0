package object

import (
	"syscall"
)

// OSError and its subclasses: which of them an error number makes, and what they
// show (Objects/exceptions.c). OffExcState holds a tuple of the files' names, if
// there are some.

// osErrorTypes are the subclasses that OSError itself becomes when it is called
// with an error number (PEP 3151).
var osErrorTypes = map[syscall.Errno]TypeID{
	syscall.EAGAIN: BlockingIOErrorType, syscall.EALREADY: BlockingIOErrorType, syscall.EINPROGRESS: BlockingIOErrorType,
	syscall.ECHILD: ChildProcessErrorType, syscall.EPIPE: BrokenPipeErrorType, syscall.ESHUTDOWN: BrokenPipeErrorType, syscall.ECONNABORTED: ConnectionAbortedErrorType,
	syscall.ECONNREFUSED: ConnectionRefusedErrorType, syscall.ECONNRESET: ConnectionResetErrorType,
	syscall.EEXIST: FileExistsErrorType, syscall.ENOENT: FileNotFoundErrorType, syscall.EINTR: InterruptedErrorType,
	syscall.EISDIR: IsADirectoryErrorType, syscall.ENOTDIR: NotADirectoryErrorType, syscall.EACCES: PermissionErrorType,
	syscall.EPERM: PermissionErrorType, syscall.ESRCH: ProcessLookupErrorType, syscall.ETIMEDOUT: TimeoutErrorType,
}

// NewOSError makes the OSError for an error number; names are the files', of which the
// first may be Null: there is none.
func (h *Heap) NewOSError(errno syscall.Errno, text string, names ...Value) Value {
	t, ok := osErrorTypes[errno]
	if !ok {
		t = OSErrorType
	}
	exc := h.NewException(h.types[t], SmallInt(int64(errno)), h.NewStr(text))
	if len(names) > 0 && names[0] != Null {
		h.SetField(exc, OffExcState, h.NewTuple(names...))
	}
	return exc
}

func osErrorNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return Null, h.Raise(TypeErrorType, "%s() takes no keyword arguments", t.Name)
	}
	if t.initsOSError() {
		return h.NewException(t), nil
	}
	if len(args) < 2 || len(args) > 5 {
		return h.NewException(t, args...), nil
	}
	if n, ok := h.AsInt64(args[0]); ok && t.ID == OSErrorType {
		if id, ok := osErrorTypes[syscall.Errno(n)]; ok {
			t = h.types[id]
		}
	}
	if len(args) < 3 || args[2] == None {
		return h.NewException(t, args...), nil
	}
	if t.IsSubtype(h.types[BlockingIOErrorType]) && h.isIntegral(args[2]) {
		return Null, h.Unsupported("characters_written of BlockingIOError")
	}
	exc := h.NewException(t, args[:2]...)
	names := h.NewTuple(args[2])
	if len(args) == 5 && args[4] != None {
		names = h.NewTuple(args[2], args[4])
	}
	h.SetField(exc, OffExcState, names)
	return exc, nil
}

// osErrorFields are errno and strerror, which an OSError of two to five arguments
// has, and the names of the files.
func osErrorFields(h *Heap, exc Value, f []Value) {
	args := h.Field(exc, OffExcArgs)
	if n := h.TupleLen(args); n < 2 || n > 5 {
		return
	}
	copy(f, h.TupleItems(args)[:2])
	if state := h.Field(exc, OffExcState); state != Null {
		copy(f[2:], h.TupleItems(state))
	}
}

func osErrorStr(h *Heap, v Value) (Value, error) {
	f := h.fieldsOf(v, OSErrorType)
	number, text, name, name2 := h.TupleItem(f, 0), h.TupleItem(f, 1), h.TupleItem(f, 2), h.TupleItem(f, 3)
	if name == None && (number == None || text == None) {
		return exceptionStr(h, v)
	}
	s := "[Errno "
	for _, part := range [...]struct {
		v      Value
		show   func(*Heap, Value) (Value, error)
		behind string
	}{{number, (*Heap).Str, "] "}, {text, (*Heap).Str, ""}} {
		x, err := part.show(h, part.v)
		if err != nil {
			return Null, err
		}
		s += h.GoString(x) + part.behind
	}
	for i, file := range [...]Value{name, name2} {
		if name == None || i == 1 && name2 == None {
			break
		}
		x, err := h.Repr(file)
		if err != nil {
			return Null, err
		}
		s += [...]string{": ", " -> "}[i] + h.GoString(x)
	}
	return h.NewStr(s), nil
}
