// Mutants plants single faults in the module's source, one at a time, and says whether
// tests notice. A table in testdata has the faults:
//
//	go run ./internal/mutants               # all of them
//	go run ./internal/mutants -run '^lower-'
//
// A fault is a text in a file and what stands there instead. All faults are in one program: of
// a function that has some there is a body for each, and of a variable's value a value, and a
// number in the environment says which one runs. go test -overlay compiles the packages as if
// the files were so; the tree is not touched. So the tests of a package are linked once, and run
// once for each of its rows, up to the first that fails. A fault in a constant or a type cannot be
// chosen when the program runs; it has a program of its own, and its turn comes last. The
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
// Faults that nobody has thought of are made from the syntax of a package's files, a sample by a
// seed: a condition that holds never, always or when it did not, && for ||, <= for <, swapped
// operands and arguments, an operand, statement, case or field that is dropped, a constant off by
// one, another condition code.
//
//	go run ./internal/mutants -random 30 -seed 7 passes/gvn analysis/alias
//
// What the table says of such a fault holds. Of one that survives and is not in the table the
// row is printed: it gets a test, or goes into the table with the reason why it cannot be seen.
//
// A new test for an operation begins with a row here: the fault that the test is for.
package main
