// Package exitdata has executors and their exits: what runs compiled code, and what
// becomes of execution where it leaves.
//
// The package knows machine locations, guest words by guest.Words, and frames by their
// layout. It must not know any guest. Only the goroutine that runs the VM writes rows.
// The design is CPython's (Include/internal/pycore_optimizer.h: _PyExitData,
// _PyExecutorObject), with states that hand values over in registers.
//
//	var left exitdata.Left
//	err := table.Run(executor, frame, &left) // until an exit leads back to the caller
//
// # The problem
//
// A trace has many ways out. Most are never taken; a few become as hot as the trace. A
// way out must cost nothing until it is taken, must be able to lead to other machine
// code later, and must be able to rebuild the guest's frames. Patching instructions
// would need code that is writable while other goroutines run it.
//
// # Rows
//
// An exit is a row of 16 bytes outside the Go heap: the address that execution goes on
// at, the target pc, a hotness counter, and the number of a state. The state says where
// the guest's values are at that point: registers, spill slots, constants, objects to be
// made. Code leaves by two instructions:
//
//	mov r11, row
//	jmp [r11]
//
// Data is patched, never instructions. A never-taken exit costs at most 25 bytes of code
// and row; states are interned.
//
// # Cold exits
//
// A row begins cold: it leads to the cold executor, whose only micro-op is _COLD_EXIT
// ([ColdExit]), as in CPython. That counts in the row and returns to Go with its address,
// by five instructions. [Table.Run] rebuilds the frames from the state, and Go compares the
// count with when the exit is hot. All cold rows share one cold executor, because the row's
// address in a register says which exit was taken. CPython has one for each index of an exit
// for that reason.
//
// Go comes into it below the threshold, too, because execution goes on in tier 1, which is
// Go: there is no way past it. What machine code counts takes no memory in Go; a count of
// 2^14 is carried over to the exit ([Exit.Taken]). The addition
// costs nothing that can be measured of the round trip's 32 ns (BenchmarkRoundTrip); the same
// addition in Go costs 5.
//
// Exits that nobody would continue have no row: polls, a full stack, an invalid
// executor, exceptions, returns to Go (ir.Unlikely). Their code says their number, 11
// bytes, and what they share is one row an executor. An exception's exit that is left
// often, and whose handler is in one of its frames, gets a continuation all the same
// (Exit.Continue).
//
// # Hot exits
//
// A hot exit asks for an executor of its own. That executor takes the exit's values over
// where they lie, with what is known of them, and the row is bound to it. An exit with
// everything in memory is bound to the executor that stands at its target, at once. An
// exit leads only to an executor of its kind, and to one that takes over exactly what it
// hands over. An exit whose executor would begin with the guard that has just failed
// gets none. Chains of exits have a limit; the last may only lead to an executor that
// stands at its target. A circle of exits therefore goes through an executor that
// begins in memory, or through the end of a trace of one instruction or more: execution
// always advances.
//
// # Typed entries
//
// A trace that ends at a loop with an executor, at its back edge, hands over its numbers
// unboxed ([Executor].Takes). Cold, its exit goes to tier 1 and enters the loop from
// memory. Hot, it gets an executor of the loop for its state, widened to types, claims
// and constants. Ends that are compiled later match that state slot by slot: an unboxed
// number stays so, a boxed one is made where one is expected, and what memory must hold
// is written. At most two such executors stand for a place.
//
// Rejected: entering the loop's first executor behind its preheader would need all that
// was hoisted there, which the exit's state does not name. Code between exit and entry
// costs another jump. Measured on linear traces with two hot ways and a float: 0.4 ns a
// transition instead of 1.3.
//
// # Type switches
//
// An exit by a guard of types is continued by an executor that begins with the same
// instruction for other types: a type switch. It ends where the instruction has its
// general form. When three types have been tested behind the first, the executor is
// compiled anew without the guard, and the switch is freed. An instruction that a dozen
// exits lead to, or the last exit of a chain, becomes a meeting place: an executor stands
// there that begins in memory with the general form, and later exits end there. So
// several such operations in a loop make no executor for each combination of types.
//
// # Memory at exits
//
// What an exit has to make, boxes and objects, is made before anything is written. If
// there is no memory, the guest's reserve pays (guest.Reserve), and the guest's exception
// is raised where the exit leads to. Where the reserve does not do, [ErrMemory] ends the
// run: frames that are half rebuilt are never executed.
//
// # Invalidation and replacement
//
// Each executor lists the exits that lead to it, so both take time in their number.
// Invalidation sets a word that machine code checks, takes ENTER_EXECUTOR back, and makes
// the rows that led there cold. Replace writes the new executor's address into those
// rows. What is invalid or replaced is freed at a leave, once no activation is in a helper
// that it has called, no frame's resume word is one of its rows, and no ENTER_EXECUTOR is
// its (Table.Collect).
//
// The code has a limit. When 7/8 of it are used, a sweep makes all rows cold and keeps
// where they led: an exit that is taken is bound there again at once. What was neither
// made, entered from Go nor bound again since the sweep before is dropped, the least
// recently used first, down to 5/8.
//
// # Known sins
//
// The Go side of an exit is larger than its row: [ExitBytes], and what is only of exits that
// are bound or have failed apart (of 5,986 exits of four programs 5,605
// have nothing of it, and one takes 53 bytes in the mean; TestExitBytes). A slot of a state takes 72.
package exitdata
