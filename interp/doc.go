// Package interp is the virtual machine: it runs CPython 3.14's bytecode over
// the objects of package object.
//
// Tier 1 is an adaptive interpreter, one big switch (run.go). Instructions of a
// family specialize themselves to what they see, as CPython's do (PEP 659;
// interp/specialize): a base instruction counts down in its inline cache, then becomes
// a member that checks its assumption and falls back when it fails.
// What the caches have learned is also what traces are projected from
// (interp/project): hot back edges and function entries are given to an optimizer,
// which answers with executors (interp/tiering). Executors run as micro-ops (interp/microop),
// by the IR's evaluator, or as machine code.
//
// What needs no VM has packages of its own: code objects as they run (interp/adaptive),
// the layout of frames (interp/frame), traces and regions (interp/project), when and where
// executors are made (interp/tiering), what instructions do with objects alone
// (interp/ops), builtin functions over generators (interp/driver), the import statement (interp/imports), why a guest is to stop
// (interp/interrupt), what it may execute (interp/budget), the text of tracebacks (interp/traceback), code and frames as programs see them (interp/introspect), values,
// functions and errors between Go and Python (interp/embed).
//
// Guest frames lie in the arena (object/frame.go says how), so that machine code
// shares them. A call between guest functions pushes a frame and stays in the
// same Go function; only builtins that call back nest.
//
//	vm, err := interp.New(interp.Options{Stdout: os.Stdout})
//	defer vm.Close()
//	err = vm.EnableTier2(tier2.Options{}) // without it: the interpreter alone
//	err = vm.RunMain(code, []string{"prog.py"})
//
// # Embedding
//
// A Go program compiles Python by package interp/pycode/compile, or reads .pyc files by
// pycode.ReadPyc. What it runs leaves its functions in the module __main__, or in
// one that [VM.LoadModule] makes:
//
//	v, err := vm.Call("price", 12.5, map[string]int{"apples": 3})
//	total, err := interp.As[float64](v)
//
// [Value] has the table of what is converted to what. Go functions become Python
// functions by [VM.SetGlobal] and [Value.SetAttr]; [Func] says how, and what
// becomes of their errors. Options limits the heap and the depth of calls,
// [VM.InterruptOn] the time; [VM.Stats] says what was counted. docs/embed.md has
// a whole program.
//
// The package must not import the source front end (interp/pycode/compile) nor gonum.
package interp
