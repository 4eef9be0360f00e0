package object

// Merging two neighbouring runs of a sort: element by element until one run wins
// so often that jumping (galloping) pays.

// mergeAt merges the pending runs i and i+1.
func (s *sorter) mergeAt(i int) error {
	a, b := s.pending[i], s.pending[i+1]
	s.pending[i].n = a.n + b.n
	if i == s.depth-3 {
		s.pending[i+1] = s.pending[i+2]
	}
	s.depth--
	// What is in its place already takes no part.
	k, err := s.gallopRight(s.keys[b.base], s.keys[a.base:a.base+a.n], 0)
	if err != nil {
		return err
	}
	a.base += k
	a.n -= k
	if a.n == 0 {
		return nil
	}
	b.n, err = s.gallopLeft(s.keys[a.base+a.n-1], s.keys[b.base:b.base+b.n], b.n-1)
	if err != nil || b.n == 0 {
		return err
	}
	if a.n <= b.n {
		return s.mergeLow(a.base, a.n, b.base, b.n)
	}
	return s.mergeHigh(a.base, a.n, b.base, b.n)
}

// gallopLeft returns where key belongs in the sorted keys a, before elements
// equal to it: it looks at distances 1, 3, 7, … from hint and then halves.
func (s *sorter) gallopLeft(key Value, a []Value, hint int) (int, error) {
	last, ofs := 0, 1
	less, err := s.less(a[hint], key)
	if err != nil {
		return 0, err
	}
	if less {
		limit := len(a) - hint
		for ofs < limit {
			if less, err = s.less(a[hint+ofs], key); err != nil {
				return 0, err
			}
			if !less {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		last, ofs = hint+last, hint+min(ofs, limit)
	} else {
		limit := hint + 1
		for ofs < limit {
			if less, err = s.less(a[hint-ofs], key); err != nil {
				return 0, err
			}
			if less {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		last, ofs = hint-min(ofs, limit), hint-last
	}
	for last++; last < ofs; {
		mid := last + (ofs-last)>>1
		if less, err = s.less(a[mid], key); err != nil {
			return 0, err
		}
		if less {
			last = mid + 1
		} else {
			ofs = mid
		}
	}
	return ofs, nil
}

// gallopRight is gallopLeft, behind elements equal to key.
func (s *sorter) gallopRight(key Value, a []Value, hint int) (int, error) {
	last, ofs := 0, 1
	less, err := s.less(key, a[hint])
	if err != nil {
		return 0, err
	}
	if less {
		limit := hint + 1
		for ofs < limit {
			if less, err = s.less(key, a[hint-ofs]); err != nil {
				return 0, err
			}
			if !less {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		last, ofs = hint-min(ofs, limit), hint-last
	} else {
		limit := len(a) - hint
		for ofs < limit {
			if less, err = s.less(key, a[hint+ofs]); err != nil {
				return 0, err
			}
			if less {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		last, ofs = hint+last, hint+min(ofs, limit)
	}
	for last++; last < ofs; {
		mid := last + (ofs-last)>>1
		if less, err = s.less(key, a[mid]); err != nil {
			return 0, err
		}
		if less {
			ofs = mid
		} else {
			last = mid + 1
		}
	}
	return ofs, nil
}

// The moves keep keys and values in step. Indices of the temporary arrays and
// of the lists's are named t and i.

func (s *sorter) toTemp(i, n int) {
	s.room(n)
	copy(s.tmpKeys, s.keys[i:i+n])
	if s.vals != nil {
		copy(s.tmpVals, s.vals[i:i+n])
	}
}

func (s *sorter) fromTemp(i, t, n int) {
	copy(s.keys[i:i+n], s.tmpKeys[t:t+n])
	if s.vals != nil {
		copy(s.vals[i:i+n], s.tmpVals[t:t+n])
	}
}

func (s *sorter) move(to, from, n int) {
	copy(s.keys[to:to+n], s.keys[from:from+n])
	if s.vals != nil {
		copy(s.vals[to:to+n], s.vals[from:from+n])
	}
}

func (s *sorter) moveOne(to, from int) {
	s.keys[to] = s.keys[from]
	if s.vals != nil {
		s.vals[to] = s.vals[from]
	}
}

func (s *sorter) oneFromTemp(i, t int) {
	s.keys[i] = s.tmpKeys[t]
	if s.vals != nil {
		s.vals[i] = s.tmpVals[t]
	}
}

// mergeLow merges runs of na ≤ nb elements from their fronts. The elements of a
// wait in the temporary array; dest is where the next one goes. Whatever
// happens, what is left of a goes back at the end.
func (s *sorter) mergeLow(a, na, b, nb int) (err error) {
	s.toTemp(a, na)
	dest, t := a, 0
	defer func() { s.fromTemp(dest, t, na) }()

	s.moveOne(dest, b)
	dest, b, nb = dest+1, b+1, nb-1
	if nb == 0 {
		return nil
	}
	restOfB := func() { // the last element of a belongs behind all of b
		s.move(dest, b, nb)
		dest += nb
	}
	if na == 1 {
		restOfB()
		return nil
	}
	gallop := s.minGallop
	for {
		m := merged{to: dest, key: b, wait: t, lastKey: b + nb, lastWait: t + na - 1, waiting: t + na, gallop: gallop}
		looped, err := s.mergeLoop(LoopMergeLow, s.keys[b], s.tmpKeys[t], &m)
		wonA, wonB := m.wonWait, m.wonKey
		dest += m.wait - t + m.key - b
		na, nb, t, b = na-(m.wait-t), nb-(m.key-b), m.wait, m.key
		switch {
		case err != nil || nb == 0:
			return err
		case na == 1 && looped:
			restOfB()
			return nil
		}
		for wonA < gallop && wonB < gallop {
			less, err := s.less(s.keys[b], s.tmpKeys[t])
			if err != nil {
				return err
			}
			if less {
				s.moveOne(dest, b)
				dest, b, nb = dest+1, b+1, nb-1
				wonA, wonB = 0, wonB+1
				if nb == 0 {
					return nil
				}
			} else {
				s.oneFromTemp(dest, t)
				dest, t, na = dest+1, t+1, na-1
				wonA, wonB = wonA+1, 0
				if na == 1 {
					restOfB()
					return nil
				}
			}
		}
		gallop++
		for first := true; first || wonA >= minGallop || wonB >= minGallop; first = false {
			if gallop > 1 {
				gallop--
			}
			s.minGallop = gallop
			if wonA, err = s.gallopRight(s.keys[b], s.tmpKeys[t:t+na], 0); err != nil {
				return err
			}
			s.fromTemp(dest, t, wonA)
			dest, t, na = dest+wonA, t+wonA, na-wonA
			if na == 1 {
				restOfB()
				return nil
			}
			if na == 0 { // only if the comparison is inconsistent
				return nil
			}
			s.moveOne(dest, b)
			dest, b, nb = dest+1, b+1, nb-1
			if nb == 0 {
				return nil
			}
			if wonB, err = s.gallopLeft(s.tmpKeys[t], s.keys[b:b+nb], 0); err != nil {
				return err
			}
			s.move(dest, b, wonB)
			dest, b, nb = dest+wonB, b+wonB, nb-wonB
			if nb == 0 {
				return nil
			}
			s.oneFromTemp(dest, t)
			dest, t, na = dest+1, t+1, na-1
			if na == 1 {
				restOfB()
				return nil
			}
		}
		gallop++ // leaving costs something
		s.minGallop = gallop
	}
}

// merged is where merging stands: where the next element goes, and the next ones of the keys and of those that wait; it ends at the last
// ones. waiting is the number of those that wait.
type merged struct {
	to, key, wait, lastKey, lastWait, waiting, gallop int
	wonKey, wonWait                                   int // by mergeLoop, in a row
}

// mergeLoop merges until one side has won as often as it takes to gallop, where a < b is a method in Python, and nothing moves with
// the keys. looped says that it has: then m is where it stands, with an error, too.
func (s *sorter) mergeLoop(l Loop, a, b Value, m *merged) (looped bool, err error) {
	if s.kind != sortAny || s.vals != nil {
		return false, nil
	}
	f := s.h.Comparing(LT, a, b, m.waiting+max(m.lastKey-m.key, m.key-m.lastKey))
	if f == Null {
		return false, nil
	}
	n := func(i int) Value { return SmallInt(int64(i)) }
	at := s.h.NewList(n(m.key), n(m.wait))
	s.h.hidden = append(s.h.hidden, at)
	r, err := s.runLists(l, f, []Value{
		s.list(s.keyArray, s.n), s.list(s.tmpArray, m.waiting), at, n(m.to), n(m.key), n(m.wait), n(m.lastKey), n(m.lastWait), n(m.gallop),
	})
	if err != nil {
		m.key, m.wait = int(s.h.ListItem(at, 0).Small()), int(s.h.ListItem(at, 1).Small())
		return true, err
	}
	of := s.h.TupleItems(r)
	m.key, m.wait, m.wonKey, m.wonWait = int(of[0].Small()), int(of[1].Small()), int(of[2].Small()), int(of[3].Small())
	return true, nil
}

// mergeHigh merges runs of na ≥ nb elements from their ends: mergeLow's mirror
// image. The elements of b wait in the temporary array; those of both runs that
// are left are the first na and nb; dest is behind where the next one goes.
func (s *sorter) mergeHigh(a, na, b, nb int) (err error) {
	s.toTemp(b, nb)
	dest := b + nb
	defer func() { s.fromTemp(dest-nb, 0, nb) }()

	lastOfA := func() {
		dest, na = dest-1, na-1
		s.moveOne(dest, a+na)
	}
	lastOfB := func() {
		dest, nb = dest-1, nb-1
		s.oneFromTemp(dest, nb)
	}
	restOfA := func() { // the first element of b belongs before all of a
		dest -= na
		s.move(dest, a, na)
	}
	lastOfA()
	if na == 0 {
		return nil
	}
	if nb == 1 {
		restOfA()
		return nil
	}
	gallop := s.minGallop
	for {
		m := merged{to: dest - 1, key: a + na - 1, wait: nb - 1, lastKey: a - 1, lastWait: 0, waiting: nb, gallop: gallop}
		looped, err := s.mergeLoop(LoopMergeHigh, s.tmpKeys[nb-1], s.keys[a+na-1], &m)
		wonA, wonB := m.wonKey, m.wonWait
		dest -= a + na - 1 - m.key + nb - 1 - m.wait
		na, nb = m.key+1-a, m.wait+1
		switch {
		case err != nil || na == 0:
			return err
		case nb == 1 && looped:
			restOfA()
			return nil
		}
		for wonA < gallop && wonB < gallop {
			less, err := s.less(s.tmpKeys[nb-1], s.keys[a+na-1])
			if err != nil {
				return err
			}
			if less {
				lastOfA()
				wonA, wonB = wonA+1, 0
				if na == 0 {
					return nil
				}
			} else {
				lastOfB()
				wonA, wonB = 0, wonB+1
				if nb == 1 {
					restOfA()
					return nil
				}
			}
		}
		gallop++
		for first := true; first || wonA >= minGallop || wonB >= minGallop; first = false {
			if gallop > 1 {
				gallop--
			}
			s.minGallop = gallop
			k, err := s.gallopRight(s.tmpKeys[nb-1], s.keys[a:a+na], na-1)
			if err != nil {
				return err
			}
			wonA = na - k
			s.move(dest-wonA, a+k, wonA)
			dest, na = dest-wonA, k
			if na == 0 {
				return nil
			}
			lastOfB()
			if nb == 1 {
				restOfA()
				return nil
			}
			if k, err = s.gallopLeft(s.keys[a+na-1], s.tmpKeys[:nb], nb-1); err != nil {
				return err
			}
			wonB = nb - k
			s.fromTemp(dest-wonB, k, wonB)
			dest, nb = dest-wonB, k
			if nb == 1 {
				restOfA()
				return nil
			}
			if nb == 0 { // only if the comparison is inconsistent
				return nil
			}
			lastOfA()
			if na == 0 {
				return nil
			}
		}
		gallop++ // leaving costs something
		s.minGallop = gallop
	}
}
