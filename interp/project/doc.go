// Package project makes traces and regions of micro-ops of bytecode, without running it.
//
// # Problem
//
// An executor should have the instructions that a hot place leads to, in the form that
// they have there: an addition of two ints, a call of this function, the way that a branch
// mostly takes. Where could that be learned from?
//
// # Choice
//
// Tier 1's inline caches know it already. They name the specialized instruction, the
// version of the function that a call called, and the last 16 ways of a branch. So
// [Trace] follows the bytecode along what the caches remember and expands each
// instruction to its micro-ops, as CPython 3.14's translate_bytecode_to_trace does
// (Python/optimizer.c). Calls are followed into the callee; the trace ends where
// confidence is used up, at a loop that has an executor, or where it closes its own loop.
// What is not known, a guard tests when the trace runs.
//
// A loop with two likely ways needs both. A [Profiler] reads the same caches around a
// place, as blocks of bytecode with the ways between them and how often each is taken. A
// selector (uop.Selector; [Ways] by default) chooses blocks of those, and [Region] makes
// micro-ops of what it has chosen: a region is a graph, made for each chain of calls for
// itself, and any way out of it is an exit.
//
// Instructions that begin or leave a frame which is only known when they are executed, as
// a call of one of many functions is, end a trace. An executor of their own hands them to
// tier 1 (interpret.go).
//
// # Rejected
//
// Recording a run, as LuaJIT and PyPy do, sees values, not what is usual: a trace that is
// recorded in an odd round is odd. It also needs a second interpreter that records.
// Counters on each branch would cost tier 1 time that the histories already pay.
//
// # Known sins
//
// A history of 16 is short: a branch that goes one way for thousands of rounds and then
// the other looks certain both times (interp/tiering mends that, by selecting anew). What a
// generator is suspended at, and what an iterator is, is read from the values that are
// there now, not from a cache. A for loop's length is guessed.
//
// # What the package must not know
//
// It reads a program through [Program]: code objects with their caches, types by their
// versions, the functions that instructions recognize. It knows no virtual machine, no
// policy, nothing of who compiles or runs what it makes, and it changes nothing but the
// notes of profiles beside the code.
//
//	t, why := project.Trace(vm, project.Entry{Code: code, PC: pc, Depth: 1, Top: iterator}, uop.DefaultLimits)
//	// t is nil: why says what kept the trace from being made
package project
