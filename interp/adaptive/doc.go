// Package adaptive has code objects as they run: bytecode that rewrites itself, and
// what stands beside it.
//
// A [Code] begins as CPython's compiler has made it. Its Live units change. Tier 1
// specializes an instruction in place, to a member of its family, and keeps what it has
// seen in the inline cache behind it (cache.go). What has no room there stands beside the
// code, by code unit: [Feedback], [Operation]. Tier 2 puts executors over instructions
// ([Installed]) and gives places at which frames go on a row of the table of exits
// ([Landing]). Everything else is found out once, when it is asked for: the handlers of
// exceptions, the targets of jumps, where a frame goes on when its generator ends.
//
// The package holds that state and answers questions about it. It must not know who asks:
// no virtual machine, no optimizer, no policy. So the projection of traces, tiering and
// the interpreter of micro-ops read the same code objects as tier 1.
//
//	in := code.Decode(pc)                       // the instruction, also beneath an executor
//	if code.IsGeneral(pc) { op = in.Op.Base() } // no guard of its types has held
package adaptive
