package interp

import (
	"errors"
	"runtime"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/load"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/specialize"
)

// errReload says that an instruction has begun a frame: run goes on in vm.fp.
var errReload = errors.New("interp: reload")

// outOfLine executes the instructions that are too seldom, or too much work anyway,
// to stand in run's switch; ip is behind the instruction. It returns by how many
// entries the stack has grown.
func (vm *VM) outOfLine(op pycode.Op, arg int, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) (int, error) {
	h := vm.heap
	switch op {
	case load.Unproved:
		if err := vm.loader().Prove(code); err != nil {
			return 0, err
		}
		if vm.counts != nil { // nothing has been executed
			vm.counts[op]--
			vm.ticks--
		}
		vm.fp = fp
		return 0, errReload
	case pycode.DELETE_FAST:
		if *local(fp, arg) == object.Null {
			return 0, unboundLocal(vm.heap, code, arg)
		}
		*local(fp, arg) = object.Null
		return 0, nil
	case pycode.DELETE_DEREF:
		c := *local(fp, arg)
		if h.Field(c, object.OffCellValue) == object.Null {
			return 0, unboundDeref(vm.heap, code, arg)
		}
		h.SetField(c, object.OffCellValue, object.Null)
		return 0, nil
	case pycode.MAKE_CELL:
		*local(fp, arg) = h.NewCell(*local(fp, arg))
		return 0, nil
	case pycode.COPY_FREE_VARS:
		closure := h.TupleItems(h.Field(*slot(fp, object.FrameSlots/8), object.OffFuncClosure))
		for i, c := range closure {
			*local(fp, len(code.LocalsPlus)-arg+i) = c
		}
		return 0, nil
	case pycode.LOAD_COMMON_CONSTANT:
		*slot(sp, 0) = vm.known.Common(h, arg)
		return 1, nil
	case pycode.MAKE_FUNCTION:
		*top(sp) = vm.makeFunction(*slot(fp, object.FrameSlots/8), *top(sp))
		return 0, nil
	case pycode.SET_FUNCTION_ATTRIBUTE:
		f := *top(sp)
		if err := ops.SetFunctionAttribute(vm.heap, f, arg, *second(sp)); err != nil {
			return 0, err
		}
		*second(sp) = f
		return -1, nil
	case pycode.DELETE_ATTR:
		return -1, h.SetAttr(*top(sp), code.NameValues[arg], object.Null)
	case pycode.DELETE_SUBSCR:
		if np, err := vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, op, pyguest.DelItem); err != nil {
			return 0, err
		} else if np != nil {
			return 0, errReload
		}
		return -2, h.DelItem(*second(sp), *top(sp))
	case pycode.LIST_EXTEND, pycode.SET_UPDATE:
		if ok, err := vm.extends(op, arg, fp, code, sp, ip); ok {
			return 0, errReload
		} else if err != nil {
			return 0, err
		}
	case pycode.LOAD_BUILD_CLASS, pycode.LOAD_LOCALS, pycode.LOAD_FROM_DICT_OR_GLOBALS, pycode.LOAD_FROM_DICT_OR_DEREF, pycode.SETUP_ANNOTATIONS:
		return vm.classNames(op, arg, fp, code, sp)
	case pycode.LOAD_SUPER_ATTR:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.LoadSuperAttr(ip, arg, *third(sp), *second(sp), *top(sp), code.NameValues[arg>>2])
		} else {
			vm.spec.Defer(ip, specialize.LoadSuperAttr)
		}
		return ops.LoadSuperAttr(vm.heap, vm.known.Super, arg, code.NameValues, sp)
	case pycode.LOAD_SUPER_ATTR_ATTR, pycode.LOAD_SUPER_ATTR_METHOD:
		if *third(sp) != vm.known.Super || !h.IsInstance(*second(sp), object.TypeType) {
			vm.spec.Miss(ip, specialize.LoadSuperAttr)
		}
		return ops.LoadSuperAttr(vm.heap, vm.known.Super, arg, code.NameValues, sp)
	case pycode.EXIT_INIT_CHECK:
		if *top(sp) != object.None {
			return 0, h.InitNotNone(*top(sp))
		}
		return -1, nil
	case pycode.INTERPRETER_EXIT:
		n, err := vm.operatorExit(pyguest.Operator(arg), fp, sp)
		if err == errReload && n != 0 && vm.counts != nil {
			vm.ticks++
		}
		return n, err
	case pycode.MATCH_SEQUENCE:
		*slot(sp, 0) = object.Bool(h.MatchesSequence(*top(sp)))
		return 1, nil
	case pycode.MATCH_MAPPING:
		*slot(sp, 0) = object.Bool(h.MatchesMapping(*top(sp)))
		return 1, nil
	case pycode.MATCH_KEYS:
		v, err := h.MatchKeys(*second(sp), *top(sp))
		*slot(sp, 0) = v
		return 1, err
	case pycode.MATCH_CLASS:
		v, err := h.MatchClass(*third(sp), *second(sp), arg, *top(sp))
		if err != nil {
			return 0, err
		}
		*third(sp) = v
		return -2, nil
	case pycode.GET_LEN:
		n, err := h.Len(*top(sp))
		*slot(sp, 0) = h.Int(int64(n))
		return 1, err
	case pycode.RAISE_VARARGS:
		return 0, ops.Raise(vm.heap, entries(sp, arg))
	case pycode.RERAISE:
		return 0, ops.Reraise(vm.heap, arg, sp)
	case pycode.PUSH_EXC_INFO:
		ops.PushExcInfo(vm.heap, sp)
		return 1, nil
	case pycode.POP_EXCEPT:
		h.Handling().Own = *top(sp)
		return -1, nil
	case pycode.CHECK_EXC_MATCH:
		ok, err := vm.heap.Catches(*second(sp), *top(sp))
		*top(sp) = object.Bool(ok)
		return 0, err
	case pycode.CHECK_EG_MATCH:
		return 0, matchGroup(h, fp, code, sp, ip)
	case pycode.LOAD_SPECIAL:
		vm.spec.NoteClass(code, ip, *top(sp))
		return loadSpecial(vm.heap, arg, sp)
	case pycode.WITH_EXCEPT_START:
		return vm.withExceptStart(fp, code, sp, ip)
	case pycode.CALL_KW:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.CallKw(ip, *slot(sp, -arg-3), *slot(sp, -arg-2))
		} else {
			vm.spec.Defer(ip, specialize.CallKw)
		}
		return vm.callKw(arg, fp, code, sp, ip)
	case pycode.CALL_KW_PY, pycode.CALL_KW_BOUND_METHOD, pycode.CALL_KW_NON_PY:
		if vm.spec.CallKwMember(*slot(sp, -arg-3), *slot(sp, -arg-2)) != op {
			vm.spec.Miss(ip, specialize.CallKw)
		}
		return vm.callKw(arg, fp, code, sp, ip)
	case pycode.CALL_FUNCTION_EX:
		return vm.callEx(fp, code, sp, ip)
	case pycode.GET_AWAITABLE:
		v, err := env{vm}.Awaitable(*top(sp), arg)
		if err == nil {
			*top(sp) = v
		}
		return 0, err
	case pycode.GET_AITER:
		v, err := h.AsyncIter(*top(sp))
		if err == nil {
			*top(sp) = v
		}
		return 0, err
	case pycode.GET_ANEXT:
		v, err := env{vm}.AsyncNext(*top(sp))
		*slot(sp, 0) = v
		return 1, err
	case pycode.END_ASYNC_FOR:
		if exc := *top(sp); !h.IsInstance(exc, object.StopAsyncIterationType) {
			return 0, h.Reraise(exc, -1)
		}
		return -2, nil
	case pycode.CLEANUP_THROW:
		v, err := ops.CleanupThrow(vm.heap, *top(sp))
		if err != nil {
			return 0, err
		}
		*third(sp), *second(sp) = object.None, v
		return -1, nil
	case pycode.CALL_INTRINSIC_1:
		return vm.intrinsic1(arg, fp, code, sp, ip)
	case pycode.CALL_INTRINSIC_2:
		v, err := vm.intrinsic2(arg, *second(sp), *top(sp), code, ip)
		if err == nil {
			*second(sp) = v
		}
		return -1, err
	case pycode.IMPORT_NAME:
		m, err := vm.importName(fp, code, code.NameValues[arg], *top(sp), *second(sp))
		if err != nil {
			return 0, err
		}
		*second(sp) = m
		return -1, nil
	case pycode.IMPORT_FROM:
		v, err := vm.imports.From(*top(sp), code.NameValues[arg])
		if err != nil {
			return 0, err
		}
		*slot(sp, 0) = v
		return 1, nil
	}
	if ok, err := shows(vm, op, arg, fp, code, sp, ip); ok || err != nil {
		if err == nil {
			err = errReload
		}
		return 0, err
	}
	if f := ops.Displays[op]; f != nil {
		return f(h, arg, sp)
	}
	return 0, vm.heap.Unsupported("opcode " + op.String())
}

