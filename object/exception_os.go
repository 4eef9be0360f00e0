package object

import (
	"syscall"
)

// OSError and its subclasses: which of them an error number makes, and what they
// show (Objects/exceptions.c). OffExcState holds a tuple of the file's name, if
// there is one.

// osErrorTypes are the subclasses that OSError itself becomes when it is called
// with an error number (PEP 3151).
var osErrorTypes = map[syscall.Errno]TypeID{
	syscall.EAGAIN: BlockingIOErrorType, syscall.EALREADY: BlockingIOErrorType, syscall.EINPROGRESS: BlockingIOErrorType,
	syscall.ECHILD: ChildProcessErrorType, syscall.EPIPE: BrokenPipeErrorType, syscall.ECONNABORTED: ConnectionAbortedErrorType,
	syscall.ECONNREFUSED: ConnectionRefusedErrorType, syscall.ECONNRESET: ConnectionResetErrorType,
	syscall.EEXIST: FileExistsErrorType, syscall.ENOENT: FileNotFoundErrorType, syscall.EINTR: InterruptedErrorType,
	syscall.EISDIR: IsADirectoryErrorType, syscall.ENOTDIR: NotADirectoryErrorType, syscall.EACCES: PermissionErrorType,
	syscall.EPERM: PermissionErrorType, syscall.ESRCH: ProcessLookupErrorType, syscall.ETIMEDOUT: TimeoutErrorType,
}

// NewOSError makes the OSError for an error number; name is the file's, or Null.
func (h *Heap) NewOSError(errno syscall.Errno, text string, name Value) Value {
	t, ok := osErrorTypes[errno]
	if !ok {
		t = OSErrorType
	}
	exc := h.NewException(h.types[t], SmallInt(int64(errno)), h.NewStr(text))
	if name != Null {
		h.SetField(exc, OffExcState, h.NewTuple(name))
	}
	return exc
}

func osErrorNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return Null, h.Raise(TypeErrorType, "%s() takes no keyword arguments", t.Name)
	}
	if len(args) < 2 || len(args) > 5 {
		return h.NewException(t, args...), nil
	}
	if len(args) > 3 {
		return Null, h.Unsupported("OSError with more than three arguments")
	}
	if n, ok := h.AsInt64(args[0]); ok && t.ID == OSErrorType {
		if id, ok := osErrorTypes[syscall.Errno(n)]; ok {
			t = h.types[id]
		}
	}
	exc := h.NewException(t, args[:2]...)
	if len(args) == 3 && args[2] != None {
		h.SetField(exc, OffExcState, h.NewTuple(args[2]))
	}
	return exc, nil
}

func osErrorStr(h *Heap, v Value) (Value, error) {
	args := h.Field(v, OffExcArgs)
	if h.TupleLen(args) != 2 {
		return exceptionStr(h, v)
	}
	number, err := h.Str(h.TupleItem(args, 0))
	if err != nil {
		return Null, err
	}
	text, err := h.Str(h.TupleItem(args, 1))
	if err != nil {
		return Null, err
	}
	s := "[Errno " + h.GoString(number) + "] " + h.GoString(text)
	if state := h.Field(v, OffExcState); state != Null {
		name, err := h.Repr(h.TupleItem(state, 0))
		if err != nil {
			return Null, err
		}
		s += ": " + h.GoString(name)
	}
	return h.NewStr(s), nil
}

func osErrorGetAttr(h *Heap, v, name Value) (Value, error) {
	args := h.Field(v, OffExcArgs)
	for i, s := range [...]string{"errno", "strerror"} {
		if h.strIs(name, s) {
			if h.TupleLen(args) == 2 {
				return h.TupleItem(args, i), nil
			}
			return None, nil
		}
	}
	if h.strIs(name, "filename") {
		if state := h.Field(v, OffExcState); state != Null {
			return h.TupleItem(state, 0), nil
		}
		return None, nil
	}
	return exceptionGetAttr(h, v, name)
}
