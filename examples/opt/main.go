// Command opt is tier2's command of that name, with a pass that another module has
// (example.com/custompass) and with a guest of its own.
//
//	go run . -passes=@default,pow2 -stats testdata/area.uop
//	go run . -h
//
// docs/add-a-pass.md of tier2 goes through the pass.
package main

import (
	"fmt"
	"os"

	"example.com/custompass"

	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/passtool/opt"
)

func main() {
	set, err := all.With(custompass.Pow2)
	if err != nil {
		fmt.Fprintln(os.Stderr, "opt:", err)
		os.Exit(1)
	}
	opt.Main(set, Shapes, opt.Core)
}