// makeFunction makes a function of a code object in the namespace of outer.
func (vm *VM) makeFunction(outer, codeObj object.Value) object.Value {
	h := vm.heap
	c := h.HandleOf(codeObj).(*Code)
	globals := h.Field(outer, object.OffFuncGlobals)
	module := h.DictGetStr(globals, h.Intern("__name__"))
	if module == object.Null {
		module = object.None
	}
	f := vm.newFunction(c, object.Function{
		Globals: globals, Builtins: h.Field(outer, object.OffFuncBuiltins),
		Doc: c.Doc(), Module: module,
	})
	return f
}

// newFunction makes a function of a code object; defaults and closure are set
// later.
func (vm *VM) newFunction(c *Code, f object.Function) object.Value {
	v := vm.heap.NewFunction(c.Describe(vm.heap, f))
	runtime.KeepAlive(c) // for a sweep, which knows what is on the stack of Go: nothing else may refer to it yet
	c.RunsIn(f.Globals, f.Builtins == vm.builtins)
	return v
}

// callKw executes CALL_KW: callable, self or Null, arguments, names.
func (vm *VM) callKw(arg int, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) (int, error) {
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - uint32(arg) - 3
	*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 3
	args, f := entries(unsafe.Add(sp, -8), arg), *slot(sp, -arg-3)
	if init := code.SeeNamed(int(code.At(ip)-1), vm.heap, vm.codes, f); init != object.Null {
		vm.spec.Called(init)
	}
	np, ok, err := enterEach(vm, fp, code, f, *slot(sp, -arg-2), args, *top(sp), int(code.At(ip)-1))
	var r object.Value
	if !ok {
		np, r, err = vm.call(fp, code, f, *slot(sp, -arg-2), args, *top(sp))
	}
	if err != nil {
		return 0, err
	}
	if np != nil {
		return 0, errReload
	}
	*slot(sp, -arg-3) = r
	return -arg - 2, nil
}

