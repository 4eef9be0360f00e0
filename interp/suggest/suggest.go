// Package suggest finds what a misspelt name was probably meant to be, by CPython's
// measure (Python/suggestions.c): the distance of Levenshtein with its costs and limits.
//
//	suggest.Nearest("dele", []string{"table", "delete"}) // delete
package suggest

const (
	maxLen   = 40 // longer names are not compared
	moveCost = 2  // to insert, delete or replace a character
	caseCost = 1  // to change a letter's case
)

// Nearest returns the candidate nearest to name, or "" if none is near.
func Nearest(name string, candidates []string) string {
	best, bestDistance := "", 1<<30
	for _, c := range candidates {
		if c == name {
			continue
		}
		limit := min((len(name)+len(c)+3)*moveCost/6, bestDistance-1)
		if d := distance(name, c, limit); d <= limit {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance returns the distance of two names, or more than limit.
func distance(a, b string, limit int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return (len(a) + len(b)) * moveCost
	}
	if len(a) > maxLen || len(b) > maxLen {
		return limit + 1
	}
	var row [maxLen + 1]int // distances of b's current prefix to a's prefixes
	for i := range len(a) + 1 {
		row[i] = i * moveCost
	}
	for j := range len(b) {
		diagonal := row[0]
		row[0] += moveCost
		for i := range len(a) {
			d := min(diagonal+replaceCost(a[i], b[j]), row[i]+moveCost, row[i+1]+moveCost)
			diagonal, row[i+1] = row[i+1], d
		}
	}
	return row[len(a)]
}

func replaceCost(a, b byte) int {
	switch {
	case a == b:
		return 0
	case a|0x20 == b|0x20 && a|0x20 >= 'a' && a|0x20 <= 'z':
		return caseCost
	}
	return moveCost
}
