package pyguest

import (
	"unsafe"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// maxArgs is the most operands that a helper takes: one less than an activation
// has room for, because the immediate comes last.
const maxArgs = 14

// effect says what a helper may do.
type effect uint8

const (
	pureCall  effect = iota // nothing that compiled code can see; may raise
	allocates               // makes an object; may not raise
	changes                 // changes objects given to it; runs no guest code
	runsGuest               // may run guest code: everything may change
)

// call makes a row for an operation that is done by a Go function: boxed
// operands, a boxed result, an exception by the Raise exit.
func call(name string, args int, result ir.TypeSet, e effect, fn guest.Helper) guest.Op {
	o := guest.Op{OpRow: ir.OpRow{Name: name, Args: refs(args), Result: ir.Ref, States: raiseState, Types: result}, Helper: fn}
	switch e {
	case allocates:
		o.States = [ir.NumWhen]bool{}
	case changes:
		o.Reads, o.Writes = ir.AllMemory, ir.AllMemory
	case runsGuest:
		o.Reads, o.Writes = ir.AllMemory, ir.AllMemory
		o.Flags |= ir.Escapes
	}
	return o
}

// reading says what memory a row's helper reads.
func reading(what ir.AliasSet, o guest.Op) guest.Op {
	o.Reads |= what
	return o
}

// void makes a row without a result.
func void(o guest.Op) guest.Op {
	o.Result, o.Types = ir.Void, 0
	return o
}

// variadic makes a row take any number of boxed operands behind its own.
func variadic(o guest.Op) guest.Op {
	o.Args = append(o.Args, ir.Ref)
	o.Flags |= ir.Variadic
	return o
}

// fresh says that a row's result is always a new object.
func fresh(o guest.Op) guest.Op {
	o.Flags |= ir.Fresh
	return o
}

// made says that what a fresh row makes consists of its operands, and where they lie: one
// field an operand, in order, and countInHeader's for the number of variadic ones.
func made(o guest.Op, final bool, fields ...ir.Field) guest.Op {
	o = fresh(o)
	o.Fields = []ir.Field{} // what none says of is not read in memory
	arg := 0
	for _, f := range fields {
		f.Final = final
		if f.Arg != ir.CountField {
			f.Arg = arg
			arg++
		}
		o.Fields = append(o.Fields, f)
	}
	return o
}

// fieldAt is a field of an alias class for made.
func fieldAt(off uintptr, class uint8) ir.Field {
	return ir.Field{Mem: ir.MemAccess{Disp: int32(off), Class: class}}
}

// countInHeader is fieldAt for the number of operands, which is in the header.
func countInHeader(class uint8) ir.Field {
	return ir.Field{Mem: ir.MemAccess{Disp: object.OffAux, Kind: ir.Mem32, Class: class}, Arg: ir.CountField}
}

// withAux gives a row an integer immediate: the helper's last argument.
func withAux(o guest.Op) guest.Op {
	o.Aux = ir.AuxInt
	return o
}

// withWord gives a row a guest word as its immediate.
func withWord(o guest.Op) guest.Op {
	o.Aux = ir.AuxWord
	return o
}

// truthResult makes a row give a truth value.
func truthResult(o guest.Op) guest.Op {
	o.Result, o.Types = ir.Bool, 0
	return o
}

// lowered gives a row machine code of its own, which need not call the helper.
func lowered(r lower.Rule, o guest.Op) guest.Op {
	o.Lower = r
	return o
}

func val(x uint64) object.Value { return object.Value(x) }

// vals views operands as values, without copying: a Value is a uint64.
func vals(a []uint64) []object.Value {
	return unsafe.Slice((*object.Value)(unsafe.Pointer(unsafe.SliceData(a))), len(a))
}

func word(v object.Value, err error) (uint64, error) { return uint64(v), err }

func truth(b bool, err error) (uint64, error) { return truthWord(b), err }

// isTrue is truth for a bool of the guest's.
func isTrue(v object.Value, err error) (uint64, error) { return truthWord(v == object.True), err }

// unaryOperators have the special methods of the unary operators that are instructions.
var unaryOperators = [...]Operator{object.Negative: Negate, object.Invert: Invert}

// helperOps are the operations that are not inlined: what CPython's generic
// micro-ops do.
func (p *py) helperOps() []guest.Op {
	h, env := p.h, p.env
	return []guest.Op{
		withAux(lowered(p.lowerBinary, call("py.binary", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(env.Binary(object.BinaryOp(a[2]), val(a[0]), val(a[1])))
		}))),
		withAux(lowered(p.lowerOperator, call("py.operator", 3, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(Operator(a[3]).Finish(h, val(a[0]), val(a[1]), val(a[2])))
		}))),
		withAux(call("py.finish", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(Operator(a[1]).FinishSpecial(h, val(a[0])))
		})),
		withAux(lowered(p.expansions("py.unary", unaryUses), call("py.unary", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(env.DoSpecial(unaryOperators[a[1]], Entries{val(a[0])}))
		}))),
		lowered(p.lowerTruth, truthResult(call("py.truth", 1, 0, runsGuest, func(a []uint64) (uint64, error) {
			return isTrue(env.DoSpecial(TruthByBool, Entries{val(a[0])}))
		}))),
		p.instanceOp(),
		lowered(p.lowerIter, call("py.iter", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) { return word(env.DoSpecial(Iter, Entries{val(a[0])})) })),
		lowered(p.lowerNext, call("py.next", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) { return word(h.Next(val(a[0]))) })),
		lowered(p.lowerGetItem, call("py.getitem", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) { return word(h.GetItem(val(a[0]), val(a[1]))) })),
		lowered(p.lowerSetItem, void(call("py.setitem", 3, 0, runsGuest, func(a []uint64) (uint64, error) {
			_, err := env.DoSpecial(SetItem, Entries{val(a[1]), val(a[0]), val(a[2])})
			return 0, err
		}))),
		lowered(p.expansion("py.delitem", "delitem", 0, 1), void(call("py.delitem", 2, 0, runsGuest, func(a []uint64) (uint64, error) {
			_, err := env.DoSpecial(DelItem, Entries{val(a[1]), val(a[0])})
			return 0, err
		}))),
		lowered(p.byStep("py.getslice", map[object.Value]lower.Rule{
			object.None: p.expansion("py.getslice", "slice", 0, 1, 2), object.SmallInt(-1): p.expansion("py.getslice", "slice.reversed", 0, 1, 2),
		}), call("py.getslice", 4, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(h.GetSlice(val(a[0]), val(a[1]), val(a[2]), val(a[3])))
		})),
		lowered(p.byStep("py.setslice", map[object.Value]lower.Rule{object.None: p.expansion("py.setslice", "slice.assign", 0, 1, 2, 4)}),
			void(call("py.setslice", 5, 0, runsGuest, func(a []uint64) (uint64, error) {
				return 0, env.SetSlice(val(a[0]), val(a[1]), val(a[2]), val(a[3]), val(a[4]))
			}))),
		// The receiver, or Null, is in a cell then.
		lowered(p.lowerLoadMethod, call("py.loadmethod", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			f, self, err := h.LoadMethod(val(a[0]), val(a[1]))
			if self != object.Null {
				h.CacheAttr(object.AttrMethod, self, val(a[1]))
				h.CacheAttr(object.AttrMethodDict, self, val(a[1]))
			}
			h.SetField(h.SecondCell(), object.OffCellValue, self)
			return word(f, err)
		})),
		lowered(p.lowerGetAttr, call("py.getattr", 2, ir.AnyType, runsGuest, p.getAttr)),
		lowered(p.lowerSetAttr, void(call("py.setattr", 3, 0, runsGuest, func(a []uint64) (uint64, error) {
			if ok, err := h.SetInGo(val(a[0]), val(a[1]), val(a[2])); ok {
				return 0, err
			}
			_, err := env.DoSpecial(SetAttr, Entries{val(a[0]), val(a[2]), val(a[1])})
			if err == nil {
				h.CacheAttr(object.AttrStore, val(a[0]), val(a[1]))
			}
			return 0, err
		}))),
		void(call("py.delattr", 2, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, h.SetAttr(val(a[0]), val(a[1]), object.Null) })),
		call("py.method", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			// The function to call with the receiver in front, or Null when the
			// attribute has to be read instead.
			if f, bound := h.LookupMethod(val(a[0]), val(a[1])); !bound {
				return uint64(f), nil
			}
			return uint64(object.Null), nil
		}),
		lowered(p.lowerLoadSpaced, call("py.loadspaced", 3, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(env.LoadSpaced(val(a[0]), val(a[1]), val(a[2])))
		})),
		lowered(p.lowerLoadName, call("py.loadname", 2, ir.AnyType, pureCall, func(a []uint64) (uint64, error) { return word(env.LoadName(val(a[0]), val(a[1]))) })),
		// The immediate is the dict that the function's globals are usually.
		lowered(p.lowerStoreGlobal, void(withWord(call("py.storeglobal", 3, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, p.storeGlobal(a) })))),
		// In that dict the name has changed so often that nothing takes it for a constant any more (Env.Watch).
		lowered(p.lowerStoreVaried, void(withWord(call("py.storevaried", 3, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, p.storeGlobal(a) })))),
		void(call("py.delglobal", 2, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, env.DeleteGlobal(val(a[0]), val(a[1])) })),
		void(withAux(call("py.unbound", 0, 0, pureCall, func(a []uint64) (uint64, error) { return 0, env.UnboundLocal(a[0]>>32, int(uint32(a[0]))) }))),
		void(withAux(call("py.unboundderef", 0, 0, pureCall, func(a []uint64) (uint64, error) { return 0, env.UnboundDeref(a[0]>>32, int(uint32(a[0]))) }))),

		// A first argument that is Null is a receiver that there is none of.
		lowered(p.lowerCall, variadic(call("py.call", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			if len(a) == 1 {
				p.h.CacheMake(val(a[0]))
			}
			return word(env.Call(val(a[0]), received(a[1:]), object.Null))
		}))),
		variadic(call("py.callkw", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(env.Call(val(a[0]), received(a[2:]), val(a[1])))
		})),
		call("py.callex", 3, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(env.CallStarred(val(a[0]), val(a[1]), val(a[2])))
		}),
		// Of what is Go's, with the names of the last arguments in front of all.
		variadic(withWord(call("named.call", 1, ir.AnyType, runsGuest, p.callNamed))),
		variadic(withWord(call("class.call", 0, ir.AnyType, runsGuest, p.callBuiltinClass))),
		lowered(p.lowerBuiltin("builtin.call"), variadic(withWord(call("builtin.call", 0, ir.AnyType, runsGuest, p.callBuiltin)))),
		lowered(p.lowerBuiltin(pureBuiltin), variadic(withWord(call(pureBuiltin, 0, ir.AnyType, pureCall, p.callPure)))),
		lowered(p.lowerMethod("method.call"), variadic(withWord(call("method.call", 1, ir.AnyType, runsGuest, p.callMethod)))),
		lowered(p.lowerMethod("method.quiet"), variadic(withWord(call("method.quiet", 1, ir.AnyType, changes, p.callMethod)))),
		// Of a receiver of the method's very type, with as many arguments as it takes.
		lowered(p.lowerMethod("method.exact"), variadic(withWord(call("method.exact", 1, ir.AnyType, runsGuest, p.callExact)))),
		lowered(p.lowerMethod("method.exactquiet"), variadic(withWord(call("method.exactquiet", 1, ir.AnyType, changes, p.callExact)))),

		lowered(p.lowerList, fresh(variadic(call("py.list", 0, tList, allocates, func(a []uint64) (uint64, error) { return uint64(h.NewList(vals(a)...)), nil })))),
		// Of at least one operand: there is one empty tuple.
		lowered(p.lowerMade(object.TupleType, object.OffTupleItems), made(variadic(call("py.tuple", 0, tTuple, allocates, func(a []uint64) (uint64, error) { return uint64(h.NewTuple(vals(a)...)), nil })),
			true, countInHeader(clsTuple), fieldAt(object.OffTupleItems, clsTuple))),
		lowered(p.expansion("py.newset", "set.new"), fresh(call("py.newset", 0, tSet, allocates, func([]uint64) (uint64, error) { return uint64(h.NewSet()), nil }))),
		lowered(p.lowerDict("py.dict"), variadic(call("py.dict", 0, tDict, runsGuest, p.newDict))),
		lowered(p.lowerString, variadic(call("py.string", 0, tStr, pureCall, func(a []uint64) (uint64, error) { return word(h.BuildString(vals(a))) }))),
		made(call("py.newslice", 3, tSlice, allocates, func(a []uint64) (uint64, error) { return uint64(h.NewSlice(val(a[0]), val(a[1]), val(a[2]))), nil }),
			true, fieldAt(object.OffSliceStart, clsHeap), fieldAt(object.OffSliceStop, clsHeap), fieldAt(object.OffSliceStep, clsHeap)),
		lowered(p.expansion("py.listextend", "list.extend", 0, 1), void(call("py.listextend", 2, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, env.ListExtend(val(a[0]), val(a[1])) }))),
		lowered(p.expansion("py.setadd", "set.add", 0, 1), void(call("py.setadd", 2, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, h.AddToSet(val(a[0]), val(a[1])) }))),
		void(call("py.setupdate", 2, 0, runsGuest, func(a []uint64) (uint64, error) {
			if _, ok, err := env.DoTake(TakeUpdate, 0, TakeEntries(val(a[1]), val(a[0]))); ok {
				return 0, err
			}
			return 0, h.SetUpdate(val(a[0]), val(a[1]))
		})),
		lowered(p.expansion("py.mapadd", "dict.add", 0, 1, 2), void(call("py.mapadd", 3, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, h.AddToDict(val(a[0]), val(a[1]), val(a[2])) }))),
		lowered(p.expansion("py.dictupdate", "dict.update", 0, 1), void(call("py.dictupdate", 2, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, env.DictUpdate(val(a[0]), val(a[1])) }))),
		void(call("py.dictmerge", 3, 0, runsGuest, func(a []uint64) (uint64, error) { return 0, env.DictMerge(val(a[0]), val(a[1]), val(a[2])) })),
		withAux(call("py.unpack", 1, tTuple, runsGuest, func(a []uint64) (uint64, error) {
			if t, ok, err := env.DoTake(TakeUnpack, int(a[1]), TakeEntries(val(a[0]), object.Null)); ok {
				return word(t, err)
			}
			return word(h.UnpackIterable(val(a[0]), int(a[1])))
		})),

		// What a method in Python shows may be an instance of a class that derives from str.
		lowered(p.lowerFormat, call("py.format", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			if spec := val(a[1]); spec != object.Null {
				return word(h.Format(val(a[0]), spec))
			}
			return word(env.DoSpecial(Format, Entries{val(a[0])}))
		})),
		withAux(lowered(p.expansions("py.convert", conversionUses), call("py.convert", 1, ir.AnyType, runsGuest, p.convert))),
		fresh(call("py.makefunction", 2, tFunction, allocates, func(a []uint64) (uint64, error) { return uint64(env.MakeFunction(val(a[0]), val(a[1]))), nil })),
		p.functionOp(),
		lowered(p.lowerSetFuncAttr, void(withAux(call("py.setfuncattr", 2, 0, changes, func(a []uint64) (uint64, error) {
			return 0, env.SetFunctionAttribute(val(a[0]), int(a[2]), val(a[1]))
		})))),
		lowered(p.lowerMade(object.CellType, object.OffCellValue+8),
			made(call("py.newcell", 1, tCell, allocates, func(a []uint64) (uint64, error) { return uint64(h.NewCell(val(a[0]))), nil }), false, fieldAt(object.OffCellValue, clsCell))),
		// The step is not 0, the operands are ints.
		lowered(p.expansion("py.range", "range", 0, 1, 2), made(call("py.range", 3, tRange, allocates, func(a []uint64) (uint64, error) { return word(h.NewRange(val(a[0]), val(a[1]), val(a[2]))) }),
			true, fieldAt(object.OffRangeStart, clsHeap), fieldAt(object.OffRangeStop, clsHeap), fieldAt(object.OffRangeStep, clsHeap))),
		p.rangeIterOp(),
		p.interpretOp(),
		lowered(p.expansion("py.import", "import.name", 0, 1, 2, 3), call("py.import", 4, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(env.ImportName(val(a[0]), val(a[1]), val(a[2]), val(a[3])))
		})),
		lowered(p.expansion("py.importfrom", "import.from", 0, 1), call("py.importfrom", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(env.ImportFrom(val(a[0]), val(a[1])))
		})),
		p.newGeneratorOp(object.GeneratorType), p.newGeneratorOp(object.CoroutineType), p.newGeneratorOp(object.AsyncGeneratorType), p.resumeRowOp(),
		lowered(p.expansion("py.matchseq", "match.sequence", 0), reading(ir.AllMemory, truthResult(call("py.matchseq", 1, 0, allocates, func(a []uint64) (uint64, error) { return truthWord(h.MatchesSequence(val(a[0]))), nil })))),
		lowered(p.expansion("py.matchmap", "match.mapping", 0), reading(ir.AllMemory, truthResult(call("py.matchmap", 1, 0, allocates, func(a []uint64) (uint64, error) { return truthWord(h.MatchesMapping(val(a[0]))), nil })))),
		lowered(p.expansion("py.matchkeys", "match.keys", 0, 1), call("py.matchkeys", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) { return word(h.MatchKeys(val(a[0]), val(a[1]))) })),
		withAux(call("py.matchclass", 3, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(h.MatchClass(val(a[0]), val(a[1]), int(a[3]), val(a[2])))
		})),
		generatorOp("gen.handlein", ir.AllMemory, h.HandleIn, p.handleIn),
		generatorOp("gen.handleout", ir.AllMemory, h.HandleOut, p.handleOut),
		p.finishOp(),
		generatorOp("gen.told", class(clsGenRow), h.ClosesDropped, p.tellOfClosing),
		withAux(lowered(p.lowerYieldFrom, call("py.yieldfrom", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			if v := val(a[0]); h.TypeID(v) < object.FirstFreeType {
				return word(h.YieldFromIter(v, a[1] != 0))
			}
			return word(env.DoSpecial(YieldFrom, Entries{val(a[0])}))
		}))),
		p.awaitableOp(),
		lowered(p.lowerTypeOf, call("py.typeof", 1, ir.AnyType, allocates, func(a []uint64) (uint64, error) { return uint64(h.TypeOf(val(a[0])).Object), nil })),
		lowered(p.expansion("list.totuple", "list.totuple", 0), reading(listMemory, call("list.totuple", 1, tTuple, allocates, func(a []uint64) (uint64, error) { return uint64(h.ListToTuple(val(a[0]))), nil }))),
	}
}

