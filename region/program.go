package region

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tier2go/tier2/uop"
)

// Program is something to walk on: blocks, and how often each goes where. It is
// made by a generator or from a profile.
type Program struct {
	Name   string
	Note   string   // what a stream of it is
	Codes  []string // names of the codes; the code i has the handle i+1
	Blocks []Block
	Flow   []Flow // of each block
	Roots  []Root // where execution begins, and begins again when it has returned
	// Restart, if it is not 0, is the number of events after which a walk begins
	// anew, at a block drawn by the counts: so it visits all of a program that ran
	// for longer, in proportion.
	Restart int
	// Then, if there is one, is how the program behaves in the second half of a
	// stream: the same blocks with other weights.
	Then *Program

	returns [][]Root // by code: where its function returns to, −1: nowhere
}

// Flow is what happens behind a block, with relative weights.
type Flow struct {
	Ways  []Way
	Leave uint64 // weight of leaving the function
	total uint64
}

// Way is a way out of a block.
type Way struct {
	To     int32
	How    uop.How
	Weight uint64
	Back   int32 // for a Call: the block to return to
}

// Root is a block at which execution begins from nowhere.
type Root struct {
	Block  int32
	Weight uint64
}

// ErrIdle is wrapped by the error of walking on a program, or a profile, of which
// nothing was executed.
var ErrIdle = errors.New("nothing was executed")

// maxDepth bounds the calls that a walk nests: it leaves out those beyond it.
const maxDepth = 1000

// Stream walks on the program at random for the given number of events: each
// block goes where it goes with the probability of the counts, whatever came
// before. The same seed gives the same stream. A walk keeps the frequencies of
// blocks and edges, not the order: correlated branches, and loops with the same
// trip count each time, become independent draws.
func (p *Program) Stream(seed uint64, events int) (*Stream, error) {
	if err := p.prepare(); err != nil {
		return nil, err
	}
	rec := NewRecorder(p.Name, fmt.Sprintf("%s, seed %d", p.Note, seed), p.Blocks)
	w := walker{p: p, r: rand.New(rand.NewPCG(seed, 6)), rec: rec}
	if p.Then != nil {
		w.run(events / 2)
		w.p = p.Then
		w.run(events - events/2)
	} else {
		w.run(events)
	}
	return rec.Stream(), nil
}

// prepare adds weights up and checks that a walk can begin and go on.
func (p *Program) prepare() error {
	total := uint64(0)
	for _, r := range p.Roots {
		total += r.Weight
	}
	if total == 0 {
		return fmt.Errorf("region: %s: %w", p.Name, ErrIdle)
	}
	p.returns = make([][]Root, len(p.Codes))
	for i := range p.Flow {
		f := &p.Flow[i]
		f.total = f.Leave
		for _, w := range f.Ways {
			f.total += w.Weight
			if w.How == uop.Call {
				callee := p.Blocks[w.To].At.Code - 1
				p.returns[callee] = append(p.returns[callee], Root{w.Back, w.Weight})
			}
		}
	}
	for _, r := range p.Roots {
		code := p.Blocks[r.Block].At.Code - 1
		p.returns[code] = append(p.returns[code], Root{-1, r.Weight})
	}
	if p.Then != nil {
		if len(p.Then.Blocks) != len(p.Blocks) {
			return fmt.Errorf("region: %s: its second phase has other blocks", p.Name)
		}
		return p.Then.prepare()
	}
	return nil
}

type walker struct {
	p     *Program
	r     *rand.Rand
	rec   *Recorder
	stack []int32 // blocks to return to
	at    int32
	begun bool
}

func (w *walker) run(events int) {
	for i := range events {
		if w.p.Restart > 0 && i%w.p.Restart == 0 {
			w.restart()
			continue
		}
		if !w.begun {
			w.at, w.begun = w.draw(w.p.Roots), true
			w.rec.Enter(w.at, uop.Start)
			continue
		}
		w.step()
	}
}

// restart goes to a block with the probability of its count.
func (w *walker) restart() {
	total := uint64(0)
	for i := range w.p.Flow {
		total += w.p.Flow[i].total
	}
	x := w.r.Uint64N(max(total, 1))
	for i := range w.p.Flow {
		if n := w.p.Flow[i].total; x < n {
			w.at = int32(i)
			break
		} else {
			x -= n
		}
	}
	w.stack, w.begun = w.stack[:0], true
	w.rec.Enter(w.at, uop.Start)
}

// draw returns one of the blocks of a list, or −1 if it is empty.
func (w *walker) draw(list []Root) int32 {
	total := uint64(0)
	for _, r := range list {
		total += r.Weight
	}
	if total == 0 {
		return -1
	}
	x := w.r.Uint64N(total)
	for _, r := range list {
		if x < r.Weight {
			return r.Block
		}
		x -= r.Weight
	}
	return -1
}

func (w *walker) step() {
	f := &w.p.Flow[w.at]
	if f.total > 0 {
		x := w.r.Uint64N(f.total)
		for _, way := range f.Ways {
			if x < way.Weight {
				w.take(way)
				return
			}
			x -= way.Weight
		}
	}
	if n := len(w.stack); n > 0 {
		w.at = w.stack[n-1]
		w.stack = w.stack[:n-1]
		w.rec.Enter(w.at, uop.Return)
		return
	}
	// The walk began in this function: it returns to one of its callers, or to
	// nowhere, as often as it was called from there.
	returns := w.p.returns[w.p.Blocks[w.at].At.Code-1]
	if to := w.draw(returns); to >= 0 {
		w.at = to
		w.rec.Enter(w.at, uop.Return)
		return
	}
	w.at = w.draw(w.p.Roots)
	w.rec.Enter(w.at, uop.Start)
}

func (w *walker) take(way Way) {
	if way.How == uop.Call {
		if len(w.stack) == maxDepth {
			w.at = way.Back
			w.rec.Enter(w.at, uop.Fall)
			return
		}
		w.stack = append(w.stack, way.Back)
	}
	w.at = way.To
	w.rec.Enter(w.at, way.How)
}

// code adds a code and returns its handle.
func (p *Program) code(name string) uint64 {
	p.Codes = append(p.Codes, name)
	return uint64(len(p.Codes))
}

// block adds a block behind the others of a code.
func (p *Program) block(code uint64, size uint32) int32 {
	pc := uint32(0)
	for _, b := range p.Blocks {
		if b.At.Code == code {
			pc = max(pc, b.At.PC+b.Size)
		}
	}
	p.Blocks = append(p.Blocks, Block{uop.Place{Code: code, PC: pc}, size})
	p.Flow = append(p.Flow, Flow{})
	return int32(len(p.Blocks) - 1)
}

// way adds a way between two blocks; it is a fall if the second stands right
// behind the first and nothing falls there yet.
func (p *Program) way(from, to int32, weight uint64) {
	how := uop.Taken
	falls := slices.ContainsFunc(p.Flow[from].Ways, func(w Way) bool { return w.How == uop.Fall })
	if a, b := p.Blocks[from], p.Blocks[to]; !falls && b.At == (uop.Place{Code: a.At.Code, PC: a.At.PC + a.Size}) {
		how = uop.Fall
	}
	p.Flow[from].Ways = append(p.Flow[from].Ways, Way{To: to, How: how, Weight: weight})
}

// call adds a call of the function that begins at block to, which returns to back.
func (p *Program) call(from, to, back int32, weight uint64) {
	p.Flow[from].Ways = append(p.Flow[from].Ways, Way{To: to, How: uop.Call, Weight: weight, Back: back})
}
