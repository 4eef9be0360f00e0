// Package ops has what single instructions do that need objects alone: raise and except,
// displays and calls with * and **, the class statement, the method that a with statement
// calls, the end of a generator's delegate.
//
// Each function follows the part of CPython that its doc names, and works on a heap and
// values. It must not know frames, code or a virtual machine: what has to run code in
// Python gets it as a function. So tier 1, the interpreter of micro-ops and the helpers of
// machine code do the same.
//
//	err := ops.Raise(heap, []object.Value{exception, cause}) // raise exception from cause
package ops