// generatorOp changes the state of a generator; code does so by itself.
func generatorOp(name string, touches ir.AliasSet, fn func(g object.Value), code func(a *lower.Asm, g lower.V)) guest.Op {
	o := void(call(name, 1, 0, allocates, func(a []uint64) (uint64, error) { fn(val(a[0])); return 0, nil }))
	o.Reads, o.Writes = touches, touches
	o.Lower = func(a *lower.Asm, _ *ir.Value) lower.V { code(a, a.Arg(0)); return lower.None }
	return o
}

// rangeIterOp makes an iterator of words: the next one, the one behind the last, the step.
func (p *py) rangeIterOp() guest.Op {
	o := made(call("range.iter", 3, tRangeIter, allocates, func(a []uint64) (uint64, error) {
		return uint64(p.h.NewRangeIter(int64(a[0]), int64(a[2]), int64(a[1]))), nil
	}), false, fieldAt(object.OffRangeIterNext, clsRangeNext), fieldAt(object.OffRangeIterEnd, clsRangeEnd), fieldAt(object.OffRangeIterStep, clsRangeStep))
	o.Args = []ir.Type{ir.I64, ir.I64, ir.I64}
	return lowered(p.lowerMade(object.RangeIterType, object.OffRangeIterStep+8), o)
}

