package project

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Names of a module's own code, and stores of globals. The instructions have no inline
// cache in CPython; the projection looks itself where the dict of globals has the name,
// and the trace gets the micro-ops that LOAD_GLOBAL has with its inline cache.

// maxEntry is the last entry of a dict that the micro-ops name, as LOAD_GLOBAL's inline caches do.
const maxEntry = 1<<16 - 1

// name makes the micro-ops of LOAD_NAME, STORE_NAME or STORE_GLOBAL at start; ok is false
// where the instruction has its general form: the name is bound there for the first time,
// say, or the functions of the code have several dicts of globals.
func (p *projector) name(op pycode.Op, start, after int, arg uint32) (ok bool) {
	if op != pycode.LOAD_NAME && op != pycode.STORE_NAME && op != pycode.STORE_GLOBAL {
		return false
	}
	globals := p.code.Globals
	if globals == object.Null || p.general(start) || !p.heap.Is(globals, object.DictType) {
		return false
	}
	name, version := p.code.NameValues[arg], p.prog.KeysVersion(globals, p.linking)
	entry := p.heap.DictIndexStr(globals, name)
	if version == 0 || entry > maxEntry {
		return false
	}
	switch {
	case op != pycode.LOAD_NAME:
		if entry < 0 {
			return false
		}
		p.prog.Stores(globals, name)
		p.begin(start)
		u := p.emit(cpython.STORE_GLOBAL_MODULE, arg, start)
		u.Operand0, u.Operand1 = uint64(version), uint64(entry)
	case entry >= 0:
		p.begin(start)
		u := p.emit(cpython.LOAD_GLOBAL_MODULE, arg<<1, start)
		u.Operand0, u.Operand1 = uint64(version), uint64(entry)
	default:
		builtins := p.prog.Builtins()
		its := p.heap.DictKeysVersion(builtins)
		if entry = p.heap.DictIndexStr(builtins, name); entry < 0 || entry > maxEntry || its == 0 {
			return false
		}
		p.begin(start)
		p.emit(cpython.GUARD_GLOBALS_VERSION, arg<<1, start).Operand0 = uint64(version)
		u := p.emit(cpython.LOAD_GLOBAL_BUILTINS, arg<<1, start)
		u.Operand0, u.Operand1 = uint64(its), uint64(entry)
	}
	p.pc = after
	return true
}
