package opgen

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// converter makes one routine. Functions that it calls are inlined. go/ssa makes values of
// what predicates return and of short circuits; the converter follows a way whose outcome is
// known to where it leads (see edge), so that such values become branches again.
type converter struct {
	src    *source
	f      *ir.Func
	giveUp *ir.Block // made when something leads there
	gaveUp []leading // what does
	pos    map[*ir.Block]token.Pos
	active []*ssa.Function    // being inlined
	inits  map[*ir.Value]bool // stores to what nothing refers to yet
}

// leading is a block that leads to giving up, and where the source says so.
type leading struct {
	from *ir.Block
	pos  token.Pos
}

// operand is a value; a truth value may be the opposite of what is computed.
type operand struct {
	v   *ir.Value
	not bool
}

// known returns a truth value that is constant.
func (o operand) known() (b, ok bool) {
	return (o.v.Aux != 0) != o.not, o.v.Op == ir.OpConstBool
}

// instance is one inlined function.
type instance struct {
	*converter
	fn     *ssa.Function
	vals   map[ssa.Value]operand
	tuples map[ssa.Value][]operand
	heads  map[*ssa.BasicBlock]*ir.Block
	cur    *ir.Block // where values are added
	// ret ends cur with what the function returns.
	ret func(in *instance, results []operand, pos token.Pos)
}

func (c *converter) fail(pos token.Pos, format string, args ...any) {
	panic(c.src.errorf(pos, format, args...))
}

// routine makes a routine of a function.
func (p *source) routine(name string, helped bool, decl *ast.FuncDecl) (r *Routine, err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Error:
			r, err = nil, x
		default:
			panic(x)
		}
	}()
	fn, ok := p.ssa.Members[decl.Name.Name].(*ssa.Function)
	if !ok {
		return nil, p.errorf(decl.Pos(), "routine %s is a method", name)
	}
	c := &converter{src: p, f: ir.NewFunc(name, ir.CoreOps, nil), pos: map[*ir.Block]token.Pos{}, inits: map[*ir.Value]bool{}}
	c.f.SetForm(ir.Typed)
	c.signature(fn, decl.Pos())
	if c.f.Helped = helped; helped && !c.f.GivesUp {
		return nil, p.errorf(decl.Pos(), "routine %s does not give up, and has a helper for that", name)
	}
	entry := c.block(decl.Pos())
	var args []operand
	for i, t := range c.f.Entries {
		args = append(args, operand{v: c.f.AtEnd(entry).AddTyped(ir.OpEntry, t, int64(i))})
	}
	c.inline(fn, decl.Pos(), args, entry, (*instance).end)
	c.clean()
	c.checkStores(decl.Pos())
	c.checkRounds()
	made := irtext.String(c.f)
	if err := c.optimize(); err != nil {
		return nil, p.errorf(decl.Pos(), "%v", err)
	}
	r = &Routine{Name: name, Pos: p.fset.Position(decl.Pos()), Func: c.f, made: made, src: p}
	r.Reads, r.Writes = c.f.Touches()
	return r, nil
}

// signature takes the parameters and the results of a routine.
func (c *converter) signature(fn *ssa.Function, pos token.Pos) {
	sig := fn.Signature
	if sig.Params().Len() == 0 || !isMem(sig.Params().At(0).Type(), "Mem") {
		c.fail(pos, "the first parameter of a routine is a mem.Mem")
	}
	for i := 1; i < sig.Params().Len(); i++ {
		p := sig.Params().At(i)
		c.f.Entries = append(c.f.Entries, c.typeOf(p.Type(), p.Pos()))
	}
	res := sig.Results()
	switch {
	case res.Len() == 0 || res.Len() > 2 || res.Len() == 2 && typeOf(res.At(1).Type()) != ir.Bool:
		c.fail(pos, "a routine has one result, or one and a bool that says that it has not given up")
	}
	c.f.Returns = c.typeOf(res.At(0).Type(), pos)
	if c.f.GivesUp = res.Len() == 2; !c.f.GivesUp {
		return
	}
	switch c.f.Returns {
	case ir.Bool:
		c.f.GaveUp = 2
	case ir.I64:
		c.f.GaveUp = 1 << 63
	case ir.Ref:
		c.f.GaveUp = c.src.noRef(pos)
	default:
		c.fail(pos, "a routine that returns a float does not give up: any bits are a float")
	}
}

// typeOf returns the representation of a type, which must have one.
func (c *converter) typeOf(t types.Type, pos token.Pos) ir.Type {
	r := typeOf(t)
	if r == ir.Void {
		c.fail(pos, "%s has no place in a routine: there are mem.Ref, int64, uint64, float64 and bool", types.TypeString(t, types.RelativeTo(c.src.pkg.Types)))
	}
	return r
}

func (c *converter) block(pos token.Pos) *ir.Block {
	b := c.f.NewBlock()
	c.pos[b] = pos
	return b
}

