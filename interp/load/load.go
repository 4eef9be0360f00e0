// Package load makes code objects ready to run: adaptive code with its constants as values.
//
// Code comes in two steps. Load makes the code and, recursively, that of the functions in it, if
// its shape is right (pycode.Code.VerifyShape). Prove lets a function run when it is first called, if its
// instructions are right (pycode.Code.VerifyBody). In between its first instruction is Unproved,
// and nothing else knows the code: no function's version leads to it, and no executor stands in it.
//
// The package knows no frames and runs nothing.
package load

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/sweep"
)

// VM is what keeps the code.
type VM interface {
	Heap() *object.Heap
	// Sweeper gives code its number and has room for it.
	Sweeper() *sweep.Sweeper
	// Loaded is told of code that has a handle, and no constants yet.
	Loaded(*adaptive.Code)
	// Proved is told of code that may run.
	Proved(*adaptive.Code)
}

// A Loader loads code for a VM.
type Loader struct{ VM }

// Unproved is the opcode that code begins with until it is proved. No code that has passed has it.
const Unproved = pycode.RESERVED

// Load makes code of a code object and, recursively, of those among its constants. The error is a
// *pycode.VerifyError if a shape is wrong, or a MemoryError.
func (l Loader) Load(c *pycode.Code) (*adaptive.Code, error) {
	if err := c.VerifyShape(); err != nil {
		return nil, err
	}
	if err := l.Sweeper().RoomForCode(c); err != nil {
		return nil, err
	}
	return l.verified(c)
}

// verified is Load for code whose shape is known to be right and that there is room for.
func (l Loader) verified(c *pycode.Code) (*adaptive.Code, error) { return l.load(c, hasBody(c)) }

// Own is Load for code that the VM has made itself, with instructions that no
// compiler makes. It does not sweep: such code is made in the middle of anything.
func (l Loader) Own(c *pycode.Code) (*adaptive.Code, error) {
	code, err := l.load(c, hasBody(c))
	if err == nil {
		l.admit(code)
	}
	return code, err
}

// hasBody reports whether code runs with a namespace of its own, as a class's body does.
func hasBody(c *pycode.Code) bool { return c.Flags&pycode.FlagOptimized == 0 && c.Name != "<module>" }

// Prove lets code run that passes pycode.Code.VerifyBody: what runs relies on that.
func (l Loader) Prove(code *adaptive.Code) error {
	if code.Proved {
		return nil
	}
	if err := code.VerifyBody(); err != nil {
		return err
	}
	l.admit(code)
	return nil
}

// admit makes code ready to run.
func (l Loader) admit(code *adaptive.Code) {
	code.Proved = true
	code.Live[0] = code.Units[0]
	code.Quicken()
	for in := range code.Instructions() {
		code.Handles = code.Handles || in.Op == pycode.PUSH_EXC_INFO
	}
	l.Proved(code)
}

// WithNamespace returns the code as it runs with a namespace of its own besides
// the globals: what exec does with locals.
func (l Loader) WithNamespace(code *adaptive.Code) (*adaptive.Code, error) {
	if code.Namespace || code.Flags&pycode.FlagOptimized != 0 {
		return code, nil
	}
	if code.Spaced == nil {
		if err := l.Sweeper().RoomForCode(code.Code); err != nil {
			return nil, err
		}
		var err error
		if code.Spaced, err = l.load(code.Code, true); err != nil {
			return nil, err
		}
		if code.Proved {
			l.admit(code.Spaced)
		}
	}
	return code.Spaced, nil
}

