package mirtest

import (
	"math/bits"

	"github.com/tier2go/tier2/lower"
)

// Config bounds a random function.
type Config struct {
	Regs      *lower.RegFile
	Insts     int // about how many instructions
	Depth     int // how deep loops and branches nest
	MaxState  int // most InAny operands of an instruction
	FirstSlot int
	// Plain leaves out calls, clobbers and fixed operands.
	Plain bool
}

// Random makes a well-formed function whose constraints can be met. choose
// returns a number from 0 to n-1 and makes all decisions.
func Random(c Config, choose func(n int) int) *lower.Func {
	g := &gen{c: c, choose: choose, f: &lower.Func{Name: "random", FirstSlot: c.FirstSlot}}
	g.entries()
	g.block(false)
	g.body(c.Depth, c.Insts)
	g.end()
	for b := range g.f.Blocks {
		for _, e := range g.f.Blocks[b].Succs {
			to := &g.f.Blocks[e.To]
			to.Preds = append(to.Preds, lower.BlockID(b))
		}
	}
	return g.f
}

// gen makes one function.
type gen struct {
	c      Config
	choose func(n int) int
	f      *lower.Func
	scope  []lower.VReg // values that may be used here
	cold   bool

	// What the instruction at hand has taken so far.
	ops         []lower.Operand
	either      [lower.NumClasses]int // registers needed to the end of the instruction
	early, late [lower.NumClasses]int // and in one half only
	fixed       [2]lower.RegSet       // fixed in the halves
	slots       [2]uint64
	clobber     lower.RegSet
}

func (g *gen) maybe(percent int) bool { return g.choose(100) < percent }

func (g *gen) class() lower.Class {
	if len(g.c.Regs.Allocatable[lower.FPR]) > 0 && g.maybe(25) {
		return lower.FPR
	}
	return lower.GPR
}

func (g *gen) entries() {
	var regs lower.RegSet
	var slots uint64
	for range g.choose(8) {
		cl := g.class()
		at := lower.InSlot(0)
		if l := g.c.Regs.Allocatable[cl]; g.maybe(50) {
			r := l[g.choose(len(l))]
			if regs.Has(r) {
				continue
			}
			regs = regs.With(r)
			at = lower.InReg(r)
		} else {
			n := g.choose(g.c.FirstSlot + 2)
			if slots>>n&1 != 0 {
				continue
			}
			slots |= 1 << n
			at = lower.InSlot(n)
		}
		v := g.f.NewVReg(cl)
		g.f.Entry = append(g.f.Entry, lower.Entry{V: v, At: at})
		g.scope = append(g.scope, v)
	}
}

// block starts a block.
func (g *gen) block(cold bool) lower.BlockID {
	g.f.Blocks = append(g.f.Blocks, lower.Block{First: int32(len(g.f.Insts)), Cold: cold || g.cold, LoopHead: -1, LoopEnd: -1})
	return lower.BlockID(len(g.f.Blocks) - 1)
}

func (g *gen) cur() lower.BlockID { return lower.BlockID(len(g.f.Blocks) - 1) }

// edge adds an edge.
func (g *gen) edge(from, to lower.BlockID, args ...lower.VReg) {
	b := &g.f.Blocks[from]
	b.Succs = append(b.Succs, lower.Edge{To: to, Args: args})
}

// params adds parameters to the block at hand and makes them usable.
func (g *gen) params(cls []lower.Class) (l []lower.VReg) {
	for _, c := range cls {
		l = append(l, g.f.NewVReg(c))
	}
	g.f.Blocks[g.cur()].Params = l
	g.scope = append(g.scope, l...)
	return l
}

func (g *gen) classes(most int) []lower.Class {
	l := make([]lower.Class, g.choose(most+1))
	for i := range l {
		l[i] = g.class()
	}
	return l
}

// args picks a value for each class, defining constants where there is none.
func (g *gen) args(cls []lower.Class) []lower.VReg {
	l := make([]lower.VReg, len(cls))
	for i, c := range cls {
		l[i] = g.value(c)
	}
	return l
}

