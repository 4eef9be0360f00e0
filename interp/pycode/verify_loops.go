package pycode

// loops checks that every loop asks for interrupts: JUMP_BACKWARD and RESUME do,
// JUMP_BACKWARD_NO_INTERRUPT and the way to a handler do not. It looks for a way from a
// leader back to it that has none of the former. Only ways that can be gone are looked
// at, as the flow of kinds has found them.
func (v *verifier) loops() error {
	const (
		fresh = iota
		open
		done
	)
	state := make([]uint8, len(v.leaders))
	type visit struct {
		leader int32
		next   []int32
	}
	var path []visit
	enter := func(i int32) {
		state[i] = open
		path = append(path, visit{i, v.calmWays(i)})
	}
	for i := range v.leaders {
		if state[i] != fresh || v.leaders[i].depth < 0 {
			continue
		}
		enter(int32(i))
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.next) == 0 {
				state[top.leader] = done
				path = path[:len(path)-1]
				continue
			}
			to := top.next[len(top.next)-1]
			top.next = top.next[:len(top.next)-1]
			switch state[to] {
			case fresh:
				enter(to)
			case open:
				return v.fail(int(v.leaders[to].unit), "a loop from here does not ask for interrupts")
			}
		}
	}
	return nil
}

// calmWays returns the leaders that execution can come to from a leader, by no other and
// without asking for interrupts.
func (v *verifier) calmWays(i int32) []int32 {
	var ways []int32
	for at := int(v.leaders[i].unit); at < len(v.Units); {
		in := Decode(v.Units, at)
		if in.Op == RESUME {
			return ways
		}
		for j := range v.handlers {
			if h := &v.handlers[j]; h.Start <= in.Unit && in.Unit < h.End {
				if n := len(ways); n == 0 || ways[n-1] != h.leader {
					ways = append(ways, h.leader)
				}
			}
		}
		if to, ok := in.Target(); ok && in.Op != JUMP_BACKWARD {
			if in.Op == FOR_ITER {
				to++
			}
			ways = append(ways, v.marks[to]-leads)
		}
		if in.Op.Ends() {
			return ways
		}
		if at = in.Next; v.marks[at] >= leads {
			return append(ways, v.marks[at]-leads)
		}
	}
	return ways
}
