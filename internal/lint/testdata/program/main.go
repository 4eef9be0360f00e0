// Program may print, and its names need no documents.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println("x")
	os.Exit(1)
}

func Exported() {}
