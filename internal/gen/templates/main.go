// Command templates derives the instruction templates of a target from an
// assembler and writes them as Go tables.
//
// The assembler is golang-asm, a copy of the one inside the Go toolchain; it
// is the one source of encodings, and neither it nor this command is part of
// any program that compiles at run time. For each form of a target's list the
// command assembles a few dozen samples: with all operands at a reference,
// with each operand at each of its values, with each bit of each immediate
// flipped. From the differences follow the bits that each operand flips and
// the place of each value. It then tries random combinations of operands and
// boundary values, and refuses the form if one of them is not what the
// template predicts: such an irregular instruction has to be split into
// several forms, each regular (RSP and R12 as a base, say, and RAX with an
// immediate).
//
//	go run ./internal/gen/templates -target=amd64        # writes lower/amd64/zz_templates.go
//
// The list of a target says what to sample; see amd64.go. Adding a target
// means adding its list to targets.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// targets are the processors that there are tables for.
var targets = []func() *target{amd64Target, arm64Target}

// outName is the file that is written, in the target's package.
const outName = "zz_templates.go"

func main() {
	name := flag.String("target", "", "processor, as in GOARCH")
	out := flag.String("o", outName, "file to write")
	flag.Parse()
	if err := run(*name, *out); err != nil {
		fmt.Fprintln(os.Stderr, "templates:", err)
		os.Exit(1)
	}
}

func run(name, out string) error {
	for _, t := range targets {
		if t := t(); t.name == name {
			src, err := generate(t)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.FromSlash(out), src, 0o644)
		}
	}
	return fmt.Errorf("no target %q", name)
}
