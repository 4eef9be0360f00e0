package object

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
)

// The builtin exceptions' type ids.
const (
	BaseExceptionType = FirstExceptionType + iota
	SystemExitType
	KeyboardInterruptType
	GeneratorExitType
	BaseExceptionGroupType
	ExceptionType
	StopIterationType
	StopAsyncIterationType
	ArithmeticErrorType
	FloatingPointErrorType
	OverflowErrorType
	ZeroDivisionErrorType
	AssertionErrorType
	AttributeErrorType
	BufferErrorType
	EOFErrorType
	ImportErrorType
	ModuleNotFoundErrorType
	LookupErrorType
	IndexErrorType
	KeyErrorType
	MemoryErrorType
	NameErrorType
	UnboundLocalErrorType
	OSErrorType
	BlockingIOErrorType
	ChildProcessErrorType
	ConnectionErrorType
	BrokenPipeErrorType
	ConnectionAbortedErrorType
	ConnectionRefusedErrorType
	ConnectionResetErrorType
	FileExistsErrorType
	FileNotFoundErrorType
	InterruptedErrorType
	IsADirectoryErrorType
	NotADirectoryErrorType
	PermissionErrorType
	ProcessLookupErrorType
	TimeoutErrorType
	ReferenceErrorType
	RuntimeErrorType
	NotImplementedErrorType
	RecursionErrorType
	PythonFinalizationErrorType
	SyntaxErrorType
	IndentationErrorType
	IncompleteInputErrorType
	TabErrorType
	SystemErrorType
	TypeErrorType
	ValueErrorType
	UnicodeErrorType
	UnicodeDecodeErrorType
	UnicodeEncodeErrorType
	UnicodeTranslateErrorType
	WarningType
	BytesWarningType
	DeprecationWarningType
	EncodingWarningType
	FutureWarningType
	ImportWarningType
	PendingDeprecationWarningType
	ResourceWarningType
	RuntimeWarningType
	SyntaxWarningType
	UnicodeWarningType
	UserWarningType
	ExceptionGroupType
	endExceptions
)

// exceptions is CPython's hierarchy: name and base of each type, in the order
// of the ids.
var exceptions = [...]struct {
	name string
	base TypeID
}{
	{"BaseException", ObjectType},
	{"SystemExit", BaseExceptionType},
	{"KeyboardInterrupt", BaseExceptionType},
	{"GeneratorExit", BaseExceptionType},
	{"BaseExceptionGroup", BaseExceptionType},
	{"Exception", BaseExceptionType},
	{"StopIteration", ExceptionType},
	{"StopAsyncIteration", ExceptionType},
	{"ArithmeticError", ExceptionType},
	{"FloatingPointError", ArithmeticErrorType},
	{"OverflowError", ArithmeticErrorType},
	{"ZeroDivisionError", ArithmeticErrorType},
	{"AssertionError", ExceptionType},
	{"AttributeError", ExceptionType},
	{"BufferError", ExceptionType},
	{"EOFError", ExceptionType},
	{"ImportError", ExceptionType},
	{"ModuleNotFoundError", ImportErrorType},
	{"LookupError", ExceptionType},
	{"IndexError", LookupErrorType},
	{"KeyError", LookupErrorType},
	{"MemoryError", ExceptionType},
	{"NameError", ExceptionType},
	{"UnboundLocalError", NameErrorType},
	{"OSError", ExceptionType},
	{"BlockingIOError", OSErrorType},
	{"ChildProcessError", OSErrorType},
	{"ConnectionError", OSErrorType},
	{"BrokenPipeError", ConnectionErrorType},
	{"ConnectionAbortedError", ConnectionErrorType},
	{"ConnectionRefusedError", ConnectionErrorType},
	{"ConnectionResetError", ConnectionErrorType},
	{"FileExistsError", OSErrorType},
	{"FileNotFoundError", OSErrorType},
	{"InterruptedError", OSErrorType},
	{"IsADirectoryError", OSErrorType},
	{"NotADirectoryError", OSErrorType},
	{"PermissionError", OSErrorType},
	{"ProcessLookupError", OSErrorType},
	{"TimeoutError", OSErrorType},
	{"ReferenceError", ExceptionType},
	{"RuntimeError", ExceptionType},
	{"NotImplementedError", RuntimeErrorType},
	{"RecursionError", RuntimeErrorType},
	{"PythonFinalizationError", RuntimeErrorType},
	{"SyntaxError", ExceptionType},
	{"IndentationError", SyntaxErrorType},
	{"_IncompleteInputError", SyntaxErrorType},
	{"TabError", IndentationErrorType},
	{"SystemError", ExceptionType},
	{"TypeError", ExceptionType},
	{"ValueError", ExceptionType},
	{"UnicodeError", ValueErrorType},
	{"UnicodeDecodeError", UnicodeErrorType},
	{"UnicodeEncodeError", UnicodeErrorType},
	{"UnicodeTranslateError", UnicodeErrorType},
	{"Warning", ExceptionType},
	{"BytesWarning", WarningType},
	{"DeprecationWarning", WarningType},
	{"EncodingWarning", WarningType},
	{"FutureWarning", WarningType},
	{"ImportWarning", WarningType},
	{"PendingDeprecationWarning", WarningType},
	{"ResourceWarning", WarningType},
	{"RuntimeWarning", WarningType},
	{"SyntaxWarning", WarningType},
	{"UnicodeWarning", WarningType},
	{"UserWarning", WarningType},
	{"ExceptionGroup", BaseExceptionGroupType},
}

