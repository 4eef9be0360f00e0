package pycode

// Module is what a finder knows of a module that it has found (importlib's
// ModuleSpec, as far as an importer needs it).
type Module struct {
	// Code is the module's code; nil for a namespace package, which has none.
	Code *Code
	// File is the module's __file__; empty if it has none.
	File string
	// Path is the __path__ of a package: the folders in which its submodules are.
	// Nil for a module that is no package.
	Path []string
}
