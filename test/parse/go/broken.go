package broken

import "fmt"

func before() { fmt.Println("a") }

type Half struct {
	name string
	count int = 3
}

func unfinished(x int {
	if x > {
		call(x)
	}
}

func (h *Half) Method() string { return h.name }

var = 3

func after() { before() }
