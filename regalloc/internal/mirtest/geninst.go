package mirtest

import "github.com/tier2go/tier2/lower"

// inst makes a random instruction, or a random branch.
func (g *gen) inst(term bool) {
	if !term {
		switch k := g.choose(20); {
		case k < 3:
			g.constant(g.class())
			return
		case k == 3:
			g.move()
			return
		case k == 4 && !g.c.Plain:
			g.call()
			return
		}
	}
	for range 2 {
		g.value(g.class()) // constants that operands may need stand before
	}
	g.begin()
	defs := 0
	if !term {
		if defs = g.choose(3); defs == 0 && g.maybe(70) {
			defs = 1
		}
		for range defs {
			g.def()
		}
		g.addClobbers()
	}
	for range g.choose(4) {
		g.use()
	}
	for range g.choose(g.c.MaxState + 1) {
		g.state(lower.Pos(g.choose(2)))
	}
	op := "op"
	flags := lower.InstFlags(0)
	if term {
		op, flags = "br", lower.IsTerm
	}
	g.put(lower.Inst{Op: opOf(op), Imm: int64(g.choose(5)), Clobber: g.clobber, Flags: flags}, g.ops...)
	for _, o := range g.ops {
		if o.Kind == lower.Def {
			g.scope = append(g.scope, o.V)
		}
	}
}

func (g *gen) move() {
	v := g.value(g.class())
	d := g.f.NewVReg(g.f.Classes[v])
	ops := []lower.Operand{
		{V: d, Kind: lower.Def, Constraint: lower.Constraint(g.choose(2)), Pos: lower.Late},
		{V: v, Kind: lower.Use, Constraint: lower.Constraint(g.choose(2))},
	}
	g.put(lower.Inst{Op: lower.MMove}, ops...)
	g.scope = append(g.scope, d)
}

// known picks a usable value and never makes one; ok is false if there is none.
func (g *gen) known() (v lower.VReg, ok bool) {
	if len(g.scope) == 0 {
		return 0, false
	}
	i := g.choose(len(g.scope))
	if g.maybe(60) {
		i = len(g.scope) - 1 - g.choose(min(10, len(g.scope)))
	}
	return g.scope[i], true
}

// state adds an operand that may lie anywhere.
func (g *gen) state(p lower.Pos) {
	if v, ok := g.known(); ok {
		g.ops = append(g.ops, lower.Operand{V: v, Kind: lower.Use, Constraint: lower.InAny, Pos: p})
	}
}

// def adds a result.
func (g *gen) def() {
	c := g.class()
	o := lower.Operand{Kind: lower.Def, Constraint: lower.InARegs, Pos: lower.Late}
	if g.maybe(10) {
		o.Pos = lower.Early
	}
	n := &g.late[c]
	if o.Pos == lower.Early {
		n = &g.either[c]
	}
	switch k := g.choose(10); {
	case k < 4:
		g.tiedDef(o)
		return
	case k == 4 && !g.c.Plain:
		g.fixedDef(c, o)
		return
	case k == 5:
		o.Constraint = lower.InAny
		o.V = g.f.NewVReg(c)
		g.ops = append(g.ops, o)
		return
	}
	*n++
	if g.fits() {
		o.V = g.f.NewVReg(c)
		g.ops = append(g.ops, o)
		return
	}
	*n--
}

// tiedDef adds a result that reuses a use, which it adds too.
func (g *gen) tiedDef(o lower.Operand) {
	u, ok := g.known()
	if !ok {
		return
	}
	c := g.f.Classes[u]
	g.either[c]++
	if !g.fits() {
		g.either[c]--
		return
	}
	o.V, o.Constraint, o.Index = g.f.NewVReg(c), lower.Reuse, uint8(len(g.ops)+1)
	use := lower.Operand{V: u, Kind: lower.Use, Constraint: lower.InARegs}
	if g.maybe(20) {
		use.Constraint = lower.InAny
	}
	g.ops = append(g.ops, o, use)
}

// fixedDef adds a result in a fixed register or slot.
func (g *gen) fixedDef(c lower.Class, o lower.Operand) {
	o.Constraint = lower.InFixed
	at, ok := g.fix(c, o.Pos == lower.Early, true)
	if ok {
		o.V, o.At = g.f.NewVReg(c), at
		g.ops = append(g.ops, o)
	}
}

// fixedUse adds a use in a fixed register or slot.
func (g *gen) fixedUse() {
	v, ok := g.known()
	if !ok {
		return
	}
	o := lower.Operand{V: v, Kind: lower.Use, Constraint: lower.InFixed, Pos: lower.Pos(g.choose(2))}
	if g.maybe(70) {
		o.Pos = lower.Early
	}
	if at, ok := g.fix(g.f.Classes[v], true, o.Pos == lower.Late); ok {
		o.At = at
		g.ops = append(g.ops, o)
	}
}

// fix picks a place that is not taken in the halves of the instruction.
func (g *gen) fix(c lower.Class, early, late bool) (lower.Loc, bool) {
	want := [2]bool{early, late}
	if g.maybe(25) {
		s := g.choose(g.c.FirstSlot + 4)
		for h := range want {
			if want[h] && g.slots[h]>>s&1 != 0 {
				return lower.Loc{}, false
			}
		}
		for h := range want {
			if want[h] {
				g.slots[h] |= 1 << s
			}
		}
		return lower.InSlot(s), true
	}
	l := g.c.Regs.Allocatable[c]
	if len(l) == 0 {
		return lower.Loc{}, false
	}
	r := l[g.choose(len(l))]
	old := g.fixed
	for h := range want {
		if want[h] && (g.fixed[h].Has(r) || h == 1 && g.clobber.Has(r)) {
			return lower.Loc{}, false
		}
	}
	for h := range want {
		if want[h] {
			g.fixed[h] = g.fixed[h].With(r)
		}
	}
	if !g.fits() {
		g.fixed = old
		return lower.Loc{}, false
	}
	return lower.InReg(r), true
}

// use adds a use in a register, or a fixed one.
func (g *gen) use() {
	if g.maybe(15) && !g.c.Plain {
		g.fixedUse()
		return
	}
	v, ok := g.known()
	if !ok {
		return
	}
	c := g.f.Classes[v]
	o := lower.Operand{V: v, Kind: lower.Use, Constraint: lower.InARegs}
	n := &g.early[c]
	if g.maybe(20) {
		o.Pos = lower.Late
		n = &g.either[c]
	}
	*n++
	if g.fits() {
		g.ops = append(g.ops, o)
		return
	}
	*n--
}

// addClobbers lets the instruction destroy some registers.
func (g *gen) addClobbers() {
	if g.c.Plain || !g.maybe(15) {
		return
	}
	for range g.choose(4) {
		l := g.c.Regs.Allocatable[g.class()]
		r := l[g.choose(len(l))]
		if old := g.clobber; !g.fixed[1].Has(r) {
			if g.clobber = g.clobber.With(r); !g.fits() {
				g.clobber = old
			}
		}
	}
}
