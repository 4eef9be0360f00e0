// Package lang has the example's values, and compiles its language to the
// instructions of its stack machine. A program is a list of functions, of which the first is run:
//
//	(fun main ()
//	  (set i 0)
//	  (while (< i 10)
//	    (set i (+ i 1))
//	    (if (< i 5) (print (square i)) (do))))
//	(fun square (x) (return (* x x)))
//
// Statements are (set x e), (print e), (return e), (while e s…), (if e s s),
// (do s…) and expressions; expressions are numbers, strings as "word", nil, variables, names of
// functions, (op e e) with + - * / < <= =, operations on strings and arrays, and calls (f e…):
//
//	(array n)      an array of n times nil    (cat s t)     the string s, then t
//	(at a i)       element i, from 0          (starts s p)  s begins with p
//	(put a i x)    makes x element i, is x    (len x)       of an array or a string
//	(find a x)     the first i at which a has x, −1 if none
package lang

import (
	"fmt"
	"regexp"
	"strconv"
)

// Op is an instruction of the stack machine.
type Op uint16

// The instructions.
const (
	Const     Op = iota // pushes the word K
	Load                // pushes local Arg
	Store               // pops to local Arg
	Drop                // pops
	Add                 // pops y, x, pushes x+y; Sub to LessEq alike
	Sub                 //
	Mul                 //
	Div                 //
	Less                //
	LessEq              //
	Jump                // goes on at Arg
	JumpIfNot           // pops x, goes on at Arg if it is nil or false
	Loop                // goes back to Arg
	Call                // pops Arg arguments and a function, pushes the result
	Return              // pops the result and the frame
	Print               // pops and prints
	Array               // those of strings and arrays pop their operands and push the result
	At
	Put
	Len
	Find
	Equal
	Starts
	Cat
	NumOps
)

// Inst is an instruction. Seen and Count are the interpreter's, to remember what
// it has met there.
type Inst struct {
	Op    Op
	Arg   uint32
	K     Word
	Text  *string // of a constant string: K is its word, which the machine makes
	Seen  Word
	Count int
}

// Code is a function.
type Code struct {
	Name   string
	Params uint32
	Locals int // parameters included
	Stack  int // operands at most
	Insts  []Inst
}

var (
	atom      = regexp.MustCompile(`[()]|"[^"]*"|"|[^\s()"]+`)
	operators = map[string]operator{
		"+": {Add, 2}, "-": {Sub, 2}, "*": {Mul, 2}, "/": {Div, 2}, "<": {Less, 2}, "<=": {LessEq, 2}, "=": {Equal, 2},
		"array": {Array, 1}, "at": {At, 2}, "put": {Put, 3}, "len": {Len, 1}, "find": {Find, 2}, "starts": {Starts, 2}, "cat": {Cat, 2},
	}
)

type operator struct {
	op       Op
	operands int
}

// Compile compiles a program.
func Compile(source string) (codes []*Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("lox: malformed program: %v", r)
		}
	}()
	atoms := atom.FindAllString("("+source+")", -1)
	program := read(&atoms).([]any)
	if len(program) == 0 || len(atoms) > 0 {
		return nil, fmt.Errorf("lox: malformed program: %d functions, then %q", len(program), atoms)
	}
	funs := map[string]int{}
	for i, f := range program {
		funs[f.([]any)[1].(string)] = i
	}
	for _, f := range program {
		f := f.([]any)
		c := &compiler{Code: &Code{Name: f[1].(string)}, locals: map[string]int{}, funs: funs}
		for _, p := range f[2].([]any) {
			c.local(p)
			c.Params++
		}
		c.body(f[3:])
		c.emit(Const, 0).K = Nil
		c.emit(Return, 0)
		c.Locals = len(c.locals)
		codes = append(codes, c.Code)
	}
	return codes, nil
}

// read takes an atom (a string) or a list ([]any) off the atoms.
func read(atoms *[]string) any {
	t := (*atoms)[0]
	*atoms = (*atoms)[1:]
	if t != "(" {
		return t
	}
	list := []any{}
	for (*atoms)[0] != ")" {
		list = append(list, read(atoms))
	}
	*atoms = (*atoms)[1:]
	return list
}

type compiler struct {
	*Code
	locals, funs map[string]int
}

func (c *compiler) local(name any) int {
	s := name.(string)
	if _, ok := c.locals[s]; !ok {
		c.locals[s] = len(c.locals)
	}
	return c.locals[s]
}

func (c *compiler) emit(op Op, arg int) *Inst {
	c.Insts = append(c.Insts, Inst{Op: op, Arg: uint32(arg)})
	return &c.Insts[len(c.Insts)-1]
}

// jump emits a jump, which leads to where the function it returns is called.
func (c *compiler) jump(op Op) func() {
	i := len(c.Insts)
	c.emit(op, 0)
	return func() { c.Insts[i].Arg = uint32(len(c.Insts)) }
}

// stmt compiles a statement.
func (c *compiler) stmt(n any) {
	l, ok := n.([]any)
	if !ok {
		panic(fmt.Sprintf("%v is no statement", n))
	}
	switch l[0] {
	case "set":
		c.expr(l[2], 0)
		c.emit(Store, c.local(l[1]))
	case "print", "return":
		c.expr(l[1], 0)
		c.emit(map[any]Op{"print": Print, "return": Return}[l[0]], 0)
	case "do":
		c.body(l[1:])
	case "if":
		c.expr(l[1], 0)
		not := c.jump(JumpIfNot)
		c.stmt(l[2])
		end := c.jump(Jump)
		not()
		c.stmt(l[3])
		end()
	case "while":
		top := len(c.Insts)
		c.expr(l[1], 0)
		end := c.jump(JumpIfNot)
		c.body(l[2:])
		c.emit(Loop, top)
		end()
	default:
		c.expr(n, 0)
		c.emit(Drop, 0)
	}
}

func (c *compiler) body(list []any) {
	for _, s := range list {
		c.stmt(s)
	}
}

// expr compiles an expression, whose value lies on depth others.
func (c *compiler) expr(n any, depth int) {
	c.Stack = max(c.Stack, depth+1)
	l, ok := n.([]any)
	if !ok {
		c.atom(n.(string))
		return
	}
	name, ok := l[0].(string)
	if !ok {
		panic("a call of what is no name")
	}
	o, ok := operators[name]
	op, arg := o.op, len(l)-1
	if ok {
		if l, arg = l[1:], 0; len(l) != o.operands {
			panic(fmt.Sprintf("%d operands of an operator", len(l)))
		}
	} else {
		op = Call
	}
	for i, e := range l {
		c.expr(e, depth+i)
	}
	c.emit(op, arg)
}

func (c *compiler) atom(s string) {
	if x, err := strconv.ParseFloat(s, 64); err == nil && x == x {
		c.emit(Const, 0).K = Number(x)
	} else if n, ok := c.funs[s]; ok {
		c.emit(Const, 0).K = Fun + Word(n)
	} else if s == `"` {
		panic("a string does not end")
	} else if s[0] == '"' {
		text := s[1 : len(s)-1]
		c.emit(Const, 0).Text = &text
	} else if s == "nil" {
		c.emit(Const, 0).K = Nil
	} else {
		c.emit(Load, c.local(s))
	}
}
