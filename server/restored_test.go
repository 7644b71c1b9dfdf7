package server_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// A client that reconnects to a match that was restored from a backup and continued differently gets the whole view.
func TestRestored(t *testing.T) {
	dir := t.TempDir()
	open := func(name string) *store.SQLite {
		s, err := store.OpenSQLite(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	db := open("ply.db")
	h := start(t, func(c *server.Config) { c.Store = db })
	tb := h.table("tictactoe", 2, nil)
	ann, bob := tb.players[0], tb.players[1]
	if err := store.Backup(context.Background(), filepath.Join(dir, "ply.db"), filepath.Join(dir, "copy.db")); err != nil {
		t.Fatal(err)
	}
	m := ann.play("place a1")
	bob.upTo(*m.Seq)
	var mark string
	if m := bob.ask(wire.Request{Do: "view"}); m.View == nil {
		t.Fatal("there is no view")
	}
	for _, text := range bob.all {
		if i := bytes.Index(text, []byte(`"mark":"`)); i >= 0 {
			mark = string(text[i+8 : i+20])
		}
	}
	h.Stop()

	copied := open("copy.db")
	h = start(t, func(c *server.Config) { c.Store = copied })
	time.Sleep(2 * time.Millisecond) // entries are distinguished by the time they were written
	h.watch(tb.id, tb.tokens[0]).play("place c3")
	again := h.dial()
	back := again.ask(wire.Request{Do: "watch", Match: tb.id, Token: tb.tokens[1], Since: &bob.seq, Mark: mark})
	if back.View == nil || bytes.Contains(back.View, []byte(`"in":"a1"`)) || !bytes.Contains(back.View, []byte(`"in":"c3"`)) {
		t.Errorf("a client with a different past gets %s", asText(back))
	}
}
