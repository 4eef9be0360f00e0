// Package difffuzz makes Python programs for tests that hold the ways to run them against
// each other and against CPython: programs by a grammar (Numbers, Objects, Containers), many functions
// or programs in one (Batch and its like), variants of a program whose answer must not change (Variant:
// equivalence mutants, after Li et al., SOSP 2023), programs with other numbers, operators and
// lines (Mutant), and the smallest part of a program that still goes wrong (Reduce). A seed
// makes the same program always.
//
// The drivers are its tests:
//
//	go test ./internal/difffuzz -run TestFunctions -seed 1 -functions 100000 # TestObjects and TestContainers too
//	go test ./internal/difffuzz -run TestCorpus -seed 1 -mutants 10000 # of the snippets of interp
//
// TestFunctions runs batches of some hundred functions in the interpreter, by CPython, and as machine code under chaos: the
// pipeline, the fuel of passes, the selector of regions, the thresholds, the places of values
// and the blocks that lie apart are chosen by the seed, and so is what is checked of the compiler. Thresholds are low, so that loops are
// short. A part of every fourth batch runs once more, with exits forced, and all
// that can be seen there compared with the interpreter. Counters feed back: rules of passes that were applied, micro-ops
// and operations that were compiled, kinds of exits that were taken, by micro-op. A batch that has raised one from 0 is run again, as
// a variant that is compiled otherwise. What no batch has done is told at the end.
//
// Hundreds of programs of TestCorpus share a VM and a process of CPython, where each is a module of its own. What differs
// there runs once more, alone; some run alone in any case, with exits forced.
//
// -totals names a file in which counts of runs add up (.ci/soak fuzz). CPython is one process, which forks for each
// batch: starting it takes longer than most programs.
package difffuzz
