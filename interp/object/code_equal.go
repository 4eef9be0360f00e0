package object

// Code objects are equal by what they have (Heap.CodeKey), which only the VM knows.

func hashCode(h *Heap, v Value) (int64, error) { return h.hashKey.Bytes([]byte(h.CodeKey(v))), nil }

func compareCode(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if op != EQ && op != NE || !h.Is(a, CodeType) || !h.Is(b, CodeType) {
		return NotImplemented, nil
	}
	return Bool((a == b || h.CodeKey(a) == h.CodeKey(b)) == (op == EQ)), nil
}
