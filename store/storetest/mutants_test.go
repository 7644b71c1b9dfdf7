package storetest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// mutant is a Memory with methods that are broken on purpose.
type mutant struct {
	*store.Memory
	create   func(ctx context.Context, m store.Kept, about match.Listing) error
	append   func(ctx context.Context, id string, after int, entries []match.Entry, about *match.Listing) error
	load     func(ctx context.Context, id string) (store.Kept, error)
	snapshot func(ctx context.Context, id string, x match.Snapshot) error
	list     func(ctx context.Context, q store.Query) ([]match.Listing, error)
	describe func(ctx context.Context, id string) (store.Kept, error)
	delete   func(ctx context.Context, id string, after int, why string) error
	end      func() error
}

func (m *mutant) Describe(ctx context.Context, id string) (store.Kept, error) {
	if m.describe != nil {
		return m.describe(ctx, id)
	}
	return m.Memory.Describe(ctx, id)
}

func (m *mutant) Delete(ctx context.Context, id string, after int, why string) error {
	if m.delete != nil {
		return m.delete(ctx, id, after, why)
	}
	return m.Memory.Delete(ctx, id, after, why)
}

func (m *mutant) Create(ctx context.Context, k store.Kept, about match.Listing) error {
	if m.create != nil {
		return m.create(ctx, k, about)
	}
	return m.Memory.Create(ctx, k, about)
}

func (m *mutant) Append(ctx context.Context, id string, after int, entries []match.Entry, about *match.Listing) error {
	if m.append != nil {
		return m.append(ctx, id, after, entries, about)
	}
	return m.Memory.Append(ctx, id, after, entries, about)
}

func (m *mutant) Load(ctx context.Context, id string) (store.Kept, error) {
	if m.load != nil {
		return m.load(ctx, id)
	}
	return m.Memory.Load(ctx, id)
}

func (m *mutant) Snapshot(ctx context.Context, id string, x match.Snapshot) error {
	if m.snapshot != nil {
		return m.snapshot(ctx, id, x)
	}
	return m.Memory.Snapshot(ctx, id, x)
}

func (m *mutant) List(ctx context.Context, q store.Query) ([]match.Listing, error) {
	if m.list != nil {
		return m.list(ctx, q)
	}
	return m.Memory.List(ctx, q)
}

func (m *mutant) Close() error {
	if m.end != nil {
		return m.end()
	}
	return m.Memory.Close()
}

// length returns the number of entries of a match.
func (m *mutant) length(id string) int {
	k, _ := m.Memory.Load(context.Background(), id)
	return len(k.Log)
}

var background = context.Background()

