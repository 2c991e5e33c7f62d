/** Calls through interfaces in Go: nothing declares which types implement one. */
import { checkDispatch } from './check-dispatch.ts';

const permission = `package permission

import "context"

type Request struct{ Tool string }

type Service interface {
	Request(ctx context.Context, request Request) (bool, error)
	Skip() bool
}

type service struct{ skip bool }

func (s *service) Request(ctx context.Context, request Request) (bool, error) { return s.Skip(), nil }
func (s *service) Skip() bool { return s.skip }

func New() Service { return &service{} }
`;

checkDispatch(
  'follows fields, parameters, results and locals of an interface type in other packages',
  {
    'go.mod': 'module example.com/app\n',
    'permission/permission.go': permission,
    'tools/tools.go': `package tools

import (
	"context"

	perm "example.com/app/permission"
)

type services []perm.Service

func (s services) byIndex(ctx context.Context) {
	s[0].Request(ctx, perm.Request{})
	for _, each := range s {
		each.Skip()
	}
}

type tool struct {
	permissions perm.Service
	all         []perm.Service
}

func (t *tool) byField(ctx context.Context) { t.permissions.Request(ctx, perm.Request{}) }

func byParameter(ctx context.Context, p perm.Service) { p.Request(ctx, perm.Request{}) }

func byResult(ctx context.Context) { perm.New().Request(ctx, perm.Request{}) }

func byLocal(ctx context.Context) {
	made := perm.New()
	made.Request(ctx, perm.Request{})
	var declared perm.Service
	declared.Skip()
}

func (t *tool) byElement(ctx context.Context) {
	for _, each := range t.all {
		each.Request(ctx, perm.Request{})
	}
}

func byAssertion(ctx context.Context, value any) {
	if p, ok := value.(perm.Service); ok {
		p.Request(ctx, perm.Request{})
	}
}

func byBound[T perm.Service](ctx context.Context, p T) { p.Request(ctx, perm.Request{}) }
`,
  },
  [
    'tools/tools.go:byAssertion → permission/permission.go:service.Request',
    'tools/tools.go:byBound → permission/permission.go:service.Request',
    'tools/tools.go:byLocal → permission/permission.go:service.Request',
    'tools/tools.go:byLocal → permission/permission.go:service.Skip',
    'tools/tools.go:byParameter → permission/permission.go:service.Request',
    'tools/tools.go:byResult → permission/permission.go:service.Request',
    'tools/tools.go:services.byIndex → permission/permission.go:service.Request',
    'tools/tools.go:services.byIndex → permission/permission.go:service.Skip',
    'tools/tools.go:tool.byElement → permission/permission.go:service.Request',
    'tools/tools.go:tool.byField → permission/permission.go:service.Request',
  ],
);

checkDispatch(
  'requires the whole method set with the same signatures',
  {
    'go.mod': 'module example.com/app\n',
    'store/store.go': `package store

import "io"

type Item struct{}

type Store interface {
	io.Closer
	Get(key string) (*Item, error)
	Put(key string, items ...*Item)
}

type whole struct{}

func (w *whole) Get(name string) (item *Item, err error) { return nil, nil }
func (w *whole) Put(key string, items ...*Item)          {}
func (w *whole) Close() error                            { return nil }

type withoutClose struct{}

func (w *withoutClose) Get(key string) (*Item, error)   { return nil, nil }
func (w *withoutClose) Put(key string, items ...*Item) {}

type otherArity struct{}

func (o *otherArity) Get(key, region string) (*Item, error) { return nil, nil }
func (o *otherArity) Put(key string, items ...*Item)        {}
func (o *otherArity) Close() error                          { return nil }

type otherTypes struct{}

func (o *otherTypes) Get(key int) (*Item, error)     { return nil, nil }
func (o *otherTypes) Put(key string, items ...*Item) {}
func (o *otherTypes) Close() error                   { return nil }

func use(s Store) { s.Get("x") }
`,
    'other/other.go': `package other

type Item struct{}

type namesake struct{}

func (n *namesake) Get(key string) (*Item, error)  { return nil, nil }
func (n *namesake) Put(key string, items ...*Item) {}
func (n *namesake) Close() error                   { return nil }
`,
    'remote/remote.go': `package remote

import "example.com/app/store"

type Remote struct{}

func (Remote) Get(key string) (*store.Item, error) { return nil, nil }
func (Remote) Put(string, ...*store.Item)          {}
func (Remote) Close() error                        { return nil }
`,
  },
  ['store/store.go:use → remote/remote.go:Remote.Get', 'store/store.go:use → store/store.go:whole.Get'],
);

