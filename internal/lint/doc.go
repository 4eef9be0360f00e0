// Package lint holds the linters of this module: what the compiler of Go cannot
// see and review forgets.
//
//	maporder   no map iteration where its order could decide an output
//	irwrites   only package ir writes what functions of the IR are made of
//	fired      a pass fires the rules that it declares, all of them and no others
//	quiet      libraries neither print nor exit
//	documented every package and every exported name has a document
//	polled     loops that run loops for a program poll (no analyzer: it looks across packages)
//
// Each is an analyzer of golang.org/x/tools/go/analysis, a file of its own, with
// samples under testdata that say what it reports. [Checks] says which packages
// each of them looks at; the package's test runs them over the module, test files
// apart:
//
//	go test ./internal/lint
//
// The examples, which are modules of their own, are held to those that are about
// passes and the IR. The package knows the names of what it checks and imports none
// of it; nothing imports it.
package lint

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Module is the path of this module.
const Module = "github.com/tier2go/tier2"

// A Check is an analyzer and what it is about.
type Check struct {
	Analyzer *analysis.Analyzer
	// Under are the packages to look at, with all that lies under them, without the
	// module's path; "" is the whole module.
	Under []string
}

// Checks are the linters of this module.
var Checks = []Check{
	{mapOrder, []string{"analysis", "exitdata", "golden", "ir", "lower", "native", "passes", "regalloc", "uop"}},
	{irWrites, []string{""}},
	{fired, []string{"passes"}},
	{quiet, []string{""}},
	{documented, []string{""}},
	{hostless, []string{"interp"}},
}

// Covers reports whether the check looks at a package.
func (c Check) Covers(importPath string) bool {
	name, own := strings.CutPrefix(importPath+"/", Module+"/")
	for _, root := range c.Under {
		if own && (root == "" || strings.HasPrefix(name, root+"/")) {
			return true
		}
	}
	return false
}

// sources returns a package's files other than tests.
func sources(pass *analysis.Pass) []*ast.File {
	var list []*ast.File
	for _, f := range pass.Files {
		if !strings.HasSuffix(pass.Fset.Position(f.Package).Filename, "_test.go") {
			list = append(list, f)
		}
	}
	return list
}

// callee returns the full name of the function that a call names, "" if it is a
// builtin, a conversion or a function value.
func callee(info *types.Info, call *ast.CallExpr) string {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok {
		return ""
	}
	return fn.Origin().FullName()
}

// named reports whether t, or what it points to, is the named type of a package.
func named(t types.Type, pkg string, names ...string) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != pkg {
		return false
	}
	for _, name := range names {
		if n.Obj().Name() == name {
			return true
		}
	}
	return false
}
