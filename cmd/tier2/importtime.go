package main

import (
	"fmt"
	"io"
	"time"
)

// onImport is interp.Options.OnImport for python's flags -v and -X importtime, nil without them. -v writes a line for each
// module that has been imported; importtime CPython's table: the time of a module without what it imports, and with it, in
// microseconds, and behind it the modules that were imported for it, before it and further right.
func onImport(w io.Writer, verbose, timed bool) func(name string) func(file string) {
	if !verbose && !timed {
		return nil
	}
	if timed {
		fmt.Fprintln(w, "import time: self [us] | cumulative | imported package")
	}
	depth, inner := 0, time.Duration(0) // inner: what the modules took that the one being imported imports
	return func(name string) func(file string) {
		begin, outer := time.Now(), inner
		depth, inner = depth+1, 0
		return func(file string) {
			total := time.Since(begin)
			depth--
			if timed {
				fmt.Fprintf(w, "import time: %9d | %10d | %*s%s\n", (total - inner).Microseconds(), total.Microseconds(), 2*depth, "", name)
			}
			if verbose {
				from := file
				if from == "" {
					from = "no file"
				}
				fmt.Fprintf(w, "import %s # %s\n", name, from)
			}
			inner = outer + total
		}
	}
}