// callEx executes CALL_FUNCTION_EX: callable, Null, positional arguments (any
// iterable), keyword arguments (a mapping, or Null).
func (vm *VM) callEx(fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) (int, error) {
	h := vm.heap
	f, star, kw := *slot(sp, -4), *second(sp), *top(sp)
	pc := int(code.At(ip) - 1)
	scripted := h.ScriptedClass(f)
	if !scripted || code.EndsInGo(pc, f) {
		if seen := code.SeeStarred(pc, h, vm.codes, f, star, kw); seen != object.Null {
			vm.spec.Called(seen)
		}
	}
	args, kwnames, err := ops.Starred(h, f, star, kw)
	if err != nil {
		return 0, err
	}
	*second(sp), *top(sp) = args, kwnames // keep them alive during the call
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - 4
	*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip)
	var np unsafe.Pointer
	var r object.Value
	ok := scripted
	if scripted {
		np, r, _, err = enterScript(vm, fp, code, f, object.Null, h.TupleItems(args), kwnames)
	} else {
		np, r, ok, err = enterCached(vm, fp, code, f, object.Null, h.TupleItems(args), kwnames, pc)
	}
	if !ok {
		np, r, err = vm.call(fp, code, f, object.Null, h.TupleItems(args), kwnames)
	}
	if err != nil {
		return 0, err
	}
	if scripted {
		code.SeeEnds(pc, f, np == nil)
	}
	if np != nil {
		return 0, errReload
	}
	*slot(sp, -4) = r
	return -3, nil
}

