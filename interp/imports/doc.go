// Package imports is the import statement: importlib._bootstrap's order of things
// (packages before what is in them, sys.modules before and after), with the library's own
// modules first and a finder's for all others.
//
// An [Importer] has the modules of one VM. What it must not know is how code runs: it gets
// that, and whoever finds source, as functions.
//
//	im := imports.New(options)
//	m, err := im.Name(globals, name, fromlist, level) // IMPORT_NAME
//	v, err := im.From(m, name)                        // IMPORT_FROM
package imports
