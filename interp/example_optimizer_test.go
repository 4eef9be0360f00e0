package interp_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/uop"
)

// plain is an optimizer whose executors interpret micro-ops: valid, and of no use.
type plain struct{}

func (plain) Capabilities() tier2.Capabilities {
	return tier2.Capabilities{Triggers: tier2.BackEdges | tier2.Entries, Limits: uop.DefaultLimits, Kind: exitdata.Uops}
}

// It costs nothing to make them, and they are as fast as the interpreter.
func (plain) OptimizationCost() float64 { return 0 }
func (plain) RunCost() float64          { return 1 }

func (plain) Optimize(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
	t, stop := src.Trace(uop.DefaultLimits)
	if t == nil {
		return nil, &tier2.Refusal{Reason: stop.String(), Err: fmt.Errorf("no trace from %s at %d", code.Name, offset)}
	}
	return tier2.Interpret(t), nil
}

// tiered is an optimizer that compiles a place not before its micro-ops have been
// interpreted. It has the library's compiler, with its table.
type tiered struct {
	*tier2.Compiler
	vm    *interp.VM
	plain []*exitdata.Executor
}

// Capabilities are the compiler's, for executors of two kinds.
func (o *tiered) Capabilities() tier2.Capabilities {
	can := o.Compiler.Capabilities()
	can.Kind = exitdata.Cold
	return can
}

// Optimize makes executors that interpret, and none for exits.
func (o *tiered) Optimize(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
	if src.Exit() != nil {
		return nil, nil
	}
	ex, err := plain{}.Optimize(code, offset, src)
	if ex != nil {
		o.plain = append(o.plain, ex)
	}
	return ex, err
}

// promote compiles what has been entered often, and puts it in place.
func (o *tiered) promote(entries uint64) (n int, err error) {
	for _, old := range o.plain {
		if old.Invalid || old.Entries < entries {
			continue
		}
		ex, err := o.Compile(old.Trace)
		if err != nil {
			return n, err
		}
		if err := o.vm.Replace(old, ex); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// power is a program that calls promote, a Go function, from its hot loop.
const power = `
def power(n):
    r = 1
    for i in range(n):
        r = r * 3 % 1000003
        if i == 3000:
            print(promote(1), "replaced")
    return r
print(power(10000))
`

func ExampleVM_Register() {
	vm, code := load(`print(sum([i * i for i in range(5000)]))`)
	defer vm.Close()
	if err := vm.Register(plain{}); err != nil {
		log.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		log.Fatal(err)
	}
	for _, ex := range vm.Executors() {
		fmt.Println(ex.Kind, ex.Name)
	}
	// Output:
	// 41654167500
	// uops <module> <example>:1
}

func ExampleVM_Replace() {
	vm, code := load(power)
	defer vm.Close()
	c, err := vm.NewCompiler(tier2.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o := &tiered{Compiler: c, vm: vm}
	if err := vm.Register(o); err != nil {
		log.Fatal(err)
	}
	if err := vm.SetGlobal("promote", o.promote); err != nil {
		log.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 replaced
	// 218751
}

// load makes a VM that prints to standard output, and compiles a program for it.
func load(source string) (*interp.VM, *pycode.Code) {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		log.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "<example>", []byte(source))
	if err != nil {
		log.Fatal(err)
	}
	vm, err := interp.New(interp.Options{Stdout: os.Stdout})
	if err != nil {
		log.Fatal(err)
	}
	return vm, code
}
