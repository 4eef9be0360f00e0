package irtext

import "github.com/tier2go/tier2/ir"

// Numbering keeps the numbers of values, states, blocks and exits from one print of a
// function to the next, so that v12 is the same value in all listings of a compile.
// What is new gets numbers above all that were given; so the text is not canonical,
// but it parses. The zero Numbering has given none.
//
//	n := &irtext.Numbering{}
//	irtext.Print(w, f, irtext.Options{Numbers: n}) // v0, v1, v2
//	// … a pass that replaces v1 …
//	irtext.Print(w, f, irtext.Options{Numbers: n}) // v0, v3, v2
//
// A Numbering is of one function. To be the same whatever is printed it must see the
// function behind each pass: see [Numbering.See].
type Numbering struct {
	values, blocks, exits []int32 // by id: number+1 within the class, 0 for none
	next                  [4]int32
}

// The classes that are numbered.
const (
	classValue = iota
	classState
	classBlock
	classExit
)

// See gives numbers to what has none.
func (n *Numbering) See(f *ir.Func) {
	p := Printer{}
	p.Reset(f, Options{Numbers: n})
}

// grow makes room for a function's ids.
func (n *Numbering) grow(f *ir.Func) {
	n.values = grown(n.values, f.NumValues())
	n.blocks = grown(n.blocks, f.NumBlocks())
	n.exits = grown(n.exits, len(f.Exits))
}

// grown makes a slice at least n long.
func grown(s []int32, n int) []int32 {
	if n <= len(s) {
		return s
	}
	return append(s, make([]int32, n-len(s))...)
}

// give gives the thing with an id a number of its class, if it has none.
func (n *Numbering) give(list []int32, id int32, class int) {
	if uint(id) < uint(len(list)) && list[id] == 0 {
		n.next[class]++
		list[id] = n.next[class]
	}
}

// value gives a number to a value or state that is printed under one.
func (n *Numbering) value(v *ir.Value) {
	switch {
	case v == nil:
	case v.Op == ir.OpState:
		n.give(n.values, v.ID, classState)
	case v.Type != ir.Void:
		n.give(n.values, v.ID, classValue)
	}
}

// parsed takes over the numbers of a text.
func (n *Numbering) parsed(p *parser) {
	n.grow(p.f)
	for number, x := range p.values.all {
		n.take(n.values, x.ID, classValue, number)
	}
	for number, x := range p.states.all {
		n.take(n.values, x.ID, classState, number)
	}
	for number, x := range p.blocks.all {
		n.take(n.blocks, x.ID, classBlock, number)
	}
	for _, l := range p.leaves {
		n.take(n.exits, l.v.Exits[l.when].ID, classExit, l.exit)
	}
}

// take makes a number that of the thing with an id, as a text has it.
func (n *Numbering) take(list []int32, id int32, class, number int) {
	if uint(id) >= uint(len(list)) {
		return
	}
	list[id] = int32(number) + 1
	n.next[class] = max(n.next[class], int32(number)+1)
}
