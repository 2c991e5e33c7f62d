package bindings

import (
	"net/http"

	"example.com/shop/store"
)

var shared = store.New()

func serve(s *store.Store, handlers map[string]http.Handler) error {
	local, err := store.Open("a, b")
	if err != nil {
		return err
	}
	literal := &store.Store{Name: "x"}
	var written store.Index = nil
	var made, other = store.New(), literal
	fresh := new(store.Store)
	inner := local.Inner(func(item *store.Item, name string) bool { return item.Is(name) })
	inner = inner
	for i, item := range local.Items() {
		item.Save(i)
		local := item.Parent()
		local.Save(0)
	}
	if local, ok := inner.(*store.Item); ok {
		local.Save(1)
	}
	local.Close()
	switch kind := inner.(type) {
	case *store.Item:
		kind.Save(2)
	}
	literal.Close()
	written.Close()
	made.Close()
	other.Close()
	fresh.Close()
	err.Error()
	unused := 3
	_ = unused
	http.HandleFunc("/", index)
	http.HandleFunc("/b", s.Handle)
	http.HandleFunc("/c", store.Handle)
	run := command{Run: start, Stop: store.Stop}
	run.Go(start, unused, nil)
	return nil
}

func start() {}
