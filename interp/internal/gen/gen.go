// Package gen is the body of the commands under it, which make Go files of descriptions of CPython.
package gen

import (
	"fmt"
	"log"
	"os"
)

// Main is the body of command name: it reads the description that the first argument names and writes
// the Go source that generate makes of it to the second.
func Main(name string, generate func(description []byte) (source []byte, err error)) {
	log.SetFlags(0)
	log.SetPrefix(name + ": ")
	if len(os.Args) != 3 {
		log.Fatalf("usage: %s DESCRIPTION.json OUT.go", name)
	}
	if err := run(os.Args[1], os.Args[2], generate); err != nil {
		log.Fatal(err)
	}
}

func run(in, out string, generate func([]byte) ([]byte, error)) error {
	data, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	source, err := generate(data)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	return os.WriteFile(out, source, 0o644)
}
