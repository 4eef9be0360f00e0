package licm

import "github.com/tier2go/tier2/ir"

// far is how many values the reach of one operation may have.
const far = 64

// reach is a set of values with all that they are computed from, up to parameters.
type reach struct {
	has  []bool  // by value id
	list []int32 // the ids: the values may be another function's by the time of reset
	most int     // values in it; 0: any number
	all  bool    // there were more
}

// reset empties the set.
func (s *reach) reset(most int) {
	for _, id := range s.list {
		s.has[id] = false
	}
	s.list, s.most, s.all = s.list[:0], most, false
}

// add adds a value and what it is computed from, objects that are constants among
// it.
func (s *reach) add(v *ir.Value) {
	if v == nil || v.IsConst() && v.Op != ir.OpConstRef || s.all {
		return
	}
	for int(v.ID) >= len(s.has) {
		s.has = append(s.has, make([]bool, 64+len(s.has))...)
	}
	if s.has[v.ID] {
		return
	}
	if s.most > 0 && len(s.list) >= s.most {
		s.all = true
		return
	}
	s.has[v.ID] = true
	s.list = append(s.list, v.ID)
	for _, a := range v.Args {
		s.add(ir.Resolve(a))
	}
}

// meets reports whether two sets have a value in common, as far as is known.
func (s *reach) meets(o *reach) bool {
	if s.all {
		return len(o.list) > 0
	}
	for _, id := range s.list {
		if int(id) < len(o.has) && o.has[id] {
			return true
		}
	}
	return false
}
