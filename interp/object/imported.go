package object

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// importState is what the words at importWords are.
type importState struct {
	modules, own, name Value
	importing          uint64
}

func (h *Heap) importState() *importState { return (*importState)(h.Static(importOff)) }

// SetImports says which dict sys.modules is, and which object is the VM's own __import__.
func (h *Heap) SetImports(modules, own Value) {
	s := h.importState()
	s.modules, s.own, s.name = modules, own, h.Intern("__import__")
	h.AddRoots(func(m *heap.Marker) {
		for _, v := range [...]Value{s.modules, s.own, s.name} {
			m.Value(v)
		}
	})
}

// OwnImport returns the VM's own __import__.
func (h *Heap) OwnImport() Value { return h.importState().own }

// Importing says how many more modules are being imported.
func (h *Heap) Importing(more int) { h.importState().importing += uint64(more) }

// Imported is IMPORT_NAME in a function of a module that has been imported: fromlist is None, of a name without dots, or has names that
// the module has. false: there is more to do.
func (h *Heap) Imported(f, name, fromlist, level Value) (module Value, ok bool) {
	m, ok := importedModule(h.mem(), mem.Ref(f), mem.Ref(name), mem.Ref(fromlist), mem.Ref(level))
	return Value(m), ok
}

// ImportedFrom is IMPORT_FROM of a name that a module has.
func (h *Heap) ImportedFrom(module, name Value) (v Value, ok bool) {
	x, ok := importedFrom(h.mem(), mem.Ref(module), mem.Ref(name))
	return Value(x), ok
}
