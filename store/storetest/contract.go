package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// clause is a promise of every Store.
type clause struct {
	name  string
	check func(x *examination)
}

// run checks an empty store, and closes it.
func (c clause) run(s store.Store) []string {
	return examine(s, func(x *examination) {
		defer func() {
			if err := s.Close(); err != nil {
				x.faultf("Close: %v", err)
			}
		}()
		c.check(x)
	})
}

var contract = []clause{
	{"kept", kept},
	{"made once", madeOnce},
	{"append if", appendIf},
	{"all or nothing", allOrNothing},
	{"missing", missing},
	{"copies", copies},
	{"snapshots", snapshots},
	{"listings", listings},
	{"list", list},
	{"list limits", listLimits},
	{"list pages", listPages},
	{"described", described},
	{"deleted", deleted},
	{"one writer wins", oneWriterWins},
	{"many matches at once", manyMatches},
	{"given up", givenUp},
	{"closed", closed},
}

// Acknowledged data is loaded unchanged.
func kept(x *examination) {
	x.create("m", entries("one")...)
	x.create("other")
	x.add("m", 1, "two", "three")
	x.add("m", 3, strings.Repeat("long ", 20_000))
	k := x.load("m")
	if got, want := asText(k.Setup), asText(setup("m")); got != want {
		x.faultf("the setup is %s, want %s", got, want)
	}
	x.wants("after two appends", "m", "one", "two", "three", strings.Repeat("long ", 20_000))
	x.wants("after appends to another match", "other")
	if k.Snapshot != nil {
		x.faultf("a match has a snapshot that nobody made: %+v", *k.Snapshot)
	}
}

// A match is created once; a second Create changes nothing.
func madeOnce(x *examination) {
	x.create("m", entries("one")...)
	again := setup("m")
	again.Seed = "other"
	if err := x.Create(x.ctx, store.Kept{Setup: again, Log: entries("two", "three")}, listing("m", 2)); !errors.Is(err,
		store.ErrExists) {
		x.faultf("Create of a match that exists: %v, want ErrExists", err)
	}
	x.wants("after a second Create", "m", "one")
	if k := x.load("m"); k.Setup.Seed != "00ff" || k.About.Entries != 1 {
		x.faultf("a second Create has changed the match: %s", asText(k))
	}
}

// Entries are appended only to a log of the expected length.
func appendIf(x *examination) {
	x.create("m", entries("one", "two")...)
	for _, after := range []int{-1, 0, 1, 3, 100} {
		about := listing("m", 50)
		if err := x.Append(x.ctx, "m", after, entries("wrong"), &about); !errors.Is(err, store.ErrConflict) {
			x.faultf("Append after %d of 2 entries: %v, want ErrConflict", after, err)
		}
	}
	x.wants("after conflicts", "m", "one", "two")
	if n := x.load("m").About.Entries; n != 2 {
		x.faultf("a conflict has changed the listing: %d entries, want 2", n)
	}
	x.add("m", 2, "three")
	x.wants("after conflicts and an append", "m", "one", "two", "three")
}

// An append keeps all its entries in order, or none.
func allOrNothing(x *examination) {
	x.create("m")
	var want []string
	for n := 0; n < 60; n += 3 {
		x.add("m", n, fmt.Sprint(n), fmt.Sprint(n+1), fmt.Sprint(n+2))
		want = append(want, fmt.Sprint(n), fmt.Sprint(n+1), fmt.Sprint(n+2))
		if err := x.Append(x.ctx, "m", n+1, entries("x", "y"), nil); !errors.Is(err, store.ErrConflict) {
			x.faultf("Append in the middle of a batch: %v, want ErrConflict", err)
		}
	}
	x.wants("after batches of three", "m", want...)
}

// Missing matches return ErrMissing, and IDs are compared exactly.
func missing(x *examination) {
	x.create("m")
	x.create("It's \"a\" %m_")
	x.add("It's \"a\" %m_", 0, "one")
	for _, id := range []string{"", "M", "m ", " m", "n", "%", "_", "x'; DROP TABLE matches; --"} {
		if err := x.Append(x.ctx, id, 0, entries("one"), nil); !errors.Is(err, store.ErrMissing) {
			x.faultf("Append to %q: %v, want ErrMissing", id, err)
		}
		if _, err := x.Load(x.ctx, id); !errors.Is(err, store.ErrMissing) {
			x.faultf("Load of %q: %v, want ErrMissing", id, err)
		}
		if err := x.Snapshot(x.ctx, id, match.Snapshot{Save: []byte("save")}); !errors.Is(err, store.ErrMissing) {
			x.faultf("Snapshot of %q: %v, want ErrMissing", id, err)
		}
	}
	x.wants("after appends to matches that are missing", "m")
	x.wants("with letters that need care", "It's \"a\" %m_", "one")
}

