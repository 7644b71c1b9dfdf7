package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// reopening is a promise of durable stores.
type reopening struct {
	name  string
	check func(x *examination, again func())
}

// run opens a store, checks it, and closes it. The check opens it again.
func (c reopening) run(open func() store.Store) []string {
	return examine(open(), func(x *examination) {
		again := func() {
			if err := x.Close(); err != nil {
				x.stopf("Close: %v", err)
			}
			x.Store = open()
		}
		defer func() {
			if err := x.Close(); err != nil {
				x.faultf("Close: %v", err)
			}
		}()
		c.check(x, again)
	})
}

var lasting = []reopening{
	{"opened again", openedAgain},
	{"closed while it is written", closedWhileWritten},
}

// A reopened store has everything, and accepts more.
func openedAgain(x *examination, again func()) {
	x.create("m", entries("one")...)
	x.create("n")
	about := listing("m", 2)
	if err := x.Append(x.ctx, "m", 1, entries("two"), &about); err != nil {
		x.stopf("Append: %v", err)
	}
	snap := match.Snapshot{Seq: 2, Save: []byte("save")}
	if err := x.Snapshot(x.ctx, "m", snap); err != nil {
		x.stopf("Snapshot: %v", err)
	}
	for range 2 {
		again()
	}
	x.wants("after it was opened again", "m", "one", "two")
	k := x.load("m")
	if asText(k.Setup) != asText(setup("m")) || asText(k.About) != asText(about) || k.Snapshot == nil ||
		k.Snapshot.Seq != 2 || !bytes.Equal(k.Snapshot.Save, snap.Save) {
		x.faultf("opened again, the match is %s", asText(k))
	}
	if all, err := x.List(x.ctx, store.Query{}); err != nil || len(all) != 2 || all[0].ID != "m" {
		x.faultf("opened again, List is %s, %v", asText(all), err)
	}
	if err := x.Create(x.ctx, store.Kept{Setup: setup("m")}, listing("m", 0)); !errors.Is(err, store.ErrExists) {
		x.faultf("opened again, Create of a match that exists: %v, want ErrExists", err)
	}
	if err := x.Append(x.ctx, "m", 1, entries("wrong"), nil); !errors.Is(err, store.ErrConflict) {
		x.faultf("opened again, Append after 1 of 2 entries: %v, want ErrConflict", err)
	}
	x.add("m", 2, "three")
	again()
	x.wants("after it was continued", "m", "one", "two", "three")
}

// Everything acknowledged before Close is kept, and the rest is refused.
func closedWhileWritten(x *examination, again func()) {
	const writers = 20
	var wg, begun sync.WaitGroup
	var acknowledged [writers]int
	for k := range writers {
		id := fmt.Sprint("m", k)
		x.create(id)
		begun.Add(1)
		s := x.Store
		wg.Go(func() {
			for {
				if err := s.Append(x.ctx, id, acknowledged[k], entries(fmt.Sprint(acknowledged[k])), nil); err != nil {
					if !errors.Is(err, store.ErrClosed) {
						x.faultf("Append while it is closed: %v, want ErrClosed", err)
					}
					if acknowledged[k] == 0 {
						begun.Done()
					}
					return
				}
				if acknowledged[k]++; acknowledged[k] == 1 {
					begun.Done()
				}
			}
		})
		wg.Go(func() {
			for {
				if _, err := s.Load(x.ctx, id); err != nil {
					if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrMissing) {
						x.faultf("Load while it is closed: %v", err)
					}
					return
				}
			}
		})
	}
	begun.Wait()
	time.Sleep(20 * time.Millisecond)
	again()
	wg.Wait()
	for k := range writers {
		if n := len(x.load(fmt.Sprint("m", k)).Log); n != acknowledged[k] {
			x.faultf("%d entries were acknowledged before the store was closed, and %d are there", acknowledged[k], n)
		}
	}
}
