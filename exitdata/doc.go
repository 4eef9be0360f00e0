// Package exitdata has executors and their exits: what runs compiled code, and
// what becomes of execution where it leaves.
//
// An [Executor] stands for one place of the guest's program. Each way out of it
// has a row of 16 bytes outside the Go heap, laid out for machine code: the
// address that execution goes on at, the target pc, a hotness counter, and the
// number of the state that says where the guest's values are at that point.
// Leaving is one indirect jump through the row. While nothing is bound to an
// exit, its row leads to the cold stub, which returns to Go: [Table.Run] rebuilds
// the guest's frames from the state and counts. When the exit has become hot,
// another executor is bound by writing its address into the row: data is
// patched, never instructions. Exits that nobody would continue (polls, a full stack,
// an invalid executor, exceptions) have no row: their code says their number, which
// names their state.
//
// The design is CPython's (Include/internal/pycore_optimizer.h: _PyExitData,
// _PyExecutorObject), with states that hand values over in registers as they
// are.
//
// The package knows machine locations, guest words by guest.Words, and frames by
// their layout; it must not know any guest. Only the goroutine that runs the VM
// writes rows.
package exitdata
