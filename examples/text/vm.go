// Command text runs programs that work on strings, on a register machine of its own, with tier2 as its
// optimizer: vm.go is the machine, ops.go its operations, for the interpreter and for the compiler, objects/ what
// they do, written once, and jit.go is all that tier2 has to be told.
//
//	go run . words.txt        # compiled where it is hot
//	go run . -hot=0 words.txt # interpreted
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"unsafe"

	"example.com/text/objects"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/opgen/mem"
)

const maxRegisters = 128

// frame is the registers of the program. It lies outside the Go heap, where machine code writes it.
type frame struct {
	caller    unsafe.Pointer // there is none
	resume    uint64         // machine code's
	code      uint32
	pc, sp    uint32
	registers [maxRegisters]Word
}

// VM runs one program.
type VM struct {
	Out   io.Writer
	code  *Code
	start []Word               // what the registers hold at first
	execs []*exitdata.Executor // that run in place of the instructions from a pc on
	fp    unsafe.Pointer       // the frame
	heap  *objects.Heap
	jit   *jit
	data  *native.Data
}

// New makes a VM for a program, which prints to out. Loops are compiled when they have run hot times; 0 means
// never.
func New(source string, out io.Writer, hot int) (*VM, error) {
	code, err := Assemble(source)
	if err != nil {
		return nil, err
	}
	vm := &VM{Out: out, code: code, execs: make([]*exitdata.Executor, len(code.Insts))}
	if vm.data, err = native.NewData(native.DataOptions{Limit: 2 * objects.Size}); err != nil {
		return nil, err
	}
	f, err1 := vm.data.Alloc(int(unsafe.Sizeof(frame{})))
	memory, err2 := vm.data.Alloc(objects.Size)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	vm.fp, vm.heap = unsafe.Add(nil, f), objects.New(memory)
	for _, c := range code.Consts {
		w := Nil
		switch c := c.(type) {
		case Word:
			w = c
		case string:
			x, err := vm.heap.String(c)
			if err != nil {
				return nil, err
			}
			w = Word(x)
		}
		vm.start = append(vm.start, w)
	}
	return vm, newJIT(vm, hot)
}

// Close frees the VM's memory.
func (vm *VM) Close() error { return errors.Join(vm.jit.Close(), vm.data.Close()) }

// Run runs the program and returns what it returns.
func (vm *VM) Run() (Word, error) {
	f := (*frame)(vm.fp)
	f.pc, f.sp = 0, uint32(copy(f.registers[:], vm.start))
	for {
		in := &vm.code.Insts[f.pc]
		f.pc++
		r := &f.registers
		switch in.Op {
		case Move:
			r[in.Dst] = r[in.R[0]]
		case Jump:
			f.pc = in.To
		case If, Unless:
			w := r[in.R[0]]
			if w != True && w != False {
				return 0, fmt.Errorf("text: %s decides nothing", vm.Format(w))
			}
			if in.Count++; (w == True) == (in.Op == If) {
				f.pc, in.Count = in.To, in.Count-2
			}
		case Loop:
			f.pc = in.To
			if err := vm.hot(f, &in.Count); err != nil {
				return 0, err
			}
		case Print:
			if err := vm.print(r[in.R[0]]); err != nil {
				return 0, err
			}
		case Return:
			return r[in.R[0]], nil
		default:
			x, err := operations[in.Op].run(vm, in, r)
			if err != nil {
				return 0, err
			}
			if in.Op != Put {
				r[in.Dst] = x
			}
		}
	}
}

func (vm *VM) print(w Word) error {
	_, err := fmt.Fprintln(vm.Out, vm.Format(w))
	return err
}

// Format returns a word as programs print it.
func (vm *VM) Format(w Word) string {
	switch words.Set(uint64(w)) {
	case tInt:
		return fmt.Sprint(int64(w - zero))
	case tString:
		return vm.heap.Text(mem.Ref(w))
	case tArray:
		return fmt.Sprintf("<array of %d>", objects.Length(vm.heap.Mem, mem.Ref(w)))
	}
	return [...]string{"nil", "false", "true"}[w-Nil]
}

func main() {
	hot := flag.Int("hot", 100, "compile a loop that has run this `often`; 0: never")
	flag.Parse()
	source, err := os.ReadFile(flag.Arg(0))
	if err == nil {
		var vm *VM
		if vm, err = New(string(source), os.Stdout, *hot); err == nil {
			_, err = vm.Run()
			for _, why := range vm.jit.Refused {
				fmt.Fprintln(os.Stderr, "not compiled:", why)
			}
			err = errors.Join(err, vm.Close())
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
