package difffuzz

import (
	"regexp"
	"slices"
	"strings"
)

// Reduce takes lines out of a program, with all that is indented below them, as long as it
// is still bad, and returns what is left. First it takes many statements at once: a batch has thousands.
func Reduce(source string, bad func(source string) bool) string {
	lines := strings.Split(halved(source, bad), "\n")
	for again := true; again; {
		again = false
		for i := 0; i < len(lines); {
			n := extent(lines, i)
			rest := append(append([]string(nil), lines[:i]...), lines[i+n:]...)
			if bad(strings.Join(rest, "\n")) {
				lines, again = rest, true
				continue
			}
			if n > 1 && lines[i] != "" { // the block without its header
				rest = append([]string(nil), lines[:i]...)
				for _, l := range lines[i+1 : i+n] {
					rest = append(rest, strings.TrimPrefix(l, "    "))
				}
				rest = append(rest, lines[i+n:]...)
				if bad(strings.Join(rest, "\n")) {
					lines, again = rest, true
					continue
				}
			}
			i++
		}
	}
	return strings.Join(lines, "\n")
}

// halved takes out half of a program's statements, then quarters, as long as it is still bad.
func halved(source string, bad func(source string) bool) string {
	var list []string
	for line := range strings.SplitSeq(source, "\n") {
		if len(list) > 0 && (indent(line) > 0 || goesOn.MatchString(line)) {
			list[len(list)-1] += "\n" + line
			continue
		}
		list = append(list, line)
	}
	for n := len(list) / 2; n > 0; n /= 2 {
		for i := 0; i < len(list); {
			rest := slices.Concat(list[:i], list[min(i+n, len(list)):])
			if bad(strings.Join(rest, "\n")) {
				list = rest
				continue
			}
			i += n
		}
	}
	return strings.Join(list, "\n")
}

// goesOn is a line that goes on with a statement above.
var goesOn = regexp.MustCompile(`^(except|else|elif|finally)\b`)

// extent returns how many lines the statement at i has.
func extent(lines []string, i int) int {
	n := 1
	for i+n < len(lines) && indent(lines[i+n]) > indent(lines[i]) {
		n++
	}
	return n
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