// mutants lists what is broken, which clause finds it, and how it is broken.
var mutants = []struct {
	what, clause string
	breakIt      func(m *mutant)
}{
	{"describes with the log", "described", func(m *mutant) { m.describe = m.Memory.Load }},
	{"deletes whatever was appended", "deleted", func(m *mutant) {
		m.delete = func(ctx context.Context, id string, _ int, why string) error {
			return m.Memory.Delete(ctx, id, m.length(id), why)
		}
	}},
	{"forgets the reason", "deleted", func(m *mutant) {
		m.delete = func(ctx context.Context, id string, after int, _ string) error {
			return m.Memory.Delete(ctx, id, after, "")
		}
	}},
	{"deletes nothing", "deleted", func(m *mutant) {
		m.delete = func(ctx context.Context, id string, after int, _ string) error {
			return m.Memory.Append(ctx, id, after, nil, nil)
		}
	}},
	{"skips matches of the same time", "list pages", func(m *mutant) {
		m.list = func(ctx context.Context, q store.Query) ([]match.Listing, error) {
			q.After = ""
			return m.Memory.List(ctx, q)
		}
	}},
	{"appends after any entry", "append if", func(m *mutant) {
		m.append = func(ctx context.Context, id string, _ int, e []match.Entry, about *match.Listing) error {
			return m.Memory.Append(ctx, id, m.length(id), e, about)
		}
	}},
	{"appends, and says that there was a conflict", "append if", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			err := m.Memory.Append(ctx, id, after, e, about)
			if errors.Is(err, store.ErrConflict) {
				_ = m.Memory.Append(ctx, id, m.length(id), e, about)
			}
			return err
		}
	}},
	{"has another error for a conflict", "append if", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			if err := m.Memory.Append(ctx, id, after, e, about); errors.Is(err, store.ErrConflict) {
				return errors.New("no")
			}
			return nil
		}
	}},
	{"a conflict changes the listing", "append if", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			err := m.Memory.Append(ctx, id, after, e, about)
			if errors.Is(err, store.ErrConflict) {
				_ = m.Memory.Append(ctx, id, m.length(id), nil, about)
			}
			return err
		}
	}},
	{"looks first, and appends later", "one writer wins", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			if _, err := m.Memory.Load(ctx, id); err != nil {
				return err
			}
			if m.length(id) != after {
				return store.ErrConflict
			}
			time.Sleep(time.Millisecond)
			return m.Memory.Append(ctx, id, m.length(id), e, about)
		}
	}},
	{"loses the last of several entries", "kept", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			return m.Memory.Append(ctx, id, after, e[:max(1, len(e)-1)], about)
		}
	}},
	{"appends several entries in another order", "all or nothing", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			e = slices.Clone(e)
			slices.Reverse(e)
			return m.Memory.Append(ctx, id, after, e, about)
		}
	}},
	{"stops in the middle when the context ends", "given up", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			err := m.Memory.Append(ctx, id, after, e, about)
			if ctx.Err() != nil && len(e) > 1 {
				_ = m.Memory.Append(background, id, after, e[:1], about)
			}
			return err
		}
	}},
	{"acknowledges a cancelled append that was not written", "given up", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			if err := m.Memory.Append(ctx, id, after, e, about); ctx.Err() == nil {
				return err
			}
			return nil
		}
	}},
	{"reports a cancelled request as missing", "given up", func(m *mutant) {
		m.load = func(ctx context.Context, id string) (store.Kept, error) {
			if ctx.Err() != nil {
				return store.Kept{}, store.ErrMissing
			}
			return m.Memory.Load(ctx, id)
		}
	}},
	{"appends to a missing match", "missing", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			if err := m.Memory.Append(ctx, id, after, e, about); !errors.Is(err, store.ErrMissing) {
				return err
			}
			return m.Memory.Create(ctx, store.Kept{Setup: setup(id), Log: e}, listing(id, len(e)))
		}
	}},
	{"ids are trimmed", "missing", func(m *mutant) {
		m.load = func(ctx context.Context, id string) (store.Kept, error) {
			return m.Memory.Load(ctx, strings.TrimSpace(id))
		}
	}},
	{"stores snapshots of a missing match", "missing", func(m *mutant) {
		m.snapshot = func(ctx context.Context, id string, x match.Snapshot) error {
			_ = m.Memory.Snapshot(ctx, id, x)
			return nil
		}
	}},
	{"has another error for a missing match", "missing", func(m *mutant) {
		m.load = func(ctx context.Context, id string) (store.Kept, error) {
			k, err := m.Memory.Load(ctx, id)
			if errors.Is(err, store.ErrMissing) {
				err = errors.New("no")
			}
			return k, err
		}
	}},
	{"a second Create is nothing", "made once", func(m *mutant) {
		m.create = func(ctx context.Context, k store.Kept, about match.Listing) error {
			if err := m.Memory.Create(ctx, k, about); !errors.Is(err, store.ErrExists) {
				return err
			}
			return nil
		}
	}},
	{"a second Create appends its log", "made once", func(m *mutant) {
		m.create = func(ctx context.Context, k store.Kept, about match.Listing) error {
			err := m.Memory.Create(ctx, k, about)
			if errors.Is(err, store.ErrExists) {
				_ = m.Memory.Append(ctx, k.Setup.ID, m.length(k.Setup.ID), k.Log, nil)
			}
			return err
		}
	}},
	{"Create forgets the log", "kept", func(m *mutant) {
		m.create = func(ctx context.Context, k store.Kept, about match.Listing) error {
			k.Log = nil
			return m.Memory.Create(ctx, k, about)
		}
	}},
	{"Create forgets part of the setup", "kept", func(m *mutant) {
		m.create = func(ctx context.Context, k store.Kept, about match.Listing) error {
			k.Setup.Options = nil
			return m.Memory.Create(ctx, k, about)
		}
	}},
	{"cuts long texts", "kept", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			e = slices.Clone(e)
			for i := range e {
				e[i].Move = e[i].Move[:min(len(e[i].Move), 65535)]
			}
			return m.Memory.Append(ctx, id, after, e, about)
		}
	}},
	{"makes snapshots by itself", "kept", func(m *mutant) {
		m.load = func(ctx context.Context, id string) (store.Kept, error) {
			k, err := m.Memory.Load(ctx, id)
			k.Snapshot = &match.Snapshot{}
			return k, err
		}
	}},
	{"hands out its own log", "copies", func(m *mutant) {
		var mu sync.Mutex
		all := map[string]store.Kept{}
		m.load = func(ctx context.Context, id string) (store.Kept, error) {
			mu.Lock()
			defer mu.Unlock()
			k, err := m.Memory.Load(ctx, id)
			if mine, ok := all[id]; ok && len(mine.Log) == len(k.Log) && len(k.Log) > 0 {
				k.Log = mine.Log
			}
			all[id] = k
			return k, err
		}
	}},
	{"keeps the first snapshot", "snapshots", func(m *mutant) {
		m.snapshot = func(ctx context.Context, id string, x match.Snapshot) error {
			if k, err := m.Memory.Load(ctx, id); err == nil && k.Snapshot != nil {
				return nil
			}
			return m.Memory.Snapshot(ctx, id, x)
		}
	}},
	{"snapshots are text that ends with a zero", "snapshots", func(m *mutant) {
		m.snapshot = func(ctx context.Context, id string, x match.Snapshot) error {
			before, _, _ := strings.Cut(string(x.Save), "\x00")
			return m.Memory.Snapshot(ctx, id, match.Snapshot{Seq: x.Seq, Save: []byte(before)})
		}
	}},
	{"no listing is an empty listing", "listings", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			if about == nil {
				about = &match.Listing{ID: id}
			}
			return m.Memory.Append(ctx, id, after, e, about)
		}
	}},
	{"a listing stays as it was made", "listings", func(m *mutant) {
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, _ *match.Listing) error {
			return m.Memory.Append(ctx, id, after, e, nil)
		}
	}},
	{"Load has no listing", "listings", func(m *mutant) {
		m.load = func(ctx context.Context, id string) (store.Kept, error) {
			k, err := m.Memory.Load(ctx, id)
			k.About = match.Listing{}
			return k, err
		}
	}},
	{"lists the oldest first", "list", func(m *mutant) {
		m.list = func(ctx context.Context, q store.Query) ([]match.Listing, error) {
			all, err := m.Memory.List(ctx, q)
			slices.Reverse(all)
			return all, err
		}
	}},
	{"lists unlisted matches", "list", asked(func(q *store.Query) { q.Unlisted = true })},
	{"lists all games", "list", asked(func(q *store.Query) { q.Game = "" })},
	{"lists matches that cannot be joined", "list", asked(func(q *store.Query) { q.Open = false })},
	{"lists finished matches, too", "list", asked(func(q *store.Query) { q.Over = nil })},
	{"begins every list at the end", "list", asked(func(q *store.Query) { q.Before = time.Time{} })},
	{"lists matches changed at the given time, too", "list", asked(func(q *store.Query) {
		if !q.Before.IsZero() {
			q.Before = q.Before.Add(time.Nanosecond)
		}
	})},
	{"ignores the limit", "list", asked(func(q *store.Query) { q.Limit = 0 })},
	{"lists 10 by default", "list limits", asked(func(q *store.Query) {
		if q.Limit == 0 {
			q.Limit = 10
		}
	})},
	{"lists 100 at most", "list limits", asked(func(q *store.Query) { q.Limit = min(q.Limit, 100) })},
	{"has no order for equal times", "list limits", func(m *mutant) {
		m.list = func(ctx context.Context, q store.Query) ([]match.Listing, error) {
			all, err := m.Memory.List(ctx, q)
			slices.SortStableFunc(all, func(a, b match.Listing) int { return b.Updated.Compare(a.Updated) })
			if len(all) > 1 && all[0].Updated.Equal(all[1].Updated) {
				all[0], all[1] = all[1], all[0]
			}
			return all, err
		}
	}},
	{"mixes up matches that are written at once", "many matches at once", func(m *mutant) {
		var last string // without a lock on purpose: others may change it in between
		var mu sync.Mutex
		m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
			mu.Lock()
			last = id
			mu.Unlock()
			time.Sleep(100 * time.Microsecond)
			mu.Lock()
			id = last
			mu.Unlock()
			return m.Memory.Append(ctx, id, after, e, about)
		}
	}},
	{"works after Close", "closed", func(m *mutant) { m.end = func() error { return nil } }},
	{"a second Close fails", "closed", func(m *mutant) {
		var once sync.Once
		m.end = func() error {
			err := errors.New("it is closed already")
			once.Do(func() { err = m.Memory.Close() })
			return err
		}
	}},
	{"cannot be closed", "kept", func(m *mutant) { m.end = func() error { return errors.New("no") } }},
}

