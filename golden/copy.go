package golden

import "github.com/tier2go/tier2/ir"

// Copy is ir.Copy: a copy, shuffled by a seed other than 0.
func Copy(f *ir.Func, seed uint64) *ir.Func { return ir.Copy(f, seed) }
