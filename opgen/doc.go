// Package opgen makes routines (package routine) of Go: operations of a guest that are
// written once. Go compiles them for the interpreter; opgen reads the same source and
// writes IR, which the compiler calls as machine code.
//
// # The subset
//
// A routine is a function with the directive
//
//	//tier2:routine list.contains
//
// in its doc comment, which gives its name. Its first parameter is a mem.Mem; the others, and
// its result, are mem.Ref, int64, uint64, float64 or bool (or types defined as those, but for
// Ref). A second result, a bool, says that the function has not given up:
//
//	//tier2:routine list.contains
//	func listContains(m mem.Mem, list, x mem.Ref) (in, ok bool) {
//		n := m.U64(list, length)
//		if n > 128 {
//			return false, false // Go's vector code is better, and no loop is longer
//		}
//		items := m.Ref(list, array)
//		for i := uint64(0); i < n; i++ {
//			if m.RefAt(items, elements, i) == x {
//				return true, true
//			}
//		}
//		return false, true
//	}
//
// A name with "helped" behind it is that of a routine that does not give up in machine code: it calls the helper
// that its caller has named (lower.Asm.CallHelped), and returns its result.
//
// There are if, for, arithmetic and comparisons of 64 bits, shifts by constants below 64 or by
// x&63, min and max, math.Sqrt, math.Abs, math.Float64bits (of what is no NaN) and math.Float64frombits, the methods of mem.Mem with constant
// fields, and calls of other functions of the package, or of packages that a comment of it names
// (//tier2:inlines PATH), which are inlined and do not recur. There is nothing else: no division, pointers, slices, maps, closures, interfaces, or variables of
// the package.
//
// # What is checked
//
// Each error has a position in the Go source.
//
//   - Nothing is stored before the routine gives up: its caller does all of it again. The methods Init… of
//     mem.Mem are for a new object, to which nothing refers until the routine has done all that it does, and for
//     the word that says where the next one goes: what they have stored is left behind as garbage. The tests
//     of a routine (routinetest.Forms) compare what was there.
//   - Each loop ends after a number of rounds that constants bound ([MaxRounds]): a routine
//     does not poll. A bound that is no constant is compared with one first, as n is above.
//   - A product that is added to or subtracted from has a conversion around it, float64(x*y): Go
//     may fuse the two otherwise, on some processors, and the IR does not.
//   - What a routine gives up with (0x2 of a bool, the lowest int64, the package's constant
//     NoRef of a mem.Ref) is no result. A routine that stores has no int64 as result if it
//     gives up, since the number may be one; no routine that gives up has a float.
//
// The package must not know any guest.
package opgen

// MaxRounds bounds the rounds of a routine's loops, of those in each other taken together.
const MaxRounds = 1 << 16
