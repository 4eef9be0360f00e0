// Package heap is the memory of a guest: an arena, an allocator and a collector
// that know no type of any language.
//
// # The problem
//
// Interpreter, machine code and Go code share the objects. Machine code keeps words
// in registers and in frames that nobody describes, cuts objects by itself, and must
// test and load with constants that do not change. Go code holds words in local
// variables and returns them. Many guests live in one process, each with a limit on its
// memory, and end without leaving anything behind.
//
// # The choice
//
// The arena is one mapping outside the Go heap, reserved once. Objects are addressed
// by their offset in it and never move. A [Value] is one NaN-boxed word that tells by
// itself whether it is a reference. The collector marks and sweeps, stopping the guest.
//
//   - Memory comes in spans of slots of one size ([span], as the Go runtime's). Pages
//     lead to their span, so that any word leads to its object, or to none.
//   - Allocation cuts objects from a window, a run of free slots of one size class
//     (alloc.go). Windows lie in the arena: machine code cuts from them with two loads, a
//     comparison and a store.
//   - Roots are registered functions, pushed values, and the goroutine's stack, which
//     is scanned conservatively (roots.go).
//   - The owner describes its objects by a table of [Kind]s: where in an object words
//     begin that may be references, and who is told when it dies. A span has objects of
//     one kind, so that neither marking nor sweeping reads a header.
//   - Marking waits for memory more than it computes. Objects are scanned in batches, each asked for while the one
//     before it is scanned (mark.go): 41 ns in place of 101 for an object of 80 MB in no order.
//     What lies beyond the first 16 MiB is in huge pages, where the kernel has some.
//   - Running out of memory is a panic with [OutOfMemory]. The heap keeps memory back for
//     the guest's error (reserve.go).
//
// Worked example, a guest of pairs:
//
//	var h heap.Heap
//	err := h.Init(heap.Options{Limit: 64 << 20, Kinds: []heap.Kind{{Name: "pair", Refs: 8}}})
//	if err != nil { … }
//	defer h.Close()
//	p := h.Alloc(0, 24) // header, two fields
//	h.SetField(p, 8, heap.Null)
//	h.SetField(p, 16, p)
//	h.Push(p)           // only the Go heap holds it from here on
//	h.Collect()
//
// # Rejected
//
//   - A map of references for each type. A word tells whether it is a reference, so the
//     map would save looking at lengths and hashes, and cost a load of the header and
//     of the map for each object.
//   - Moving objects (a copying nursery, compaction). Words in registers, in machine
//     frames and on the Go stack are found, but not told from ints that look like them:
//     they cannot be rewritten.
//   - The Go heap with its own collector. Machine code cannot hold Go pointers, a limit
//     for each guest is not to be had, and every store of a reference would need Go's
//     write barrier.
//   - Counting references. Each load to a register would cost a store, and machine code
//     would have to count, too.
//   - Shadow stacks or handles for Go code. Every builtin would pay for what most
//     collections never look at. Go's calling convention has no callee-saved registers,
//     so a caller's words lie in its frame, where the scan finds them.
//   - A pointer to the Heap in the owner's struct. A Heap by value saves a load for each
//     field that is read.
//
// # Known sins
//
//   - A word that looks like a reference keeps its object: an int of a frame that is
//     dead, a float of an unusual NaN. What it keeps is bounded by what was live. The
//     stack below is cleared behind each collection, and frames that the owner names are
//     not looked at (RootedFrames); what is left are old words in the frames of Go functions
//     that wait for the guest.
//   - A collection takes as long as all live objects take: there are no generations.
//     Where nearly all new objects die and much is live, collections are further apart,
//     as far as that takes no more than 32 MiB (maxSpaced).
//     Stores of references go through [Heap.SetField], [Heap.FieldAt], [Heap.Values] and
//     machine code, other stores through [Heap.SetWord] and [Heap.SetHalf], so that a
//     barrier has few places; but nothing holds the owner to it.
//   - Sweeping is not lazy: it visits all spans, and clears the caches of all classes.
//   - The first run of free pages that fits is taken. Large objects between small ones
//     may leave runs that nothing fits.
//   - Pages that were used once stay with the process until Close, and of the last four
//     arenas some 4 MB each for the next heaps (kept.go).
//   - Objects that only the Go heap holds are freed unless they are pushed. Stress finds
//     the places that forget it, if a test passes there.
//   - The stack's scan reads g.stack.hi of the Go runtime at its offset (stack_amd64.s,
//     stack_arm64.s). A port without such a file does not collect.
//
// # Invariants
//
// [Heap.Check] tests these; the package's tests call it around collections.
//
//   - A slot below its span's cursor, or with its allocation bit set, is in use; every
//     other slot is free, and no live object refers to it.
//   - Each page of a live span leads to it; every other page is free. Runs of free pages
//     are apart and ordered.
//   - A window is whole slots of one span that are in use and, if the kind says so,
//     cleared.
//   - No slot is marked between collections.
//   - No address leads into the reserve.
//
// The package must not know types, frames or bytecode, and imports nothing of this
// module.
package heap
