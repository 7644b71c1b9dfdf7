package cli

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/odd"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ply":    command(func() { Main(games.All()...) }),
		"plybad": command(func() { Main(append(games.All(), unsafeRules())...) }),
		"plyfull": command(func() {
			fillDisk()
			Main(games.All()...)
		}),
		"plyodd": command(func() { os.Exit(run(os.Args[1:], odd.Games(), console.New())) }),
	})
}

// command runs a command line as if the flags of a test had been parsed: package gametest reads -short.
func command(main func()) func() {
	return func() {
		if err := flag.CommandLine.Parse(nil); err != nil {
			panic(err)
		}
		main()
	}
}

// Every command of ply, as users type it. plyodd is ply with broken games.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata", Cmds: verbs, Setup: setup})
}

func setup(e *testscript.Env) error {
	e.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise every command ends a second late
	return saves(e)
}

// saves writes a saved game and a modified one for the scripts.
func saves(e *testscript.Env) error {
	s, err := tictactoe.New().Start(2, game.SeedOf(1))
	if err != nil {
		return err
	}
	if s, err = s.PlayText(0, "place b2"); err != nil {
		return err
	}
	forged := bytes.Replace(s.Save(), []byte(`"b2"`), []byte(`"a1"`), 1)
	return errors.Join(
		os.WriteFile(filepath.Join(e.WorkDir, "save.json"), s.Save(), 0o644),
		os.WriteFile(filepath.Join(e.WorkDir, "forged.json"), forged, 0o644))
}
