// Command opgen makes routines of Go: operations that are written once (package opgen).
//
//	opgen -o routines ./ops
//
// It reads one package, makes IR of each function with a //tier2:routine directive, and writes
// a file for each to a folder. With -n it writes nothing and says which files are out of date. With
// -layout it writes a file of the package, too, which does not compile where a constant has another
// value than that which the routines were made with.
package main

import (
	"errors"
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
	layout := fs.String("layout", "", "the Go `file` of the package that has the constants' values")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if fs.NArg() != 1 {
		fmt.Fprintln(errs, "usage: opgen [-n] [-o folder] [-layout file] package")
		return 2
	}
	list, err := opgen.Load(".", fs.Arg(0))
	if err == nil {
		files, consts := opgen.Write, opgen.WriteLayout
		if *check {
			files, consts = opgen.Check, opgen.CheckLayout
		}
		err = files(*dir, list)
		if *layout != "" {
			err = errors.Join(err, consts(*layout, list))
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
