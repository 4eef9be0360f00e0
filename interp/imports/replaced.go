package imports

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
)

// Replaced returns what a function's builtins have as __import__ in place of the VM's own, Null if they have that.
func (im *Importer) Replaced(function object.Value) (object.Value, error) {
	h := im.heap
	f, err := ops.Builtin(h, function, h.Intern("__import__"))
	switch {
	case err != nil:
		return object.Null, err
	case f == object.Null:
		return f, h.Raise(object.ImportErrorType, "__import__ not found")
	case f == h.OwnImport():
		return object.Null, nil
	}
	return f, nil
}
