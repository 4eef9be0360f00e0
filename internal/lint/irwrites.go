package lint

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// irWrites reports writes of a function's parts outside package ir.
var irWrites = &analysis.Analyzer{
	Name: "irwrites",
	Doc: `only package ir writes what functions of the IR are made of

The fields of values, blocks, edges, exits and frames, and the lists of a
function (Blocks, Exits, Frames, Form), are read by all and written by package
ir: its methods keep predecessors, exits and epochs right, without which cached
analyses go stale. Reported are assignments to such a field or to an element of
its list, taking its address, and functions that write into a list (append
without a full slice expression, copy, clear, slices.Sort and its like). What a
program builds for itself, a variable that is no pointer, is its own.`,
	Run: checkIrWrites,
}

const irPath = Module + "/ir"

// funcLists are the fields of ir.Func that methods keep up; the others are
// settings.
var funcLists = map[string]bool{"Form": true, "Frames": true, "Blocks": true, "Exits": true}

func checkIrWrites(pass *analysis.Pass) (any, error) {
	if pass.Pkg.Path() == irPath {
		return nil, nil
	}
	w := irWriter{pass}
	for _, f := range sources(pass) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					w.written(n.Lhs...)
				}
			case *ast.IncDecStmt:
				w.written(n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					w.written(n.Key, n.Value)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND && !w.whole(n.X) {
					w.written(n.X)
				}
			case *ast.CallExpr:
				w.call(n)
			}
			return true
		})
	}
	return nil, nil
}

type irWriter struct{ pass *analysis.Pass }

// written reports expressions that are written and belong to a function.
func (w irWriter) written(list ...ast.Expr) {
	for _, e := range list {
		if field := w.field(e, false); field != "" {
			w.pass.Reportf(e.Pos(), "%s is written outside package ir: use the methods of ir.Func", field)
		}
	}
}

// field returns the field of the IR that an expression denotes or is an element
// of, "" if there is none. elem says that an element of e is meant.
func (w irWriter) field(e ast.Expr, elem bool) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return w.field(e.X, true)
	case *ast.SliceExpr:
		return w.field(e.X, true)
	case *ast.SelectorExpr:
		sel := w.pass.TypesInfo.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal {
			return ""
		}
		name := e.Sel.Name
		if !ofFunc(sel.Recv()) || named(sel.Recv(), irPath, "Func") && !funcLists[name] {
			return w.field(e.X, false)
		}
		if !elem && w.own(e.X) {
			return ""
		}
		return shortType(sel.Recv()) + "." + name
	}
	return ""
}

// own reports whether e is a variable that holds its value itself, or lies in a
// struct of the program: not part of a function.
func (w irWriter) own(e ast.Expr) bool {
	e = ast.Unparen(e)
	if _, pointer := w.pass.TypesInfo.TypeOf(e).Underlying().(*types.Pointer); pointer {
		return false
	}
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := w.pass.TypesInfo.Selections[e]
		return sel == nil || !ofFunc(sel.Recv())
	}
	return false
}

// whole reports whether e is an edge, value, block, exit or frame as such: its
// address is how it is passed on.
func (w irWriter) whole(e ast.Expr) bool {
	_, named := types.Unalias(w.pass.TypesInfo.TypeOf(e)).(*types.Named)
	return named && ofFunc(w.pass.TypesInfo.TypeOf(e))
}

// ofFunc reports whether t, or what it points to, is a type that functions are
// made of.
func ofFunc(t types.Type) bool {
	return named(t, irPath, "Value", "Block", "Edge", "Exit", "Frame", "Func")
}

// call reports functions that write into a list of a function.
func (w irWriter) call(call *ast.CallExpr) {
	if len(call.Args) == 0 {
		return
	}
	to := ast.Unparen(call.Args[0])
	if b, ok := builtin(w.pass.TypesInfo, call); ok {
		if b == "copy" || b == "clear" || b == "append" && !w.appendable(to) {
			w.element(to)
		}
		return
	}
	if name, ok := strings.CutPrefix(callee(w.pass.TypesInfo, call), "slices."); ok && mutates(name) {
		w.element(to)
	}
}

// appendable reports whether appending to e does not write behind the end of a
// function's list: e is a full slice expression, or the program's own.
func (w irWriter) appendable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SliceExpr:
		return e.Slice3
	case *ast.SelectorExpr:
		return w.own(e.X)
	}
	return false
}

// mutates reports whether a function of package slices writes into its argument.
func mutates(name string) bool {
	for _, prefix := range []string{"Sort", "Reverse", "Delete", "Insert", "Replace", "Compact", "Grow", "AppendSeq"} {
		if strings.HasPrefix(name, prefix) && !strings.HasPrefix(name, "Sorted") {
			return true
		}
	}
	return false
}

// element reports e if its elements belong to a function.
func (w irWriter) element(e ast.Expr) {
	if field := w.field(e, true); field != "" {
		w.pass.Reportf(e.Pos(), "the elements of %s are written outside package ir: use the methods of ir.Func", field)
	}
}

// builtin returns the name of the builtin function that a call names.
func builtin(info *types.Info, call *ast.CallExpr) (name string, ok bool) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return "", false
	}
	b, ok := info.Uses[id].(*types.Builtin)
	if !ok {
		return "", false
	}
	return b.Name(), true
}

// shortType returns the name of a type of package ir.
func shortType(t types.Type) string {
	s := strings.TrimPrefix(t.String(), "*")
	return strings.TrimPrefix(s, strings.TrimSuffix(irPath, "ir"))
}
