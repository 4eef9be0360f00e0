package maporder

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

type table map[string]int

func bad(m map[string]int, t table) (list []string, sum int) {
	for k := range m { // want `iteration over a map`
		list = append(list, k)
	}
	for _, v := range t { // want `iteration over a map`
		sum += v
	}
	var k string
	for k, sum = range m { // want `iteration over a map`
		_ = k
	}
	for k := range maps.Keys(m) { // want `maps.Keys gives elements in a map's order`
		list = append(list, k)
	}
	list = slices.Collect(maps.Keys(m)) // want `maps.Keys gives`
	for range maps.All(t) {             // want `maps.All gives`
		sum++
	}
	var s sync.Map
	s.Range(func(any, any) bool { return true }) // want `Range gives`
	return list, sum
}

func generic[M ~map[K]V, K comparable, V any](m M) (list []K) {
	for k := range m { // want `iteration over a map`
		list = append(list, k)
	}
	return list
}

func good(m map[string]int, list []string) (n int) {
	for range m {
		n++
	}
	for _ = range m {
		n++
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		n += m[k]
	}
	for _, k := range slices.SortedFunc(maps.Keys(m), cmp.Compare[string]) {
		n += m[k]
	}
	for _, s := range list {
		n += m[s]
	}
	for _, c := range "text" {
		n += int(c)
	}
	clear(m)
	return n
}
