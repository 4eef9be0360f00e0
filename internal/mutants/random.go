package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Faults that nobody has thought of: every place of a package's syntax at which one of a
// few operators can be applied, and a sample of them by a seed.

// operators are what can be put in the place of a binary operator.
var operators = map[token.Token]token.Token{
	token.LAND: token.LOR, token.LOR: token.LAND,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL,
	token.SHL: token.SHR, token.SHR: token.SHL,
	token.AND: token.OR, token.OR: token.AND, token.AND_NOT: token.AND, token.XOR: token.OR,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.OR_ASSIGN: token.ASSIGN, token.AND_ASSIGN: token.ASSIGN,
	token.INC: token.DEC, token.DEC: token.INC,
}

// droppable are operators of which an operand alone has the type of both.
var droppable = map[token.Token]bool{token.LAND: true, token.LOR: true, token.AND: true, token.OR: true, token.ADD: true, token.SUB: true, token.AND_NOT: true}

// ordered are operators whose operands cannot be swapped without a difference.
var ordered = map[token.Token]bool{token.LSS: true, token.LEQ: true, token.GTR: true, token.GEQ: true, token.SUB: true, token.QUO: true, token.AND_NOT: true}

// conditions are condition codes and what stands in their place.
var conditions = map[string]string{
	"EQ": "NE", "NE": "EQ", "LT": "LE", "LE": "LT", "GT": "GE", "GE": "GT", "ULT": "ULE", "ULE": "ULT", "UGT": "UGE", "UGE": "UGT",
	"Before": "After", "After": "Before", "true": "false", "false": "true",
	"MinInt64": "MaxInt64", "MaxInt64": "MinInt64",
}

// A change is one operator at one place of a file.
type change struct {
	file     string // within the module
	kind     string
	line     int
	from, to int
	text     string
}

// changes returns all changes of a file.
func changes(name, source string) ([]change, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := changer{fset: fset, file: name, source: source}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil && d.Name.Name != "String" && d.Name.Name != "Error" {
				ast.Inspect(d.Body, c.visit)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
					for _, v := range s.Values {
						ast.Inspect(v, c.visit)
					}
				}
			}
		}
	}
	return c.list, nil
}

// changer collects changes.
type changer struct {
	fset         *token.FileSet
	file, source string
	list         []change
}

func (c *changer) offset(p token.Pos) int  { return c.fset.Position(p).Offset }
func (c *changer) text(n ast.Node) string  { return c.source[c.offset(n.Pos()):c.offset(n.End())] }
func (c *changer) whole(n ast.Node) [2]int { return [2]int{c.offset(n.Pos()), c.offset(n.End())} }
func (c *changer) line(at int) int         { return 1 + strings.Count(c.source[:at], "\n") }
func (c *changer) put(kind string, at [2]int, text string) {
	c.list = append(c.list, change{c.file, kind, c.line(at[0]), at[0], at[1], text})
}

// visit collects the changes of a node; it leaves out what only makes messages.
func (c *changer) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if f := c.text(n.Fun); f == "panic" || strings.HasPrefix(f, "fmt.") || strings.HasPrefix(f, "errors.") {
			return false
		}
		for i := range len(n.Args) - 1 {
			x, y := n.Args[i], n.Args[i+1]
			if simple(x) && simple(y) && c.text(x) != c.text(y) {
				c.put("swap-args", [2]int{c.offset(x.Pos()), c.offset(y.End())}, c.text(y)+", "+c.text(x))
			}
		}
	case *ast.BinaryExpr:
		c.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB || n.Op == token.XOR {
			c.put("drop-unary", c.whole(n), "("+c.text(n.X)+")")
		}
	case *ast.IfStmt:
		c.condition(n.Cond)
		if n.Else != nil {
			c.put("drop-else", [2]int{c.offset(n.Body.End()), c.offset(n.Else.End())}, "")
		}
	case *ast.ForStmt:
		if n.Cond != nil {
			c.put("cond-false", c.whole(n.Cond), "("+c.text(n.Cond)+") && false")
		}
	case *ast.BasicLit:
		c.number(n)
	case *ast.Ident:
		if to, ok := conditions[n.Name]; ok {
			c.put("code", c.whole(n), to)
		}
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			c.put("drop-statement", c.whole(n), "")
		}
		if to, ok := operators[n.Tok]; ok {
			c.operator(n.TokPos, n.Tok, to)
		}
	case *ast.IncDecStmt:
		c.put("drop-statement", c.whole(n), "")
		c.operator(n.TokPos, n.Tok, operators[n.Tok])
	case *ast.ExprStmt:
		if strings.HasPrefix(c.text(n), "panic(") {
			return false
		}
		c.put("drop-statement", c.whole(n), "")
	case *ast.BranchStmt:
		if n.Tok != token.GOTO && n.Tok != token.FALLTHROUGH {
			c.put("drop-statement", c.whole(n), "")
		}
	case *ast.CaseClause:
		if len(n.List) > 1 {
			for i, x := range n.List {
				c.dropElement(n.List, i, c.whole(x), "drop-case")
			}
		}
		for _, x := range n.List {
			if b, ok := x.(*ast.BinaryExpr); ok && b.Op != token.OR {
				c.condition(x)
			}
		}
	case *ast.CompositeLit:
		if n.Type == nil || len(n.Elts) == 0 {
			break
		}
		for i, x := range n.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				c.dropElement(n.Elts, i, c.whole(kv), "drop-element")
			}
		}
	}
	return true
}

