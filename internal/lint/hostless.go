package lint

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// hostless reports what of a VM reaches the host by itself.
var hostless = &analysis.Analyzer{
	Name: "hostless",
	Doc: `a VM reaches the host only through what it was handed

Files, clocks, random numbers and facts about the process come from the grants of
a VM (interp/grant). Functions and variables of the packages os, net, crypto/rand,
math/rand, syscall and x/sys, and those of time, runtime and path/filepath that
ask the system, are for the files that measure the compiler or get memory.`,
	Run: checkHostless,
}

// measuring are the files that need the system for what no program sees: times of the
// compiler and of the collector, samples, memory, and how long a thread has had its turn (handover.go); and deopt.go,
// whose random numbers have a seed that is given.
var measuring = map[string]bool{
	"handover.go": true, "sampling.go": true, "selection.go": true, "tier.go": true, "timing.go": true, "deopt.go": true,
	"gc.go": true, "arena_linux.go": true, "arena_notlinux.go": true, "arena_other.go": true, "arena_unix.go": true,
}

// outside are packages under interp that run in no VM: tools, and what is handed in.
var outside = []string{"interp/compare", "interp/grant/host", "interp/internal/gen", "interp/precompiled", "interp/profile", "interp/pycode/compile"}

// asking are the functions and variables of otherwise harmless packages that ask the system.
var asking = map[string]bool{
	"time.Now": true, "time.Since": true, "time.Until": true, "time.Sleep": true, "time.After": true, "time.AfterFunc": true, "time.Tick": true,
	"time.NewTimer": true, "time.NewTicker": true, "time.Local": true, "time.LoadLocation": true,
	"runtime.NumCPU": true, "runtime.GOMAXPROCS": true, "runtime/debug.ReadBuildInfo": true,
	"path/filepath.Abs": true, "path/filepath.EvalSymlinks": true, "path/filepath.Glob": true, "path/filepath.Walk": true, "path/filepath.WalkDir": true,
}

// computing are packages under those below that only compute.
var computing = map[string]bool{"net/netip": true}

// reaching are packages all of whose functions and variables ask the system.
var reaching = []string{"os", "net", "crypto/rand", "math/rand", "syscall", "plugin", "io/ioutil", "golang.org/x/sys"}

func checkHostless(pass *analysis.Pass) (any, error) {
	for _, name := range outside {
		if under(pass.Pkg.Path(), Module+"/"+name) || under(pass.Pkg.Path(), name) {
			return nil, nil
		}
	}
	for _, f := range sources(pass) {
		if measuring[filepath.Base(pass.Fset.Position(f.Package).Filename)] {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if name := asks(pass.TypesInfo.Uses[id]); name != "" {
				pass.Reportf(id.Pos(), "%s asks the host: take it from the VM's grants", name)
			}
			return true
		})
	}
	return nil, nil
}

// asks returns the name of a function, a variable or a method that asks the system.
func asks(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Func:
		if obj.FullName() == "(time.Time).Local" {
			return obj.FullName()
		}
	case *types.Var:
	case *types.TypeName:
		if obj.Pkg() != nil && obj.Pkg().Path() == "os" && obj.Name() == "File" {
			return "os.File"
		}
		return ""
	default:
		return ""
	}
	if obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return "" // a method, a field, a local variable
	}
	name := obj.Pkg().Path() + "." + obj.Name()
	if asking[name] {
		return name
	}
	for _, p := range reaching {
		if !computing[obj.Pkg().Path()] && under(obj.Pkg().Path(), p) {
			return name
		}
	}
	return ""
}

// under reports whether a package is root or lies under it.
func under(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }
