package lib

import "github.com/tier2go/tier2/interp/object"

// Opcodes of containers, the stack and the memo.

func shortTuple(n int) func(u *unpickling) error {
	return func(u *unpickling) error {
		if err := u.need(n); err != nil {
			return err
		}
		u.replace(n, u.h.NewTuple(u.top(n)...))
		return nil
	}
}

func (u *unpickling) loadTuple() error {
	n, err := u.mark()
	if err == nil {
		u.replace(n, u.h.NewTuple(u.top(n)...))
	}
	return err
}

func (u *unpickling) loadList() error {
	n, err := u.mark()
	if err == nil {
		u.replace(n, u.h.NewList(u.top(n)...))
	}
	return err
}

func (u *unpickling) loadFrozenSet() error {
	n, err := u.mark()
	if err != nil {
		return err
	}
	v, err := u.h.FrozenSetFromIter(u.h.NewList(u.top(n)...))
	if err == nil {
		u.replace(n, v)
	}
	return err
}

func (u *unpickling) loadDict() error {
	n, err := u.mark()
	if err != nil {
		return err
	}
	if n%2 != 0 {
		return u.fail(u.unpicklingErr, "odd number of items for DICT")
	}
	d := u.h.NewDict()
	if err := u.h.DictFill(d, u.top(n)); err != nil {
		return err
	}
	u.replace(n, d)
	return nil
}

// appendTop appends the n values at the top to the object below them.
func (u *unpickling) appendTop(n int) error {
	h := u.h
	if u.depth()-u.fence() <= n {
		return u.underflow()
	}
	if n == 0 {
		return nil
	}
	list := u.top(n + 1)[0]
	if h.Is(list, object.ListType) {
		h.ListAppendAll(list, u.top(n))
		u.drop(n)
		return nil
	}
	f, err := h.LookupAttr(list, h.Intern("extend"))
	if err != nil {
		return err
	}
	if f != object.Null {
		items := h.NewList(u.top(n)...)
		u.drop(n)
		_, err = u.call1(f, items)
		return err
	}
	if f, err = h.GetAttr(list, h.Intern("append")); err != nil {
		return err
	}
	return u.each(f, n)
}

// each calls f with each of the n values at the top, and drops them.
func (u *unpickling) each(f object.Value, n int) error {
	for i := range n {
		if _, err := u.call1(f, u.top(n)[i]); err != nil {
			return err
		}
	}
	u.drop(n)
	return nil
}

func (u *unpickling) loadAppend() error { return u.appendTop(1) }

func (u *unpickling) loadAppends() error {
	n, err := u.mark()
	if err != nil {
		return err
	}
	return u.appendTop(n)
}

// setTop stores the pairs among the n values at the top in the object below them.
func (u *unpickling) setTop(n int) error {
	h := u.h
	switch {
	case u.depth()-u.fence() <= n:
		return u.underflow()
	case n == 0:
		return nil
	case n%2 != 0:
		return u.fail(u.unpicklingErr, "odd number of items for SETITEMS")
	}
	d := u.top(n + 1)[0]
	if h.Is(d, object.DictType) {
		if err := h.DictFill(d, u.top(n)); err != nil {
			return err
		}
		u.drop(n)
		return nil
	}
	for i := 0; i < n; i += 2 {
		if err := h.SetItem(d, u.top(n)[i], u.top(n)[i+1]); err != nil {
			return err
		}
	}
	u.drop(n)
	return nil
}

func (u *unpickling) loadSetItem() error { return u.setTop(2) }

func (u *unpickling) loadSetItems() error {
	n, err := u.mark()
	if err != nil {
		return err
	}
	return u.setTop(n)
}

func (u *unpickling) loadAddItems() error {
	h := u.h
	n, err := u.mark()
	if err != nil {
		return err
	}
	if u.depth()-u.fence() <= n {
		return u.underflow()
	}
	if n == 0 {
		return nil
	}
	set := u.top(n + 1)[0]
	if h.IsInstance(set, object.SetType) {
		items := h.NewTuple(u.top(n)...)
		u.drop(n)
		return h.SetUpdate(set, items)
	}
	f, err := h.GetAttr(set, h.Intern("add"))
	if err != nil {
		return err
	}
	return u.each(f, n)
}

// Stack and memo.

func (u *unpickling) loadMark() error {
	u.marks = append(u.marks, u.depth())
	return nil
}

func (u *unpickling) loadPop() error {
	if n := len(u.marks); n > 0 && u.marks[n-1] == u.depth() {
		u.marks = u.marks[:n-1]
		return nil
	}
	_, err := u.pop()
	return err
}

func (u *unpickling) loadPopMark() error {
	n, err := u.mark()
	if err == nil {
		u.drop(n)
	}
	return err
}

func (u *unpickling) loadDup() error {
	if err := u.need(1); err != nil {
		return err
	}
	u.push(u.top(1)[0])
	return nil
}

// fetch pushes what the memo has.
func (u *unpickling) fetch(index int) error {
	v, err := u.recall(index)
	if err == nil {
		u.push(v)
	}
	return err
}

func (u *unpickling) loadGet() error {
	s, err := u.line(2)
	if err != nil {
		return err
	}
	index, err := u.index(s)
	if err != nil {
		return err
	}
	return u.fetch(index)
}

func getOf(size int) func(u *unpickling) error {
	return func(u *unpickling) error {
		n, err := u.number(size)
		if err != nil {
			return err
		}
		return u.fetch(int(n))
	}
}

func (u *unpickling) loadPut() error {
	s, err := u.line(2)
	if err != nil {
		return err
	}
	if err := u.need(1); err != nil {
		return err
	}
	index, err := u.index(s)
	if err != nil {
		return err
	}
	if index < 0 {
		return u.h.Raise(object.ValueErrorType, "negative PUT argument")
	}
	return u.remember(index, u.top(1)[0])
}

func putOf(size int) func(u *unpickling) error {
	return func(u *unpickling) error {
		n, err := u.number(size)
		if err != nil {
			return err
		}
		if err := u.need(1); err != nil {
			return err
		}
		return u.remember(int(n), u.top(1)[0])
	}
}

func (u *unpickling) loadMemoize() error {
	if err := u.need(1); err != nil {
		return err
	}
	return u.remember(u.known, u.top(1)[0])
}
