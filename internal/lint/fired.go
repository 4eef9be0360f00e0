package lint

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// fired compares the rules that a pass fires with those that it declares.
var fired = &analysis.Analyzer{
	Name: "fired",
	Doc: `a pass fires the rules that it declares, all of them and no others

Context.Fire and Context.Count take the index of a rule in Pass.Counters. In a
package that declares a pass, every such index has to be a constant (or a
variable or parameter that is only ever given constants), to lie within Counters,
and every counter has to be counted somewhere. Who ignores what Fire answers
rewrites without fuel: only a Required pass may, which is never refused.

Counters that are computed (from a table of rules) cannot be compared; a test has
to see each of them fire. Two passes in a package are reported: their rules
cannot be told apart.`,
	Run: checkFired,
}

const passesPath = Module + "/passes"

func checkFired(pass *analysis.Pass) (any, error) {
	f := &firedPass{pass: pass}
	for _, file := range sources(pass) {
		f.collect(file)
	}
	if len(f.passes) == 0 {
		return nil, nil
	}
	for _, lit := range f.passes[1:] {
		pass.Reportf(lit.Pos(), "a second pass in the package: its rules cannot be told apart from the first one's")
	}
	if len(f.passes) == 1 {
		f.compare()
	}
	return nil, nil
}

// firedPass is what the analyzer knows of a package.
type firedPass struct {
	pass   *analysis.Pass
	passes []*ast.CompositeLit // of passes.Pass
	fires  []*ast.CallExpr     // of Fire and Count
	// Calls of Fire as a statement: the answer is ignored.
	ignored []*ast.CallExpr
	calls   []*ast.CallExpr             // all
	values  map[types.Object][]ast.Expr // what variables are given; nil for what is no constant
	// Functions that are used other than in a call: their arguments are not seen.
	funcs map[types.Object]bool
}

func (f *firedPass) collect(file *ast.File) {
	info := f.pass.TypesInfo
	if f.values == nil {
		f.values, f.funcs = map[types.Object][]ast.Expr{}, map[types.Object]bool{}
	}
	called := map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if named(info.TypeOf(n), passesPath, "Pass") && len(n.Elts) > 0 {
				f.passes = append(f.passes, n)
			}
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok && isFire(callee(info, call)) {
				f.ignored = append(f.ignored, call)
			}
		case *ast.CallExpr:
			f.calls = append(f.calls, n)
			switch fun := ast.Unparen(n.Fun).(type) {
			case *ast.Ident:
				called[fun] = true
			case *ast.SelectorExpr:
				called[fun.Sel] = true
			}
			switch callee(info, n) {
			case "(*" + passesPath + ".Context).Fire", "(*" + passesPath + ".Context).FireBy", "(*" + passesPath + ".Context).Count":
				f.fires = append(f.fires, n)
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					f.give(lhs, n.Rhs[i])
				} else {
					f.give(lhs, nil)
				}
			}
		case *ast.RangeStmt:
			f.give(n.Key, nil)
			f.give(n.Value, nil)
		case *ast.IncDecStmt:
			f.give(n.X, nil)
		case *ast.ValueSpec:
			for i, id := range n.Names {
				switch {
				case len(n.Values) == len(n.Names):
					f.give(id, n.Values[i])
				case len(n.Values) > 0:
					f.give(id, nil)
				}
			}
		case *ast.UnaryExpr:
			if n.Op.String() == "&" {
				f.give(n.X, nil)
			}
		case *ast.Ident:
			if fn, ok := info.Uses[n].(*types.Func); ok && !called[n] {
				f.funcs[fn] = true
			}
		}
		return true
	})
}

// give notes that a variable gets a value, nil for one that is not looked at.
func (f *firedPass) give(to, value ast.Expr) {
	id, ok := to.(*ast.Ident)
	if !ok {
		return
	}
	obj := f.pass.TypesInfo.ObjectOf(id)
	if obj != nil {
		f.values[obj] = append(f.values[obj], value)
	}
}

