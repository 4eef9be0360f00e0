package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/exitdata"
)

//go:embed fib.lox
var fib string

func run(t testing.TB, source string, hot int) (out string, vm *VM) {
	t.Helper()
	var b bytes.Buffer
	vm, err := New(source, &b, hot)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { vm.Close() })
	if err := vm.Run(); err != nil {
		fmt.Fprintln(&b, err)
	}
	return b.String(), vm
}

// programs have something in a hot loop that a compiler can get wrong.
var programs = map[string]string{
	"branches": `(fun main () (set i 0) (set s 0)
		(while (< i 5000) (if (< s 100) (set s (+ s i)) (set s (/ s 3))) (if (< i 2000) (print i) (do)) (set i (+ i 1)))
		(print s))`,
	"calls": `(fun main () (set i 0) (set s 0) (while (< i 3000) (set s (add (twice i) s)) (set i (+ i 1))) (print s))
		(fun add (x y) (return (+ x y)))
		(fun twice (x) (if (< x 1000) (return (* x 2)) (return (add x x))))`,
	"recursion": `(fun main () (set i 0) (while (<= i 20) (print (fib i)) (set i (+ i 1))))
		(fun fib (n) (set k 0) (while (< k 3) (set k (+ k 1))) (if (< n 2) (return n) (return (+ (fib (- n 1)) (fib (- n 2))))))`,
	"nested": `(fun main () (set i 0) (set s 0)
		(while (< i 300) (set j 0) (while (< j i) (set s (+ s (* i j))) (set j (+ j 1))) (set i (+ i 1)))
		(print s))`,
	"functions are values": `(fun main () (set f inc) (set i 0) (set n 0)
		(while (< i 2000) (set n (f n)) (if (< i 1000) (do) (set f dec)) (set i (+ i 1)))
		(print n) (print f))
		(fun inc (x) (return (+ x 1)))
		(fun dec (x) (return (- x 2)))`,
	"nil": `(fun main () (set i 0) (set last nil)
		(while (< i 3000) (if last (set last nil) (set last (< i 10))) (set i (+ i 1)))
		(print last) (print unset))`,
	"nan": `(fun main () (set i 0) (set x 1)
		(while (< i 2000) (set x (* x 1000)) (set y (- x x)) (if (<= y y) (do) (print i)) (set i (+ i 200)))
		(set i 0) (set s 0) (while (< i 2000) (set s (+ s y)) (set i (+ i 1)))
		(print y) (print s) (print (/ 1 0)) (print (/ 0 0)))`,
	"error in a hot loop": `(fun main () (set i 0) (set s 0)
		(while (< i 5000) (set s (+ s i)) (if (< i 4000) (do) (set s nil)) (set i (+ i 1))))`,
	"no function": `(fun main () (set i 0) (set f inc) (while (< i 5000) (set i (f i)) (if (< i 4000) (do) (set f 3))))
		(fun inc (x) (return (+ x 1)))`,
	"fib": `(fun main () (print (fib 17)) (print (fib 3)))
		(fun fib (n) (if (< n 2) (return n) (return (+ (fib (- n 1)) (fib (- n 2))))))`,
	"two functions call each other": `(fun main () (set i 0) (while (< i 300) (print (even i)) (set i (+ i 1))))
		(fun even (n) (if (< 0 n) (return (odd (- n 1))) (return (< 0 1))))
		(fun odd (n) (if (< 0 n) (return (even (- n 1))) (return (< 1 0))))`,
	"many calls in a function": `(fun main () (set i 0) (set s 0) (while (< i 200) (set s (+ s (walk 4))) (set i (+ i 1))) (print s))
		(fun walk (n) (if (< n 1) (return 1)
			(return (+ (walk (- n 1)) (+ (walk (- n 2)) (+ (walk (- n 3)) (+ (walk (- n 4)) (+ (walk (- n 2))
				(+ (walk (- n 3)) (+ (walk (- n 4)) (+ (walk (- n 2)) (+ (walk (- n 3)) (+ (walk (- n 4)) (walk (- n 2)))))))))))))))`,
	"a result changes its type": `(fun main () (set i 0) (set n 0) (while (< i 400) (if (f i) (set n (+ n 1)) (do)) (set i (+ i 1))) (print n) (print (f 7)))
		(fun f (i) (if (< i 200) (return (g i)) (if (g i) (return nil) (return f))))
		(fun g (i) (if (< i 1) (return nil) (return (g (- i 1)))))`,
	"a loop calls what loops": `(fun main () (set i 0) (set s 0) (while (< i 60) (set s (+ s (sum i 3))) (set i (+ i 1))) (print s))
		(fun sum (n d) (set k 0) (set s 0) (while (< k n) (set k (+ k 1)) (if (< d 1) (set s (+ s k)) (set s (+ s (sum 3 (- d 1)))))) (return s))`,
	"error in recursion": `(fun main () (set i 0) (while (< i 300) (print (f i)) (set i (+ i 1))))
		(fun f (n) (if (< n 1) (return nil) (if (< n 250) (return (f (- n 1))) (return (+ 1 (f (- n 1)))))))`,
	"overflow of inlined calls": `(fun main () (set r (f 0)))
		(fun f (n) (if (< 990 n) (print n) (do)) (set k 0) (while (< k 2) (set k (+ k (inc 0)))) (return (g n)))
		(fun g (n) (return (f (inc n)))) (fun inc (n) (return (+ (same n) 1))) (fun same (n) (return n))`,
	"arrays": `(fun main () (set a (array 100)) (set i 0) (while (< i 100) (put a i (* i i)) (set i (+ i 1)))
		(set i 0) (set s 0) (while (< i 3000) (set s (+ s (at a (/ (- i (rest i 30)) 30)))) (set i (+ i 1)))
		(print s) (print (find a 2500)) (print (find a "no")) (print (len a)) (print a))
		(fun rest (i n) (while (<= n i) (set i (- i n))) (return i))`,
	"strings": `(fun main () (set words (array 4)) (put words 0 "tree") (put words 1 "tea") (put words 2 "") (put words 3 (cat "tr" "ee"))
		(set i 0) (set n 0) (set k 0) (set c 0)
		(while (< i 2000) (set w (at words k)) (if (= w "tree") (set n (+ n 1)) (do)) (if (starts w "te") (set n (+ n 100)) (do))
			(set c (+ c (+ (len w) (find words w)))) (set k (+ k 1)) (if (= k 4) (set k 0) (do)) (set i (+ i 1)))
		(print n) (print c) (print (= words words)) (print (= "a" nil)) (print (cat "x" (at words 1))))`,
	"strings grow": `(fun main () (set s "") (set i 0) (set n 0) (while (< i 400) (if (= s (cat "" s)) (set n (+ n 1)) (do)) (set s (cat s "abc")) (set i (+ i 1)))
		(print n) (print (len s)) (print (starts s s)))`,
	"an element is missing": `(fun main () (set a (array 1000)) (set i 0) (while (< i 2000) (put a i 1) (print i) (set i (+ i 1))))`,
	"no index":              `(fun main () (set a (array 3)) (set i 0) (set k 0) (while (< i 2000) (if (< i 1500) (do) (set k 0.5)) (set s (at a k)) (set i (+ i 1))))`,
	"no array":              `(fun main () (set a (array 3)) (set i 0) (while (< i 2000) (if (< i 1500) (do) (set a "abc")) (print (len a)) (set s (at a 0)) (set i (+ i 1))))`,
	"a string is no function": `(fun main () (set i 0) (set f inc) (while (< i 5000) (set i (f i)) (if (< i 4000) (do) (set f "f"))))
		(fun inc (x) (return (+ x 1)))`,
	"out of memory": `(fun main () (set i 0) (while (< i 3000) (set a (array 10000)) (set i (+ i 1))))`,
	"not a number and zero": `(fun main () (set i 0) (set n (/ 0 0)) (set m (* 0 (- 0 1))) (set c 0)
		(while (< i 3000) (if (= n n) (print i) (do)) (if (= m 0) (set c (+ c 1)) (do)) (set i (+ i 1))) (print c))`,
	"overflow": `(fun main () (down 1)) (fun down (n) (print n) (return (down (+ n 1))))`,
}