// asked changes every query.
func asked(change func(q *store.Query)) func(m *mutant) {
	return func(m *mutant) {
		m.list = func(ctx context.Context, q store.Query) ([]match.Listing, error) {
			change(&q)
			return m.Memory.List(ctx, q)
		}
	}
}

// Each mutant is found by its clause.
func TestMutantsAreFound(t *testing.T) {
	byName := map[string]clause{}
	for _, c := range contract {
		byName[c.name] = c
	}
	tried := map[string]bool{}
	for _, x := range mutants {
		t.Run(x.what, func(t *testing.T) {
			m := &mutant{Memory: new(store.Memory)}
			x.breakIt(m)
			if faults := byName[x.clause].run(m); len(faults) == 0 {
				t.Errorf("the clause %q does not find it", x.clause)
			}
		})
		tried[x.clause] = true
	}
	for _, c := range contract {
		if !tried[c.name] {
			t.Errorf("no mutant is found by %q", c.name)
		}
		if faults := c.run(&mutant{Memory: new(store.Memory)}); len(faults) > 0 {
			t.Errorf("a store that is not broken: %q", faults)
		}
	}
}

// forgetful is a disk from which stores are opened. Reopening a store passes its data through lose.
type forgetful struct {
	all  map[string]store.Kept
	lose func(k *store.Kept)
	late bool // appends while it is closed are acknowledged and lost
}

