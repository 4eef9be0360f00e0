package opgen

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/tier2go/tier2/ir"
)

// Error is what is wrong with a routine's source.
type Error struct {
	Pos token.Position
	Msg string
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Msg) }

// Routine is a routine made of Go.
type Routine struct {
	Name string // of the directive
	Pos  token.Position
	Func *ir.Func
	// Reads and Writes are the alias classes that it loads from and stores to.
	Reads, Writes ir.AliasSet

	made string  // its text in front of the passes
	src  *source // where it is from
}

const (
	directive = "//tier2:routine "
	// inlines, in a comment of its own in a file of the package, names a package whose functions may be
	// called, too.
	inlines = "//tier2:inlines "
)

// Load makes the routines of one package: what pattern names for the go command in a folder.
// They are sorted by name. The error joins an [*Error] for each mistake.
func Load(dir, pattern string) ([]*Routine, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedExportFile
	overlay, also, err := sources(filepath.Join(dir, pattern))
	if err != nil {
		return nil, fmt.Errorf("opgen: %w", err)
	}
	load := func() ([]*packages.Package, *packages.Package, error) {
		pkgs, err := packages.Load(&packages.Config{Mode: mode, Dir: dir, Overlay: overlay}, append(also, pattern)...)
		if err != nil {
			return nil, nil, fmt.Errorf("opgen: %w", err)
		}
		var meant []*packages.Package
		var errs []error
		for _, p := range pkgs {
			if !slices.Contains(also, p.PkgPath) {
				meant = append(meant, p)
			}
			for _, e := range p.Errors {
				errs = append(errs, e)
			}
		}
		if err := errors.Join(errs...); err != nil {
			return nil, nil, err
		}
		if len(meant) != 1 {
			return nil, nil, fmt.Errorf("opgen: %s is %d packages, not one", pattern, len(meant))
		}
		return pkgs, meant[0], nil
	}
	pkgs, pkg, err := load()
	if err != nil {
		return nil, err
	}
	if also == nil { // the pattern may be no folder
		if also = inlined(pkg); also != nil {
			if pkgs, pkg, err = load(); err != nil {
				return nil, err
			}
		}
	}
	path := pkg.PkgPath
	prog, made := ssautil.Packages(pkgs, ssa.BuilderMode(0))
	p := &source{fset: prog.Fset, consts: map[string]string{}, built: map[*ssa.Package]bool{}, decls: map[types.Object]*ast.FuncDecl{}, info: map[*ast.FuncDecl]*types.Info{}, checked: map[*ast.FuncDecl]bool{}}
	for i, m := range made {
		if m == nil {
			return nil, fmt.Errorf("opgen: %s cannot be read", pkgs[i].PkgPath)
		}
		m.Build()
		p.built[m] = true
		if pkgs[i].PkgPath == path {
			p.pkg, p.ssa = pkgs[i], m
		} else {
			p.declare(pkgs[i], func(*ast.FuncDecl) {})
		}
	}
	return p.routines()
}

// inlined returns the packages whose functions a package's routines may call.
func inlined(pkg *packages.Package) (list []string) {
	for _, file := range pkg.Syntax {
		for _, g := range file.Comments {
			for _, c := range g.List {
				if path, ok := strings.CutPrefix(c.Text, inlines); ok {
					list = append(list, strings.TrimSpace(path))
				}
			}
		}
	}
	return list
}

// sources reads the Go files of a folder: an overlay for the go command, in which those with layouts have none, and the
// packages that inlined will return, so that one call of that command loads all.
func sources(dir string) (overlay map[string][]byte, also []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	overlay = map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, err
		}
		if rest, ok := withoutLayout(text); ok {
			if file, err = filepath.Abs(file); err != nil {
				return nil, nil, err
			}
			overlay[file] = rest
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for line := range bytes.Lines(text) {
			if path, ok := bytes.CutPrefix(line, []byte(inlines)); ok {
				also = append(also, string(bytes.TrimSpace(path)))
			}
		}
	}
	return overlay, also, nil
}

