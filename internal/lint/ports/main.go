// Command ports type-checks this module for other operating systems and machines, and looks
// at it with those analyzers of go vet that a port can make a difference to.
//
//	go run ./internal/lint/ports windows/amd64 darwin/arm64 linux/riscv64
//
// It reads the packages, their tests and all that they import from source: the standard
// library is not compiled for each port, as go build and go vet do. Bodies of functions are
// checked in this module only. What is found is printed with its port, and the command
// exits with 1. It does not call the compiler's back end, the assembler or the linker.
package main

import (
	"cmp"
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/asmdecl"
	"golang.org/x/tools/go/analysis/passes/buildtag"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/directive"
	"golang.org/x/tools/go/analysis/passes/framepointer"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
	"golang.org/x/tools/go/packages"
)

// Analyzers are those of go vet that need no facts about imported packages.
var analyzers = []*analysis.Analyzer{
	asmdecl.Analyzer, buildtag.Analyzer, copylock.Analyzer, directive.Analyzer, framepointer.Analyzer,
	shift.Analyzer, stdmethods.Analyzer, unreachable.Analyzer, unsafeptr.Analyzer,
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: ports GOOS/GOARCH ...")
		os.Exit(2)
	}
	bad := false
	for _, port := range os.Args[1:] {
		found, err := check(port, ".", "./...")
		if err != nil {
			found = append(found, err.Error())
		}
		for _, line := range found {
			fmt.Printf("%s: %s\n", port, line)
			bad = true
		}
	}
	if bad {
		os.Exit(1)
	}
}

// check returns what is wrong with the packages of dir that the patterns name, on a port: a line each, sorted.
func check(port, dir string, patterns ...string) ([]string, error) {
	system, machine, ok := strings.Cut(port, "/")
	if !ok || types.SizesFor("gc", machine) == nil {
		return nil, fmt.Errorf("%q is not GOOS/GOARCH", port)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule,
		Dir:   dir,
		Tests: true,
		Env:   append(os.Environ(), "GOOS="+system, "GOARCH="+machine, "CGO_ENABLED=0"),
	}, patterns...)
	if err != nil {
		return nil, err
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("no packages match %v", patterns)
	}
	found := map[string]bool{} // a package and its variant for tests say the same
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			found[e.Error()] = true
		}
	})
	if len(found) == 0 {
		graph, err := checker.Analyze(analyzers, pkgs, nil)
		if err != nil {
			return nil, err
		}
		for _, act := range graph.Roots {
			if act.Err != nil {
				return nil, fmt.Errorf("%s: %w", act.Package, act.Err)
			}
			for _, d := range act.Diagnostics {
				found[fmt.Sprintf("%s: %s: %s", act.Package.Fset.Position(d.Pos), act.Analyzer.Name, d.Message)] = true
			}
		}
	}
	lines := make([]string, 0, len(found))
	for line := range found {
		lines = append(lines, line)
	}
	slices.SortFunc(lines, cmp.Compare[string])
	return lines, nil
}
