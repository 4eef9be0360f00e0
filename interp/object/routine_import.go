package object

import "github.com/tier2go/tier2/opgen/mem"

// The import statement of a module that is in sys.modules, and of names that the module has, is written once: functions import what
// they use as often as they are called (Python/import.c, PyImport_ImportModuleLevelObject).

// importWords is where four words stand for it: the dict sys.modules, the VM's own __import__, that name, and how many modules are
// being imported, for which another thread may have to wait.
const (
	importWords     = mem.Ref(TagRef + importOff)
	importSize      = 32
	fieldModules    = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldOwnImport  = mem.Field(8) | AliasHeap<<mem.ClassShift
	fieldImportName = mem.Field(16) | AliasHeap<<mem.ClassShift
	fieldImporting  = mem.Field(24) | AliasHeap<<mem.ClassShift

	mostNames = 8 // of a statement

	fieldModuleDict   = mem.Field(OffModuleDict) | AliasHeap<<mem.ClassShift
	fieldFuncBuiltins = mem.Field(OffFuncBuiltins) | AliasHeap<<mem.ClassShift
)

// importedModule gives up where the builtins have another __import__, too.
//
//tier2:routine import.name
func importedModule(m mem.Mem, f, name, fromlist, level mem.Ref) (module mem.Ref, ok bool) {
	if !wordIsInt(level) || intOf(level) != 0 || m.U64(importWords, fieldImporting) != 0 {
		return NoRef, false
	}
	builtins := m.Ref(f, fieldFuncBuiltins)
	if !wordIs(m, builtins, uint64(DictType)) {
		return NoRef, false
	}
	own, ok := namedIn(m, builtins, m.Ref(importWords, fieldImportName))
	if !ok || own != m.Ref(importWords, fieldOwnImport) {
		return NoRef, false
	}
	module, ok = namedIn(m, m.Ref(importWords, fieldModules), name)
	if !ok || !wordIs(m, module, uint64(ModuleType)) {
		return NoRef, false
	}
	if fromlist == mem.Ref(None) {
		return module, withoutDot(m, name)
	}
	return module, hasNames(m, m.Ref(module, fieldModuleDict), fromlist)
}

// namedIn is what a namespace has for a name.
func namedIn(m mem.Mem, namespace, name mem.Ref) (x mem.Ref, ok bool) {
	x, ok = dictValueOf(m, namespace, name)
	return x, ok && x != nothing
}

// withoutDot reports that a str of code points below 128 has no dot.
func withoutDot(m mem.Mem, s mem.Ref) bool {
	if !ascii(m, s) {
		return false
	}
	n := m.U64(s, fieldStrLen)
	if n > mostBytes {
		return false
	}
	for i := uint64(0); i < n; i++ {
		if m.U8At(s, fieldStrData, i) == '.' {
			return false
		}
	}
	return true
}

// hasNames reports that the namespace of a module has each str of a tuple.
func hasNames(m mem.Mem, namespace, names mem.Ref) bool {
	if !wordIs(m, names, uint64(TupleType)) {
		return false
	}
	n := m.U64(names, fieldTupleLen)
	if n > mostNames {
		return false
	}
	for i := uint64(0); i < n; i++ {
		x := m.RefAt(names, fieldTupleItem, i)
		if !wordIs(m, x, uint64(StrType)) {
			return false
		}
		if _, ok := namedIn(m, namespace, x); !ok {
			return false
		}
	}
	return n > 0
}

// importedFrom is not by the module's attributes: a name may be one that CPython has and this library not.
//
//tier2:routine import.from
func importedFrom(m mem.Mem, module, name mem.Ref) (x mem.Ref, ok bool) {
	if !wordIs(m, module, uint64(ModuleType)) {
		return NoRef, false
	}
	return namedIn(m, m.Ref(module, fieldModuleDict), name)
}
