package interp_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// A Go program calls a Python function that calls a Go function.
func Example() {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		log.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "shop.py", []byte(`
def total(basket):
    return sum([price(item) * n for item, n in basket.items()])
`))
	if err != nil {
		log.Fatal(err)
	}

	vm, err := interp.New(interp.Options{Stdout: os.Stdout})
	if err != nil {
		log.Fatal(err)
	}
	defer vm.Close()
	if err := vm.EnableTier2(tier2.Options{}); err != nil {
		log.Fatal(err)
	}
	prices := map[string]float64{"apple": 0.5, "pear": 0.75}
	err = vm.SetGlobal("price", func(item string) (float64, error) {
		p, ok := prices[item]
		if !ok {
			return 0, interp.Raise("KeyError", "no %s today", item)
		}
		return p, nil
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		log.Fatal(err)
	}

	v, err := vm.Call("total", map[string]int{"apple": 4, "pear": 2})
	if err != nil {
		log.Fatal(err)
	}
	total, err := interp.As[float64](v)
	fmt.Println(total, err)
	_, err = vm.Call("total", map[string]int{"plum": 1})
	fmt.Println(err)
	// Output:
	// 3.5 <nil>
	// KeyError: 'no plum today'
}
