package two

import "github.com/tier2go/tier2/passes"

var One = &passes.Pass{Name: "one"}

var Two = passes.Pass{Name: "two"} // want `a second pass in the package`