// source is the package that routines are made of.
type source struct {
	pkg   *packages.Package
	fset  *token.FileSet
	ssa   *ssa.Package
	built map[*ssa.Package]bool // whose functions are inlined
	decls map[types.Object]*ast.FuncDecl
	info  map[*ast.FuncDecl]*types.Info
	// checked are the functions whose syntax has been looked at.
	checked map[*ast.FuncDecl]bool
	consts  map[string]string // the values of the constants that they name
}

func (p *source) errorf(pos token.Pos, format string, args ...any) *Error {
	return &Error{p.fset.Position(pos), fmt.Sprintf(format, args...)}
}

// routines makes all that have the directive.
func (p *source) routines() ([]*Routine, error) {
	type marked struct {
		name   string
		helped bool
		decl   *ast.FuncDecl
	}
	var list []marked
	var errs []error
	names := map[string]bool{}
	p.declare(p.pkg, func(fn *ast.FuncDecl) {
		name, helped := nameOf(fn)
		switch {
		case name == "":
		case names[name]:
			errs = append(errs, p.errorf(fn.Pos(), "there are two routines %s", name))
		default:
			names[name] = true
			list = append(list, marked{name, helped, fn})
		}
	})
	errs = append(errs, p.misspelt()...)
	var out []*Routine
	for _, m := range list {
		r, err := p.routine(m.name, m.helped, m.decl)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *Routine) int { return strings.Compare(a.Name, b.Name) })
	return out, errors.Join(errs...)
}

// misspelt reports comments of the package that look like directives, and are none: nothing would be made of them.
func (p *source) misspelt() (errs []error) {
	for _, file := range p.pkg.Syntax {
		for _, g := range file.Comments {
			for _, c := range g.List {
				if like.MatchString(c.Text) && !strings.HasPrefix(c.Text, directive) && !strings.HasPrefix(c.Text, inlines) {
					errs = append(errs, p.errorf(c.Pos(), "this is no directive: there are %sNAME and %sPATH, without a space behind //", directive, inlines))
				}
			}
		}
	}
	return errs
}

// like matches what looks like a directive.
var like = regexp.MustCompile(`^//\s*tier2:`)

// declare notes the functions of a package.
func (p *source) declare(pkg *packages.Package, each func(fn *ast.FuncDecl)) {
	for _, file := range pkg.Syntax {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				p.decls[pkg.TypesInfo.Defs[fn.Name]] = fn
				p.info[fn] = pkg.TypesInfo
				each(fn)
			}
		}
	}
}

// nameOf returns the name that a function's directive gives, "" if it has none, and whether it has a helper
// for giving up.
func nameOf(fn *ast.FuncDecl) (name string, helped bool) {
	if fn.Doc == nil {
		return "", false
	}
	for _, c := range fn.Doc.List {
		if name, ok := strings.CutPrefix(c.Text, directive); ok {
			name, helped = strings.CutSuffix(strings.TrimSpace(name), " helped")
			return name, helped
		}
	}
	return "", false
}

// noRef returns what a routine whose result is a reference gives up with.
func (p *source) noRef(pos token.Pos) uint64 {
	c, ok := p.pkg.Types.Scope().Lookup("NoRef").(*types.Const)
	if !ok || !isMem(c.Type(), "Ref") {
		panic(p.errorf(pos, "a routine that returns a mem.Ref and gives up: the package has no constant NoRef of type mem.Ref, which is no reference"))
	}
	w, _ := constant.Uint64Val(constant.ToInt(c.Val()))
	return w
}

const memPath = "github.com/tier2go/tier2/opgen/mem"

// isMem reports whether t is a type of package mem.
func isMem(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == memPath
}

// typeOf returns the representation of a Go type, Void if it has none.
func typeOf(t types.Type) ir.Type {
	if isMem(t, "Ref") {
		return ir.Ref
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return ir.Void
	}
	switch b.Kind() {
	case types.Int64, types.Uint64:
		return ir.I64
	case types.Float64, types.UntypedFloat:
		return ir.F64
	case types.Bool, types.UntypedBool:
		return ir.Bool
	}
	return ir.Void
}

// signed reports whether a type of 64 bits has a sign.
func signed(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned == 0
}
