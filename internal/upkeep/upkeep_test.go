package upkeep

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

var ctx = context.Background()

// add stores a match of a game, with two players.
func add(t *testing.T, path, name, id string, change ...func(*game.Rules)) {
	t.Helper()
	s, err := store.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(r)
	}
	m, err := match.New(r, match.Setup{ID: id, Seats: 2, Seed: match.SeedText(game.SeedOf(1))})
	if err != nil {
		t.Fatal(err)
	}
	for seat, who := range []string{"Wilhelmina", "Bob"} {
		batch, err := m.Sit(game.Seat(seat), match.Player{Name: who, Token: "t"})
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(batch)
	}
	if err := s.Create(ctx, store.Kept{Setup: m.Setup(), Log: m.Log(1)}, m.Listing()); err != nil {
		t.Fatal(err)
	}
}

// load returns a stored match.
func load(t *testing.T, path, id string) store.Kept {
	t.Helper()
	s, err := store.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	k, err := s.Load(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// runs runs a command and returns what it prints.
func runs(t *testing.T, run func(*console.Console) error) (string, error) {
	t.Helper()
	out := new(bytes.Buffer)
	err := run(&console.Console{In: strings.NewReader(""), Out: out, Err: out})
	return out.String(), err
}

// A restored database continues every match with fresh chance, keeps the one from before, and waits for the server to stop.
func TestRestore(t *testing.T) {
	dir := t.TempDir()
	data, backup := filepath.Join(dir, "matches.db"), filepath.Join(dir, "monday.db")
	add(t, data, "gofish", "one")
	add(t, data, "hex", "two")
	if text, err := runs(t, func(con *console.Console) error {
		return (&Backup{Target: backup, database: database{data}}).Run(con)
	}); err != nil {
		t.Fatal(text, err)
	}
	add(t, data, "hex", "three")
	restore := func(all catalogue.Catalogue) (string, error) {
		return runs(t, func(con *console.Console) error {
			return (&Restore{Backup: backup, database: database{data}}).Run(all, con)
		})
	}
	serving, err := claimed(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := restore(games.All()); err == nil || !strings.Contains(err.Error(), "Stop the server") {
		t.Errorf("restoring while a server runs: %v", err)
	}
	serving.Close()
	text, err := restore(games.All()[:1])
	if err != nil || !strings.Contains(text, "cannot continue") {
		t.Fatal(text, err)
	}
	os.Remove(data)
	if text, err = restore(games.All()); err != nil || !strings.Contains(text, "in 2 matches") {
		t.Fatal(text, err)
	}
	for _, id := range []string{"one", "two"} {
		k := load(t, data, id)
		if last := k.Log[len(k.Log)-1]; last.Kind != match.Restored || k.About.Entries != len(k.Log) {
			t.Errorf("match %s ends with %+v", id, last)
		}
	}
	found, _ := filepath.Glob(data + ".before-*")
	if len(found) != 1 || load(t, found[0], "three").Setup.Game != "hex" {
		t.Errorf("the database from before: %v", found)
	}
	if k := load(t, backup, "one"); k.Log[len(k.Log)-1].Kind == match.Restored {
		t.Error("the backup has changed")
	}
}

// A backup replaces a database that is too damaged to open, whose files are kept, but not while a server uses it. An
// empty file is not a backup.
func TestRestoreOverDamage(t *testing.T) {
	dir := t.TempDir()
	data, backup, empty := filepath.Join(dir, "matches.db"), filepath.Join(dir, "monday.db"), filepath.Join(dir, "empty.db")
	add(t, backup, "hex", "one")
	damaged := strings.Repeat("no database ", 1000)
	for path, text := range map[string]string{data: damaged, data + "-wal": "torn", empty: ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	restore := func(from string) (string, error) {
		return runs(t, func(con *console.Console) error {
			return (&Restore{Backup: from, database: database{data}}).Run(games.All(), con)
		})
	}
	if text, err := restore(empty); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("restoring an empty file: %s, %v", text, err)
	}
	release, err := store.ClaimFile(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := restore(backup); err == nil || !strings.Contains(err.Error(), "Stop the server") {
		t.Errorf("restoring while a server runs: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time at most a second later
		if text, err := restore(backup); err != nil {
			t.Fatal(text, err)
		}
		if load(t, data, "one").Setup.Game != "hex" {
			t.Error("the match is not restored")
		}
	}
	found, _ := filepath.Glob(data + ".before-*")
	kept := 0
	for _, path := range found {
		switch text, _ := os.ReadFile(path); {
		case string(text) == damaged, string(text) == "torn" && strings.HasSuffix(path, "-wal"):
			kept++
		}
	}
	if len(found) != 3 || kept != 2 {
		t.Errorf("of what was there before, %d files are kept: %v", kept, found)
	}
}

// A rehearsal names the matches that cannot continue, and changes nothing.
func TestMigrate(t *testing.T) {
	data := filepath.Join(t.TempDir(), "matches.db")
	add(t, data, "hex", "same")
	add(t, data, "nim", "renumbered", func(r *game.Rules) { r.Version = "0" })
	add(t, data, "tictactoe", "gone")
	var all catalogue.Catalogue
	for _, r := range games.All() {
		if r.Name != "tictactoe" {
			all = append(all, r)
		}
	}
	migrate := func(dry bool) string {
		text, err := runs(t, func(con *console.Console) error {
			return (&Migrate{database: database{data}, DryRun: dry}).Run(all, con)
		})
		if err == nil || !strings.Contains(err.Error(), "1 match cannot continue") {
			t.Errorf("%s: %v", text, err)
		}
		return text
	}
	serving, err := claimed(data)
	if err != nil {
		t.Fatal(err)
	}
	text := migrate(true)
	serving.Close()
	for _, want := range []string{"1 match with unchanged rules, 1 that continue with changed rules, 1 that cannot continue", "gone of tictactoe: this program does not have the game"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report is %s, want %s", text, want)
		}
	}
	if n := len(load(t, data, "renumbered").Log); n != 2 {
		t.Errorf("the rehearsal has changed the match: %d entries", n)
	}
	migrate(false)
	if k := load(t, data, "renumbered"); k.Log[len(k.Log)-1].Kind != match.Updated {
		t.Error("the match is not up to date")
	}
}

// A forgotten name is nowhere in the file.
func TestForget(t *testing.T) {
	data := filepath.Join(t.TempDir(), "matches.db")
	add(t, data, "hex", "one")
	add(t, data, "nim", "two")
	text, err := runs(t, func(con *console.Console) error {
		return (&Forget{Name: "Wilhelmina", database: database{data}}).Run(con)
	})
	if err != nil || !strings.Contains(text, "in 2 matches") {
		t.Fatal(text, err)
	}
	if file, err := os.ReadFile(data); err != nil || bytes.Contains(file, []byte("Wilhelmina")) {
		t.Errorf("the file still has the name, %v", err)
	}
	if text, err := runs(t, func(con *console.Console) error {
		return (&Forget{Name: "wilhelmina", database: database{data}}).Run(con)
	}); err != nil || !strings.Contains(text, "Erased nothing") {
		t.Error(text, err)
	}
	if k := load(t, data, "two"); k.Log[0].Player.Name != store.Erased || k.Log[1].Player.Name != "Bob" {
		t.Errorf("the log has %+v", k.Log)
	}
}

// A backup by a newer program keeps the version of the store, which the older program still serves, and so does the
// database that a restore puts aside.
func TestBackupOfOlderStore(t *testing.T) {
	dir := t.TempDir()
	data, backup := filepath.Join(dir, "matches.db"), filepath.Join(dir, "monday.db")
	old, err := os.ReadFile("../../server/testdata/before-protocol-2.db")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(data, old, 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := runs(t, func(con *console.Console) error {
		return (&Backup{Target: backup, database: database{data}}).Run(con)
	}); err != nil {
		t.Fatal(text, err)
	}
	if now, err := os.ReadFile(data); err != nil || !bytes.Equal(now, old) {
		t.Errorf("the backup has changed the store, %v", err)
	}
	if v := version(t, backup); v != 1 {
		t.Errorf("the backup has version %d, want 1", v)
	}
	if text, err := runs(t, func(con *console.Console) error {
		return (&Restore{Backup: backup, database: database{data}}).Run(games.All(), con)
	}); err != nil || !strings.Contains(text, "in 2 matches") {
		t.Fatal(text, err)
	}
	found, _ := filepath.Glob(data + ".before-*")
	if len(found) != 1 || version(t, found[0]) != 1 || version(t, data) == 1 {
		t.Errorf("the database from before: %v", found)
	}
	left, _ := os.ReadDir(dir)
	for _, x := range left {
		if strings.HasPrefix(x.Name(), ".ply-") {
			t.Errorf("%s is left over", x.Name())
		}
	}
}

// version returns the version of a store without opening it.
func version(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil || len(text) < 64 {
		t.Fatalf("%s: %d bytes, %v", path, len(text), err)
	}
	return int(binary.BigEndian.Uint32(text[60:])) // user_version in the header of the file
}

// A damaged store of an older version is not backed up.
func TestBackupFindsDamageInOlderStore(t *testing.T) {
	dir := t.TempDir()
	data, backup := filepath.Join(dir, "matches.db"), filepath.Join(dir, "monday.db")
	old, err := os.ReadFile("../../server/testdata/before-protocol-2.db")
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Replace(old, []byte(`"kind":"move"`), []byte(`"kind":"Move"`), -1)
	if err := os.WriteFile(data, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := runs(t, func(con *console.Console) error {
		return (&Backup{Target: backup, database: database{data}}).Run(con)
	})
	if err == nil || !strings.Contains(err.Error(), "the copy is damaged") {
		t.Errorf("backing up a damaged store: %s, %v", text, err)
	}
}