func (f *forgetful) open() store.Store {
	m := &mutant{Memory: new(store.Memory)}
	ids := slices.Sorted(maps.Keys(f.all))
	for _, id := range ids {
		k := f.all[id]
		f.lose(&k)
		if k.Setup.ID == "" {
			continue
		}
		_ = m.Memory.Create(background, k, k.About)
		if k.Snapshot != nil {
			_ = m.Memory.Snapshot(background, id, *k.Snapshot)
		}
	}
	var mu sync.Mutex
	open := true
	m.append = func(ctx context.Context, id string, after int, e []match.Entry, about *match.Listing) error {
		mu.Lock()
		defer mu.Unlock()
		return m.Memory.Append(ctx, id, after, e, about)
	}
	m.end = func() error {
		mu.Lock()
		defer mu.Unlock()
		if !open {
			return nil
		}
		open = false
		all, _ := m.Memory.List(background, store.Query{Limit: 1000, Unlisted: true})
		f.all = map[string]store.Kept{}
		for _, about := range all {
			f.all[about.ID], _ = m.Memory.Load(background, about.ID)
		}
		if f.late {
			for _, about := range all {
				_ = m.Memory.Append(background, about.ID, m.length(about.ID), entries("late"), nil)
			}
			time.AfterFunc(5*time.Millisecond, func() { m.Memory.Close() })
			return nil
		}
		return m.Memory.Close()
	}
	return m
}

// Stores that forget something when they are reopened are found.
func TestForgetfulAreFound(t *testing.T) {
	byName := map[string]reopening{}
	for _, c := range lasting {
		byName[c.name] = c
	}
	for _, x := range []struct {
		what, clause string
		lose         func(k *store.Kept)
	}{
		{"nothing", "", func(*store.Kept) {}},
		{"matches", "opened again", func(k *store.Kept) { k.Setup.ID = "" }},
		{"the last entry", "opened again", func(k *store.Kept) { k.Log = k.Log[:max(0, len(k.Log)-1)] }},
		{"the last entry", "closed while it is written", func(k *store.Kept) { k.Log = k.Log[:max(0, len(k.Log)-1)] }},
		{"part of the setup", "opened again", func(k *store.Kept) { k.Setup.Host = "" }},
		{"the snapshot", "opened again", func(k *store.Kept) { k.Snapshot = nil }},
		{"the listing", "opened again", func(k *store.Kept) { k.About = listing(k.Setup.ID, 0) }},
	} {
		for _, c := range lasting {
			f := &forgetful{lose: x.lose}
			faults := c.run(f.open)
			if c.name == x.clause && len(faults) == 0 {
				t.Errorf("a store that loses %s is not found by %q", x.what, c.name)
			}
			if x.clause == "" && len(faults) > 0 {
				t.Errorf("a store that loses nothing: %q", faults)
			}
		}
	}
	late := &forgetful{lose: func(*store.Kept) {}, late: true}
	found := false
	for range 50 { // what is acknowledged while the store closes depends on the machine
		if found = len(byName["closed while it is written"].run(late.open)) > 0; found {
			break
		}
	}
	if !found {
		t.Error("a closed store that acknowledges appends and loses them is not found")
	}
}
