/** Calls in Go: which calls resolve, and to what. */
import { checkEdges } from './check-edges.ts';

checkEdges(
  'follows packages, receivers, embedded structs and interfaces',
  {
    'go.mod': 'module example.com/shop\n',
    'store/store.go': `package store

type Base struct{}

func (b *Base) Close() error { return b.flush() }
func (b *Base) flush() error { return nil }

type Item struct{ Name string }

func (i *Item) Save() {}

type Store struct {
	*Base
	items []*Item
	index Index
}

type Reader interface {
	Read(key string) (*Item, error)
}

type ReadCloser interface {
	Reader
	Shut()
}

func New(name string) (*Store, error) { return &Store{}, nil }

func (s *Store) First() *Item { return s.items[0] }
`,
    'store/index.go': `package store

type Index map[string]*Item

func (x Index) Find(key string) *Item { return x[key] }

func helper() { shared.Find("x") }

var shared = Index{}
`,
    'main.go': `package main

import (
	"fmt"

	st "example.com/shop/store"
)

type server struct{ store *st.Store }

func (s *server) run(reader st.ReadCloser, items []*st.Item, byName map[string]*st.Item) {
	made, err := st.New("x")
	if err != nil {
		fmt.Println(err.Error())
	}
	made.Close()
	made.First().Save()
	s.store.First()
	item, _ := reader.Read("x")
	item.Save()
	reader.Shut()
	for _, each := range items {
		each.Save()
	}
	byName["x"].Save()
	if other, ok := interface{}(made).(*st.Store); ok {
		other.First()
	}
	go s.stop()
	defer stop()
}

func (s *server) stop() { s.run(nil, nil, nil) }

func main() { new(server).stop(); literal := server{}; literal.stop() }
`,
    'stop.go': 'package main\n\nfunc stop() { stop() }\n',
    'stop_test.go': 'package main\n\nfunc TestStop() { stop() }\n',
  },
  [
    'main.go:main → main.go:server',
    'main.go:main → main.go:server.stop',
    'main.go:server.run → main.go:server.stop',
    'main.go:server.run → stop.go:stop',
    'main.go:server.run → store/store.go:Base.Close',
    'main.go:server.run → store/store.go:Item.Save',
    'main.go:server.run → store/store.go:New',
    'main.go:server.run → store/store.go:Reader.Read',
    'main.go:server.run → store/store.go:ReadCloser.Shut',
    'main.go:server.run → store/store.go:Store.First',
    'main.go:server.stop → main.go:server.run',
    'stop.go:stop → stop.go:stop',
    'stop_test.go:TestStop → stop.go:stop',
    'store/index.go:helper → store/index.go:Index.Find',
    'store/index.go:shared → store/index.go:Index',
    'store/store.go:Base.Close → store/store.go:Base.flush',
    'store/store.go:New → store/store.go:Store',
  ].sort(),
);

checkEdges(
  'separates packages, respects shadowing, and lists functions passed as values',
  {
    'go.mod': 'module example.com/shop\n',
    'a/a.go': `package a

func Run() {}
func start(f func()) {}
func hidden() {}

type T struct{}

func (t T) RarelyNamed(x int) {}
func (t T) Get(x int) {}
`,
    'b/b.go': `package b

import "example.com/shop/a"

type local struct{}

func (l local) Run() {}

func Run() { a.Run(); a.hidden() }

func shadow(a local) { a.Run() }

func late() {
	a := local{}
	a.Run()
}

func hand(register func(func()), unknown interface{ X() }) {
	register(Run)
	register(a.Run)
	register(register)
	unknown.Y().RarelyNamed(1)
	unknown.Y().RarelyNamed(1, 2)
	unknown.Y().Get(1)
	hidden()
}
`,
    'c/c.go': 'package c\n\nfunc f(x interface{ Y() }) { x.Z().RarelyNamed(1) }\n',
  },
  [
    'b/b.go:Run → a/a.go:Run',
    'b/b.go:hand → a/a.go:Run (value)',
    'b/b.go:hand → a/a.go:T.RarelyNamed (?)',
    'b/b.go:hand → b/b.go:Run (value)',
    'b/b.go:late → b/b.go:local',
    'b/b.go:late → b/b.go:local.Run',
    'b/b.go:shadow → b/b.go:local.Run',
  ],
);

checkEdges(
  'prefers the default build, or the build of the caller',
  {
    'go.mod': 'module example.com/shop\n',
    'open_fast.go': '//go:build fast && !slow\n\npackage shop\n\nfunc open() {}\n',
    'open_usual.go': '// A licence.\n\n//go:build !fast\n\npackage shop\n\nfunc open() {}\n',
    'wait_linux.go': 'package shop\n\nfunc wait() {}\n',
    'wait_windows.go': 'package shop\n\nfunc wait() {}\n',
    'label_fast.go': '//go:build fast\n\npackage shop\n\ntype Label struct{}\n\nfunc (l Label) Get() {}\n',
    'label_usual.go': '//go:build !fast\n\npackage shop\n\ntype Label struct{}\n\nfunc (l Label) Get() {}\n',
    'run.go': 'package shop\n\nfunc run(label Label) {\n\topen()\n\twait()\n\tlabel.Get()\n}\n',
    'run_windows.go': 'package shop\n\nfunc runHere() { wait() }\n',
  },
  [
    'run.go:run → label_fast.go:Label.Get (?)',
    'run.go:run → label_usual.go:Label.Get',
    'run.go:run → open_fast.go:open (?)',
    'run.go:run → open_usual.go:open',
    'run.go:run → wait_linux.go:wait',
    'run.go:run → wait_windows.go:wait (?)',
    'run_windows.go:runHere → wait_linux.go:wait (?)',
    'run_windows.go:runHere → wait_windows.go:wait',
  ],
);
