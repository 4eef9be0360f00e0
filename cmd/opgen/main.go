// Command opgen makes routines of Go: operations that are written once (package opgen).
//
//	opgen -o routines ./ops
//
// It reads one package, makes IR of each function with a //tier2:routine directive, and writes
// a file for each to a folder. With -n it writes nothing and says which files are out of date.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/tier2go/tier2/opgen"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit status.
func run(args []string, out, errs io.Writer) int {
	fs := flag.NewFlagSet("opgen", flag.ContinueOnError)
	fs.SetOutput(errs)
	dir := fs.String("o", ".", "the `folder` that the files go to")
	check := fs.Bool("n", false, "write nothing; fail if a file is out of date")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if fs.NArg() != 1 {
		fmt.Fprintln(errs, "usage: opgen [-n] [-o folder] package")
		return 2
	}
	list, err := opgen.Load(".", fs.Arg(0))
	if err == nil {
		if *check {
			err = opgen.Check(*dir, list)
		} else {
			err = opgen.Write(*dir, list)
		}
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return 1
	}
	for _, r := range list {
		fmt.Fprintf(out, "%s %s\n", r.File(), r.Pos)
	}
	return 0
}
