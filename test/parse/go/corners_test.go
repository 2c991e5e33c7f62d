//go:build linux && !cgo
// +build linux,!cgo

package store_test

// #include <stdlib.h>
import "C"

import "unsafe"

/*
Level says how loud it is.

Louder is higher.
*/
type Level uint8

const (
	Quiet Level = iota
	Loud
	_
	Deafening
)

// MaxRetries bounds the attempts.
const MaxRetries = 3

const single, double = 1, 2

var (
	first, second = build(), build()
	_             Visitor = (*walker)(nil)
	_             = (*pkg.Walker)(nil)
	handler       = func(name string) error {
		var inner = trace(name)
		return inner
	}
	table = map[string]Entry{"a": {1}, "b": Entry{2}}
	anonymous = struct {
		Host string `json:"host"`
		port int
	}{Host: "here"}
)

var lone, pair = 1, 2

type (
	// Visitor walks.
	Visitor interface {
		Base
		pkg.Closer
		pkg.Typed[int]
		Visit(node Node, depth int) (w Visitor, err error)
	}
	Number interface {
		~int | ~float64 | pkg.Decimal
	}
	Alias = pkg.Original
	Func  func(entry Entry) Func
)

type Entry struct {
	pkg.Embedded
	*pkg.Pointer[string]
	Generic[int]
	X, Y  int `json:"x"`
	Inner struct {
		Deep struct{ Deepest bool }
	}
	Callback func(e *Entry) (Level, error)
	Channel  <-chan Level
	Any      interface{ Hidden() }
}

type walker struct{ depth int }

type List[T any] struct {
	next *List[T]
	head T
}

func (l *List[T]) Push(value T) *List[T] { return &List[T]{next: l, head: value} }
func (l List[_]) Len() (n int)           { return }
func (*walker) Visit(Node, int) (w Visitor, err error) {
outer:
	for i, visit := range visitors {
		if i > 1 {
			break outer
		}
		visit(i)
	}
	return nil, nil
}

func (early *Later) Method() {}

type Later struct{}

func Map[In, Out any](items []In, apply func(In) Out) []Out {
	result := make([]Out, 0, len(items))
	for _, item := range items {
		result = append(result, apply(item))
	}
	Convert[Out](items)
	pkg.Conv[int](3)
	Both[int, string](4, 5)
	(*walker).Visit(nil, nil, 0)
	walker.depthOf(walker{})
	_ = []byte("x")
	_ = string(result)
	_ = new(Entry)
	_, _ = new(3), new(measure(items))
	builder.
		With(1).
		Build()
	_ = items.(Visitor)
	_, _ = Pair[int, pkg.Item]{}, &pkg.Pair[Level]{}
	func() { recover() }()
	resolve := resolve(items)
	resolve(1)
	C.free(unsafe.Pointer(nil))
	collect(fmt.Sprint(append(items, items...)...), items...)
	switch value := items.(type) {
	case Entry, *pkg.Entry:
		value.Close()
	}
	type pairOf[A any] struct{ left, right A }
	const limit = 3
	return result
}

func (e Entry) String() string { return "é€🎉" + describe(e, "🎉") }

func Größe(länge int) int { return messen(länge) }

var _ = describe("anonymous", func() {
	check := prepare()
	check(1)
})

func declaredInAssembly(x int) int
