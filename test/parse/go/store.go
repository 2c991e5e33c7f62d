// Package store keeps sessions.
package store

import (
	"context"
	"fmt"

	. "example.com/dot"
	_ "example.com/side/effect"
	log "example.com/logging"
)

import "os"

// ErrMissing is returned when nothing is found.
var ErrMissing = fmt.Errorf("missing")

const (
	// DefaultSize is the number of slots.
	DefaultSize = 16
	other, more = 1, 2
)

// Key and Value are whatever fits.
type (
	Key   = string
	Value interface {
		fmt.Stringer
		comparable
		Size() int
	}
)

// MemoryStore holds values in memory.
type MemoryStore[K comparable, V any] struct {
	sync.Mutex
	*Base
	items map[K]V // the items
	a, b  int
	hook  func(ctx context.Context) error
}

type Base struct{}

// NewMemoryStore makes an empty store.
//
//nolint:all
func NewMemoryStore[K comparable, V any](
	size int, // how many
	opts ...Option,
) (*MemoryStore[K, V], error) {
	helper := func(n int) int { return n + DefaultSize }
	var local = helper(size)
	type scratch struct{ x int }
	_ = scratch{x: local}
	return &MemoryStore[K, V]{items: make(map[K]V, size), Base: &Base{}}, nil
}

func (s *MemoryStore[K, V]) Get(ctx context.Context, key K) (value V, err error) {
	s.Lock()
	defer s.Unlock()
	if err := s.hook(ctx); err != nil {
		return value, fmt.Errorf("get %v: %w", key, err)
	}
	log.Info("got", Options{Level: 1}, []Option{{}}, other...)
	go s.base().refresh(ctx)
	return Convert[V](s.items[key]), nil
}

func (Base) refresh(ctx context.Context) { os.Exit(1) }

func init() {}
func init() {}

func _() {}
