package maporder

// Tests may do as they like.
func inTest(m map[string]int) (sum int) {
	for _, v := range m {
		sum += v
	}
	return sum
}
