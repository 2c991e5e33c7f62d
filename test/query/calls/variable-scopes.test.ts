/** Variables that shadow others: a call on one is never claimed for the type of the other. */
import { checkEdges } from './check-edges.ts';

checkEdges(
  'does not take the variable of a Go type switch for the parameter of its name',
  {
    'go.mod': 'module shop\n',
    'shop.go': `package shop

type Closer interface{ Close() }
type File struct{}
type Pipe struct{}

func (f File) Close()  {}
func (p *Pipe) Close() {}

func end(c Closer) {
	switch c := c.(type) {
	case File:
		c.Close()
	case *Pipe:
		c.Close()
	}
}
`,
  },
  [],
);

checkEdges(
  'follows the result of a Go function with type arguments',
  {
    'go.mod': 'module shop\n',
    'shop.go': `package shop

type Subscriber interface{ Subscribe() }
type Broker[T any] struct{}
type Fake struct{}

func (b *Broker[T]) Subscribe() {}
func (f Fake) Subscribe()       {}
func NewBroker[T any]() *Broker[T] { return nil }

func run() {
	b := NewBroker[string]()
	b.Subscribe()
}
`,
  },
  ['shop.go:run → shop.go:Broker.Subscribe', 'shop.go:run → shop.go:NewBroker'],
);
