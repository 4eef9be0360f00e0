// Package polled has loops that poll, and loops that do not.
package polled

// Heap polls.
type Heap struct{ on bool }

// Poll is what loops call.
func (h *Heap) Poll() {}

func one(h *Heap, list []int) (n int) { // cheap, and as long as the list
	for _, x := range list {
		n += x
	}
	return n
}

func polls(h *Heap, lists [][]int) (n int) {
	for _, l := range lists {
		h.Poll()
		n += one(h, l)
	}
	return n
}

func through(h *Heap, lists [][][]int) (n int) {
	for _, l := range lists {
		n += polls(h, l)
	}
	return n
}

func constant(h *Heap, list []int) (n int) {
	for range 10 {
		n += one(h, list)
	}
	for i := 0; i < 64; i += 8 {
		n += one(h, list)
	}
	for _, l := range table {
		n += one(h, l[:])
	}
	return n
}

var table = [][2]int{{1, 2}}

func inside(list []int) (n int) {
	for range list {
		for range list {
			n++
		}
	}
	return n
}

func calls(h *Heap, lists [][]int) (n int) {
	for _, l := range lists {
		n += one(h, l)
	}
	return n
}

func recursive(h *Heap, lists [][]int) (n int) {
	for range lists {
		n += recursive(h, lists[1:])
	}
	return n
}