// Callers may keep using the slices they passed and received.
func copies(x *examination) {
	log, more := entries("one"), entries("two")
	x.create("m", log...)
	if err := x.Append(x.ctx, "m", 1, more, nil); err != nil {
		x.stopf("Append: %v", err)
	}
	log[0].Move, more[0].Move = "changed", "changed"
	x.load("m").Log[0].Move = "changed"
	_ = append(x.load("m").Log, entries("more")...)
	x.wants("after the caller has changed its slices", "m", "one", "two")
}

// The latest snapshot is loaded.
func snapshots(x *examination) {
	x.create("m", entries("one", "two")...)
	for n := 1; n <= 2; n++ {
		want := match.Snapshot{Seq: n, Save: fmt.Appendf(nil, "{%d \x00\xff}", n)}
		if err := x.Snapshot(x.ctx, "m", want); err != nil {
			x.stopf("Snapshot: %v", err)
		}
		if got := x.load("m").Snapshot; got == nil || got.Seq != n || !bytes.Equal(got.Save, want.Save) {
			x.faultf("the snapshot of entry %d is %+v", n, got)
		}
	}
	x.wants("after snapshots", "m", "one", "two")
}

// The listing is the last one passed; nil keeps it.
func listings(x *examination) {
	x.create("m")
	x.create("later")
	about := listing("m", 7)
	about.Seats, about.Over, about.Outcome = []match.Sitter{{Name: "Ada"}, {Bot: "random"}}, true,
		&match.Outcome{Line: match.Line{Text: "{0} wins", Args: []match.Arg{{Name: "Ada"}}}, Ranks: []int{1, 2}}
	if err := x.Append(x.ctx, "m", 0, entries("one"), &about); err != nil {
		x.stopf("Append: %v", err)
	}
	x.add("m", 1, "two")
	if got := x.load("m").About; asText(got) != asText(about) {
		x.faultf("Load has the listing %s, want %s", asText(got), asText(about))
	}
	all, err := x.List(x.ctx, store.Query{})
	if err != nil || len(all) != 2 || asText(all[0]) != asText(about) {
		x.faultf("List: %s, %v; want first %s", asText(all), err, asText(about))
	}
}

