package soak

import (
	"flag"
	"strconv"
	"testing"
)

func TestOf(t *testing.T) {
	was := flag.Lookup("test.short").Value.String()
	t.Cleanup(func() { _ = flag.Set("test.short", was) })
	for _, c := range []struct {
		short, env string
		want       int
	}{{"false", "", 2}, {"false", "1", 3}, {"true", "", 1}, {"true", "1", 1}, {"false", "0", 2}} {
		_ = flag.Set("test.short", c.short)
		t.Setenv(Env, c.env)
		if got := Of(1, 2, 3); got != c.want {
			t.Errorf("-short=%s %s=%s: %d, want %d", c.short, Env, c.env, got, c.want)
		}
		some := 0
		for i := range 1000 {
			if Some(4, strconv.Itoa(i)) {
				some++
			}
		}
		if lo, hi := [...]int{0, 0, 200, 1000}[c.want], [...]int{0, 0, 300, 1000}[c.want]; some < lo || some > hi {
			t.Errorf("-short=%s %s=%s: %d of 1000 cases, want %d to %d", c.short, Env, c.env, some, lo, hi)
		}
	}
}
