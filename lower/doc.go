// Package lower turns typed IR into machine code for one target.
//
// It holds the machine form that all targets share (virtual registers, operands with
// constraints, blocks with parameters: type [Func]) and the driver that goes from ir to
// Func by the target's selection table, through package regalloc, to bytes by the
// target's encoding table. The targets, lower/amd64 and lower/arm64, hold tables and
// encodings; whatever both need stands here.
//
// The package knows IR operations, registers and bytes. It must not know any guest: what
// a guest adds (operations, helpers, frame layout) reaches it as rows of tables.
//
//	fn, err := selector.Select(f, lower.Borders{})    // IR to machine form
//	…                                                // package regalloc gives places
//	code, err := emitter.Emit(fn, places, linkage, order) // machine form to bytes
//
// # The problem
//
// Two targets, one compiler. Most of an instruction selector is the same for both: which
// guard becomes which comparison, what an exit keeps alive, which helper call clobbers
// what. What differs is small: immediates that encode, memory operands, two or three
// operands, the bytes. And half of a trace's operations can leave: each has a state of
// five to twenty values that nothing reads on the hot path.
//
// # The choice
//
// One selector writes machine operations that both targets have ([MOp]). A [Rule] lowers
// one IR operation by calls of [Asm]; the core has rules, a guest adds its own, and no
// rule names a target. A [Target] is tables: for each machine operation the constraints
// of its operands, what it clobbers, and how it encodes; and which immediates and
// addresses fit. So a new operation is a rule, and a new machine operation a row a target.
//
// An exit ([ExitPoint]) is a list of operands at an instruction that may be in any
// register or slot. The allocator answers where, the exit's row keeps the answer, and the
// hot path stores nothing. An end is always taken: its stores are instructions.
//
// Cold code (the slow way of an operation, the code of exits) is emitted behind the hot
// code, so that hot blocks stand one behind the other. Branches are 32-bit relative and
// fixed up when all blocks have addresses.
//
// # Where things are
//
//	mir.go mop.go       the machine form: registers, operands, operations
//	select.go rules.go  the selector, and the core's rules
//	asm*.go             what rules call: operations, exits, slow paths, selections
//	end.go              how a function leaves by its end, and typed entries
//	emit.go             machine form with places to bytes; exits' code
//	frame.go target.go  layouts and tables that targets and guests fill in
//
// # Rejected
//
// An interface of methods that each target implements: the two implementations repeat
// each other, and a new operation touches both. Tree patterns with costs: traces are
// linear, and nearly all gains are the fusing of a comparison with its branch or guard,
// of an address with its load, and of a product with its sum, which rules do.
//
// # Known sins
//
// Fusing looks at single uses in one block, so a comparison that two guards share is
// computed twice. Folding of constants in rules has neither counters nor proofs; passes
// have both.
package lower
