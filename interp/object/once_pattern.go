package object

import "github.com/tier2go/tier2/opgen/mem"

// patternCalls are the rows of methods of patterns that have a text, pos and endpos.
var patternCalls = func() (rows []Once) {
	for _, call := range []struct {
		name, routine string
		cannot        func(m mem.Mem, p, s, pos, end mem.Ref) (mem.Ref, bool)
	}{
		{"match", "pattern.match", cannotMatch},
		{"fullmatch", "pattern.match", cannotMatch},
		{"search", "pattern.search", cannotFind},
	} {
		bounds := [2]Value{SmallInt(0), SmallInt(MaxSmall)}
		for n := 1; n <= 3; n++ {
			rows = append(rows, Once{Of: Patterns, Name: call.name, Args: n, Routine: call.routine, Operands: []int{0, 1, 2, 3}[:n+1], Words: bounds[n-1:], Result: OnceValue,
				do: func(m mem.Mem, self Value, args []Value) (Value, bool) {
					at := bounds
					copy(at[:], args[1:])
					x, ok := call.cannot(m, mem.Ref(self), mem.Ref(args[0]), mem.Ref(at[0]), mem.Ref(at[1]))
					return Value(x), ok
				}})
		}
	}
	return rows
}()

// matchCalls are the rows of methods of matches: of those that have a group, which is the whole match if it is not given, and groups.
var matchCalls = func() (rows []Once) {
	for _, call := range []struct {
		name, routine string
		do            func(m mem.Mem, x, group mem.Ref) (mem.Ref, bool)
	}{
		{"group", "match.group", matchText}, {"start", "match.start", matchStart}, {"end", "match.end", matchEnd}, {"span", "match.span", matchSpan},
	} {
		whole := SmallInt(0)
		rows = append(rows,
			Once{Of: Matches, Name: call.name, Args: 0, Routine: call.routine, Operands: []int{0}, Words: []Value{whole}, Result: OnceValue,
				do: once1(func(m mem.Mem, x mem.Ref) (mem.Ref, bool) { return call.do(m, x, mem.Ref(whole)) }, itself)},
			Once{Of: Matches, Name: call.name, Args: 1, Routine: call.routine, Operands: []int{0, 1}, Result: OnceValue, do: once2(call.do, itself)})
	}
	return append(rows, Once{Of: Matches, Name: "groups", Args: 0, Routine: "match.groups", Operands: []int{0}, Result: OnceValue, do: once1(matchGroups, itself)})
}()
