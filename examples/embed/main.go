// Command embed runs Python functions from Go: with arguments and results, with
// Go functions that they call, with limits of memory and time. docs/embed.md
// explains it.
package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

//go:embed orders.py
var source []byte

//go:embed prices.csv
var prices embed.FS

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out io.Writer) error {
	vm, err := load(ctx, out)
	if err != nil {
		return err
	}
	defer vm.Close()
	for _, part := range []func(context.Context, *interp.VM, io.Writer) error{call, callBack, files, memory, statistics, deadline} {
		if err := part(ctx, vm, out); err != nil {
			return err
		}
	}
	return nil
}

// load makes a VM that has run orders.py.
func load(ctx context.Context, out io.Writer) (*interp.VM, error) {
	py, err := compile.Find(ctx, compile.Options{Stderr: os.Stderr})
	if err != nil {
		return nil, err
	}
	code, err := py.Compile(ctx, "orders.py", source)
	if err != nil {
		return nil, err
	}

	files := grant.ReadOnly(prices)
	f := compile.Finder{Python: py, FS: files, Memory: 64 << 20}
	text := func(name string) ([]byte, error) {
		if name == "orders.py" {
			return source, nil
		}
		return f.Source(name)
	}
	vm, err := interp.New(interp.Options{
		Heap:           object.Options{Limit: 64 << 20, Stack: 8 << 20},
		RecursionLimit: 500,
		Stdout:         out,
		Stats:          true,
		Import:         f.Find,
		Compile:        f.Compile,
		Tokenize:       f.Tokenize,
		Path:           []string{py.LibDir()},
		Grants:         grant.Grants{FS: files, Dir: "/", Clock: host.Clock()},
		Source:         text,
	})
	if err != nil {
		return nil, err
	}
	if err := vm.EnableTier2(tier2.Options{Clock: true}); err != nil {
		return nil, errors.Join(err, vm.Close())
	}
	if err := vm.SetGlobal("rate", rate); err != nil {
		return nil, errors.Join(err, vm.Close())
	}
	if err := vm.RunMain(code, []string{"orders.py"}); err != nil {
		return nil, errors.Join(err, vm.Close())
	}
	return vm, nil
}

var errNoRate = errors.New("no rate is known")

// rate is called by Python.
func rate(from, to string) (float64, error) {
	perEuro := map[string]float64{"EUR": 1, "USD": 1.25, "GBP": 0.8}
	a, b := perEuro[from], perEuro[to]
	if a == 0 || b == 0 {
		return 0, fmt.Errorf("%s to %s: %w", from, to, errNoRate)
	}
	return b / a, nil
}

// call calls a Python function.
func call(_ context.Context, vm *interp.VM, out io.Writer) error {
	orders := []map[string]any{
		{"count": 3, "price": 9.5, "currency": "EUR"},
		{"count": 1, "price": 40, "currency": "USD"},
	}
	v, err := vm.Call("total", orders, "GBP")
	if err != nil {
		return err
	}
	total, err := interp.As[float64](v)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "total: %.2f GBP\n", total)

	_, err = vm.Call("total", orders, "XAU")
	var exception *interp.GuestError
	if !errors.As(err, &exception) || !errors.Is(err, errNoRate) {
		return fmt.Errorf("no gold was expected: %w", err)
	}
	fmt.Fprintf(out, "%s\n", exception.Traceback())
	return nil
}

// callBack calls a Python function whose hot loop calls a Go function.
func callBack(_ context.Context, vm *interp.VM, out io.Writer) error {
	asked := 0
	demand := func(args []interp.Value) (any, error) {
		day, err := interp.As[int](args[0])
		asked++
		return 5 + day*7919%13, err
	}
	v, err := vm.Call("simulate", 50000, demand)
	if err != nil {
		return err
	}
	result, err := interp.As[[2]int](v)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "sold %d, missed %d; Go was asked %d times\n", result[0], result[1], asked)
	return nil
}

// files calls a function that reads the one file that there is, and asks for more.
func files(_ context.Context, vm *interp.VM, out io.Writer) error {
	v, err := vm.Call("cheapest", "prices.csv")
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "cheapest:", v)
	_, err = vm.Call("escape")
	fmt.Fprintln(out, "escape:", err)
	return nil
}

// memory calls a function that takes more memory than the VM has.
func memory(_ context.Context, vm *interp.VM, out io.Writer) error {
	_, err := vm.Call("hog")
	fmt.Fprintln(out, "hog:", err)
	return nil
}

// statistics prints what the VM has counted.
func statistics(_ context.Context, vm *interp.VM, out io.Writer) error {
	s := vm.Stats()
	fmt.Fprintf(out, "hot code ran as %s: %d executors, %.0f%% of the bytecodes\n", s.Tier2.Backend, s.Tier2.Executors, 100*s.Tier2.Coverage)
	fmt.Fprintf(out, "%d collections, %d MB of at most %d MB in use\n", s.Heap.Collections, s.Heap.Used>>20, s.Heap.Limit>>20)
	return nil
}

// deadline calls a function that does not end by itself. How much of it runs in the given
// time is another number each time, so it comes last: nothing is counted behind it.
func deadline(ctx context.Context, vm *interp.VM, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	stop := vm.InterruptOn(ctx)
	_, err := vm.Call("forever")
	stop()
	fmt.Fprintln(out, "forever:", errors.Is(err, context.DeadlineExceeded))
	return nil
}
