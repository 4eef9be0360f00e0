package lint

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// mapOrder reports iteration over maps.
var mapOrder = &analysis.Analyzer{
	Name: "maporder",
	Doc: `no map iteration where its order could decide an output

The same input gives the same bytes. Go's maps iterate in another order each
time, so a loop over one, maps.Keys, maps.Values, maps.All and Range of a
sync.Map are reported, also where the order happens not to matter: keep a slice
beside the map, or use slices.Sorted(maps.Keys(m)), which is not reported. A loop
without variables only counts and is not reported either.`,
	Run: checkMapOrder,
}

// mapIterators are the functions that give a map's elements in its order.
var mapIterators = map[string]bool{"maps.Keys": true, "maps.Values": true, "maps.All": true, "(*sync.Map).Range": true}

// sorters take an iterator, and its order away.
var sorters = map[string]bool{"slices.Sorted": true, "slices.SortedFunc": true, "slices.SortedStableFunc": true}

func checkMapOrder(pass *analysis.Pass) (any, error) {
	for _, f := range sources(pass) {
		sorted := map[ast.Node]bool{} // calls whose result is sorted
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if isMap(pass.TypesInfo.TypeOf(n.X)) && (used(n.Key) || used(n.Value)) {
					pass.Reportf(n.For, "iteration over a map: its order may decide an output")
				}
			case *ast.CallExpr:
				name := callee(pass.TypesInfo, n)
				if sorters[name] && len(n.Args) > 0 {
					sorted[ast.Unparen(n.Args[0])] = true
				}
				if mapIterators[name] && !sorted[n] {
					pass.Reportf(n.Lparen, "%s gives elements in a map's order: it may decide an output", name)
				}
			}
			return true
		})
	}
	return nil, nil
}

// used reports whether a variable of a range statement is one.
func used(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e != nil && (!ok || id.Name != "_")
}

// isMap reports whether t is a map, or a type parameter that may be one.
func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return true
	case *types.Interface: // of a type parameter
		for i := range u.NumEmbeddeds() {
			if union, ok := u.EmbeddedType(i).(*types.Union); ok {
				for j := range union.Len() {
					if isMap(union.Term(j).Type()) {
						return true
					}
				}
			} else if isMap(u.EmbeddedType(i)) {
				return true
			}
		}
	}
	return false
}