// A query returns the selected matches, the latest first.
func list(x *examination) {
	if all, err := x.List(x.ctx, store.Query{}); err != nil || len(all) != 0 {
		x.faultf("List of an empty store: %d matches, %v", len(all), err)
	}
	for i := range 30 {
		about := listing(fmt.Sprintf("m%02d", i*7%30), i*7%30)
		n := about.Entries
		about.Unlisted = n%10 == 9
		about.Over = n%3 == 0
		about.Game = []string{"tictactoe", "hex"}[n%2]
		if n == 23 {
			about.Seats[1] = match.Sitter{Bot: "random"}
		}
		if err := x.Create(x.ctx, store.Kept{Setup: setup(about.ID)}, about); err != nil {
			x.stopf("Create: %v", err)
		}
	}
	over, going := true, false
	for _, c := range []struct {
		want string
		q    store.Query
	}{
		{"m28 m27 m26 m25 m24", store.Query{Limit: 5}},
		{"m29 m28 m27", store.Query{Limit: 3, Unlisted: true}},
		{"m27 m25 m23", store.Query{Limit: 3, Game: "hex"}},
		{"m28 m26", store.Query{Limit: 2, Over: &going}},
		{"m27 m24", store.Query{Limit: 2, Over: &over}},
		{"m25 m17 m13", store.Query{Limit: 3, Open: true, Game: "hex"}},
		{"m03 m02 m01 m00", store.Query{Before: noon.Add(4 * time.Minute)}},
		{"", store.Query{Game: "chess"}},
		{"", store.Query{Open: true, Over: &over}},
		{"m28 m26", store.Query{Limit: 2, Open: true, Over: &going}},
		{"m27 m21", store.Query{Limit: 2, Over: &over, Game: "hex"}},
		{"m29 m27", store.Query{Limit: 2, Unlisted: true, Game: "hex"}},
	} {
		all, err := x.List(x.ctx, c.q)
		var ids []string
		for _, m := range all {
			ids = append(ids, m.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != c.want {
			x.faultf("List of %+v: %s, %v; want %s", c.q, got, err, c.want)
		}
	}
}

// The default limit is 100 and the maximum is 1,000. Matches with the same time are sorted by ID.
func listLimits(x *examination) {
	var wg sync.WaitGroup
	for k := range 40 {
		wg.Go(func() {
			for i := k; i < 1001; i += 40 {
				about := listing(fmt.Sprintf("m%04d", i), 1)
				if err := x.Create(x.ctx, store.Kept{Setup: setup(about.ID)}, about); err != nil {
					x.faultf("Create: %v", err)
				}
			}
		})
	}
	wg.Wait()
	for limit, want := range map[int]int{0: 100, -1: 100, 500: 500, 1000: 1000, 1_000_000: 1000} {
		all, err := x.List(x.ctx, store.Query{Limit: limit})
		if err != nil || len(all) != want || all[0].ID != "m0000" || all[want-1].ID != fmt.Sprintf("m%04d", want-1) {
			x.faultf("List of 1,001 matches of the same time with the limit %d: %d in their order, %v; want %d", limit, len(all),
				err, want)
		}
	}
}

// The pages of a list have every match once, even those that changed at the same time.
func listPages(x *examination) {
	for i := range 25 {
		about := listing(fmt.Sprintf("m%02d", i), i/10)
		about.Over = i%2 == 0
		if err := x.Create(x.ctx, store.Kept{Setup: setup(about.ID)}, about); err != nil {
			x.stopf("Create: %v", err)
		}
	}
	var ids []string
	q := store.Query{Limit: 4}
	for range 10 {
		all, err := x.List(x.ctx, q)
		if err != nil {
			x.stopf("List: %v", err)
		}
		for _, m := range all {
			ids = append(ids, m.ID)
			q.Before, q.After = m.Updated, m.ID
		}
	}
	want := "m20 m21 m22 m23 m24 m10 m11 m12 m13 m14 m15 m16 m17 m18 m19 m00 m01 m02 m03 m04 m05 m06 m07 m08 m09"
	if got := strings.Join(ids, " "); got != want {
		x.faultf("the pages of 4 matches have %s, want %s", got, want)
	}
}

// Describe returns everything but the log and the snapshot.
func described(x *examination) {
	x.create("m", entries("one")...)
	if err := x.Snapshot(x.ctx, "m", match.Snapshot{Seq: 1, Save: []byte("save")}); err != nil {
		x.stopf("Snapshot: %v", err)
	}
	k, err := x.Describe(x.ctx, "m")
	if err != nil || asText(k) != asText(store.Kept{Setup: setup("m"), About: listing("m", 1)}) {
		x.faultf("Describe: %s, %v", asText(k), err)
	}
	if _, err := x.Describe(x.ctx, "n"); !errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrDeleted) {
		x.faultf("Describe of a missing match: %v, want ErrMissing", err)
	}
}

// A deleted match leaves only its ID, and only if its log has the expected length.
func deleted(x *examination) {
	x.create("m", entries("one", "two")...)
	x.create("n", entries("three")...)
	x.create("p", entries("four", "five")...)
	for id, want := range map[string]error{"m": store.ErrConflict, "o": store.ErrMissing} {
		if err := x.Delete(x.ctx, id, 1, "old"); !errors.Is(err, want) {
			x.faultf("Delete of match %q after 1 entry: %v, want %v", id, err, want)
		}
	}
	x.wants("after a refused Delete", "m", "one", "two")
	if err := x.Delete(x.ctx, "m", 2, "old"); err != nil {
		x.stopf("Delete: %v", err)
	}
	if err := x.Delete(x.ctx, "o", store.AnyLength, "old"); !errors.Is(err, store.ErrMissing) {
		x.faultf("Delete of a missing match of any length: %v, want ErrMissing", err)
	}
	if err := x.Delete(x.ctx, "p", store.AnyLength, "damaged"); err != nil {
		x.stopf("Delete of a match of any length: %v", err)
	}
	if _, err := x.Load(x.ctx, "p"); !errors.Is(err, store.ErrDeleted) {
		x.faultf("Load of a match deleted whatever its length: %v, want ErrDeleted", err)
	}
	for what, err := range map[string]error{
		"Append":   x.Append(x.ctx, "m", 2, entries("three"), nil),
		"Load":     second(x.Load(x.ctx, "m")),
		"Describe": second(x.Describe(x.ctx, "m")),
		"Delete":   x.Delete(x.ctx, "m", 2, "again"),
	} {
		if !errors.Is(err, store.ErrDeleted) || !strings.Contains(err.Error(), "old") {
			x.faultf("%s of a deleted match: %v, want ErrDeleted with the reason", what, err)
		}
	}
	if err := x.Create(x.ctx, store.Kept{Setup: setup("m")}, listing("m", 0)); !errors.Is(err, store.ErrExists) {
		x.faultf("Create with the ID of a deleted match: %v, want ErrExists", err)
	}
	if all, err := x.List(x.ctx, store.Query{}); err != nil || len(all) != 1 || all[0].ID != "n" {
		x.faultf("after Delete, List is %s, %v", asText(all), err)
	}
	x.add("n", 1, "four")
	x.wants("after another match was deleted", "n", "three", "four")
}

// Of several concurrent appends after the same entry, one succeeds.
func oneWriterWins(x *examination) {
	const rounds, writers = 40, 8
	x.create("m")
	for n := range rounds {
		var wg sync.WaitGroup
		var won atomic.Int32
		for k := range writers {
			wg.Go(func() {
				switch err := x.Append(x.ctx, "m", n, entries(fmt.Sprint(n, "by", k)), nil); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, store.ErrConflict):
					x.faultf("Append by one of several: %v, want ErrConflict", err)
				}
			})
		}
		wg.Wait()
		if got := len(x.load("m").Log); won.Load() != 1 || got != n+1 {
			x.stopf("%d of %d writers have appended entry %d, and there are %d", won.Load(), writers, n+1, got)
		}
	}
}

