package interp

import (
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Frame objects and what they show of frames (Objects/frameobject.c). A frame that
// has ended still says whose it was; what else it would have to remember is
// unsupported.

// level is what lies beneath the frames that a call from Go runs in.
type level struct {
	fp    unsafe.Pointer // the frame that is running there, nil at the bottom
	ip    uintptr        // its instruction
	stale bool           // see VM.stale
	// nesting is Heap.Nesting of what runs above it, to be restored behind a panic of the allocator.
	nesting int
}

// frameAt is a frame on the stack and the code unit that it is at.
type frameAt struct {
	fp   unsafe.Pointer
	code *Code
	pc   uint32
}

// framesUp calls f with the frames that the guest sees, from the running one to the
// outermost, until it returns false. It is Unsupported where frames are in registers.
func (vm *VM) framesUp(f func(frameAt) bool) error {
	fp, err := vm.frame()
	if err != nil {
		return err
	}
	ip := vm.ip
	for i := len(vm.levels); ; {
		if fp == nil {
			if i--; i < 0 {
				return nil
			}
			if vm.levels[i].stale {
				return vm.heap.Stop("looking at the frame of compiled code from a function that a builtin has called")
			}
			fp, ip = vm.levels[i].fp, vm.levels[i].ip
			continue
		}
		code := vm.codes[frameCode(fp)]
		pc := *framePC(fp) - 1
		if ip != 0 {
			pc = uint32((ip - uintptr(unsafe.Pointer(&code.Live[0]))) / 2)
		}
		if !code.Shim && !f(frameAt{fp, code, pc}) {
			return nil
		}
		fp, ip = *frameCaller(fp), 0
	}
}

// frameUp returns the frame that is depth callers above the running one; its fp is
// nil if there is none.
func (vm *VM) frameUp(depth int) (at frameAt, err error) {
	err = vm.framesUp(func(f frameAt) bool {
		if depth--; depth < 0 {
			at = f
		}
		return depth >= 0
	})
	return at, err
}

// frameObject returns the frame object of the frame that is depth callers above the
// running one, Null if there is none.
func (vm *VM) frameObject(depth int) (object.Value, error) {
	at, err := vm.frameUp(depth)
	if at.fp == nil || err != nil {
		return object.Null, err
	}
	return vm.objectOf(at.fp), nil
}

func (vm *VM) objectOf(fp unsafe.Pointer) object.Value {
	f := slot(fp, object.FrameSlots/8)
	frame := vm.heap.FrameObjectOf(*f)
	if frame == object.Null {
		frame, *f = vm.heap.NewFrameObject(*f)
	}
	return frame
}

// frameModule returns the module of the function of the frame that is depth callers
// above the running one.
func (vm *VM) frameModule(depth int) (object.Value, error) {
	h := vm.heap
	at, err := vm.frameUp(depth)
	if at.fp == nil || err != nil {
		return object.Null, err
	}
	if at.code.Flags&pycode.FlagOptimized == 0 && !at.code.Namespace {
		return h.DictGetStr(vm.globals(at.fp), h.Intern("__name__")), nil
	}
	return h.Field(*slot(at.fp, object.FrameSlots/8), object.OffFuncModule), nil
}

// frameOf returns where the frame of a frame object is; it is Unsupported if that
// has ended. what is the attribute that asks.
func (vm *VM) frameOf(frame object.Value, what string) (at frameAt, err error) {
	f := vm.heap.Field(frame, object.OffFrameObjectFunc)
	err = vm.framesUp(func(a frameAt) bool {
		if *slot(a.fp, object.FrameSlots/8) == f {
			at = a
		}
		return at.fp == nil
	})
	if err == nil && at.fp == nil {
		err = vm.heap.Unsupported("attribute " + what + " of a frame that is not running")
	}
	return at, err
}

// tracebackFrame makes the frame object of a traceback's entry. Which globals it had
// is known where all functions of its code have the same; its variables are, where the
// exception was a NameError or an AttributeError.
func (vm *VM) tracebackFrame(tb object.Value) (object.Value, error) {
	h := vm.heap
	code := vm.codes[h.Half(tb, object.OffTracebackCode)]
	if code.Globals == object.Null {
		return object.Null, h.Unsupported("attribute tb_frame of 'traceback' objects where code is run with several globals")
	}
	f := vm.newFunction(code, object.Function{
		Globals: code.Globals, Builtins: vm.builtins, Name: h.Intern(code.Name), QualName: h.Intern(code.QualName), Doc: object.None, Module: object.None,
	})
	return h.NewEndedFrame(f, tb), nil
}

// endedPlace returns the line of a frame object that a traceback tells of; ok is false
// for others.
func (vm *VM) endedPlace(frame object.Value) (line int, ok bool) {
	h := vm.heap
	tb := h.Field(frame, object.OffFrameObjectTrace)
	if tb == object.Null {
		return 0, false
	}
	line, _ = vm.tracebackPlace(object.Traceback{Code: h.Half(tb, object.OffTracebackCode), PC: h.Half(tb, object.OffTracebackPC)})
	return line, true
}

// clearFrame is frame.clear(): what a traceback tells of has ended, and forgets its variables.
func (vm *VM) clearFrame(frame object.Value) error {
	h := vm.heap
	if h.Field(frame, object.OffFrameObjectTrace) != object.Null {
		h.SetField(frame, object.OffFrameObjectLocals, h.NewDict())
		return nil
	}
	if _, err := vm.frameOf(frame, "clear"); err != nil {
		return err
	}
	return h.Raise(object.RuntimeErrorType, "cannot clear an executing frame")
}

// initFrameType gives frame objects and their variables what they do.
func (vm *VM) initFrameType() {
	h := vm.heap
	t := h.Type(object.FrameType)
	field := func(name string, off uintptr) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.Field(h.Field(v, object.OffFrameObjectFunc), off), nil
		}}
	}
	codeOf := func(v object.Value) *Code {
		return vm.codes[h.Half(h.Field(v, object.OffFrameObjectFunc), object.OffFuncCode)]
	}
	h.AddMethods(t, []object.Builtin{{Name: "clear", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		return object.None, vm.clearFrame(v)
	}}})
	h.AddGetSets(t, []object.GetSet{
		field("f_globals", object.OffFuncGlobals),
		{Name: "f_builtins", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.FunctionBuiltins(h.Field(v, object.OffFrameObjectFunc)), nil
		}},
		{Name: "f_code", Get: func(_ *object.Heap, v object.Value) (object.Value, error) { return codeOf(v).Self, nil }},
		{Name: "f_lineno", Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			if line, ok := vm.endedPlace(v); ok {
				return small(line), nil
			}
			at, err := vm.frameOf(v, "f_lineno")
			if err != nil {
				return object.Null, err
			}
			return small(at.code.Line(int(at.pc))), nil
		}},
		{Name: "f_lasti", Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			if tb := h.Field(v, object.OffFrameObjectTrace); tb != object.Null {
				return small(2 * int(h.Half(tb, object.OffTracebackPC))), nil
			}
			at, err := vm.frameOf(v, "f_lasti")
			if err != nil {
				return object.Null, err
			}
			return small(2 * at.code.Instruction(int(at.pc))), nil
		}},
		{Name: "f_back", Get: func(_ *object.Heap, v object.Value) (object.Value, error) { return vm.frameBack(v) }},
		{Name: "f_locals", Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			if d := h.Field(v, object.OffFrameObjectLocals); d != object.Null {
				return d, nil
			}
			at, err := vm.frameOf(v, "f_locals")
			if err != nil {
				return object.Null, err
			}
			if ns := vm.namespace(at.fp); ns != object.Null {
				return ns, nil
			}
			return h.NewFrameLocals(v), nil
		}},
		{Name: "f_trace", Get: func(*object.Heap, object.Value) (object.Value, error) { return object.None, nil }},
	})
	t.Slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		if line, ok := vm.endedPlace(v); ok {
			code := codeOf(v)
			return h.NewStr(fmt.Sprintf("<frame at %s, file '%s', line %d, code %s>", h.Address(v), code.Filename, line, code.Name)), nil
		}
		at, err := vm.frameOf(v, "f_lineno")
		if err != nil {
			return object.Null, err
		}
		return h.NewStr(fmt.Sprintf("<frame at %s, file '%s', line %d, code %s>", h.Address(v), at.code.Filename, at.code.Line(int(at.pc)), at.code.Name)), nil
	}
	vm.initFrameLocals(h.Type(object.FrameLocalsType))
}

