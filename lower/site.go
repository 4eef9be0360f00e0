package lower

import "fmt"

// A site is a call, in an executor's code, of a routine that may give up.
//
// The problem: a call that gives up has been in vain, and the general path does the work
// after it. Where that is rare it costs nothing; at a site whose operands the routine never
// takes (a list that is too long, elements that compare by guest code) it is paid each time.
//
// So each site has a row: a word that says what became of its calls, and how often it has
// gone to the general path. While the routine takes what it is given, the site only compares
// the word. Giving up adds giveUpCost. From siteDoubtful on, the site is watched: a call takes
// watchGain back first, so that the word rises only while more than watchGain of giveUpCost
// calls give up, four of five. From siteClosed on, the routine is not called. The
// general path goes on adding, and the word wraps around: after some hundred times the
// routine gets another chance, as one that looks into a cache needs it: the general path fills that meanwhile.
//
// Rejected: to take something back at each success. It costs a store at each call, for sites
// of which nothing ever has to be known.
const (
	siteUnit     = 1 << 20 // the word has 32 bits; the wrap lies at 4,096 units: 771 times behind siteClosed
	giveUpCost   = 5 * siteUnit
	watchGain    = 4 * siteUnit
	siteDoubtful = 160 * siteUnit // 32 calls that gave up
	siteClosed   = 240 * siteUnit

	siteWord    = 0 // 4 bytes
	siteGeneral = 8 // 8 bytes
	// SiteSize is the size of a site's row in bytes: the word, which is 0 in the beginning,
	// and, SiteGeneral bytes behind it, how often the site went to the general path.
	SiteSize    = 16
	SiteGeneral = siteGeneral
)

// SiteClosed reports whether a site does not call its routine now, by its word.
func SiteClosed(word uint32) bool { return word >= siteClosed }

// Site is a site of a function.
type Site struct {
	Routine string
	Origin  int32 // the IR value that it belongs to
}

// newSite adds a site for the value being lowered and returns its number.
func (a *Asm) newSite(r *Routine) int {
	a.F.Sites = append(a.F.Sites, Site{r.Name, a.origin})
	return len(a.F.Sites) - 1
}

// inSite returns the memory operand at an offset of a site's row.
func inSite(site int, off int64, size uint8) Mem {
	return Mem{Base: BaseSite, Reg: None, Disp: int64(site)*SiteSize + off, Size: size}
}

// enterSite goes on, in a new block, where the site calls its routine, and at giveUp's place
// where it does not.
func (a *Asm) enterSite(site int, giveUp func(c Cond, x, y V)) {
	word := inSite(site, siteWord, 4)
	a.mem(Inst{Op: MBrMemI, Cond: UGE, Imm2: siteDoubtful, Flags: IsTerm, Exit: -1}, NoVReg, word)
	from, jump := a.cur, Inst{Op: MJump, Flags: IsTerm, Exit: -1}
	watched := a.Block()
	a.F.Blocks[watched].Cold = true
	a.link(from, watched)
	giveUp(UGE, a.Load(word), Imm(siteClosed))
	a.F.Blocks[a.cur].Cold = true
	a.AddMem(word, -watchGain)
	end := a.cur
	a.op(jump, NoVReg)
	mid := a.Block() // the edge from the branch to the call would be critical
	a.op(jump, NoVReg)
	a.link(from, mid)
	call := a.Block()
	a.link(mid, call)
	a.link(end, call)
}

// leaveSite counts that the site has gone to the general path.
func (a *Asm) leaveSite(site int) {
	a.AddMem(inSite(site, siteWord, 4), giveUpCost)
	a.AddMem(inSite(site, siteGeneral, 8), 1)
}

// placed returns an instruction as encoders take it: a site's row lies at an address, and so does
// a routine.
func (e *Emitter) placed(f *Func, in *Inst) *Inst {
	if in.Op == MCallRoutine {
		e.static = *in
		e.static.Imm = int64(f.Routines[in.Imm].Addr)
		return &e.static
	}
	if in.Base != BaseSite {
		return in
	}
	if int(in.Imm) >= len(f.Sites)*SiteSize {
		panic(fmt.Sprintf("lower: %d sites, none at %d", len(f.Sites), in.Imm))
	}
	e.static = *in
	e.static.Base, e.static.Imm = BaseStatic, in.Imm+int64(e.link.Sites)
	return &e.static
}
