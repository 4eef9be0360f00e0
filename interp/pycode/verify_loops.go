package pycode

// loops checks that every loop asks for interrupts: JUMP_BACKWARD and RESUME do,
// JUMP_BACKWARD_NO_INTERRUPT and the way to a handler do not. It looks for a way from a
// leader back to it that has none of the former, among those that the flow of kinds has
// found to be gone.
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
		l := &v.leaders[i]
		path = append(path, visit{i, v.ways[l.ways:l.end]})
	}
	for i := range v.leaders {
		if state[i] != fresh {
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
			to := top.next[0]
			top.next = top.next[1:]
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
