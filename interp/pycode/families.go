package pycode

import (
	"fmt"
	"strings"
)

// CheckFamilies reports the first thing that is wrong with adaptive families, by the layout of their bases' inline
// caches: the counter must be a cache's first unit, since whatever executes a base or counts a miss writes
// there without knowing which family it is; all members must have the base's size, and be of one family alone.
func CheckFamilies(families []Family, layout func(base Op) []CacheField) error {
	seen := map[Op]bool{}
	for _, f := range families {
		fields := layout(f.Base)
		// LOAD_CONST and RESUME specialize without a cache.
		if len(fields) == 0 && f.Base != LOAD_CONST && f.Base != RESUME {
			return fmt.Errorf("pycode: %s has no inline cache", f.Base)
		}
		if len(fields) > 0 && fields[0] != (CacheField{Name: "counter", Units: 1}) {
			return fmt.Errorf("pycode: the inline cache of %s begins with %s of %d units, not with the counter", f.Base, fields[0].Name, fields[0].Units)
		}
		units := 0
		for _, field := range fields {
			units += field.Units
		}
		for _, m := range append([]Op{f.Base}, f.Members...) {
			switch {
			case m.Base() != f.Base || m != f.Base && !strings.HasPrefix(m.String(), f.Base.String()+"_"):
				return fmt.Errorf("pycode: %s is no member of %s", m, f.Base)
			case m.Caches() != units:
				return fmt.Errorf("pycode: %s has %d cache units, the layout of %s %d", m, m.Caches(), f.Base, units)
			case seen[m]:
				return fmt.Errorf("pycode: %s is in two families, or twice in one", m)
			}
			seen[m] = true
		}
	}
	return nil
}