// load is Load for code that has a namespace of its own, as a class's body
// has, or not. The shape has been verified.
func (l Loader) load(c *pycode.Code, body bool) (*adaptive.Code, error) {
	// One unit more than there are: an instruction pointer behind the last one
	// still points into the memory.
	code := &adaptive.Code{Code: c, Depth: 1, Live: append(make([]uint16, 0, len(c.Units)+1), c.Units...), LocalSlots: len(c.LocalsPlus)}
	code.Handle = l.Sweeper().Number(c)
	l.Loaded(code)
	code.Globals, code.Self = object.Null, object.Null
	s := l.Sweeper()
	defer func(n int) { s.Loading = s.Loading[:n] }(len(s.Loading))
	s.Loading = append(s.Loading, code)
	code.Version = l.Heap().NextVersion()
	code.Live[0] = uint16(Unproved)
	switch {
	case c.Flags&pycode.FlagCoroutine != 0:
		code.Generates, code.GenType = true, object.CoroutineType
	case c.Flags&pycode.FlagAsyncGenerator != 0:
		code.Generates, code.GenType = true, object.AsyncGeneratorType
	case c.Flags&pycode.FlagGenerator != 0:
		code.Generates, code.GenType = true, object.GeneratorType
	}
	if code.Generates {
		code.LocalSlots++
	}
	if code.Namespace = body; code.Namespace {
		code.LocalSlots++
	}
	code.FrameBytes = object.FrameSize(code.LocalSlots, c.StackSize)
	code.Exact = c.KwOnlyArgCount == 0 && c.Flags&(pycode.FlagVarArgs|pycode.FlagVarKeywords) == 0
	values := make([]object.Value, 0, len(c.Names)+len(c.Consts)) // nothing is appended to them later
	code.NameValues = values[:0:len(c.Names)]
	for _, n := range c.Names {
		code.NameValues = append(code.NameValues, l.Heap().InternName(n))
	}
	code.Self = l.Heap().NewCodeObject(code)
	code.ConstValues = values[len(c.Names):len(c.Names)]
	for _, k := range c.Consts {
		v, err := l.constant(k)
		if err != nil {
			return nil, err
		}
		code.ConstValues = append(code.ConstValues, v)
	}
	return code, nil
}

// constant makes the value of a constant.
func (l Loader) constant(k pycode.Const) (object.Value, error) {
	h := l.Heap()
	switch k := k.(type) {
	case pycode.None:
		return object.None, nil
	case pycode.Ellipsis:
		return object.Ellipsis, nil
	case pycode.Bool:
		return object.Bool(bool(k)), nil
	case pycode.Int:
		return h.Int(int64(k)), nil
	case *pycode.BigInt:
		return h.IntFromBig(&k.Int), nil
	case pycode.Float:
		return object.FloatValue(float64(k)), nil
	case pycode.Str:
		return h.InternName(string(k)), nil
	case pycode.Bytes:
		return h.NewBytes([]byte(k)), nil
	case pycode.Tuple:
		return l.constants(k)
	case pycode.FrozenSet:
		t, err := l.constants(k)
		if err != nil {
			return object.Null, err
		}
		return h.FrozenSetFromIter(t)
	case *pycode.Slice:
		t, err := l.constants([]pycode.Const{k.Start, k.Stop, k.Step})
		if err != nil {
			return object.Null, err
		}
		p := h.TupleItems(t)
		return h.NewSlice(p[0], p[1], p[2]), nil
	case *pycode.Code:
		c, err := l.verified(k)
		if err != nil {
			return object.Null, err
		}
		return c.Self, nil
	}
	return h.NewComplex(complex128(k.(pycode.Complex))), nil
}

// constants makes a tuple of constants.
func (l Loader) constants(list []pycode.Const) (object.Value, error) {
	h := l.Heap()
	made := h.NewList()
	for _, k := range list {
		v, err := l.constant(k)
		if err != nil {
			return object.Null, err
		}
		h.ListAppend(made, v)
	}
	return h.ListToTuple(made), nil
}

// Fresh makes the value of a constant that is no code's: its text is not kept for ever.
func (l Loader) Fresh(k pycode.Const) (object.Value, error) {
	h := l.Heap()
	switch k := k.(type) {
	case pycode.Str:
		return h.NewStr(string(k)), nil
	case pycode.Tuple:
		if err := h.Poll(); err != nil {
			return object.Null, err
		}
		m := h.Mark()
		defer h.Release(m)
		list := h.NewList()
		h.Push(list)
		for _, part := range k {
			v, err := l.Fresh(part)
			if err != nil {
				return object.Null, err
			}
			h.ListAppend(list, v)
		}
		return h.ListToTuple(list), nil
	}
	return l.constant(k)
}
