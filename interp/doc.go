// Package interp is the virtual machine: it runs CPython 3.14's bytecode over the objects of
// package object.
//
// Tier 1 is an adaptive interpreter, one big switch (folder cases). The instructions of a family
// specialize themselves to what they see, as CPython's do (PEP 659). A base instruction counts
// down in its inline cache and becomes a member. The member checks its assumption, and falls
// back when the check fails. Traces are projected from what the caches have learned. A hot back
// edge or function entry goes to an optimizer, which answers with an executor. Executors run as
// micro-ops, by the IR's evaluator, or as machine code.
//
// This package has what needs the whole VM: the loop, calls and frames, exceptions, starting
// executors and coming back from them. What needs less has a package of its own:
//
//	adaptive specialize      code objects as they run; families and their members
//	frame                    frames by their layout
//	ops microop              instructions on objects alone; executors of micro-ops
//	project                  traces and regions of bytecode, and the way back from them
//	tiering                  when and where executors are made, and when they are taken away
//	sweep                    which code and classes are dead
//	driver                   loops of builtin functions, as bytecode
//	imports introspect traceback    the import statement; code and frames as programs see them; the text of tracebacks
//	interrupt budget         why a guest is to stop; how much it may execute
//	embed                    values, functions and errors between Go and Python
//	stats sampling deopt     what is counted; where the time goes; the proof of exits
//
// Most of these know the VM as an interface; type program implements them (program.go).
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

//go:generate go run ./internal/gen/cases cases zz_run.go
