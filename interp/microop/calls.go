package microop

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/uop"
)

func init() {
	table[cpython.EXPAND_CALLABLE] = func(m *Machine, u *uop.Inst) (verdict, error) {
		f, self := frame.Slot(m.sp, -2-int(u.Oparg)), frame.Slot(m.sp, -1-int(u.Oparg))
		if *self != object.Null || uint64(m.h.TypeVersion(*f)) != u.Operand0 {
			return leave, nil
		}
		*self, *f = *f, object.Value(u.Operand1)
		return goOn, nil
	}
}