// Many matches are created, written, loaded and listed concurrently.
func manyMatches(x *examination) {
	var wg sync.WaitGroup
	for k := range 30 {
		wg.Go(func() {
			id := fmt.Sprint("m", k)
			if err := x.Create(x.ctx, store.Kept{Setup: setup(id)}, listing(id, 0)); err != nil {
				x.faultf("Create of match %q among others: %v", id, err)
				return
			}
			for n := range 10 {
				about := listing(id, n+1)
				err := errors.Join(x.Append(x.ctx, id, n, entries(fmt.Sprint(id, n)), &about),
					x.Snapshot(x.ctx, id, match.Snapshot{Seq: n + 1, Save: []byte(id)}))
				k, loaded := x.Load(x.ctx, id)
				_, listed := x.List(x.ctx, store.Query{Limit: 3})
				if err := errors.Join(err, loaded, listed); err != nil || len(k.Log) != n+1 || k.Log[n].Move != fmt.Sprint(id, n) ||
					k.About.Entries != n+1 {
					x.faultf("match %q among others has %d entries after %d: %v", id, len(k.Log), n+1, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// After a canceled call, either all of its entries are kept or none. What was acknowledged is kept, and a cancellation
// does not make a match missing or damaged.
func givenUp(x *examination) {
	x.create("m")
	n := 0
	for i := range 200 {
		ctx, cancel := context.WithTimeout(x.ctx, time.Duration(i%20)*20*time.Microsecond)
		if i%10 == 0 {
			cancel()
		}
		for _, err := range []error{second(x.Load(ctx, "m")), second(x.List(ctx, store.Query{}))} {
			if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrClosed) {
				x.stopf("a canceled read returned: %v", err)
			}
		}
		err := x.Append(ctx, "m", n, entries(fmt.Sprint(n), fmt.Sprint(n+1)), nil)
		cancel()
		was := n
		n = len(x.load("m").Log)
		switch {
		case err == nil && n != was+2:
			x.stopf("an append was acknowledged, and there are %d entries instead of %d", n, was+2)
		case n != was && n != was+2:
			x.stopf("an append of 2 entries ended with %v, and there are %d more", err, n-was)
		case errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrClosed):
			x.stopf("a canceled Append returned: %v", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// A closed store returns ErrClosed, and can be closed again.
func closed(x *examination) {
	x.create("m", entries("one")...)
	for range 2 {
		if err := x.Close(); err != nil {
			x.faultf("Close: %v", err)
		}
	}
	for what, err := range map[string]error{
		"Create":   x.Create(x.ctx, store.Kept{Setup: setup("n")}, listing("n", 0)),
		"Append":   x.Append(x.ctx, "m", 1, entries("two"), nil),
		"Load":     second(x.Load(x.ctx, "m")),
		"Snapshot": x.Snapshot(x.ctx, "m", match.Snapshot{Seq: 1}),
		"List":     second(x.List(x.ctx, store.Query{})),
		"Describe": second(x.Describe(x.ctx, "m")),
		"Delete":   x.Delete(x.ctx, "m", 1, "old"),
	} {
		if !errors.Is(err, store.ErrClosed) {
			x.faultf("%s at a closed store: %v, want ErrClosed", what, err)
		}
	}
}
