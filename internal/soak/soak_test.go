package soak

import (
	"flag"
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
	}
}
