package opgen

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/tier2go/tier2/ir"
)

// checkSyntax checks what go/ssa does not keep: that a product which is added to, or
// subtracted, is rounded first.
func (p *source) checkSyntax(fn *ssa.Function) {
	decl := p.decls[fn.Object()]
	if decl == nil || p.checked[decl] {
		return
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.ADD || n.Op == token.SUB {
				p.checkProduct(n.X, p.info[decl])
				p.checkProduct(n.Y, p.info[decl])
			}
		case *ast.AssignStmt:
			if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
				p.checkProduct(n.Rhs[0], p.info[decl])
			}
		}
		return true
	})
	p.noteConsts(decl)
	p.checked[decl] = true
}

// checkProduct checks that a term of a sum is no product of floats.
func (p *source) checkProduct(x ast.Expr, info *types.Info) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok {
		p.checkProduct(u.X, info)
		return
	}
	b, ok := x.(*ast.BinaryExpr)
	if !ok || b.Op != token.MUL {
		return
	}
	if t, ok := info.TypeOf(b).Underlying().(*types.Basic); ok && t.Info()&types.IsFloat != 0 && info.Types[b].Value == nil {
		panic(p.errorf(b.Pos(), "Go may fuse this product with the sum: float64(x*y) does not"))
	}
}

// checkStores checks that nothing is stored on a way to giving up, but to what nothing refers to yet.
func (c *converter) checkStores(pos token.Pos) {
	stores := map[*ir.Block]bool{}
	for _, b := range c.f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			stores[b] = stores[b] || (v.Op == ir.OpStore || v.Op == ir.OpStoreX) && !c.inits[v]
		}
	}
	if c.f.GivesUp && c.f.Returns == ir.I64 && someTrue(stores) {
		c.fail(pos, "the routine stores, and its result may be the number that says that it has given up: a caller would do it again")
	}
	for _, g := range c.gaveUp {
		seen := map[*ir.Block]bool{}
		for work := []*ir.Block{g.from}; len(work) > 0; {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[b] {
				continue
			}
			seen[b] = true
			if stores[b] {
				c.fail(g.pos, "the routine gives up here, and may have stored before")
			}
			work = append(work, b.Preds...)
		}
	}
}

// someTrue reports whether a block is marked.
func someTrue(m map[*ir.Block]bool) bool {
	for _, x := range m {
		if x {
			return true
		}
	}
	return false
}