// getAttr is the attribute of a value.
func (p *py) getAttr(a []uint64) (uint64, error) {
	if x, ok, err := p.h.GetInGo(val(a[0]), val(a[1])); ok {
		return word(x, err)
	}
	x, err := p.h.GetAttr(val(a[0]), val(a[1]))
	if err == nil {
		p.h.CacheFound(val(a[0]), val(a[1]), x)
	}
	return word(x, err)
}

// callBuiltin calls the builtin function that is the immediate.
func (p *py) callBuiltin(a []uint64) (uint64, error) {
	n := len(a) - 1
	f := val(a[n])
	if p.h.BuiltinOf(f).Frames {
		return 0, object.ErrFrame
	}
	if v, ok, err := p.env.Asked(f, object.Null, vals(a[:n]), object.Null); ok {
		return word(v, err)
	}
	return word(p.h.CallBuiltinObject(f, vals(a[:n]), object.Null))
}

// callNamed calls the builtin function, method or class that is the immediate.
func (p *py) callNamed(a []uint64) (uint64, error) {
	n := len(a) - 1
	f, names, args := val(a[n]), val(a[0]), vals(a[1:n])
	switch p.h.TypeID(f) {
	case object.BuiltinType:
		if v, ok, err := p.env.Asked(f, object.Null, args, names); ok {
			return word(v, err)
		}
		return word(p.h.CallBuiltinObject(f, args, names))
	case object.MethodDescType:
		if v, ok, err := p.env.Asked(f, args[0], args[1:], names); ok {
			return word(v, err)
		}
		return word(p.h.CallBuiltin(p.h.BuiltinOf(f), args[0], args[1:], names))
	}
	return word(p.h.Call(f, args, names))
}

