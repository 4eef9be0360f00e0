package budget_test

import (
	"errors"
	"math"
	"testing"

	"github.com/tier2go/tier2/interp/budget"
	"github.com/tier2go/tier2/interp/embed"
)

func TestBudget(t *testing.T) {
	var none budget.Budget
	if none = budget.Of(0); none.On() || none.Spent(math.MaxUint64) || none.Left(7) != 0 {
		t.Error("a budget of 0 bounds nothing")
	}
	b := budget.Of(100)
	if !b.On() || b.Spent(99) || !b.Spent(100) || b.Left(30) != 70 || b.Left(130) != 0 || b.End() != 100 {
		t.Errorf("of 100: %d left at 30, the end is %d", b.Left(30), b.End())
	}
	b.Set(50, 120)
	if b.Spent(169) || !b.Spent(170) || b.Left(120) != 50 {
		t.Errorf("of 50 from 120 on: %d left", b.Left(120))
	}
	err := b.Err(175)
	var spent *budget.Error
	if in := new(embed.Interrupted); !errors.As(err, &in) || !errors.As(err, &spent) || spent.Budget != 50 || spent.Executed != 55 {
		t.Errorf("got %#v", err)
	}
	b.Set(math.MaxUint64, 10)
	if b.End() != math.MaxUint64 || b.Spent(1<<63) {
		t.Errorf("the most there is ends at %d", b.End())
	}
}
