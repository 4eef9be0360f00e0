// Package ir is the compiler's intermediate representation: SSA over guest
// values and machine numbers, for traces and regions with one entry and many
// exits.
//
// A [Func] is a list of blocks with parameters (there are no phis); a block is
// a list of values and ends in a jump, a branch or an exit. Each value has an
// operation ([Op], a row of an [OpTable]), a representation ([Type]), operands,
// an immediate, and, where control can leave, up to three frame states with
// their exits.
//
// The package knows operations by their rows only: operand types, effects,
// which states they need. What they compute is attached by others: package
// ir/eval evaluates, package lower makes code, and a guest adds rows of its own.
// It must not know any guest or target, nor any pass.
//
// # Forms
//
// A function is in one of three forms, which package ir/verify checks:
//
//	guest    values are boxed (Ref) and arithmetic is the guest's operations
//	typed    numbers are unboxed (I64, U64, F64, Bool); guards and checks are explicit
//	machine  selection has begun: what is left has a lowering
//
// # Frame states
//
// A frame state is a value too: the guest frames (pc, locals, stack, inlined
// callers) at a point where execution can leave. Equal states merge, and a state
// dies with its last guard. An operand of a state that is an unboxed number is
// boxed at the exit, not before it; an absent operand (_ in the text form) is a
// slot of the entry frame whose memory already holds the right value. An object that
// nothing but states holds is a virtual one (OpNew), which exits make.
//
//	trace @sum form=typed {
//	frame f0 "sum.py:2" (s, i)
//	b0:
//	  v0: ref = slot 0
//	  v1: ref = slot 1
//	  s0 = state f0 pc=12 (|)
//	  v2: i64 = guard.i64 v0, s0 -> x0
//	  v3: i64 = guard.i64 v1, s0 -> x1
//	  jump b1(v2, v3)
//	b1(v4: i64, v5: i64): loop
//	  s1 = state f0 pc=14 (s=v4, i=v5 |)
//	  v6: i64 = add.ov v4, v5, s1 -> x2
//	  …
//
// # Mutation
//
// Only this package writes the fields of values and blocks; passes call the
// methods of Func. They are safe while iterating: [Func.Replace] leaves the old
// value in place as a copy, which iteration resolves, and inserting before or
// removing the value at hand does not disturb the iteration.
package ir