// callBuiltinClass makes an instance of the builtin class that is the immediate.
func (p *py) callBuiltinClass(a []uint64) (uint64, error) {
	n := len(a) - 1
	if p.h.LooksAtFrames(val(a[n])) {
		return 0, object.ErrFrame
	}
	if v, ok, err := p.env.Asked(val(a[n]), object.Null, vals(a[:n]), object.Null); ok {
		return word(v, err)
	}
	return word(p.h.Call(val(a[n]), vals(a[:n]), object.Null))
}

// received returns the arguments of a call, of which the first is a receiver or Null.
func received(a []uint64) []object.Value {
	if len(a) > 0 && val(a[0]) == object.Null {
		a = a[1:]
	}
	return vals(a)
}

// pureBuiltin is the operation that calls a builtin which only reads memory of what it is given.
const pureBuiltin = "builtin.pure"

// callPure is callBuiltin for that. A frame's variables are in registers, so the interpreter
// counts them.
func (p *py) callPure(a []uint64) (uint64, error) {
	if len(a) > 1 && p.h.IsFrameLocals(val(a[0])) {
		return 0, object.ErrFrame
	}
	return p.callBuiltin(a)
}

// callMethod calls the method descriptor that is the immediate on its first
// operand.
func (p *py) callMethod(a []uint64) (uint64, error) {
	n := len(a) - 1
	if p.h.BuiltinOf(val(a[n])).Frames {
		return 0, object.ErrFrame
	}
	if v, ok, err := p.env.Asked(val(a[n]), val(a[0]), vals(a[1:n]), object.Null); ok {
		return word(v, err)
	}
	return word(p.h.CallBuiltin(p.h.BuiltinOf(val(a[n])), val(a[0]), vals(a[1:n]), object.Null))
}

// callExact is callMethod where nothing is left to check.
func (p *py) callExact(a []uint64) (uint64, error) {
	n := len(a) - 1
	if v, ok, err := p.env.Asked(val(a[n]), val(a[0]), vals(a[1:n]), object.Null); ok {
		return word(v, err)
	}
	return word(p.h.CallExact(p.h.BuiltinOf(val(a[n])), val(a[0]), vals(a[1:n])))
}

func (p *py) newDict(a []uint64) (uint64, error) {
	d := p.h.NewDict()
	for i := 0; i+1 < len(a); i += 2 {
		if err := p.h.DictSet(d, val(a[i]), val(a[i+1])); err != nil {
			return 0, err
		}
	}
	return uint64(d), nil
}

// convert is CONVERT_VALUE: 1 str, 2 repr, 3 ascii.
func (p *py) convert(a []uint64) (uint64, error) {
	switch a[1] {
	case 1:
		return word(p.env.DoSpecial(Show, Entries{val(a[0])}))
	case 2:
		return word(p.env.DoSpecial(Repr, Entries{val(a[0])}))
	}
	return word(p.h.Ascii(val(a[0])))
}