// TestPrograms: compiled code prints what the interpreter does, however early the
// loops are compiled.
func TestPrograms(t *testing.T) {
	for name, source := range programs {
		want, _ := run(t, source, 0)
		for _, hot := range []int{1, 2, 100} {
			got, vm := run(t, source, hot)
			if got != want {
				t.Errorf("%s, hot at %d: printed\n%s\nwant\n%s", name, hot, got, want)
			}
			n := 0
			for _, ex := range vm.jit.Table().Executors {
				if ex.Kind == exitdata.Native {
					n++
				}
			}
			if n == 0 && vm.jit.Backend() == exitdata.Native {
				t.Errorf("%s, hot at %d: nothing was compiled: %v", name, hot, vm.jit.Refused)
			}
		}
	}
}

// TestRecursion: a recursion stays in machine code. It calls itself 57,313 times; without
// entries of functions, each call would be the interpreter's, and without rows for returns,
// each would come back to it.
func TestRecursion(t *testing.T) {
	source := strings.Replace(fib, "32", "22", 1)
	out, vm := run(t, source, 100)
	if vm.jit.Backend() != exitdata.Native {
		t.Skip("no machine code on this port")
	}
	if s := vm.jit.Table().Stats; out != "17711\n" || s.Entries > 1000 {
		t.Errorf("printed %s, machine code was entered %d times; refused: %v", out, s.Entries, vm.jit.Refused)
	}
}

// TestMalformed: what is no program is an error.
func TestMalformed(t *testing.T) {
	for _, s := range []string{"", "(", ")", "(fun)", "(fun main)", "x", "(fun main () x)", "(fun main () (+ 1))", "(fun main () (set 1))", "(fun main () ()", "(fun main () (if 1))", `(fun main () (print "abc))`, `(fun main () (print "))`, "(fun main () ((g) 1))"} {
		if _, err := New(s, nil, 0); err == nil {
			t.Errorf("%q is a program", s)
		}
	}
}

//go:embed sum.lox
var sum string

//go:embed sieve.lox
var sieve string

// BenchmarkTimes runs programs interpreted and compiled, in turn, and reports how many times
// faster the fastest compiled run is than the fastest interpreted one. The bars are 10 for sum, 8 for fib.
func BenchmarkTimes(b *testing.B) {
	for _, p := range []struct{ name, source string }{
		{"sum", strings.Replace(sum, "30000000", "1000000", 1)},
		{"fib", strings.Replace(fib, "32", "25", 1)},
		{"sieve", strings.Replace(sieve, "2000000", "200000", 1)},
		{"find", `(fun main () (set a (array 33)) (put a 32 "the last one") (set i 0) (set s 0)
			(while (< i 200000) (set s (+ s (find a "the last one"))) (set i (+ i 1))) (print s))`},
	} {
		b.Run(p.name, func(b *testing.B) {
			took := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				for i, hot := range []int{0, 100} {
					start := time.Now()
					run(b, p.source, hot)
					took[i] = min(took[i], time.Since(start))
				}
			}
			b.ReportMetric(float64(took[0])/1e6, "interpreted-ms")
			b.ReportMetric(float64(took[1])/1e6, "compiled-ms")
			b.ReportMetric(float64(took[0])/float64(took[1]), "times")
		})
	}
}
