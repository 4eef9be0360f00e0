package lint

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// Loops that a program can make as long as it likes, and that do not end when they are told to.
//
// What goes on in Go for a program has to end when the VM is told to. A loop that does the same, cheap thing with each
// element of an object is bounded by the memory of the heap. One that runs another loop in each step is not: it has to
// call something that polls, the heap's Poll, CheckStop, CheckStopAt or enter, an allocation, or a function that does. Loops of
// constant length and over the variables of packages are not looked at. Whether what polls is called in every step is
// not looked at either, nor what function values do.
//
// Operations that are written once, which have a mem.Mem as first parameter, are not looked at: package opgen checks that
// constants bound their loops.
//
// This is no analyzer, for what polls is found out across packages.

// pollers are the functions of the VM that poll by themselves, by full name.
var pollers = map[string]bool{
	"(*" + Module + "/interp/object.Heap).Poll": true, "(*" + Module + "/interp/object.Heap).CheckStop": true,
	"(*" + Module + "/interp/object.Heap).CheckStopAt": true, "(*" + Module + "/interp/object.Heap).enter": true,
	"(*" + Module + "/interp/heap.Heap).hold": true, "(*" + Module + "/interp/heap.Heap).Alloc": true, "(*" + Module + "/interp/heap.Heap).OpenWindow": true,
}

// Why a loop that is reported need not poll.
const (
	copies = "it writes or reads, once each, the elements of objects that count against the heap"
	search = "Rabin and Karp's search takes linear time"
	params = "it goes through a function's parameters or the keywords of a call"
	bases  = "it goes through classes, or the names of their attributes: each class counts against the heap"
	probes = "it fills a table of hashes, and a poll would leave half a table: inserting the elements has taken as long"
	deopt  = "it compares the objects of two VMs: no program runs it"
)

// unpolledLoops are the functions whose loops need not poll, and why. No more may be added without a reason of those above.
var unpolledLoops = map[string]string{
	"(*interp/object.Comparison).Compare": deopt, "(*interp/object.Comparison).dicts": deopt,
	"(*interp/object.Comparison).instances": deopt, "(*interp/object.Heap).comparable": deopt,
	"(*interp/object.Heap).ownItems": deopt,

	"(*interp/object.Heap).dictIndexAll": probes,

	"(interp/object.text).count": search, "interp/object.rabinKarp": search,
	"interp/object.indexChars": search, "interp/object.lastIndexChars": search,

	"(*interp/object.Heap).named": params, "(*interp/object.Signature).Keyword": params, "(*interp/object.params).keyword": params,
	"(*interp/object.params).checkKeywords": params, "interp/object.listSort": params, "interp/object.newEnumerate": params,
	"(*interp/object.Heap).ofAny": params, "(*interp/object.Heap).overrides": params,

	"(*interp/object.Heap).behind": bases, "(*interp/object.Heap).markOwn": bases, "(*interp/object.Type).builtinAttr": bases, "(*interp/object.Type).find": bases,
	"(*interp/object.Type).hasAttrName": bases, "(*interp/object.Heap).withClassNames": bases,
	"(*interp/object.Heap).HaveFields": bases, "interp/ops.metaclass": bases,
	"interp/object.c3Next": bases, "(*interp/object.Heap).typeChanged": bases, "(*interp/object.ClassSweep).End": bases, "(*interp/object.Type).maker": bases,

	"(*interp/object.Heap).BuildString": copies, "(*interp/object.Heap).DictClear": copies, "(*interp/object.Heap).Names": copies,
	"(*interp/object.Heap).fillJoin": copies, "(*interp/object.Heap).ownNames": copies, "(*interp/object.Heap).raiseAbstract": copies,
	"(*interp/object.decoder).custom": copies, "(*interp/object.decoder).fail": copies, "(*interp/object.encoder).fail": copies,
	"(*interp/object.formatter).parse": copies, "(*interp/object.strBuilder).mapped": copies, "(*interp/object.strBuilder).repeat": copies,
	"(*interp/object.strBuilder).string": copies, "(interp/object.text).interleave": copies, "(interp/object.text).replaceInto": copies,
	"interp/lib.prefix": copies, "interp/lib.surrogateEscape": copies, "interp/object.bytesJoin": copies,
	"interp/object.intToBytes": copies, "interp/object.stripBytes": copies,
}

// mostUnpolled is how many of them there are: the list only gets shorter.
const mostUnpolled = 50

// A work is what a function or a loop does, as far as it says when that ends.
type work struct {
	calls map[string]bool // the functions of the module that it calls, by full name
	loops bool            // it has a loop whose length is not constant
}