// compare reports what does not fit between the calls and the one pass.
func (f *firedPass) compare() {
	lit := f.passes[0]
	if required := fieldOf(lit, "Required"); required == nil || !f.isTrue(required) {
		for _, call := range f.ignored {
			f.pass.Reportf(call.Pos(), "what Fire answers is ignored: the rewrite happens without fuel")
		}
	}
	names, known := f.counters(lit)
	if !known {
		return
	}
	seen := make([]bool, len(names))
	for _, call := range f.fires {
		rules, ok := f.constants(call.Args[0], nil)
		if !ok {
			f.pass.Reportf(call.Args[0].Pos(), "the rule is not a constant: it cannot be compared with Pass.Counters")
			return
		}
		for _, n := range rules {
			if n < 0 || n >= int64(len(names)) {
				f.pass.Reportf(call.Args[0].Pos(), "rule %d is not declared: Pass.Counters has %d", n, len(names))
				continue
			}
			seen[n] = true
		}
	}
	for i, e := range names {
		if !seen[i] {
			f.pass.Reportf(e.Pos(), "the rule %s is declared and never counted", constant.StringVal(f.pass.TypesInfo.Types[e].Value))
		}
	}
}

// counters returns the names in Pass.Counters, and whether they are written
// there.
func (f *firedPass) counters(lit *ast.CompositeLit) (names []ast.Expr, known bool) {
	e := fieldOf(lit, "Counters")
	if e == nil {
		return nil, true
	}
	list, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	for _, e := range list.Elts {
		if v := f.pass.TypesInfo.Types[e].Value; v == nil || v.Kind() != constant.String {
			return nil, false
		}
	}
	return list.Elts, true
}

// fieldOf returns what a composite literal gives to a field, nil if nothing.
func fieldOf(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

func (f *firedPass) isTrue(e ast.Expr) bool {
	v := f.pass.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// constants returns the numbers that an expression may have; ok is false if that
// is not known. busy are the variables being looked at.
func (f *firedPass) constants(e ast.Expr, busy []types.Object) (list []int64, ok bool) {
	info := f.pass.TypesInfo
	if e == nil {
		return nil, false
	}
	if v := info.Types[e].Value; v != nil {
		n, exact := constant.Int64Val(constant.ToInt(v))
		return []int64{n}, exact
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil, false
	}
	obj, ok := info.Uses[id].(*types.Var)
	if !ok || obj.Parent() == f.pass.Pkg.Scope() {
		return nil, false
	}
	if slices.Contains(busy, types.Object(obj)) {
		return nil, true // by itself: the others say what it is
	}
	busy = append(busy, obj)
	given := f.values[obj]
	if fn, i := f.parameter(obj); fn != nil {
		if f.funcs[fn] {
			return nil, false
		}
		for _, call := range f.calls {
			if callee(info, call) == fn.FullName() && i < len(call.Args) {
				given = append(given, call.Args[i])
			}
		}
	}
	for _, g := range given {
		more, ok := f.constants(g, busy)
		if !ok {
			return nil, false
		}
		list = append(list, more...)
	}
	return list, len(given) > 0
}

// parameter returns the function that v is a parameter of, and its number; nil if
// it is none of a declared function.
func (f *firedPass) parameter(v *types.Var) (fn *types.Func, i int) {
	for _, file := range sources(f.pass) {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || v.Pos() < decl.Pos() || v.Pos() >= decl.End() {
				continue
			}
			fn, ok := f.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			params := fn.Signature().Params()
			for i := range params.Len() {
				if params.At(i) == v {
					return fn, i
				}
			}
		}
	}
	return nil, 0
}

// isFire reports whether a callee proposes a rewrite.
func isFire(name string) bool {
	return name == "(*"+passesPath+".Context).Fire" || name == "(*"+passesPath+".Context).FireBy"
}
