package main

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

//go:embed sum.asm
var sum string

// elements sums the elements of a list, which is its parameter, a number of times.
const elements = `
fun main 2 5
  const 0
  store 4
rounds:
  load 4
  load 1
  less
  jumpifnot done
  const 0
  store 2
  const 0
  store 3
top:
  load 2
  load 0
  len
  less
  jumpifnot end
  load 3
  load 0
  load 2
  index
  add
  store 3
  load 2
  const 1
  add
  store 2
  loop top
end:
  load 4
  const 1
  add
  store 4
  loop rounds
done:
  load 3
  return`

const fib = `
fun main 1 1
  const fib
  load 0
  call 1
  return
fun fib 1 1
  load 0
  const 2
  less
  jumpifnot more
  load 0
  return
more:
  const fib
  load 0
  const 1
  sub
  call 1
  const fib
  load 0
  const 2
  sub
  call 1
  add
  return`

// programs have something in a hot loop that mirrors and handles can get wrong.
var programs = map[string]struct {
	source string
	args   func() []any
}{
	"numbers":  {strings.Replace(sum, "30000000", "30000", 1), func() []any { return nil }},
	"elements": {elements, func() []any { return []any{numbers(1000), 20.0} }},
	"an element is no number": {elements, func() []any {
		l := numbers(1000)
		l[900] = "x"
		return []any{l, 20.0}
	}},
	"recursion": {fib, func() []any { return []any{16.0} }},
	"overflow":  {strings.Replace(fib, "const 2\n  less", "const -1\n  less", 1), func() []any { return []any{2000.0} }},
	"strings grow": {`
fun main 1 3
  const 0
  store 1
  const ""
  store 2
top:
  load 1
  load 0
  less
  jumpifnot done
  load 2
  const "ab"
  add
  store 2
  load 1
  const 1
  add
  store 1
  loop top
done:
  load 2
  return`, func() []any { return []any{6000.0} }},
	"rotation of values of all kinds": {`
fun main 2 4
  const 0
  store 2
top:
  load 2
  load 1
  less
  jumpifnot done
  load 0
  const 0
  index
  store 3
  load 0
  const 0
  load 0
  const 1
  index
  setindex
  load 0
  const 1
  load 0
  const 2
  index
  setindex
  load 0
  const 2
  load 3
  setindex
  load 2
  const 1
  add
  store 2
  loop top
done:
  load 0
  return`, func() []any { return []any{[]any{"a", []any{1.0, nil}, int(7)}, 20000.0} }},
	"equality": {`
fun main 3 5
  const 0
  store 3
  const 0
  store 4
top:
  load 3
  const 9000
  less
  jumpifnot done
  load 0
  const 0
  index
  load 0
  const 1
  index
  equal
  jumpifnot differ
  load 4
  const 1
  add
  store 4
differ:
  load 1
  load 2
  equal
  jumpifnot next
  load 4
  const 1
  add
  store 4
next:
  load 3
  const 1
  add
  store 3
  loop top
done:
  load 4
  return`, func() []any { return []any{[]any{"a" + fmt.Sprint(1), "a1"}, []any{1.0}, []any{1.0}} }},
	"functions are values": {`
fun main 0 3
  const 0
  store 0
  const inc
  store 2
top:
  load 0
  const 5000
  less
  jumpifnot done
  load 2
  load 1
  call 1
  store 1
  load 0
  const 2500
  equal
  jumpifnot next
  const say
  store 2
next:
  load 0
  const 1
  add
  store 0
  loop top
done:
  load 1
  return
fun inc 1 1
  load 0
  jumpifnot zero
  load 0
  const 1
  add
  return
zero:
  const 1
  return
fun say 1 1
  const "no number"
  return`, func() []any { return nil }},
	"index out of range": {`
fun main 1 2
  const 0
  store 1
top:
  load 0
  load 1
  index
  jumpifnot next
next:
  load 1
  const 1
  add
  store 1
  loop top`, func() []any { return []any{numbers(5000)} }},
}

func numbers(n int) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = float64(i) / 4
	}
	return list
}

// run runs a program and says how it ended.
func run(t testing.TB, source string, hot int, args []any) (string, *VM) {
	t.Helper()
	vm, err := New(source, hot)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { vm.Close() })
	result, err := vm.Run(args...)
	if s, ok := result.(string); ok && len(s) > 100 {
		result = fmt.Sprint(len(s), strings.Count(s, "ab"))
	}
	return fmt.Sprint(result, err), vm
}

// TestPrograms: compiled code does what the interpreter does, however early it is compiled.
func TestPrograms(t *testing.T) {
	for name, p := range programs {
		want, _ := run(t, p.source, 0, p.args())
		for _, hot := range []int{1, 2, 100} {
			got, vm := run(t, p.source, hot, p.args())
			if got != want {
				t.Errorf("%s, hot at %d: %s, want %s", name, hot, got, want)
			}
			if vm.jit != nil && vm.jit.Table().Stats.Native == 0 {
				t.Errorf("%s, hot at %d: nothing was compiled: %v", name, hot, vm.jit.Refused)
			}
		}
	}
}

// BenchmarkTimes runs each program interpreted and compiled, in turn, and reports how many
// times faster the fastest compiled run is than the fastest interpreted one.
func BenchmarkTimes(b *testing.B) {
	for _, p := range []struct {
		name, source string
		args         []any
	}{
		{"numbers", strings.Replace(sum, "30000000", "300000", 1), nil},
		{"elements", elements, []any{numbers(1000), 300.0}},
		{"fib", fib, []any{25.0}},
	} {
		b.Run(p.name, func(b *testing.B) {
			took := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				for i, hot := range []int{0, 100} {
					start := time.Now()
					run(b, p.source, hot, p.args)
					took[i] = min(took[i], time.Since(start))
				}
			}
			b.ReportMetric(float64(took[0])/1e6, "interpreted-ms")
			b.ReportMetric(float64(took[1])/1e6, "compiled-ms")
			b.ReportMetric(float64(took[0])/float64(took[1]), "times")
		})
	}
}