// A program is the functions of some packages.
type program struct {
	pollers map[string]bool
	funcs   map[string]*work
	polls   map[string]bool // functions that poll
	long    map[string]bool // functions that loop and do not poll
}

// readProgram finds out which functions of the packages poll, and which loop.
func readProgram(pkgs []*packages.Package, pollers map[string]bool) *program {
	p := &program{pollers: pollers, funcs: map[string]*work{}, polls: map[string]bool{}, long: map[string]bool{}}
	for _, pkg := range pkgs {
		for _, f := range pkg.Syntax {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					f := pkg.TypesInfo.Defs[fn.Name].(*types.Func)
					p.funcs[f.FullName()] = workOf(pkg, fn.Body)
					p.funcs[f.FullName()].loops = p.funcs[f.FullName()].loops && !writtenOnce(f)
				}
			}
		}
	}
	spread := func(set map[string]bool, begin func(name string, w *work) bool, passes func(name string) bool) {
		for again := true; again; {
			again = false
			for name, w := range p.funcs {
				if !set[name] && passes(name) && (begin(name, w) || some(w.calls, set)) {
					set[name], again = true, true
				}
			}
		}
	}
	spread(p.polls, func(name string, w *work) bool { return pollers[name] || some(w.calls, pollers) }, func(string) bool { return true })
	spread(p.long, func(_ string, w *work) bool { return w.loops }, func(name string) bool { return !p.polls[name] })
	return p
}

// writtenOnce reports whether a function is an operation that is written once.
func writtenOnce(f *types.Func) bool {
	params := f.Signature().Params()
	return params.Len() > 0 && params.At(0).Type().String() == Module+"/opgen/mem.Mem"
}

func some(calls, set map[string]bool) bool {
	for name := range calls {
		if set[name] {
			return true
		}
	}
	return false
}

// workOf returns what a part of a function does.
func workOf(pkg *packages.Package, n ast.Node) *work {
	w := &work{calls: map[string]bool{}}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn, ok := typeutil.Callee(pkg.TypesInfo, n).(*types.Func); ok {
				w.calls[fn.Origin().FullName()] = true
			}
		case *ast.ForStmt, *ast.RangeStmt:
			w.loops = w.loops || !bounded(pkg.TypesInfo, n)
		}
		return true
	})
	return w
}

// bounded reports whether a loop's length is constant, or that of a variable of a package.
func bounded(info *types.Info, n ast.Node) bool {
	var x ast.Expr
	switch n := n.(type) {
	case *ast.RangeStmt:
		x = n.X
	case *ast.ForStmt:
		cond, ok := n.Cond.(*ast.BinaryExpr)
		if !ok {
			return false
		}
		for _, side := range []ast.Expr{cond.X, cond.Y} {
			if v := info.Types[side].Value; v != nil && v.Kind() == constant.Int && n.Init != nil {
				return true // from or to a constant: shifts, digits, bits
			}
		}
		return false
	}
	if info.Types[x].Value != nil {
		return true
	}
	switch t := info.TypeOf(x).Underlying().(type) {
	case *types.Array:
		return true
	case *types.Pointer:
		_, ok := t.Elem().Underlying().(*types.Array)
		return ok
	}
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.Ident:
		v, ok := info.Uses[x].(*types.Var)
		return ok && v.Parent() == v.Pkg().Scope()
	}
	return false
}

// unpolled returns the loops of a package that a program may make long and that do not poll, by the function that they
// stand in.
func (p *program) unpolled(pkg *packages.Package) (found map[string][]ast.Node) {
	found = map[string][]ast.Node{}
	for _, f := range pkg.Syntax {
		if strings.HasSuffix(pkg.Fset.Position(f.Package).Filename, "_test.go") {
			continue
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil || writtenOnce(pkg.TypesInfo.Defs[fn.Name].(*types.Func)) {
				continue
			}
			name := strings.ReplaceAll(pkg.TypesInfo.Defs[fn.Name].(*types.Func).FullName(), Module+"/", "")
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				var body *ast.BlockStmt
				switch n := n.(type) {
				case *ast.ForStmt:
					body = n.Body
				case *ast.RangeStmt:
					body = n.Body
				default:
					return true
				}
				if bounded(pkg.TypesInfo, n) {
					return true
				}
				w := workOf(pkg, n)
				inner := workOf(pkg, body)
				if !some(w.calls, p.polls) && !some(w.calls, p.pollers) && (inner.loops || some(w.calls, p.long)) {
					found[name] = append(found[name], n)
				}
				return true
			})
		}
	}
	return found
}
