package quiet

import (
	"fmt"
	"io"
	"log"
	"os"
)

func bad() {
	fmt.Println("x")           // want `a library uses fmt.Println`
	fmt.Printf("x")            // want `a library uses fmt.Printf`
	fmt.Fprint(os.Stderr, "x") // want `a library uses os.Stderr`
	println("x")               // want `a library calls println`
	log.Print("x")             // want `a library uses log.Print`
	f := os.Exit               // want `a library uses os.Exit`
	f(1)
}

// Main is the body of a program.
func Main() { os.Exit(len(os.Args)) }

type program struct{}

func (program) Main() { os.Exit(1) } // want `a library uses os.Exit`

type stdout struct{ Stdout io.Writer }

func good(w io.Writer, s stdout) error {
	fmt.Fprintln(w, "x")
	fmt.Fprintln(s.Stdout, fmt.Sprint("x"))
	_, err := os.ReadFile("x")
	print := func() {}
	print()
	return err
}