// value picks a usable value of a class.
func (g *gen) value(c lower.Class) lower.VReg {
	for range 6 {
		if len(g.scope) == 0 {
			break
		}
		i := g.choose(len(g.scope))
		if g.maybe(50) {
			i = len(g.scope) - 1 - g.choose(min(8, len(g.scope)))
		}
		if v := g.scope[i]; g.f.Classes[v] == c {
			return v
		}
	}
	return g.constant(c)
}

func (g *gen) constant(c lower.Class) lower.VReg {
	v := g.f.NewVReg(c)
	o := lower.Operand{V: v, Kind: lower.Def, Constraint: lower.InARegs, Pos: lower.Late}
	g.put(lower.Inst{Op: opOf("remat"), Flags: lower.IsRemat, Imm: int64(v)}, o)
	g.scope = append(g.scope, v)
	return v
}

// put appends an instruction.
func (g *gen) put(in lower.Inst, ops ...lower.Operand) {
	in.Ops, in.NumOps, in.Exit, in.Origin = int32(len(g.f.Operands)), uint16(len(ops)), -1, -1
	g.f.Operands = append(g.f.Operands, ops...)
	g.f.Insts = append(g.f.Insts, in)
	g.f.Blocks[g.cur()].N++
}

func (g *gen) jump() { g.put(lower.Inst{Op: opOf("jump"), Flags: lower.IsTerm}) }

// body makes instructions and nested structures, about n instructions in all.
func (g *gen) body(depth, n int) {
	for n > 0 {
		k := g.choose(12)
		switch {
		case depth == 0 || k < 7 || n < 8:
			g.inst(false)
			n--
		case k < 9:
			m := g.choose(n)
			g.loop(depth-1, m)
			n -= m + 4
		case k < 10:
			m := g.choose(n)
			g.diamond(depth-1, m, m/2, false)
			n -= m + 4
		case k < 11:
			g.diamond(depth-1, min(n, 4), 0, true)
			n -= 8
		case g.maybe(50):
			g.pass()
			n -= 2
		default:
			g.leaveAside()
			n -= 3
		}
	}
}

// nested runs fn and forgets the values that it defines.
func (g *gen) nested(fn func()) {
	n := len(g.scope)
	fn()
	g.scope = g.scope[:n]
}

// loop makes a loop that is left at its end or after its header.
func (g *gen) loop(depth, n int) {
	cls := g.classes(5)
	args := g.args(cls)
	g.jump()
	g.edge(g.cur(), g.cur()+1, args...)
	head := g.block(false)
	g.params(cls)
	var exit lower.BlockID // the block that leaves the loop
	var next []lower.VReg
	var back lower.BlockID
	atHead := g.maybe(40)
	visible := len(g.scope)
	if atHead {
		g.branch()
		visible = len(g.scope)
		exit = g.cur()
		g.edge(exit, g.cur()+1)
		g.block(false)
		g.body(depth, n)
		next = g.args(cls)
		g.jump()
		back = g.cur()
	} else {
		g.body(depth, n)
		next = g.args(cls)
		g.branch()
		visible = len(g.scope)
		exit = g.cur()
		back = g.block(g.maybe(10))
		g.edge(exit, back)
		g.jump()
	}
	g.edge(back, head, next...)
	g.f.Blocks[head].LoopEnd = back
	g.scope = g.scope[:visible]
	g.follow(exit, false)
}

// follow starts a block whose only predecessor is from, with parameters.
func (g *gen) follow(from lower.BlockID, cold bool) {
	var cls []lower.Class
	var args []lower.VReg
	for range g.choose(3) {
		if v, ok := g.known(); ok {
			cls, args = append(cls, g.f.Classes[v]), append(args, v)
		}
	}
	g.edge(from, g.cur()+1, args...)
	g.block(cold)
	g.params(cls)
}