// The ids reserved for exceptions must cover the table exactly.
var _ = [1]struct{}{}[int(endExceptions)-int(FirstExceptionType)-len(exceptions)]

const exceptionSize = 64

func (h *Heap) initExceptions() {
	for i, e := range exceptions {
		h.register(&Type{
			ID: FirstExceptionType + TypeID(i), Name: e.name, Base: h.types[e.base], IsException: true,
			Slots: Slots{Repr: exceptionRepr, Str: exceptionStr, New: exceptionNew},
		})
	}
	h.types[KeyErrorType].Str = keyErrorStr
	for id := OSErrorType; id <= TimeoutErrorType; id++ {
		h.types[id].New, h.types[id].Str = osErrorNew, osErrorStr
	}
	for id := SyntaxErrorType; id <= TabErrorType; id++ {
		h.types[id].New, h.types[id].Str = syntaxErrorNew, syntaxErrorStr
	}
	for id := ImportErrorType; id <= ModuleNotFoundErrorType; id++ {
		h.types[id].New, h.types[id].Str = importErrorNew, importErrorStr
	}
	for _, id := range [...]TypeID{NameErrorType, UnboundLocalErrorType, AttributeErrorType} {
		h.types[id].New = namedErrorNew
	}
	for id := TypeID(BaseExceptionType); id < endExceptions; id++ {
		h.types[id].plainNew = true
	}
	for _, id := range [...]TypeID{
		BaseExceptionGroupType, ExceptionGroupType, ImportErrorType, ModuleNotFoundErrorType, NameErrorType, UnboundLocalErrorType, AttributeErrorType,
		SyntaxErrorType, IndentationErrorType, IncompleteInputErrorType, TabErrorType, UnicodeDecodeErrorType, UnicodeEncodeErrorType, UnicodeTranslateErrorType,
	} {
		h.types[id].plainNew = false
	}
	for id := TypeID(OSErrorType); id <= TimeoutErrorType; id++ {
		h.types[id].plainNew = false
	}
	h.initExceptionAttrs()
	h.initExceptionInits()
	h.initExceptionGroups()
	h.initTraceback()
}

// NewException makes an instance of an exception type.
func (h *Heap) NewException(t *Type, args ...Value) Value {
	tup := h.NewTuple(args...)
	v := h.newFields(t, t.end)
	h.SetField(v, OffExcArgs, tup)
	return v
}

// forgetRaised makes an exception of a builtin type one that was never raised: all but its
// args.
func (h *Heap) forgetRaised(exc Value) {
	for off := uintptr(OffExcTraceback); off < exceptionSize; off += 8 {
		h.SetField(exc, off, Null)
	}
}

