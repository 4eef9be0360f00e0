package embed

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// RaiseError returns what an error of a Go function raises.
func (br *Bridge) RaiseError(err error) error {
	var (
		interrupted *Interrupted
		panicked    *PanicError
		unsupported *Unsupported
		guest       *GuestError
		convert     *ConversionError
	)
	if errors.As(err, &interrupted) || errors.As(err, &panicked) || errors.As(err, &unsupported) {
		return err
	}
	h := br.heap
	if exit, ok := err.(*SystemExit); ok {
		if exit.exc.in == br {
			return h.PassOn(exit.exc.word)
		}
		return h.RaiseWith(object.SystemExitType, h.Int(int64(exit.Code)))
	}
	msg := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if g, ok := err.(*GuestError); ok {
		if g.exc.in == br && br.alive(g.exc) {
			return h.PassOn(g.exc.word)
		}
		if t := br.ExceptionType(g.Type); t != nil {
			return h.RaiseValue(h.NewException(t, h.NewStr(strings.ToValidUTF8(g.Message, "\uFFFD"))))
		}
	}
	var source sourceError
	if errors.As(err, &source) {
		if typ, args := source.PythonException(); br.ExceptionType(typ) != nil {
			exc, err := h.Call(br.ExceptionType(typ).Object, br.exceptionArgs(args), object.Null)
			if err != nil {
				return err
			}
			if err := br.setPlace(exc, source); err != nil {
				return err
			}
			return h.RaiseValue(exc)
		}
	}
	t := object.RuntimeErrorType
	if errors.As(err, &convert) {
		t = object.TypeErrorType
	}
	exc := h.NewException(h.Type(t), h.NewStr(msg))
	h.SetField(exc, object.OffExcState, h.NewTuple(h.NewHandleObject(br.goError, heldError{err})))
	if errors.As(err, &guest) && guest.exc.in == br && br.alive(guest.exc) {
		h.SetCause(exc, guest.exc.word)
	}
	return h.RaiseValue(exc)
}

// sourceError is an error of source text (compile.SyntaxError).
type sourceError interface {
	error
	PythonException() (typ string, args []any)
}

// setPlace sets the attributes of an exception that an error of source text has besides its
// arguments.
func (br *Bridge) setPlace(exc object.Value, source sourceError) error {
	h := br.heap
	more, ok := source.(interface{ PythonAttributes() map[string]any })
	if !ok {
		return nil
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(exc)
	attrs := more.PythonAttributes()
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		if err := h.SetAttr(exc, h.InternName(name), br.exceptionArgs([]any{attrs[name]})[0]); err != nil {
			return err
		}
	}
	return nil
}

// exceptionArgs makes values of strings, whole numbers, nil, and tuples of these.
func (br *Bridge) exceptionArgs(list []any) []object.Value {
	h := br.heap
	out := h.NewList()
	for _, x := range list {
		v := object.None
		switch x := x.(type) {
		case string:
			v = h.NewStr(x)
		case float64:
			v = h.Int(int64(x))
		case []any:
			v = h.NewTuple(br.exceptionArgs(x)...)
		}
		h.ListAppend(out, v)
	}
	return h.ListItems(out)
}

func (br *Bridge) alive(v Value) bool { return v.usable() == nil }

// ExceptionType returns a builtin exception type by its name, nil if there is
// none.
func (br *Bridge) ExceptionType(name string) *object.Type {
	h := br.heap
	v := h.DictGetStr(br.builtins, h.InternName(name))
	if v == object.Null || !h.Is(v, object.TypeType) {
		return nil
	}
	if t := h.TypeFromObject(v); t.IsException {
		return t
	}
	return nil
}

// heldError is a Go error behind an exception.
type heldError struct{ error }

// HandleWeight is what the heap counts for it: who hands in the function that returns it knows what it holds.
func (heldError) HandleWeight() int { return 64 }

// goErrorOf returns the Go error that an exception comes from, nil if it comes
// from none.
func (br *Bridge) goErrorOf(exc object.Value) error {
	h := br.heap
	state := h.Field(exc, object.OffExcState)
	if !h.Is(state, object.TupleType) || h.TupleLen(state) != 1 {
		return nil
	}
	if v := h.TupleItem(state, 0); h.Is(v, br.goError) {
		return h.HandleOf(v).(heldError).error
	}
	return nil
}

// Outcome returns the error of an exception that nothing has caught: a *GuestError or a
// *SystemExit. outermost says that the exception goes on through no Python. failed is an
// error of the exception's own str() then.
func (br *Bridge) Outcome(word object.Value, outermost bool) (seen, failed error) {
	h, exc := br.heap, br.Wrap(word) // what follows runs guest code
	if h.IsInstance(word, object.SystemExitType) {
		e, err := br.systemExit(word)
		if err != nil {
			return nil, err
		}
		e.exc = exc
		return e, nil
	}
	e := &GuestError{
		Type: h.TypeOf(word).Qualified(), Line: h.ExceptionLine(word),
		exc: exc, cause: br.goErrorOf(word),
	}
	// Where the exception may go on through Python, its traceback grows: to format
	// it each time would take time in proportion to the square of the depth.
	if outermost {
		e.traceback = br.vm.Traceback(word)
		h.Landed(word)
		h.Suspect() // the exception's frames keep what the guest was making, as long as Go keeps e
	}
	s, err := h.Str(word)
	var raised *object.Raised
	switch {
	case err == nil:
		e.Message = h.GoString(s)
	case !errors.As(err, &raised):
		return nil, err
	default:
		e.Message = object.StrFailed
	}
	return e, nil
}

// systemExit is what the interpreter does with SystemExit: an int is the status,
// None is 0, anything else is printed and the status is 1.
func (br *Bridge) systemExit(exc object.Value) (*SystemExit, error) {
	h := br.heap
	code, err := h.GetAttr(exc, h.Intern("code"))
	if err != nil {
		return nil, err
	}
	if code == object.None {
		return &SystemExit{}, nil
	}
	if h.IsIntegral(code) {
		n, ok := h.AsInt64(code)
		if !ok {
			n = -1
		}
		return &SystemExit{Code: int(n & 0xFF)}, nil
	}
	s, err := h.Str(code)
	if err != nil {
		return nil, err
	}
	return &SystemExit{Code: 1, Message: h.GoString(s)}, nil
}