// branch ends a block with a branch, whose edges are still to be made.
func (g *gen) branch() {
	g.inst(true)
}

// diamond makes a branch whose arms join; in the arm that is cold, if asked for.
func (g *gen) diamond(depth, n, m int, cold bool) {
	cls := g.classes(3)
	g.branch()
	from := g.cur()
	var args [2][]lower.VReg
	var ends [2]lower.BlockID
	for arm := range 2 {
		was := g.cold
		g.cold = g.cold || cold && arm == 0
		g.nested(func() {
			g.follow(from, g.cold)
			if cold && arm == 0 && !g.c.Plain {
				g.call()
			}
			g.body(depth, [2]int{n, m}[arm])
			args[arm] = g.args(cls)
			g.jump()
		})
		g.cold = was
		ends[arm] = g.cur()
	}
	join := g.block(false)
	for arm := range 2 {
		g.edge(ends[arm], join, args[arm]...)
	}
	g.params(cls)
}

// leaveAside makes a branch to a block that leaves.
func (g *gen) leaveAside() {
	g.branch()
	from := g.cur()
	out := g.block(g.maybe(70))
	g.edge(from, out)
	g.nested(g.end)
	g.follow(from, g.maybe(15))
}

// pass ends a block with a jump that may have operands, to the next one.
func (g *gen) pass() {
	if g.maybe(50) {
		g.jump()
	} else {
		g.branch()
	}
	g.follow(g.cur(), g.maybe(15))
}

// call makes a call: all registers die.
func (g *gen) call() {
	g.begin()
	for _, l := range g.c.Regs.Allocatable {
		for _, r := range l {
			g.clobber = g.clobber.With(r)
		}
	}
	for range g.choose(g.c.MaxState + 1) {
		g.state(lower.Late)
	}
	var def []lower.VReg
	if c := g.class(); g.maybe(50) {
		v := g.f.NewVReg(c)
		l := g.c.Regs.Allocatable[c]
		g.ops = append(g.ops, lower.Operand{V: v, Kind: lower.Def, Constraint: lower.InFixed, Pos: lower.Late, At: lower.InReg(l[g.choose(len(l))])})
		def = append(def, v)
	}
	flags := lower.InstFlags(0)
	if g.maybe(30) {
		flags = lower.IsCold
	}
	g.put(lower.Inst{Op: opOf("call"), Clobber: g.clobber, Flags: flags}, g.ops...)
	g.scope = append(g.scope, def...)
}

// end makes a terminator that leaves, with its values in fixed places.
func (g *gen) end() {
	for range 2 {
		g.constant(lower.GPR) // so that operands need no new ones
	}
	g.begin()
	if !g.c.Plain {
		for range g.choose(10) {
			g.fixedUse()
		}
	}
	for range g.choose(g.c.MaxState + 1) {
		g.state(lower.Pos(g.choose(2)))
	}
	g.put(lower.Inst{Op: opOf("leave"), Flags: lower.IsTerm}, g.ops...)
}

// begin forgets what the instruction before has taken.
func (g *gen) begin() {
	g.ops = g.ops[:0]
	g.either, g.early, g.late = [lower.NumClasses]int{}, [lower.NumClasses]int{}, [lower.NumClasses]int{}
	g.fixed, g.slots, g.clobber = [2]lower.RegSet{}, [2]uint64{}, 0
}

// fits reports whether registers are left for what has been taken.
func (g *gen) fits() bool {
	for c, l := range g.c.Regs.Allocatable {
		var all lower.RegSet
		for _, r := range l {
			all = all.With(r)
		}
		n := len(l)
		fe, fl := g.fixed[0]&all, (g.fixed[1]|g.clobber)&all
		if g.either[c]+count(fe|fl) > n || g.either[c]+g.early[c]+count(fe) > n || g.either[c]+g.late[c]+count(fl) > n {
			return false
		}
	}
	return true
}

func count(s lower.RegSet) int { return bits.OnesCount64(uint64(s)) }
