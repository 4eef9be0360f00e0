module example.com/selector

go 1.26.0

require github.com/tier2go/tier2 v0.0.0

require gonum.org/v1/gonum v0.17.0 // indirect

replace github.com/tier2go/tier2 => ../..
