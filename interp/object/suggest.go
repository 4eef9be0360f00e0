package object

// "Did you mean": the candidate nearest to a name, by the distance of
// Levenshtein with CPython's costs and limits (Python/suggestions.c).

const (
	suggestMaxLen = 40 // longer names are not compared
	suggestMove   = 2  // to insert, delete or replace a character
	suggestCase   = 1  // to change a letter's case
)

// suggestName returns the candidate nearest to name, or "" if none is near.
func suggestName(name string, candidates []string) string {
	best, bestDistance := "", 1<<30
	for _, c := range candidates {
		if c == name {
			continue
		}
		limit := min((len(name)+len(c)+3)*suggestMove/6, bestDistance-1)
		if d := nameDistance(name, c, limit); d <= limit {
			best, bestDistance = c, d
		}
	}
	return best
}

// nameDistance returns the distance of two names, or more than limit.
func nameDistance(a, b string, limit int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return (len(a) + len(b)) * suggestMove
	}
	if len(a) > suggestMaxLen || len(b) > suggestMaxLen {
		return limit + 1
	}
	var row [suggestMaxLen + 1]int // distances of b's current prefix to a's prefixes
	for i := range len(a) + 1 {
		row[i] = i * suggestMove
	}
	for j := range len(b) {
		diagonal := row[0]
		row[0] += suggestMove
		for i := range len(a) {
			d := min(diagonal+suggestReplace(a[i], b[j]), row[i]+suggestMove, row[i+1]+suggestMove)
			diagonal, row[i+1] = row[i+1], d
		}
	}
	return row[len(a)]
}

func suggestReplace(a, b byte) int {
	switch {
	case a == b:
		return 0
	case a|0x20 == b|0x20 && a|0x20 >= 'a' && a|0x20 <= 'z':
		return suggestCase
	}
	return suggestMove
}
