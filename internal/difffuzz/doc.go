// Package difffuzz makes Python programs for tests that hold the ways to run them against
// each other and against CPython: programs by a grammar (Numbers, Objects), many functions
// in one program (Batch), variants of a program whose answer must not change (Variant:
// equivalence mutants, after Li et al., SOSP 2023), programs with other numbers, operators and
// lines (Mutant), and the smallest part of a program that still goes wrong (Reduce). A seed
// makes the same program always.
//
// The drivers are its tests:
//
//	go test ./internal/difffuzz -run TestFunctions -seed 1 -functions 100000
//	go test ./internal/difffuzz -run TestCorpus -seed 1 -mutants 10000 # of the snippets of interp
//
// TestFunctions runs each batch in the interpreter, by CPython, and as machine code under chaos: the
// pipeline, the fuel of passes, the selector of regions, the thresholds, the places of values
// and the blocks that lie apart are chosen by the seed, which also has exits forced, and all
// that can be seen there compared with the interpreter. A batch that has made a pass apply a rule for the first time is run again, as
// variants that are compiled otherwise. The rules that no batch has made apply are told at
// the end.
package difffuzz
