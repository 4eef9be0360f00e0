// Command goheap runs programs of a stack machine whose values are any, on the Go heap, as those of many VMs
// in Go are, with tier2 as its optimizer: vm.go is the machine, and knows nothing of words; jit.go is what
// tier2 has to be told.
//
//	go run . sum.asm        # compiled where it is hot
//	go run . -hot=0 sum.asm # interpreted
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

// frame is a call.
type frame struct {
	fn    *Fn
	pc    int
	slots []any // locals, then the operand stack
}

func (f *frame) push(v any) { f.slots = append(f.slots, v) }

func (f *frame) pop() any {
	v := f.slots[len(f.slots)-1]
	f.slots = f.slots[:len(f.slots)-1]
	return v
}

// maxFrames is how deep calls may nest.
const maxFrames = 1000

// VM runs programs. Its values are nil, bool, float64, string, []any and *Fn.
type VM struct {
	fns    []*Fn
	frames []frame
	jit    *jit // nil: everything is interpreted
}

// New makes a VM for a program. Loops and functions are compiled when they have run hot times; 0
// means never.
func New(source string, hot int) (*VM, error) {
	fns, err := Assemble(source)
	if err != nil {
		return nil, err
	}
	vm := &VM{fns: fns}
	if hot > 0 {
		err = newJIT(vm, hot)
	}
	return vm, err
}

// Run calls the first function and returns its result.
func (vm *VM) Run(args ...any) (any, error) {
	if err := vm.begin(vm.fns[0], args); err != nil {
		return nil, err
	}
	for {
		f := &vm.frames[len(vm.frames)-1]
		in := &f.fn.Insts[f.pc]
		f.pc++
		if in.Op == Return && len(vm.frames) == 1 {
			result := f.pop()
			vm.frames = vm.frames[:0]
			return result, nil
		}
		if err := vm.step(f, in); err != nil {
			vm.frames = vm.frames[:0]
			return nil, err
		}
	}
}

// step executes an instruction; f.pc is behind it.
func (vm *VM) step(f *frame, in *Inst) error {
	switch in.Op {
	case Const:
		f.push(in.K)
	case Load:
		f.push(f.slots[in.Arg])
	case Store:
		f.slots[in.Arg] = f.pop()
	case Add, Sub, Mul, Less:
		y, x := f.pop(), f.pop()
		v, err := arithmetic(in.Op, x, y)
		if err != nil {
			return err
		}
		in.Seen = v
		f.push(v)
	case Equal:
		y, x := f.pop(), f.pop()
		f.push(equal(x, y))
	case Index:
		i, l := f.pop(), f.pop()
		at, err := element(l, i)
		if err != nil {
			return err
		}
		f.push(*at)
	case SetIndex:
		x, i, l := f.pop(), f.pop(), f.pop()
		at, err := element(l, i)
		if err != nil {
			return err
		}
		*at = x
	case Len:
		l, ok := f.pop().([]any)
		if !ok {
			return errors.New("goheap: len of what is no list")
		}
		f.push(float64(len(l)))
	case Jump:
		f.pc = in.Arg
	case JumpIfNot:
		in.Count++
		if v := f.pop(); v == nil || v == false {
			f.pc, in.Count = in.Arg, in.Count-2
		}
	case Loop:
		f.pc = in.Arg
		return vm.hot(&in.Count)
	case Call:
		fn, ok := f.slots[len(f.slots)-in.Arg-1].(*Fn)
		if !ok || fn.Params != in.Arg {
			return fmt.Errorf("goheap: no function of %d arguments", in.Arg)
		}
		in.Seen = fn
		args := f.slots[len(f.slots)-in.Arg:]
		f.slots = f.slots[:len(f.slots)-in.Arg-1]
		return vm.begin(fn, args)
	case Return:
		v := f.pop()
		vm.frames = vm.frames[:len(vm.frames)-1]
		vm.frames[len(vm.frames)-1].push(v)
	}
	return nil
}

// begin begins a call.
func (vm *VM) begin(fn *Fn, args []any) error {
	if len(vm.frames) == maxFrames {
		return errors.New("goheap: stack overflow")
	}
	slots := append(make([]any, 0, fn.Locals+stack), args...)
	vm.frames = append(vm.frames, frame{fn: fn, slots: slots[:fn.Locals]})
	return vm.hot(&fn.calls)
}

// arithmetic is Add, Sub, Mul and Less.
func arithmetic(op Op, x, y any) (any, error) {
	a, number := x.(float64)
	b, both := y.(float64)
	if s, ok := x.(string); ok && op == Add {
		if t, ok := y.(string); ok {
			return concat(s, t)
		}
	}
	switch {
	case !number || !both:
		return nil, fmt.Errorf("goheap: %s of %T and %T", names[op], x, y)
	case op == Add:
		return a + b, nil
	case op == Sub:
		return a - b, nil
	case op == Mul:
		return a * b, nil
	}
	return a < b, nil
}

// maxString is the length in bytes of the longest string.
const maxString = 1 << 20

func concat(s, t string) (any, error) {
	if len(s)+len(t) > maxString {
		return nil, errors.New("goheap: the string is too long")
	}
	return s + t, nil
}

// equal is Equal: lists are equal if they are one.
func equal(x, y any) bool {
	a, list := x.([]any)
	b, both := y.([]any)
	if list || both {
		return list && both && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
	}
	return x == y
}

// element returns where list[i] is.
func element(list, i any) (*any, error) {
	l, ok := list.([]any)
	n, number := i.(float64)
	if !ok || !number {
		return nil, fmt.Errorf("goheap: %T[%T]", list, i)
	}
	return at(l, n)
}

// at returns where an element is.
func at(l []any, n float64) (*any, error) {
	i := int(n)
	if float64(i) != n || i < 0 || i >= len(l) {
		return nil, fmt.Errorf("goheap: index %v of %d elements", n, len(l))
	}
	return &l[i], nil
}

func main() {
	hot := flag.Int("hot", 100, "compile a loop that has run this `often`; 0: never")
	flag.Parse()
	source, err := os.ReadFile(flag.Arg(0))
	if err == nil {
		var vm *VM
		if vm, err = New(string(source), *hot); err == nil {
			var result any
			result, err = vm.Run()
			fmt.Println(result)
			err = errors.Join(err, vm.Close())
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
