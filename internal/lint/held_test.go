package lint

import (
	"go/ast"
	"go/types"
	"maps"
	"strings"
	"testing"

	"golang.org/x/tools/go/types/typeutil"
)

// fixedHeld are the kinds of Go objects behind handles that have parts of any length, and no account: why they do not grow.
var fixedHeld = map[string]string{
	"interp/lib.secureConn":       "crypto/tls holds no more than a record; what waits is in MemoryBIO",
	"interp/lib.sharedSem":        "a semaphore of the host, which is a few words of a file",
	"interp/adaptive.Code":        "package sweep counts code as it is loaded and dropped",
	"interp/embed.heldError":      "the error is the embedder's",
	"interp/lib.heldCodec":        "there is one for each name of a table",
	"interp/lib.hashState":        "the state of a hash has the same length always",
	"interp/lib.entry":            "name, path and status are what they are when it is made",
	"interp/internal/sre.Program": "its weight is that of all its nodes, which are made once",
}

// TestHeld: each kind of Go object that gets a handle has parts of the same length always, an account for those that grow, or
// stands in fixedHeld.
func TestHeld(t *testing.T) {
	left := maps.Clone(fixedHeld)
	kinds := map[string]bool{}
	for _, pkg := range loadModule(t) {
		for _, f := range pkg.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				fn, ok := typeutil.Callee(pkg.TypesInfo, call).(*types.Func)
				if !ok || fn.Name() != "NewHandle" && fn.Name() != "NewHandleObject" && fn.Name() != "NewCodeObject" || !strings.HasPrefix(fn.FullName(), "(*"+Module+"/interp/") {
					return true
				}
				typ := pkg.TypesInfo.TypeOf(call.Args[len(call.Args)-1])
				if types.IsInterface(typ) { // NewHandleObject hands it on
					if !strings.HasSuffix(pkg.PkgPath, "interp/object") {
						t.Errorf("%v: what gets a handle is any kind", pkg.Fset.Position(call.Pos()))
					}
					return true
				}
				if p, ok := typ.(*types.Pointer); ok {
					typ = p.Elem()
				}
				name := strings.TrimPrefix(typ.String(), Module+"/")
				kinds[name] = true
				if grows(typ, map[types.Type]bool{}) && !accounted(typ) && fixedHeld[name] == "" {
					t.Errorf("%v: %s has parts that grow and embeds no heap.Account", pkg.Fset.Position(call.Pos()), name)
				}
				delete(left, name)
				return true
			})
		}
	}
	for name := range left {
		t.Errorf("nothing of the kind %s has a handle", name)
	}
	if len(kinds) < 15 {
		t.Errorf("%d kinds have handles, %v", len(kinds), kinds)
	}
}

// grows reports whether values of a type have parts whose length is not the type's.
func grows(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Chan, *types.Interface, *types.Pointer, *types.Signature:
		return true
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Array:
		return grows(u.Elem(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if grows(u.Field(i).Type(), seen) {
				return true
			}
		}
	}
	return false
}

// accounted reports whether a type embeds a heap.Account, or a struct that does.
func accounted(t types.Type) bool {
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, "Free")
	f, ok := m.(*types.Func)
	return ok && f.FullName() == "(*"+Module+"/interp/heap.Account).Free"
}