// frameBack is f_back: the frame object of the caller, or None.
func (vm *VM) frameBack(frame object.Value) (object.Value, error) {
	if _, err := vm.frameOf(frame, "f_back"); err != nil {
		return object.Null, err
	}
	f := vm.heap.Field(frame, object.OffFrameObjectFunc)
	back, below := object.None, false
	err := vm.framesUp(func(a frameAt) bool {
		if below {
			back = vm.objectOf(a.fp)
			return false
		}
		below = *slot(a.fp, object.FrameSlots/8) == f
		return true
	})
	return back, err
}

// initFrameLocals gives the mapping of a function's variables what reads them.
func (vm *VM) initFrameLocals(t *object.Type) {
	h := vm.heap
	dict := func(v object.Value) (object.Value, error) {
		at, err := vm.frameOf(h.Field(v, object.OffFrameObjectFunc), "f_locals")
		if err != nil {
			return object.Null, err
		}
		return vm.variables(at.fp), nil
	}
	t.Slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		d, err := dict(v)
		if err != nil {
			return object.Null, err
		}
		return h.ReprOnce(v, "{...}", func() (object.Value, error) { return h.Repr(d) })
	}
	t.Slots.Len = func(h *object.Heap, v object.Value) (int, error) {
		d, err := dict(v)
		if err != nil {
			return 0, err
		}
		return h.DictLen(d), nil
	}
	t.Slots.GetItem = func(h *object.Heap, v, key object.Value) (object.Value, error) {
		d, err := dict(v)
		if err != nil {
			return object.Null, err
		}
		x, err := h.DictGet(d, key)
		if err == nil && x == object.Null {
			var text object.Value
			if text, err = h.Repr(key); err == nil {
				err = h.Raise(object.KeyErrorType, "local variable '%s' is not defined", h.GoString(text))
			}
		}
		return x, err
	}
	t.Slots.SetItem = func(h *object.Heap, _, _, _ object.Value) error {
		return h.Unsupported("setting variables by f_locals")
	}
	t.Slots.Contains = func(h *object.Heap, v, x object.Value) (bool, error) {
		d, err := dict(v)
		if err != nil {
			return false, err
		}
		return h.Contains(d, x)
	}
	t.Slots.Iter = func(h *object.Heap, v object.Value) (object.Value, error) {
		d, err := dict(v)
		if err != nil {
			return object.Null, err
		}
		l, err := h.ListFromIter(d)
		if err != nil {
			return object.Null, err
		}
		return h.Iter(l)
	}
	var methods []object.Builtin
	for _, name := range []string{"keys", "values", "items", "get", "copy"} {
		methods = append(methods, object.Builtin{Name: name, Arity: object.Varied, Frames: true,
			FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
				d, err := dict(v)
				if err != nil {
					return object.Null, err
				}
				f, err := h.GetAttr(d, h.Intern(name))
				if err == nil {
					d, err = h.Call(f, args, kwnames)
				}
				if err == nil && (name == "keys" || name == "values" || name == "items") {
					d, err = h.ListFromIter(d)
				}
				return d, err
			}})
	}
	h.AddMethods(t, methods)
}