// end ends the routine itself.
func (in *instance) end(results []operand, pos token.Pos) {
	at := in.f.AtEnd(in.cur)
	if !in.f.GivesUp {
		at.Ret(in.plain(results[0]))
		return
	}
	switch ok, known := results[1].known(); {
	case known && ok:
		at.Ret(in.plain(results[0]))
	case known:
		at.Jump(in.toGiveUp(pos))
	default:
		from := in.cur
		done := in.block(pos)
		e := [2]ir.Edge{in.f.Edge(done), in.f.Edge(in.toGiveUp(pos))}
		if results[1].not {
			e[0], e[1] = e[1], e[0]
		}
		in.f.AtEnd(from).Branch(results[1].v, e[0], e[1])
		in.cur = done
		in.f.AtEnd(done).Ret(in.plain(results[0]))
	}
}

// toGiveUp returns the block that gives up, to which the current one leads.
func (in *instance) toGiveUp(pos token.Pos) *ir.Block {
	if in.giveUp == nil {
		in.converter.giveUp = in.block(pos)
		in.f.SetCold(in.giveUp, true)
		in.f.AtEnd(in.giveUp).GiveUp()
	}
	in.gaveUp = append(in.gaveUp, leading{in.cur, pos})
	return in.giveUp
}

// inline adds the body of a function, beginning in a block; ret says what its returns do.
func (c *converter) inline(fn *ssa.Function, pos token.Pos, args []operand, at *ir.Block, ret func(*instance, []operand, token.Pos)) {
	for _, f := range c.active {
		if f == fn {
			c.fail(pos, "%s calls itself", fn.Name())
		}
	}
	if fn.Blocks == nil {
		c.fail(pos, "%s has no body that could be inlined", fn.Name())
	}
	c.src.checkSyntax(fn)
	c.active = append(c.active, fn)
	in := &instance{converter: c, fn: fn, vals: map[ssa.Value]operand{}, tuples: map[ssa.Value][]operand{}, heads: map[*ssa.BasicBlock]*ir.Block{}, ret: ret}
	params := fn.Params
	if len(params) > 0 && isMem(params[0].Type(), "Mem") {
		params = params[1:]
	}
	for i, p := range params {
		in.vals[p] = args[i]
	}
	order := fn.DomPreorder()
	for i, b := range order {
		nb := at
		if i > 0 {
			nb = c.block(blockPos(b))
		}
		in.heads[b] = nb
		for _, phi := range phis(b) {
			in.vals[phi] = operand{v: c.f.NewParam(nb, c.typeOf(phi.Type(), cmp.Or(phi.Pos(), blockPos(b))))}
		}
	}
	for _, b := range order {
		in.cur = in.heads[b]
		in.body(b)
	}
	c.active = c.active[:len(c.active)-1]
}

// blockPos returns a position in a block, or in front of it.
func blockPos(b *ssa.BasicBlock) token.Pos {
	for _, i := range b.Instrs[len(phis(b)):] { // a phi is where its variable is
		if i.Pos().IsValid() {
			return i.Pos()
		}
	}
	return b.Parent().Pos()
}

func phis(b *ssa.BasicBlock) (list []*ssa.Phi) {
	for _, i := range b.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		list = append(list, phi)
	}
	return list
}

// body adds a block's instructions.
func (in *instance) body(b *ssa.BasicBlock) {
	for k, i := range b.Instrs {
		switch i := i.(type) {
		case *ssa.Phi, *ssa.DebugRef:
		case *ssa.Call:
			if in.call(i, b, b.Instrs[k+1:]) {
				return
			}
		case *ssa.Jump, *ssa.If, *ssa.Return:
			in.terminator(b, nil)
		default:
			in.instr(i)
		}
	}
}

// terminator ends the current block as an SSA block ends; phis, if not nil, are what its
// phis are on the way at hand.
func (in *instance) terminator(b *ssa.BasicBlock, phis map[ssa.Value]operand) {
	switch i := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Jump:
		in.jump(b, 0)
	case *ssa.If:
		in.branch(in.on(i.Cond, phis), b)
	case *ssa.Return:
		var results []operand
		for _, r := range i.Results {
			results = append(results, in.on(r, phis))
		}
		pos := i.Pos()
		if !pos.IsValid() {
			pos = in.fn.Pos()
		}
		in.ret(in, results, pos)
	default:
		in.fail(i.Pos(), "%s has no place in a routine", describe(i))
	}
}

// on returns a value, by what phis are on the way at hand.
func (in *instance) on(v ssa.Value, phis map[ssa.Value]operand) operand {
	if o, ok := phis[v]; ok {
		return o
	}
	if n, ok := v.(*ssa.UnOp); ok && n.Op == token.NOT {
		if o, ok := phis[n.X]; ok {
			return operand{o.v, !o.not}
		}
	}
	return in.of(v)
}

