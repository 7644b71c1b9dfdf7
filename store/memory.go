package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/plygame/ply/match"
)

// Memory is a Store in memory. It loses everything when the program ends. The zero value is empty.
type Memory struct {
	mu     sync.Mutex
	closed bool
	all    map[string]*remembered
	gone   map[string]string // why matches were deleted
}

type remembered struct {
	Kept
	about match.Listing
}

// find returns a stored match.
func (s *Memory) find(id string) (*remembered, error) {
	if s.closed {
		return nil, ErrClosed
	}
	if r := s.all[id]; r != nil {
		return r, nil
	}
	if why, gone := s.gone[id]; gone {
		return nil, fmt.Errorf("%w: %s", ErrDeleted, why)
	}
	return nil, ErrMissing
}

// Create implements Store.
func (s *Memory) Create(ctx context.Context, m Kept, about match.Listing) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch _, err := s.find(m.Setup.ID); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil, errors.Is(err, ErrDeleted):
		return ErrExists
	case !errors.Is(err, ErrMissing):
		return err
	}
	if s.all == nil {
		s.all = map[string]*remembered{}
	}
	m.Log = slices.Clone(m.Log)
	s.all[m.Setup.ID] = &remembered{m, about}
	return nil
}

// findAfter returns the match if its log has this many entries.
func (s *Memory) findAfter(ctx context.Context, id string, after int) (*remembered, error) {
	r, err := s.find(id)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	case len(r.Log) != after:
		return nil, ErrConflict
	}
	return r, nil
}

// Append implements Store.
func (s *Memory) Append(ctx context.Context, id string, after int, entries []match.Entry, about *match.Listing) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, err := s.findAfter(ctx, id, after)
	if err != nil {
		return err
	}
	r.Log = append(r.Log, entries...)
	if about != nil {
		r.about = *about
	}
	return nil
}

// Load implements Store.
func (s *Memory) Load(_ context.Context, id string) (Kept, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, err := s.find(id)
	if err != nil {
		return Kept{}, err
	}
	m := r.Kept
	m.Log, m.About = slices.Clone(m.Log), r.about
	return m, nil
}

// Describe implements Store.
func (s *Memory) Describe(_ context.Context, id string) (Kept, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, err := s.find(id)
	if err != nil {
		return Kept{}, err
	}
	return Kept{Setup: r.Setup, About: r.about}, nil
}

// Delete implements Store.
func (s *Memory) Delete(ctx context.Context, id string, after int, why string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if after == AnyLength {
		_, err = s.find(id)
	} else {
		_, err = s.findAfter(ctx, id, after)
	}
	if err != nil {
		return err
	}
	if s.gone == nil {
		s.gone = map[string]string{}
	}
	s.gone[id] = why
	delete(s.all, id)
	return nil
}

// Snapshot implements Store.
func (s *Memory) Snapshot(_ context.Context, id string, x match.Snapshot) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, err := s.find(id)
	if err == nil {
		r.Kept.Snapshot = &x
	}
	return err
}

// List implements Store.
func (s *Memory) List(_ context.Context, q Query) ([]match.Listing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	all := []match.Listing{}
	for _, r := range s.all {
		if q.fits(&r.about) {
			all = append(all, r.about)
		}
	}
	slices.SortFunc(all, func(a, b match.Listing) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID))
	})
	return all[:min(len(all), q.most())], nil
}

// Close implements Store.
func (s *Memory) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
