// Package traceback prints exceptions as CPython 3.14 does (Lib/traceback.py), without
// the lines of carets.
//
// It writes the chain of causes and contexts, the entries of each traceback with the lines
// of the source that they come from, the message, what was probably meant by a misspelt
// name (suggest.go), and notes. Of a statement that spans lines it shows those around what
// has failed (anchors.go). A SyntaxError shows its own place (syntax.go).
//
// A [Printer] needs a heap, the code objects by their handles, and somebody who reads
// source files; it must not know what raises exceptions or which frames there are.
//
//	p := traceback.New(heap, codeAt, os.ReadFile, modules)
//	fmt.Fprint(os.Stderr, p.Format(exception))
package traceback
