package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.com/text/objects"
)

// Word is a value. Below Nil it is a number's bits; the machine makes none, but its words could be.
type Word uint64

// The words of values that are no objects.
const (
	Nil   = Word(objects.Nil)
	False = Nil + 1 // True is the next
	True  = Nil + 2
	zero  = Word(0xfffd<<48 + 1<<47) // and an int, of 48 bits
)

// Int is the word of an int.
func Int(n int64) Word { return zero + Word(n) }

// Op is an instruction of the register machine.
type Op uint16

// The instructions. Those behind Less are in the order of operations.
const (
	Move Op = iota
	Add     // of ints; Sub, Mul, And and Less alike
	Sub
	Mul
	And
	Less
	Jump // goes on at To, which is ahead
	If   // goes on at To, which is ahead, if register A is true
	Unless
	Loop   // goes back to To
	Print  // A
	Return // A
	Length
	NewArray
	Get
	Put
	Concat
	Slice
	Equal
	Compare
	Find
	Hash
	NumOps
)

// names are the instructions as programs write them, with the number of operands.
var names = [NumOps]struct {
	name     string
	operands int
}{
	Move: {"move", 1}, Add: {"add", 2}, Sub: {"sub", 2}, Mul: {"mul", 2}, And: {"and", 2}, Less: {"less", 2}, Print: {"print", 1}, Return: {"return", 1},
	Length: {"len", 1}, NewArray: {"array", 1}, Get: {"get", 2}, Put: {"put", 3}, Concat: {"concat", 2}, Slice: {"slice", 3}, Equal: {"equal", 2},
	Compare: {"compare", 2}, Find: {"find", 3}, Hash: {"hash", 1},
}

// Inst is an instruction: Dst becomes what it makes of registers R. Count is the interpreter's, to remember what it has met: of a
// branch, how often it went on behind itself less how often to To; of Loop, rounds.
type Inst struct {
	Op    Op
	Dst   uint8
	R     [3]uint8
	To    uint32
	Count int
}

// Code is a program: a register is a variable, which begins as nil, or a constant.
type Code struct {
	Insts  []Inst
	Consts []any // by register: a Word or a string of a constant, nil of a variable
}

var token = regexp.MustCompile(`"[^"]*"|[^\s"]+|"`)

// assembler makes the code of a program.
type assembler struct {
	Code
	registers map[string]uint8
	labels    map[string]uint32
}

// Assemble reads a program, an instruction a line:
//
//	text = move "the cat and the dog"
//	at = move 0
//	words:
//	  end = find text " " at
//	  last = less end 0
//	  if last goto done
//	  w = slice text at end
//	  print w
//	  at = add end 1
//	  goto words
//	done:
//
// An operand is a variable, an int, a string, nil, true or false. A jump to a label above is a loop, and a branch there is two
// instructions: one past the jump that it does not take, and the jump. Behind # stands a comment.
func Assemble(source string) (*Code, error) {
	a := &assembler{registers: map[string]uint8{}, labels: map[string]uint32{}}
	n := uint32(0)
	var lines [][]string
	for line := range strings.Lines(source) {
		line, _, _ = strings.Cut(line, "#")
		switch w := token.FindAllString(line, -1); {
		case len(w) == 1 && strings.HasSuffix(w[0], ":"):
			label := strings.TrimSuffix(w[0], ":")
			if _, ok := a.labels[label]; ok {
				return nil, fmt.Errorf("text: %s is a label already", label)
			}
			a.labels[label] = n
		case len(w) > 0:
			lines = append(lines, w)
			if n++; a.branches(w) {
				if _, above := a.labels[w[3]]; above {
					n++
				}
			}
		}
	}
	for _, w := range append(lines, []string{"return", "nil"}) {
		in, err := a.assemble(w)
		if err != nil {
			return nil, fmt.Errorf("text: %q: %w", strings.Join(w, " "), err)
		}
		if at := uint32(len(a.Insts)); (in.Op == If || in.Op == Unless) && in.To <= at {
			jump := Inst{Op: Loop, To: in.To}
			in.Op, in.To = If+Unless-in.Op, at+2
			a.Insts = append(a.Insts, in, jump)
			continue
		}
		a.Insts = append(a.Insts, in)
	}
	return &a.Code, nil
}

// branches reports whether a line is a branch.
func (a *assembler) branches(w []string) bool {
	return len(w) == 4 && (w[0] == "if" || w[0] == "unless") && w[2] == "goto"
}

func (a *assembler) assemble(w []string) (in Inst, err error) {
	i := len(w) - 2
	switch {
	case w[0] == "goto" && i == 0:
		in.Op = Jump
	case a.branches(w):
		in.Op = map[string]Op{"if": If, "unless": Unless}[w[0]]
		in.R[0], err = a.register(w[1])
	default:
		return a.operation(w)
	}
	to, ok := a.labels[w[i+1]]
	if in.To = to; !ok {
		return in, fmt.Errorf("no such label")
	}
	if in.Op == Jump && to <= uint32(len(a.Insts)) {
		in.Op = Loop
	}
	return in, err
}

// operation assembles an instruction that is none of those that lead to a label.
func (a *assembler) operation(w []string) (in Inst, err error) {
	if len(w) > 2 && w[1] == "=" {
		if in.Dst, err = a.register(w[0]); err != nil {
			return in, err
		} else if a.Consts[in.Dst] != nil {
			return in, fmt.Errorf("a constant does not change")
		}
		w = w[2:]
	} else if w[0] != "print" && w[0] != "put" && w[0] != "return" {
		return in, fmt.Errorf("the result goes nowhere")
	}
	for in.Op = 0; in.Op < NumOps && (names[in.Op].name != w[0] || names[in.Op].operands == 0); in.Op++ {
	}
	if in.Op == NumOps || len(w)-1 != names[in.Op].operands {
		return in, fmt.Errorf("no such instruction")
	}
	for i, s := range w[1:] {
		if in.R[i], err = a.register(s); err != nil {
			return in, err
		}
	}
	return in, nil
}

// register returns the register of a variable or a constant.
func (a *assembler) register(s string) (uint8, error) {
	r, ok := a.registers[s]
	if ok {
		return r, nil
	}
	if len(a.registers) == maxRegisters {
		return 0, fmt.Errorf("too many registers")
	}
	r = uint8(len(a.registers))
	a.registers[s], a.Consts = r, append(a.Consts, nil)
	switch n, err := strconv.ParseInt(s, 10, 48); {
	case err == nil:
		a.Consts[r] = Int(n)
	case s == "nil":
		a.Consts[r] = Nil
	case s == "true":
		a.Consts[r] = True
	case s == "false":
		a.Consts[r] = False
	case s == `"`:
		return 0, fmt.Errorf("a string does not end")
	case s[0] == '"':
		a.Consts[r] = s[1 : len(s)-1]
	}
	return r, nil
}
