// Package near finds the names closest to a misspelt one, for error messages.
// It knows nothing of what the names mean.
//
//	near.Names("ad", []string{"add", "and", "store"}) // add, and
package near

import (
	"sort"
	"strings"
)

// maxNames is how many candidates a message shows.
const maxNames = 3

// maxLen is the length of the longest names that distances are computed for.
const maxLen = 64

// Names returns up to three of the candidates that are close to name: within
// an edit distance of a third of its length (at least 1, at most 3), or, if none
// is, those that name is a prefix of. The closest come first, equals in
// alphabetical order.
func Names(name string, candidates []string) []string {
	type scored struct {
		name string
		dist int
	}
	limit := min(max(1, len(name)/3), 3)
	var found, longer []scored
	seen := map[string]bool{}
	for _, c := range candidates {
		if c == "" || seen[c] {
			continue
		}
		seen[c] = true
		if len(name) <= maxLen && len(c) <= maxLen {
			if d := distance(name, c); d <= limit {
				found = append(found, scored{c, d})
			}
		}
		if name != "" && strings.HasPrefix(c, name) {
			longer = append(longer, scored{c, len(c)})
		}
	}
	if len(found) == 0 {
		found = longer
	}
	sort.Slice(found, func(i, j int) bool {
		if found[i].dist != found[j].dist {
			return found[i].dist < found[j].dist
		}
		return found[i].name < found[j].name
	})
	var out []string
	for _, s := range found[:min(len(found), maxNames)] {
		out = append(out, s.name)
	}
	return out
}

// Suffix returns " (add, and?)" for the candidates close to name, "" if there
// are none.
func Suffix(name string, candidates []string) string {
	n := Names(name, candidates)
	if len(n) == 0 {
		return ""
	}
	return " (" + strings.Join(n, ", ") + "?)"
}

// Known is Suffix, but where nothing is close it lists all candidates, in order:
// " (there are core, lox)", " (there are none)". It is for lists that are short.
func Known(name string, candidates []string) string {
	switch s := Suffix(name, candidates); {
	case s != "":
		return s
	case len(candidates) == 0:
		return " (there are none)"
	}
	return " (there are " + strings.Join(candidates, ", ") + ")"
}

// distance is the number of bytes to insert, delete, replace or exchange with
// the next that makes b from a (optimal string alignment); both have at most
// maxLen bytes.
func distance(a, b string) int {
	var rows [3][maxLen + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above := &rows[i%3], &rows[(i+2)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], rows[(i+1)%3][j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
