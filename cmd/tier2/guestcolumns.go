package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/profile"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/viz"
)

// guestColumns gives the pages of executors columns of the program's source and
// bytecode.
func guestColumns(vm *interp.VM, list []*viz.Compile) {
	for _, c := range list {
		if c.Executor == nil || c.Trace == nil {
			continue
		}
		g := gather(vm.Places(c.Executor))
		c.Listings(g.source(profile.Remarks(vm, c.Executor)), g.bytecode(vm))
	}
}

// touched is what of a code object a trace has been at.
type touched struct {
	code         *pycode.Code
	lines, units map[int][]int // by line and unit: the micro-ops
}

type gathered []*touched

// gather sorts micro-ops by code object, in the order of the trace.
func gather(places []interp.At) (g gathered) {
	by := map[*pycode.Code]*touched{}
	for u, at := range places {
		if at.Code == nil {
			continue
		}
		t := by[at.Code]
		if t == nil {
			t = &touched{at.Code, map[int][]int{}, map[int][]int{}}
			by[at.Code] = t
			g = append(g, t)
		}
		t.units[at.Unit] = append(t.units[at.Unit], u)
		if line := at.Line(); line > 0 {
			t.lines[line] = append(t.lines[line], u)
		}
	}
	return g
}

// bounds are the least and the greatest of the keys.
func bounds(m map[int][]int) (lo, hi int) {
	first := true
	for k := range m {
		if first {
			lo, hi, first = k, k, false
		}
		lo, hi = min(lo, k), max(hi, k)
	}
	return lo, hi
}

// source lists the lines of each function, from the first that the trace has been at
// to the last, with what there is to remark on them.
func (g gathered) source(remarks []profile.Remark) viz.Listing {
	of := map[string]map[int][]string{}
	for _, r := range remarks {
		if of[r.File] == nil {
			of[r.File] = map[int][]string{}
		}
		of[r.File][r.Line] = append(of[r.File][r.Line], r.Text)
	}
	l := viz.Listing{Name: "source"}
	for _, t := range g {
		data, err := os.ReadFile(t.code.Filename)
		if err != nil || len(t.lines) == 0 {
			continue // it has no file: -c, or one that is gone
		}
		text := strings.Split(string(data), "\n")
		l.Lines = append(l.Lines, viz.ListingLine{Text: t.code.QualName + " " + noFolders(t.code.Filename), Head: true})
		lo, hi := bounds(t.lines)
		for n := lo; n <= min(hi, len(text)); n++ {
			l.Lines = append(l.Lines, viz.ListingLine{Text: fmt.Sprintf("%4d  %s", n, strings.ReplaceAll(text[n-1], "\t", "    ")), Uops: t.lines[n], Remarks: of[t.code.Filename][n]})
		}
	}
	l.Note = fmt.Sprintf("%d lines", counted(l.Lines))
	return l
}

// counted returns how many lines are no heads.
func counted(lines []viz.ListingLine) (n int) {
	for i := range lines {
		if !lines[i].Head {
			n++
		}
	}
	return n
}

// disLine is a line of pycode.Disassemble: the source line, the unit, the byte, the rest.
var disLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(?:\d+\s+)?(\d+)\s+(\d+)\s+(.*)$`) })

// bytecode lists the instructions of each function, specialized as they are now.
func (g gathered) bytecode(vm *interp.VM) viz.Listing {
	l := viz.Listing{Name: "bytecode"}
	for _, t := range g {
		var b bytes.Buffer
		_ = pycode.Disassemble(&b, t.code, pycode.DisOptions{Live: vm.LiveUnits, Flat: true}) // a Buffer's Write does not fail
		l.Lines = append(l.Lines, viz.ListingLine{Text: t.code.QualName, Head: true})
		lo, hi := bounds(t.units)
		for text := range strings.Lines(b.String()) {
			m := disLine().FindStringSubmatch(strings.TrimRight(text, "\n"))
			if m == nil {
				continue
			}
			unit, _ := strconv.Atoi(m[1]) // they are digits
			at, _ := strconv.Atoi(m[2])
			if at != 2*unit || unit < lo || unit > hi {
				continue
			}
			l.Lines = append(l.Lines, viz.ListingLine{Text: fmt.Sprintf("%4d  %s", unit, m[3]), Uops: t.units[unit]})
		}
	}
	l.Note = fmt.Sprintf("%d instructions", counted(l.Lines))
	return l
}
