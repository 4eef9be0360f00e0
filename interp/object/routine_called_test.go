package object

import (
	"go/types"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// notCalled are routines whose Go functions the interpreter does not call, and why.
var notCalled = map[string]string{
	"attr.besides":   "it looks into the cache that Heap.GetAttr fills: tier 1 has the inline caches of its instructions",
	"attr.ornot":     "as attr.besides",
	"attr.put":       "as attr.besides",
	"call.bind":      "it gives up where a call raises: package binding raises, and binds for whatever has no signature",
	"class.make":     "as attr.besides",
	"class.empty":    "as attr.besides",
	"method.besides": "as attr.besides",
	"contains.brief": "it is the part of contains that traces have room for",
	"int.unbox":      "Heap.AsInt64 takes bools, too, and the lowest int64, which is the routine's word for giving up",
	"len":            "a Len slot is one load; the routine is for types of which machine code does not know the field",
}

// TestWrittenOnceCalled: each operation that is written once is called by Go that is no routine. Otherwise the interpreter does it by a
// second function, which may do something else.
func TestWrittenOnceCalled(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile}, ".")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs)
	}
	called := map[string]bool{}
	for id, obj := range pkgs[0].TypesInfo.Uses {
		f, ok := obj.(*types.Func)
		if ok && f.Parent() == pkgs[0].Types.Scope() && !strings.HasPrefix(filepath.Base(pkgs[0].Fset.Position(id.Pos()).Filename), "routine") {
			called[f.Name()] = true
		}
	}
	for name, op := range writtenOnce {
		fn := runtime.FuncForPC(reflect.ValueOf(op.fn).Pointer()).Name()
		fn = fn[strings.LastIndexByte(fn, '.')+1:]
		switch why := notCalled[name]; {
		case !called[fn] && why == "":
			t.Errorf("%s, which is routine %s, is called by no Go but routines", fn, name)
		case called[fn] && why != "":
			t.Errorf("%s, which is routine %s, is called: notCalled says that it is not", fn, name)
		}
	}
	for name := range notCalled {
		if _, ok := writtenOnce[name]; !ok {
			t.Errorf("notCalled has %s, which is no routine", name)
		}
	}
	h := newHeap(t, Options{})
	for of, rows := range onceOf {
		if of.of >= Matches || of.of == NoType { // what modules register
			continue
		}
		if typ := h.types[of.of]; of.name == "" && typ.once != rows || of.name != "" && h.BuiltinOf(typ.Lookup(h.Intern(of.name))).once != rows {
			t.Errorf("nothing tries the rows of %s.%s", typ.Name, of.name)
		}
	}
}