// dropElement drops an element of a list with its comma.
func (c *changer) dropElement(list []ast.Expr, i int, at [2]int, kind string) {
	if i+1 < len(list) {
		at[1] = c.offset(list[i+1].Pos())
	} else if i > 0 {
		at[0] = c.offset(list[i-1].End())
	}
	c.put(kind, at, "")
}

// condition has a condition hold never, always, and when it did not.
func (c *changer) condition(x ast.Expr) {
	t := c.text(x)
	c.put("cond-not", c.whole(x), "!("+t+")")
	c.put("cond-true", c.whole(x), "("+t+") || true")
	c.put("cond-false", c.whole(x), "("+t+") && false")
}

func (c *changer) binary(n *ast.BinaryExpr) {
	if to, ok := operators[n.Op]; ok {
		c.operator(n.OpPos, n.Op, to)
	}
	x, y := c.text(n.X), c.text(n.Y)
	if droppable[n.Op] {
		c.put("drop-right", c.whole(n), "("+x+")")
		if n.Op != token.SUB && n.Op != token.AND_NOT {
			c.put("drop-left", c.whole(n), "("+y+")")
		}
	}
	if ordered[n.Op] {
		c.put("swap", c.whole(n), y+" "+n.Op.String()+" "+x)
	}
}

func (c *changer) operator(at token.Pos, from, to token.Token) {
	o := c.offset(at)
	c.put("operator", [2]int{o, o + len(from.String())}, to.String())
}

func (c *changer) number(n *ast.BasicLit) {
	v, err := strconv.ParseInt(n.Value, 0, 64)
	if n.Kind != token.INT || err != nil {
		return
	}
	c.put("constant", c.whole(n), strconv.FormatInt(v+1, 10))
	if v > 0 {
		c.put("constant", c.whole(n), strconv.FormatInt(v-1, 10))
	}
}

// simple reports whether an argument is a name or a field.
func simple(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name != "nil"
	case *ast.SelectorExpr:
		return simple(x.X)
	}
	return false
}

// fault makes a row of a change, whose text is long enough to be there once. It fails if
// no text of the function or value around is.
func (c change) fault(source string, bounds [2]int, tests []string) (Fault, bool) {
	from, to := c.from, c.to
	for step := 0; strings.Count(source, source[from:to]) != 1 || from == to; step++ {
		switch left, right := from > bounds[0], to < bounds[1]; {
		case !left && !right:
			return Fault{}, false
		case left && (step%2 == 0 || !right):
			from--
		default:
			to++
		}
	}
	f := Fault{ID: fmt.Sprintf("%s:%d-%s-%d", c.file, c.line, c.kind, c.from), File: c.file, Tests: tests}
	f.Old, f.New = source[from:to], source[from:c.from]+c.text+source[c.to:to]
	return f, f.Old != f.New
}

// bounds returns the body or value around an offset.
func bounds(name, source string, at int) (b [2]int, ok bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return b, false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var around ast.Node
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				around = n.Body
			}
		case *ast.ValueSpec:
			for _, v := range n.Values {
				if from := fset.Position(v.Pos()).Offset; from <= at && at < fset.Position(v.End()).Offset {
					around = v
				}
			}
		}
		if around == nil {
			return !ok
		}
		from, to := fset.Position(around.Pos()).Offset, fset.Position(around.End()).Offset
		if from <= at && at < to && !ok {
			b, ok = [2]int{from, to}, true
		}
		return !ok
	})
	return b, ok
}

// testsOf returns the tests of a package's faults: for passes those of their goldens first. Of
// pyguest it takes what compiles most of it in little time.
func testsOf(dir, pkg string) (tests []string, err error) {
	own, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pkg), "*_test.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range own {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if strings.Contains(string(data), "\nfunc Test") { // not benchmarks alone
			tests = append(tests, pkg)
			break
		}
	}
	switch kind, name := path.Split(pkg); {
	case kind == "passes/":
		tests = append([]string{"passtool/all:TestGolden/" + name}, append(tests, "passtool/all")...)
	case kind == "analysis/":
		tests = append(tests, "passtool/all:TestGolden", "passtool/all")
	case pkg == "ir/build":
		tests = append(tests, "internal/toyguest", "passtool/all")
	case pkg == "lower" || pkg == "lower/amd64":
		tests = append(tests, "lower/machinetest")
	case pkg == "regalloc":
		tests = append(tests, "lower/machinetest")
	case pkg == "interp/pyguest":
		tests = append(tests, "interp:TestSnippets/^(guards_|operators|made_objects|callables|classes|generators|exceptions_)")
	}
	if len(tests) == 0 {
		return nil, fmt.Errorf("%s has no tests", pkg)
	}
	return tests, nil
}

// random returns n faults of a package, a sample by a seed; fewer if it has fewer.
func (r runner) random(pkg string, seed uint64, n int) ([]Fault, error) {
	tests, err := testsOf(r.dir, pkg)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(r.dir, filepath.FromSlash(pkg), "*.go"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	sources := map[string]string{}
	var all []change
	for _, name := range files {
		base := filepath.Base(name)
		if strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "zz_") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file := path.Join(pkg, base)
		sources[file] = string(data)
		list, err := changes(file, string(data))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no place for a fault", pkg)
	}
	rng := rand.New(rand.NewPCG(seed, 0x6d7574616e74))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var faults []Fault
	for _, c := range all {
		if len(faults) == n {
			break
		}
		source := sources[c.file]
		b, ok := bounds(c.file, source, c.from)
		if !ok {
			continue
		}
		if f, ok := c.fault(source, b, tests); ok && !slices.ContainsFunc(faults, func(g Fault) bool { return f.ID == g.ID }) {
			faults = append(faults, f)
		}
	}
	return faults, nil
}
