// Package tiering takes a VM's hot code from tier 1 to tier 2: it finds places that are
// hot, asks an optimizer for executors, puts these where they are entered, and takes them
// away.
//
// # Problem
//
// An executor pays where much time is spent, and nowhere else: it costs the optimizer
// time, memory, and what it has taken for certain may change. Which places are worth it,
// when, and what becomes of an executor that turns out to be wrong?
//
// # Choice
//
// Back edges and functions' starts count their executions, exits of executors and
// exceptions' handlers theirs. A place whose counter has run down is looked at: it is hot
// if its share of all ticks is large enough (tier2.Hotspots, hotspots.go). Then the
// optimizer is asked with a source, which projects a region or a trace of what is there
// now (package project), and what it makes is checked and installed over the instruction
// (optimize.go, tier.go). Attempts that fail are made again later and later, and given up
// at last.
//
// An executor is right as long as what it relies on is: watched globals, types, code
// (depend.go). It stays good as long as it is not left too often at one place:
//
//   - an exit by a branch that has become hot makes its region be selected once more, with
//     both ways (reselect.go);
//   - an exit by a guard of types is continued by an executor for other types, those that
//     its instruction finds on the stack ([VM].Look), up to a bound; then the operation is compiled in its general form, and instructions that many
//     exits lead to become merge points (polymorphic.go); a loop that is left by such a guard in one
//     round after the other gets another executor for the types of now (retyped.go);
//   - where frames that wait go on, rows of the table of exits lead to the executor that
//     stands there (landings.go);
//   - an executor that executes nothing is taken away (progress.go).
//
// Executors that nobody enters any more are freed when nobody can come back to them
// (collect.go).
//
// # Rejected
//
// Counters in each executor instead of at each exit: they say that it is left, not where.
// Projecting on another goroutine: heap, caches and profile would have to stand still, or be
// copied. What is compiled behind the VM's thread (await.go) has been built on it. A table of places
// beside the code: tier 1 would look it up at each instruction; ENTER_EXECUTOR in the code
// costs nothing where there is none.
//
// # Known sins
//
// What the executors' places hold is an any in exitdata.Executor.Data. A selector that
// observes makes tier 1 slow. Constants such as 64 arrivals or 12 sides are measured on
// few programs.
//
// # What the package must not know
//
// It knows its VM as [VM]: code objects, frames by their layout, and a handful of
// requests. It knows no instruction's semantics, no object's, and no compiler but as an
// optimizer. A VM calls it where its counters run down and where executors are left:
//
//	vm.tier = tiering.New(vm, tiering.Options{})
//	err := vm.tier.Register(optimizer)
//	installed := vm.tier.HotBackEdge(fp, code, pc, cache) // an executor stands at pc now
package tiering