// branch ends the current block by going to one of the successors of an SSA block.
func (in *instance) branch(cond operand, b *ssa.BasicBlock) {
	if yes, known := cond.known(); known {
		if yes {
			in.jump(b, 0)
		} else {
			in.jump(b, 1)
		}
		return
	}
	from := in.cur
	yes, no := in.edge(b, 0), in.edge(b, 1)
	if cond.not {
		yes, no = no, yes
	}
	in.f.AtEnd(from).Branch(cond.v, yes, no)
}

// edge returns an edge to a successor, through a block of its own.
func (in *instance) edge(b *ssa.BasicBlock, succ int) ir.Edge {
	old := in.cur
	in.cur = in.block(blockPos(b.Succs[succ]))
	to := in.cur
	in.jump(b, succ)
	in.cur = old
	return in.f.Edge(to)
}

// jump ends the current block by going to a successor of an SSA block. One that only decides
// by its phis where to go is done on the way.
func (in *instance) jump(b *ssa.BasicBlock, succ int) {
	to := b.Succs[succ]
	k := predIndex(b, succ)
	args := map[ssa.Value]operand{}
	var list []*ir.Value
	for _, phi := range phis(to) {
		args[phi] = in.of(phi.Edges[k])
	}
	if decides(to) {
		in.terminator(to, args)
		return
	}
	for _, phi := range phis(to) {
		list = append(list, in.plain(args[phi]))
	}
	in.f.AtEnd(in.cur).Jump(in.heads[to], list...)
}

// predIndex returns which predecessor of its successor a block is.
func predIndex(b *ssa.BasicBlock, succ int) int {
	nth := 0 // edges to the same block in front of this one
	for i := range succ {
		if b.Succs[i] == b.Succs[succ] {
			nth++
		}
	}
	for i, p := range b.Succs[succ].Preds {
		if p == b {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	panic("opgen: a successor lacks its predecessor")
}

// decides reports whether a block has nothing but phis, and a terminator that alone uses
// them: a return, or a branch on one.
func decides(b *ssa.BasicBlock) bool {
	list := phis(b)
	rest := b.Instrs[len(list):]
	var only ssa.Instruction // that may use the phis
	if n, ok := rest[0].(*ssa.UnOp); ok && n.Op == token.NOT && len(*n.Referrers()) == 1 {
		only, rest = n, rest[1:]
	}
	if len(rest) != 1 || len(list) == 0 {
		return false
	}
	switch i := rest[0].(type) {
	case *ssa.Return:
	case *ssa.If:
		if n, ok := i.Cond.(*ssa.UnOp); ok && only != nil && n != only {
			return false
		}
	default:
		return false
	}
	for _, phi := range list {
		for _, r := range *phi.Referrers() {
			if r != rest[0] && r != only {
				return false
			}
		}
	}
	for _, p := range b.Preds { // a loop's header would be followed for ever
		if b.Dominates(p) {
			return false
		}
	}
	return true
}

// of returns a value.
func (in *instance) of(v ssa.Value) operand {
	if k, ok := v.(*ssa.Const); ok {
		return operand{v: in.constant(k)}
	}
	o, ok := in.vals[v]
	if !ok {
		in.fail(v.Pos(), "%s has no place in a routine", describe(v))
	}
	return o
}

// constant returns a constant. nil, the zero value of other types, has no place.
func (in *instance) constant(k *ssa.Const) *ir.Value {
	t := in.typeOf(k.Type(), in.fn.Pos())
	switch {
	case t == ir.Bool:
		return in.f.ConstBool(k.Value != nil && constant.BoolVal(k.Value))
	case t == ir.F64:
		x, _ := constant.Float64Val(constant.ToFloat(k.Value))
		return in.f.ConstF64(x)
	}
	v := constant.ToInt(k.Value)
	n, ok := constant.Uint64Val(v)
	if !ok {
		s, _ := constant.Int64Val(v)
		n = uint64(s)
	}
	if t == ir.Ref {
		return in.f.ConstRef(n)
	}
	return in.f.ConstI64(int64(n))
}

// plain returns an operand as a value.
func (in *instance) plain(o operand) *ir.Value {
	if !o.not {
		return o.v
	}
	if b, ok := o.known(); ok {
		return in.f.ConstBool(b)
	}
	return in.f.AtEnd(in.cur).Add(ir.OpBNot, o.v)
}

func (in *instance) add(op ir.Op, args ...*ir.Value) operand {
	return operand{v: in.f.AtEnd(in.cur).Add(op, args...)}
}

// float is what math functions are in the IR.
var float = map[string]ir.Op{"Sqrt": ir.OpFSqrt, "Abs": ir.OpFAbs, "Float64bits": ir.OpFBits, "Float64frombits": ir.OpBitsF}

// maxShift is the largest count of a shift.
const maxShift = 63
