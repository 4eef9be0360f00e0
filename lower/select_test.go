package lower

import "testing"

// TestSelectNumbers: a selection by two numbers is decided where it is lowered, and a path
// that two numbers never take is not made.
func TestSelectNumbers(t *testing.T) {
	yes, no := V{reg: 1}, V{reg: 2}
	for _, c := range []struct {
		cond Cond
		x, y int64
		want V
	}{
		{LT, 1, 2, yes}, {LT, 2, 1, no}, {EQ, 3, 3, yes}, {EQ, 3, 4, no}, {ULT, -1, 1, no}, {ULT, 1, -1, yes}, {UGT, -1, 1, yes}, {GE, -1, 1, no},
	} {
		var a Asm
		if got := a.Select(GPR, c.cond, Imm(c.x), Imm(c.y), yes, no); got != c.want {
			t.Errorf("%d %v %d selects %v, want %v", c.x, c.cond, c.y, got, c.want)
		}
		if c.want == no {
			if got := a.Slow(c.cond, Imm(c.x), Imm(c.y), yes, GPR, func() V { t.Error("the slow path is made"); return no }); got != yes {
				t.Errorf("%d %v %d is slow", c.x, c.cond, c.y)
			}
		}
		if want := int64(0); c.want == yes {
			want = 1
			if got := a.Set(c.cond, Imm(c.x), Imm(c.y)); !got.isImm || got.imm != want {
				t.Errorf("%d %v %d is %v", c.x, c.cond, c.y, got)
			}
		}
	}
}
