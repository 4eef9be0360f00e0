package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/exitdata"
)

// Op is an instruction of the stack machine.
type Op int

// The instructions.
const (
	Const     Op = iota // pushes K
	Load                // pushes local Arg
	Store               // pops to local Arg
	Add                 // pops y, x, pushes x+y: of numbers or of strings
	Sub                 // pops y, x, pushes x−y; Mul and Less alike
	Mul                 //
	Less                //
	Equal               // pops y, x, pushes whether they are equal
	Index               // pops i, list, pushes list[i]
	SetIndex            // pops x, i, list, sets list[i] to x
	Len                 // pops list, pushes its length
	Jump                // goes on at Arg
	JumpIfNot           // pops x, goes on at Arg if it is nil or false
	Loop                // goes back to Arg
	Call                // pops Arg arguments and a function, pushes the result
	Return              // pops the result and the frame
	numOps
)

var names = [numOps]string{"const", "load", "store", "add", "sub", "mul", "less", "equal", "index", "setindex", "len", "jump", "jumpifnot", "loop", "call", "return"}

// Inst is an instruction. Seen and Count are the interpreter's, to remember what it has met.
type Inst struct {
	Op    Op
	Arg   int
	K     any
	Seen  any // of Call: the function; of Add: its result
	Count int // of a branch: how often it was not taken, less how often it was; of Loop: rounds
}

// Fn is a function. Its values are pointers.
type Fn struct {
	Name           string
	Params, Locals int
	Insts          []Inst

	id    int
	calls int
	execs []*exitdata.Executor // by pc
}

// stack is how many operands a function may have on its stack.
const stack = 8

// Assemble makes functions of lines: "fun name params locals" begins one, "label:" names an
// instruction, all else is an instruction. A constant is a number, a string in quotes, nil, true, false, or a
// function's name.
func Assemble(source string) (fns []*Fn, err error) {
	byName := map[string]*Fn{}
	lines := strings.Split(strings.TrimSpace(source), "\n")
	for _, l := range lines {
		if w := strings.Fields(l); len(w) == 4 && w[0] == "fun" {
			f := &Fn{Name: w[1], id: len(fns)}
			if _, err := fmt.Sscan(w[2]+" "+w[3], &f.Params, &f.Locals); err != nil {
				return nil, fmt.Errorf("goheap: %q: %w", l, err)
			}
			fns, byName[f.Name] = append(fns, f), f
		}
	}
	n := -1
	labels := map[string]int{}
	for _, pass := range []bool{false, true} {
		for _, l := range lines {
			w := strings.Fields(l)
			switch {
			case len(w) == 0:
				continue
			case w[0] == "fun":
				n = (n + 1) % len(fns)
				fns[n].Insts = nil
				continue
			case strings.HasSuffix(w[0], ":"):
				labels[fmt.Sprint(n, w[0])] = len(fns[n].Insts)
				continue
			}
			in, err := assemble(w, func(label string) int { return labels[fmt.Sprint(n, label, ":")] }, byName)
			if err != nil && pass {
				return nil, fmt.Errorf("goheap: %q: %w", l, err)
			}
			fns[n].Insts = append(fns[n].Insts, in)
		}
	}
	for _, f := range fns {
		f.execs = make([]*exitdata.Executor, len(f.Insts))
	}
	return fns, nil
}

// assemble makes one instruction.
func assemble(w []string, label func(string) int, fns map[string]*Fn) (in Inst, err error) {
	for in.Op = 0; in.Op < numOps && names[in.Op] != w[0]; in.Op++ {
	}
	arg := strings.Join(w[1:], " ")
	switch in.Op {
	case numOps:
		return in, fmt.Errorf("no such instruction")
	case Jump, JumpIfNot, Loop:
		in.Arg = label(arg)
	case Load, Store, Call:
		in.Arg, err = strconv.Atoi(arg)
	case Const:
		switch known := map[string]any{"nil": nil, "true": true, "false": false}; {
		case fns[arg] != nil:
			in.K = fns[arg]
		case strings.HasPrefix(arg, `"`):
			in.K, err = strconv.Unquote(arg)
		default:
			var ok bool
			if in.K, ok = known[arg]; !ok {
				in.K, err = strconv.ParseFloat(arg, 64)
			}
		}
	}
	return in, err
}