checkDispatch(
  'follows embedded interfaces and structs, generics and unexported methods',
  {
    'go.mod': 'module example.com/app\n',
    'bus/bus.go': `package bus

type Event[T any] struct{ Payload T }

type Subscriber[T any] interface {
	Subscribe(name string) <-chan Event[T]
}

type Broker[T any] struct{}

func (b *Broker[T]) Subscribe(name string) <-chan Event[T] { return nil }

type Wrapped[T any] struct {
	Broker[T]
}
`,
    'app/app.go': `package app

import "example.com/app/bus"

type Message struct{}

type Service interface {
	bus.Subscriber[Message]
	Send(message Message)
	seal()
}

type service struct {
	*bus.Wrapped[Message]
}

func (s *service) Send(message Message) {}
func (s *service) seal()                {}

type logged struct{ Service }

func (l *logged) Send(message Message) { l.Service.Send(message) }

func run(s Service, l *logged) {
	s.Subscribe("all")
	s.Send(Message{})
	l.Send(Message{})
	l.Subscribe("all")
}
`,
    'fake/fake.go': `package fake

import (
	"example.com/app/app"
	"example.com/app/bus"
)

type Fake struct{ bus.Broker[app.Message] }

func (f *Fake) Send(message app.Message) {}
func (f *Fake) seal()                    {}
`,
  },
  [
    'app/app.go:logged.Send → app/app.go:logged.Send',
    'app/app.go:logged.Send → app/app.go:service.Send',
    'app/app.go:run → app/app.go:logged.Send',
    'app/app.go:run → app/app.go:service.Send',
    'app/app.go:run → bus/bus.go:Broker.Subscribe',
  ],
);

checkDispatch(
  'compares long signatures over several lines',
  {
    'go.mod': 'module example.com/app\n',
    'store.go': `package store

import "context"

type Store interface {
	GuaranteedUpdate(
		ctx context.Context, key string, destination Object, ignoreNotFound bool,
		preconditions *Preconditions, tryUpdate UpdateFunc, cachedExistingObject Object) error
}

type Object any
type Preconditions struct{}
type UpdateFunc func(Object) error

type disk struct{}

func (d *disk) GuaranteedUpdate(
	ctx context.Context, key string, destination Object, ignoreNotFound bool,
	preconditions *Preconditions, tryUpdate UpdateFunc, cachedExistingObject Object,
) error {
	return nil
}

type other struct{}

func (o *other) GuaranteedUpdate(ctx context.Context, key string) error { return nil }

func use(s Store) { s.GuaranteedUpdate(nil, "x", nil, false, nil, nil, nil) }
`,
  },
  ['store.go:use → store.go:disk.GuaranteedUpdate'],
);

checkDispatch(
  'has no edge for an interface from outside of the repository',
  {
    'go.mod': 'module example.com/app\n',
    'main.go': `package main

import (
	"io"
	"net/http"
)

type file struct{}

func (f *file) Read(buffer []byte) (int, error) { return 0, nil }

type handler struct{}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func use(reader io.Reader, h http.Handler) {
	reader.Read(nil)
	h.ServeHTTP(nil, nil)
}
`,
  },
  [],
);
