// Mutants plants single faults in the module's source, one at a time, and says whether
// tests notice. A table in testdata has the faults:
//
//	go run ./internal/mutants               # all of them
//	go run ./internal/mutants -run '^lower-'
//
// A fault is a text in a file and what stands there instead. go test -overlay compiles
// the packages of the row as if the file had that text; the tree is not touched. The
// verdicts:
//
//	killed      a test fails, or does not end in time
//	survived    no test fails: one is missing
//	equivalent  no test fails, and the row says why there is no difference to be seen
//	stale       the text is not in the file, or not once: the row has to follow the source
//	broken      the fault does not compile
//
// Anything but killed and equivalent is an error, and so is a fault that a row calls
// equivalent and a test notices. A row may say that its fault survives as yet: then it is
// an error that a test notices it, and the row has to say so no more. There may only be
// fewer such rows. The tests have to pass without a fault: that is checked
// first.
//
// A new test for an operation begins with a row here: the fault that the test is for.
package main
