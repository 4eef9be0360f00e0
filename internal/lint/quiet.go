package lint

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// quiet reports libraries that print, log or exit.
var quiet = &analysis.Analyzer{
	Name: "quiet",
	Doc: `libraries neither print nor exit

Errors are values, and output goes to a writer that the caller gives: fmt.Print
and its like, package log, the builtins print and println, os.Stdout, os.Stderr,
os.Exit and runtime.Goexit are for programs. Package main is not looked at, nor
are functions Main, which are a program's body.`,
	Run: checkQuiet,
}

// loud are the functions and variables that only programs use.
var loud = map[string]bool{
	"fmt.Print": true, "fmt.Printf": true, "fmt.Println": true, "os.Exit": true, "os.Stdout": true, "os.Stderr": true,
	"runtime.Goexit": true, "syscall.Exit": true,
}

func checkQuiet(pass *analysis.Pass) (any, error) {
	if pass.Pkg.Name() == "main" {
		return nil, nil
	}
	for _, f := range sources(pass) {
		ast.Inspect(f, func(n ast.Node) bool {
			if d, ok := n.(*ast.FuncDecl); ok && d.Name.Name == "Main" && d.Recv == nil {
				return false
			}
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch obj := pass.TypesInfo.Uses[id].(type) {
			case *types.Builtin:
				if obj.Name() == "print" || obj.Name() == "println" {
					pass.Reportf(id.Pos(), "a library calls %s", obj.Name())
				}
			case *types.Func, *types.Var:
				if obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
					return true // a method, a field, a local variable
				}
				name := obj.Pkg().Path() + "." + obj.Name()
				if loud[name] || strings.HasPrefix(name, "log.") {
					pass.Reportf(id.Pos(), "a library uses %s", name)
				}
			}
			return true
		})
	}
	return nil, nil
}
