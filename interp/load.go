package interp

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Code is a code object prepared for running.
type Code = adaptive.Code

// prepare makes a Code of a code object and, recursively, of those among its
// constants, if they pass pycode.Code.VerifyShape. Each is proved when it first runs.
func (vm *VM) prepare(c *pycode.Code) (*Code, error) {
	if err := c.VerifyShape(); err != nil {
		return nil, err
	}
	if err := vm.sweeper.RoomForCode(c); err != nil {
		return nil, err
	}
	return vm.verified(c)
}

// verified is prepare for code whose shape is known to be right and that there is room for.
func (vm *VM) verified(c *pycode.Code) (*Code, error) { return vm.prepareAs(c, hasBody(c)) }

// prepareOwn is prepare for code that the VM has made itself, with instructions that no
// compiler makes. It does not sweep: such code is made in the middle of anything.
func (vm *VM) prepareOwn(c *pycode.Code) (*Code, error) {
	code, err := vm.prepareAs(c, hasBody(c))
	if err == nil {
		vm.admit(code)
	}
	return code, err
}

// hasBody reports whether code runs with a namespace of its own, as a class's body does.
func hasBody(c *pycode.Code) bool { return c.Flags&pycode.FlagOptimized == 0 && c.Name != "<module>" }

// prove lets code run that passes pycode.Code.VerifyBody: what runs relies on that.
// Until then the first instruction is unproved, which calls prove, and nothing else
// knows the code: no function's version leads to it, and no executor stands in it.
func (vm *VM) prove(code *Code) error {
	if code.Proved {
		return nil
	}
	if err := code.VerifyBody(); err != nil {
		return err
	}
	vm.admit(code)
	return nil
}

// unproved is an opcode that no code which has passed has.
const unproved = pycode.RESERVED

// admit makes code ready to run.
func (vm *VM) admit(code *Code) {
	code.Proved = true
	code.Live[0] = code.Units[0]
	code.Quicken()
	for in := range code.Instructions() {
		code.Handles = code.Handles || in.Op == pycode.PUSH_EXC_INFO
		code.Closes = code.Closes || in.Op == pycode.PUSH_EXC_INFO || in.Op == pycode.SEND
	}
	if code.Version != 0 {
		vm.versions[code.Version] = code
	}
	vm.tier.Load(code)
}

// withNamespace returns the code as it runs with a namespace of its own besides
// the globals: what exec does with locals.
func (vm *VM) withNamespace(code *Code) (*Code, error) {
	if code.Namespace || code.Flags&pycode.FlagOptimized != 0 {
		return code, nil
	}
	if code.Spaced == nil {
		if err := vm.sweeper.RoomForCode(code.Code); err != nil {
			return nil, err
		}
		var err error
		if code.Spaced, err = vm.prepareAs(code.Code, true); err != nil {
			return nil, err
		}
		if code.Proved {
			vm.admit(code.Spaced)
		}
	}
	return code.Spaced, nil
}

// prepareAs is prepare for code that has a namespace of its own, as a class's body
// has, or not. The shape has been verified.
func (vm *VM) prepareAs(c *pycode.Code, body bool) (*Code, error) {
	// One unit more than there are: an instruction pointer behind the last one
	// still points into the memory.
	code := &Code{Code: c, Depth: 1, Live: append(make([]uint16, 0, len(c.Units)+1), c.Units...), LocalSlots: len(c.LocalsPlus)}
	if code.Handle = vm.sweeper.Number(c); int(code.Handle) < len(vm.codes) {
		vm.codes[code.Handle] = code
	} else {
		vm.codes = append(vm.codes, code)
	}
	code.Globals, code.Self = object.Null, object.Null
	code.Version = vm.heap.NextVersion()
	code.Live[0] = uint16(unproved)
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
	for _, n := range c.Names {
		code.NameValues = append(code.NameValues, vm.heap.InternName(n))
	}
	code.Self = vm.heap.NewHandleObject(object.CodeType, code)
	for _, k := range c.Consts {
		v, err := vm.constant(k)
		if err != nil {
			return nil, placed(err, c)
		}
		code.ConstValues = append(code.ConstValues, v)
	}
	return code, nil
}

// constant makes the value of a constant.
func (vm *VM) constant(k pycode.Const) (object.Value, error) {
	h := vm.heap
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
		return vm.constants(k)
	case pycode.FrozenSet:
		t, err := vm.constants(k)
		if err != nil {
			return object.Null, err
		}
		return h.FrozenSetFromIter(t)
	case *pycode.Slice:
		t, err := vm.constants([]pycode.Const{k.Start, k.Stop, k.Step})
		if err != nil {
			return object.Null, err
		}
		p := h.TupleItems(t)
		return h.NewSlice(p[0], p[1], p[2]), nil
	case *pycode.Code:
		c, err := vm.verified(k)
		if err != nil {
			return object.Null, err
		}
		return c.Self, nil
	}
	return h.NewComplex(complex128(k.(pycode.Complex))), nil
}

// placed gives an Unsupported without a place that of a code object.
func placed(err error, c *pycode.Code) error {
	if u, ok := err.(*Unsupported); ok && u.File == "" {
		u.File, u.Line = c.Filename, c.FirstLine
	}
	return err
}

// constants makes a tuple of constants.
func (vm *VM) constants(list []pycode.Const) (object.Value, error) {
	l := vm.heap.NewList()
	for _, k := range list {
		v, err := vm.constant(k)
		if err != nil {
			return object.Null, err
		}
		vm.heap.ListAppend(l, v)
	}
	return vm.heap.ListToTuple(l), nil
}
