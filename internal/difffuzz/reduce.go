package difffuzz

import "strings"

// Reduce takes lines out of a program, with all that is indented below them, as long as it
// is still bad, and returns what is left.
func Reduce(source string, bad func(source string) bool) string {
	lines := strings.Split(source, "\n")
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

// extent returns how many lines the statement at i has.
func extent(lines []string, i int) int {
	n := 1
	for i+n < len(lines) && indent(lines[i+n]) > indent(lines[i]) {
		n++
	}
	return n
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
