package exitdata

// Retry makes HasRetired true, as it is when another executor has been retired.
func (t *Table) Retry() { t.fresh = len(t.retired) > 0 }

// EntryOf returns where an exit leads.
func (t *Table) EntryOf(x *Exit) uint64 { return x.data().Entry }

// RowBytesInUse returns the memory that rows, counters and validity words take.
func (t *Table) RowBytesInUse() int { return t.data.Stats().InUse }

// Full reports whether a sweep is due that code, or rows, use so much of a limit.
func Full(code, rows, limit int) bool { return usage{code, limit, rows, limit}.over(fullAt) }

// Without returns what a sweep counts an executor to use of the memory for code and of that for rows.
func (t *Table) Without(e *Executor) (code, rows int) {
	var u usage
	t.without(&u, e)
	return -u.code, -u.data
}

// RowOf returns an exit's row.
func (t *Table) RowOf(x *Exit) Row { return *x.data() }

// Unstitch makes an exit cold again.
func (t *Table) Unstitch(x *Exit) { t.unstitch(x) }

// BackOff makes an exit wait longer, as after an attempt that failed.
func (t *Table) BackOff(x *Exit) { t.backOff(x) }
