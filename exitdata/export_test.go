package exitdata

// Retry makes HasRetired true, as it is when another executor has been retired.
func (t *Table) Retry() { t.fresh = len(t.retired) > 0 }