// IsExceptionType reports whether v is the type of exceptions.
func (h *Heap) IsExceptionType(v Value) bool {
	return v.IsRef() && v != Null && h.IsInstance(v, TypeType) && h.TypeFromObject(v).IsException
}

// PlainException reports whether v is the type of exceptions that keep any
// positional arguments and do nothing else: calling it is NewException.
func (h *Heap) PlainException(v Value) bool {
	return h.IsExceptionType(v) && h.TypeFromObject(v).plainNew
}

// Raise makes an exception with a formatted message and returns it as an error.
func (h *Heap) Raise(t TypeID, format string, args ...any) error {
	if len(args) == 0 {
		return h.raiseText(t, format)
	}
	return h.RaiseValue(h.NewException(h.types[t], h.NewStr(fmt.Sprintf(format, args...))))
}

// raiseText is Raise of a message that is a constant of the VM's: a program that goes on by exceptions has it again and again.
func (h *Heap) raiseText(t TypeID, msg string) error {
	return h.RaiseValue(h.NewException(h.types[t], h.Intern(msg)))
}

// RaiseWith makes an exception with the given arguments.
func (h *Heap) RaiseWith(t TypeID, args ...Value) error {
	return h.RaiseValue(h.NewException(h.types[t], args...))
}

// reserveSize is memory kept back so that a MemoryError, its traceback and its
// message find room, and what is allocated until it can be raised (guest.Reserve).
const reserveSize = 64 << 10

// RaiseMemoryError returns a MemoryError, freeing the memory kept back for it. Where
// that is gone, it is one made at start, as CPython's last resort is.
// Whoever recovers an heap.OutOfMemory panic calls it.
func (h *Heap) RaiseMemoryError() error {
	h.SpendReserve()
	exc := h.memoryError()
	h.EndSpending()
	return h.PassOn(exc) // without a context
}

// memoryError makes a MemoryError, or returns the one kept for when there is no room.
func (h *Heap) memoryError() (exc Value) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(heap.OutOfMemory); !ok {
				panic(r)
			}
			exc = h.lastResort
			h.forgetRaised(exc)
		}
	}()
	return h.NewException(h.types[MemoryErrorType])
}

// StrFailed is what is shown of an exception whose __str__ raises.
const StrFailed = "<exception str() failed>"

// ExceptionLine returns "Type: message", or "Type" when the message is empty,
// as the last line of a traceback shows it.
func (h *Heap) ExceptionLine(exc Value) string {
	t := h.TypeOf(exc)
	name := t.FullName()
	s, err := h.Str(exc)
	if err != nil {
		return name + ": " + StrFailed
	}
	if msg := h.GoString(s); msg != "" {
		return name + ": " + msg
	}
	return name
}

func exceptionNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return Null, h.Raise(TypeErrorType, "%s() takes no keyword arguments", t.Name)
	}
	return h.NewException(t, args...), nil
}

func exceptionStr(h *Heap, v Value) (Value, error) {
	args := h.Field(v, OffExcArgs)
	switch h.TupleLen(args) {
	case 0:
		return h.emptyStr, nil
	case 1:
		return h.Str(h.TupleItem(args, 0))
	}
	return h.Repr(args)
}

// keyErrorStr shows the key as repr: an empty key would be invisible otherwise.
func keyErrorStr(h *Heap, v Value) (Value, error) {
	if args := h.Field(v, OffExcArgs); h.TupleLen(args) == 1 {
		return h.Repr(h.TupleItem(args, 0))
	}
	return exceptionStr(h, v)
}

// exceptionRepr names the type by what is after the last dot of its name, as _PyType_Name does.
func exceptionRepr(h *Heap, v Value) (Value, error) {
	r, err := h.Repr(h.Field(v, OffExcArgs))
	if err != nil {
		return Null, err
	}
	s := h.GoString(r)
	if h.TupleLen(h.Field(v, OffExcArgs)) == 1 {
		s = strings.TrimSuffix(s, ",)") + ")"
	}
	name := h.TypeName(v)
	return h.NewStr(name[strings.LastIndexByte(name, '.')+1:] + s), nil
}