func (vm *VM) intrinsic1(arg int, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) (int, error) {
	h := vm.heap
	switch arg {
	case pycode.INTRINSIC_PRINT:
		v := *top(sp)
		*top(sp) = object.None
		return 0, vm.lib.Display(v)
	case 2: // from m import *
		m := *top(sp)
		*top(sp) = object.None
		return 0, vm.imports.Star(m, frameGlobals(vm.heap, fp))
	case 3:
		*top(sp) = ops.StopIterationError(vm.heap, *top(sp), code.GenType)
		return 0, nil
	case pycode.INTRINSIC_ASYNC_GEN_WRAP:
		*top(sp) = h.WrapAsync(*top(sp))
		return 0, nil
	case 5:
		v, err := h.Unary(object.Positive, *top(sp))
		if err == nil {
			*top(sp) = v
		}
		return 0, err
	case 6:
		*top(sp) = h.ListToTuple(*top(sp))
		return 0, nil
	case pycode.INTRINSIC_TYPEVAR, pycode.INTRINSIC_PARAMSPEC, pycode.INTRINSIC_TYPEVARTUPLE, pycode.INTRINSIC_SUBSCRIPT_GENERIC, pycode.INTRINSIC_TYPEALIAS:
		v, err := typeIntrinsic(vm.heap, vm.lib, arg, *top(sp))
		if err == nil {
			*top(sp) = v
		}
		return 0, err
	}
	return 0, vm.heap.Unsupported("intrinsic " + itoa(arg))
}

// typeIntrinsic is an instruction of the syntax of type parameters.
func typeIntrinsic(h *object.Heap, l *lib.Lib, arg int, v object.Value) (object.Value, error) {
	switch arg {
	case pycode.INTRINSIC_SUBSCRIPT_GENERIC:
		if !h.Is(v, object.TupleType) {
			return object.Null, h.Raise(object.SystemErrorType, "bad argument to internal function")
		}
		return l.SubscribeGeneric(v)
	case pycode.INTRINSIC_TYPEALIAS:
		if !aliasOperands(h, v) {
			return object.Null, h.Raise(object.SystemErrorType, "bad argument to internal function")
		}
		return l.TypeAlias(v)
	}
	kind := map[int]string{pycode.INTRINSIC_TYPEVAR: "TypeVar", pycode.INTRINSIC_PARAMSPEC: "ParamSpec", pycode.INTRINSIC_TYPEVARTUPLE: "TypeVarTuple"}[arg]
	return l.TypeParameter(kind, v, object.Null, object.Null)
}

// aliasOperands reports whether a tuple has what makes a type alias: its name, its type
// parameters or None, the function of its value.
func aliasOperands(h *object.Heap, t object.Value) bool {
	if h.TupleLen(t) != 3 {
		return false
	}
	p := h.TupleItems(t)
	return h.Is(p[0], object.StrType) && (p[1] == object.None || h.Is(p[1], object.TupleType)) && h.Is(p[2], object.FunctionType)
}

// intrinsic2 is CALL_INTRINSIC_2.
func (vm *VM) intrinsic2(arg int, a, b object.Value, code *Code, ip unsafe.Pointer) (object.Value, error) {
	switch arg {
	case pycode.INTRINSIC_TYPEVAR_WITH_BOUND:
		return vm.lib.TypeParameter("TypeVar", a, b, object.Null)
	case pycode.INTRINSIC_TYPEVAR_WITH_CONSTRAINTS:
		return vm.lib.TypeParameter("TypeVar", a, object.Null, b)
	case pycode.INTRINSIC_SET_FUNCTION_TYPE_PARAMS:
		return a, vm.heap.SetAttr(a, vm.heap.Intern("__type_params__"), b)
	case pycode.INTRINSIC_PREP_RERAISE_STAR:
		return vm.heap.AfterStar(a, b)
	case pycode.INTRINSIC_SET_TYPEPARAM_DEFAULT:
		vm.lib.SetTypeDefault(a, b)
		return a, nil
	}
	return object.Null, vm.heap.Unsupported("intrinsic " + itoa(arg))
}

// matchGroup is CHECK_EG_MATCH: what is left of the exception replaces it, and what the
// clause handles replaces the types.
func matchGroup(h *object.Heap, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) error {
	match, rest, wrapped, err := h.MatchGroup(*second(sp), *top(sp))
	if err != nil {
		return err
	}
	*second(sp), *top(sp) = rest, match
	if wrapped {
		introspect.AddFrame(h, match, fp, code, uint32(code.Instruction(int(code.At(ip)-1))))
	}
	if match != object.None {
		h.Handling().Own = match
	}
	return nil
}
