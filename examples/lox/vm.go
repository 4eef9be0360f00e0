// Command lox runs a small dynamic language on a stack machine of its own, with
// tier2 as its optimizer: vm.go is the machine, ops.go its instructions, for the
// interpreter and for the compiler, and jit.go is all that tier2 has to be told.
//
//	go run . fib.lox        # compiled where it is hot
//	go run . -hot=0 fib.lox # interpreted
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"unsafe"

	"example.com/lox/lang"
	"example.com/lox/objects"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/native"
)

type word = lang.Word

// frame is a call. Frames lie outside the Go heap, where machine code writes them.
type frame struct {
	caller       unsafe.Pointer // *frame; nil for main's
	resume       uint64         // machine code's
	code, pc, sp uint32
	room         int32          // how many frames may be begun behind it
	slots        [maxSlots]word // locals, then the operand stack
}

const (
	maxSlots  = 64
	maxFrames = 1000
	frameSize = unsafe.Sizeof(frame{})
)

func (f *frame) push(w word) { f.slots[f.sp] = w; f.sp++ }
func (f *frame) pop() word   { f.sp--; return f.slots[f.sp] }

// code is a function, with the executors that run in place of the instructions
// from a pc on.
type code struct {
	*lang.Code
	calls int
	execs []*exitdata.Executor
}

// VM runs one program.
type VM struct {
	Out   io.Writer
	codes []code
	base  unsafe.Pointer // the first frame
	fp    unsafe.Pointer // the innermost frame
	jit   *jit
	data  *native.Data
	heap  *objects.Heap
}

// New makes a VM for a program, which prints to out. Loops are compiled when they
// have run hot times; 0 means never.
func New(source string, out io.Writer, hot int) (*VM, error) {
	codes, err := lang.Compile(source)
	if err != nil {
		return nil, err
	}
	vm := &VM{Out: out}
	if vm.data, err = native.NewData(native.DataOptions{}); err != nil {
		return nil, err
	}
	frames, err := vm.data.Alloc(maxFrames * int(frameSize))
	if err != nil {
		return nil, err
	}
	memory, err := vm.data.Alloc(objects.Size)
	if err != nil {
		return nil, err
	}
	vm.base, vm.heap = unsafe.Add(nil, frames), objects.New(memory)
	for _, c := range codes {
		if c.Locals+c.Stack > maxSlots {
			return nil, fmt.Errorf("lox: %s is too large", c.Name)
		}
		for i := range c.Insts {
			if in := &c.Insts[i]; in.Text != nil {
				r, err := vm.heap.String(*in.Text)
				if err != nil {
					return nil, err
				}
				in.K = word(r)
			}
		}
		vm.codes = append(vm.codes, code{c, 0, make([]*exitdata.Executor, len(c.Insts))})
	}
	return vm, newJIT(vm, hot)
}

// Close frees the VM's memory.
func (vm *VM) Close() error { return errors.Join(vm.jit.Close(), vm.data.Close()) }

// Run runs the first function.
func (vm *VM) Run() error {
	vm.begin(vm.base, nil, 0)
	for vm.fp != nil {
		f := (*frame)(vm.fp)
		in := &vm.codes[f.code].Insts[f.pc]
		f.pc++
		if err := instructions[in.Op].run(vm, f, in); err != nil {
			return err
		}
	}
	return nil
}

// begin begins a call of a frame, of nil for main.
func (vm *VM) begin(at unsafe.Pointer, caller *frame, code uint32) *frame {
	f := (*frame)(at)
	f.caller, f.code, f.pc, f.sp, f.room = unsafe.Pointer(caller), code, 0, uint32(vm.codes[code].Locals), maxFrames-1
	if caller != nil {
		f.room = caller.room - 1
		caller.resume = vm.jit.Table().ReturnRow // where machine code returns to
	}
	for i := range f.sp {
		f.slots[i] = lang.Nil
	}
	vm.fp = at
	return f
}

// call calls the function below its arguments.
func (vm *VM) call(f *frame, in *lang.Inst) error {
	f.sp -= in.Arg + 1
	args := f.slots[f.sp : f.sp+in.Arg+1]
	switch n := args[0] - lang.Fun; {
	case n >= word(len(vm.codes)) || vm.codes[n].Params != in.Arg:
		return fmt.Errorf("lox: %v is no function of %d arguments", args[0], in.Arg)
	case f.room == 0:
		return fmt.Errorf("lox: stack overflow")
	default:
		in.Seen = args[0]
		callee := vm.begin(unsafe.Add(vm.fp, frameSize), f, uint32(n))
		copy(callee.slots[:], args[1:])
		return vm.hot(callee, &vm.codes[n].calls)
	}
}

// leave ends a call.
func (vm *VM) leave(result word) {
	if vm.fp = (*frame)(vm.fp).caller; vm.fp != nil {
		(*frame)(vm.fp).push(result)
	}
}

func main() {
	hot := flag.Int("hot", 100, "compile a loop that has run this `often`; 0: never")
	flag.Parse()
	source, err := os.ReadFile(flag.Arg(0))
	if err == nil {
		var vm *VM
		if vm, err = New(string(source), os.Stdout, *hot); err == nil {
			err = vm.Run()
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
