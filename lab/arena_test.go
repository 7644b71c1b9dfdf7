package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/nim"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
)

func entrants(t *testing.T, names ...string) (all []Entrant) {
	t.Helper()
	for _, name := range names {
		p, err := bot.Standard().Player(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, Entrant{name, p})
	}
	return all
}

var measured = regexp.MustCompile(`"(seconds_per_move|simulations_per_second)": [^,\n]*`)

// facts returns standings without measured times.
func facts(t *testing.T, s *Standings) string {
	t.Helper()
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return measured.ReplaceAllString(string(text), "")
}

// The same seed gives the same standings with any number of workers, also if a test ends the run early.
func TestArenaIsReproducible(t *testing.T) {
	for name, make := range map[string]func() *Arena{
		"round robin": func() *Arena {
			return &Arena{Rules: tictactoe.New(), Seats: 2, Bots: entrants(t, "20", "10", "random"), Games: 20, Seed: 5}
		},
		"four seats": func() *Arena {
			return &Arena{Rules: gofish.New(), Seats: 4, Bots: entrants(t, "5", "random", "random", "random"), Games: 8, Seed: 5}
		},
		"test": func() *Arena {
			return &Arena{Rules: tictactoe.New(), Seats: 2, Bots: entrants(t, "30", "random"), Games: 1000, Seed: 5, SPRT: &SPRT{0, 100, 0.05, 0.05}}
		},
	} {
		var first string
		for _, workers := range []int{1, 2, 8} {
			a := make()
			a.Workers = workers
			s, err := a.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			switch got := facts(t, s); {
			case first == "":
				first = got
			case got != first:
				t.Errorf("%s: with %d workers:\n%s\nwith 1:\n%s", name, workers, got, first)
			}
		}
		a := make()
		a.Seed = 6
		if s, err := a.Run(t.Context()); err != nil || facts(t, s) == strings.Replace(first, `"seed": 5`, `"seed": 6`, 1) {
			t.Errorf("%s: another seed gives the same games, or %v", name, err)
		}
	}
}

// Every deal is played once with each bot in each seat, and the records can be verified.
func TestArenaRotates(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "games")
	a := &Arena{Rules: gofish.New(), Seats: 3, Bots: entrants(t, "random", "1", "2", "3"), Games: 4, Seed: 1, Records: folder}
	s, err := a.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.ply"))
	if want := 4 * 6; err != nil || len(files) != want || s.Games != want || a.Total() != want || a.Progress() != want {
		t.Fatalf("%d files, %d games, %d in all, %v; want %d", len(files), s.Games, a.Total(), err, want)
	}
	deals := map[game.Seed]bool{}
	for i := 0; i < len(files); i += 3 {
		var records []*match.Record
		for _, name := range files[i : i+3] {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := match.ReadRecord(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := match.Verify(a.Rules, rec, ""); err != nil || rec.Result == "" {
				t.Errorf("%s: result %q, %v", name, rec.Result, err)
			}
			if !strings.HasSuffix(name, "-"+strings.Join(rec.Names, "-")+".ply") {
				t.Errorf("%s is a game of %v", name, rec.Names)
			}
			records = append(records, rec)
		}
		deals[records[0].Seed] = true
		for k, rec := range records[1:] {
			before := records[k].Names
			if want := append(slices.Clone(before[1:]), before[0]); rec.Seed != records[0].Seed || !slices.Equal(rec.Names, want) {
				t.Errorf("after %v: %v, same deal: %t", before, rec.Names, rec.Seed == records[0].Seed)
			}
		}
	}
	if len(deals) != 2 {
		t.Errorf("%d deals for 4 games of 3 seats", len(deals))
	}
	for _, b := range s.Bots {
		if b.Games != 18 || math.Abs(b.Par-1./3) > 1e-9 {
			t.Errorf("%s has played %d games, par %f", b.Name, b.Games, b.Par)
		}
	}
}

// A bot that is named several times has several seats; all wins are shared out.
func TestArenaShares(t *testing.T) {
	a := &Arena{Rules: gofish.New(), Seats: 4, Bots: entrants(t, "random", "1", "random", "random"), Games: 40, Seed: 3}
	s, err := a.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Bots) != 2 || len(s.Lineups) != 1 || len(s.Pairings) != 1 || s.Games != 40 {
		t.Fatalf("%+v", s)
	}
	sum := 0.0
	for _, b := range s.Bots {
		sum += b.Share.Share
		if want := map[string]float64{"random": 0.75, "1": 0.25}[b.Name]; b.Par != want || b.Games != 40 {
			t.Errorf("%s: par %f, %d games", b.Name, b.Par, b.Games)
		}
	}
	seats := 0.0
	for _, x := range s.BySeat {
		seats += x.Share
	}
	if math.Abs(sum-1) > 1e-9 || math.Abs(seats-1) > 1e-9 {
		t.Errorf("the bots have %f of the wins, the seats %f", sum, seats)
	}
	if p := s.Pairings[0]; p.Games != 40 || p.Won+p.Drawn+p.Lost != 120 {
		t.Errorf("one against three is %+v", p)
	}
	if math.Abs(s.Bots[0].Elo+s.Bots[1].Elo) > 1e-6 || s.Bots[0].Elo < s.Bots[1].Elo {
		t.Errorf("Elo %f and %f", s.Bots[0].Elo, s.Bots[1].Elo)
	}
}

// A strong bot is rated above a weak one, and the report says so.
func TestArenaRates(t *testing.T) {
	a := &Arena{Rules: tictactoe.New(), Seats: 2, Bots: entrants(t, "random", "5", "300"), Games: 60, Seed: 1}
	s, err := a.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.Bots[0].Name != "300" || s.Bots[2].Name != "random" || s.Bots[0].Elo-s.Bots[2].Elo < 200 {
		t.Errorf("the bots are %+v", s.Bots)
	}
	if p := s.Pairings[1]; p.Bots != [2]string{"300", "random"} || p.Low < 0.8 || p.Won+p.Drawn+p.Lost != 60 || p.Games != 60 {
		t.Errorf("300 against random: %+v", p)
	}
	if b := s.Bots[0]; b.Simulations <= 5 || b.Simulations > 300 || b.Rate <= 0 || b.Seconds <= 0 {
		t.Errorf("the effort of 300 is %+v", b)
	}
	if b := s.Bots[2]; b.Simulations != 0 || b.Rate != 0 || b.Seconds <= 0 {
		t.Errorf("the effort of random is %+v", b)
	}
	text := s.String()
	for _, want := range []string{"Cross table", `(?m)^  300 - random +60 +\d+ +\d+ +\d+ +\d+\.\d %`, `(?m)^  X +\d`, "180 games, [678].\\d moves on average, from 5 to 9\n"} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("the report lacks %s:\n%s", want, text)
		}
	}
}

// A game that reaches the limit is drawn, and reported as such.
func TestArenaEndsLongGames(t *testing.T) {
	a := &Arena{Rules: tictactoe.New(), Seats: 2, Bots: entrants(t, "random", "300"), Games: 10, Seed: 1, MaxMoves: 4}
	s, err := a.Run(t.Context())
	if err != nil || s.CutOff != 10 || s.Longest != 4 || s.Pairings[0].Drawn != 10 || s.BySeat[0].Share != 0.5 {
		t.Fatalf("%+v, %v", s, err)
	}
	if !strings.Contains(s.String(), "10 games reached the limit of 4 moves and counted as drawn") {
		t.Error(s)
	}
}

// fails plays at random, and does something bad once in a while.
func fails(do func() (game.Move, error)) bot.Player {
	return bot.Func(func(ctx context.Context, t bot.Turn) (game.Move, error) {
		if t.Seed%64 == 0 {
			return do()
		}
		return bot.Random(t.View, t.Seat, rand.New(rand.NewPCG(t.Seed, 1)))
	})
}

// A bot that fails ends the run with an error that says where. The games before count, whatever the number of workers.
func TestArenaFailures(t *testing.T) {
	for want, do := range map[string]func() (game.Move, error){
		"out of ideas":            func() (game.Move, error) { return game.Move{}, errors.New("out of ideas") },
		"it panicked: oh no":      func() (game.Move, error) { panic("oh no") },
		"there is no action \"\"": func() (game.Move, error) { return game.Move{}, nil },
	} {
		first := ""
		for _, workers := range []int{1, 4} {
			folder := t.TempDir()
			a := &Arena{Rules: tictactoe.New(), Seats: 2, Bots: append(entrants(t, "random"), Entrant{"odd", fails(do)}), Games: 100, Seed: 2, Workers: workers, Records: folder}
			s, err := a.Run(t.Context())
			if err == nil || !strings.Contains(err.Error(), want) || !regexp.MustCompile(`^game \d+, move \d: odd in seat [12]: `).MatchString(err.Error()) {
				t.Fatalf("the error is %v, want %s", err, want)
			}
			got := err.Error() + facts(t, s)
			if first == "" {
				first = got
			}
			if got != first || s.Games == 0 || s.Games >= 100 {
				t.Errorf("with %d workers: %s", workers, got)
			}
			if files, _ := os.ReadDir(folder); len(files) != s.Games+1 {
				t.Errorf("%d records of %d games and the one that failed", len(files), s.Games)
			}
		}
	}
}

// When its context ends, an arena returns what it has.
func TestArenaStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var moves atomic.Int64
	tired := bot.Func(func(ctx context.Context, t bot.Turn) (game.Move, error) {
		if moves.Add(1) == 50 {
			cancel()
		}
		return bot.Random(t.View, t.Seat, rand.New(rand.NewPCG(t.Seed, 1)))
	})
	a := &Arena{Rules: tictactoe.New(), Seats: 2, Bots: append(entrants(t, "random"), Entrant{"tired", tired}), Games: 1 << 20, Seed: 1, Workers: 2}
	s, err := a.Run(ctx)
	if err != nil || s.Games < 8 || s.Games != a.Progress() || s.Wanted != 1<<20 {
		t.Fatalf("%+v, %v", s, err)
	}
	if !strings.Contains(s.String(), "The run ended after") {
		t.Error(s)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	a = &Arena{Rules: tictactoe.New(), Seats: 2, Bots: entrants(t, "random", "1"), Games: 10, Seed: 1}
	if s, err := a.Run(ended); err != nil || s.Games != 0 || bytes.Contains([]byte(facts(t, s)), []byte("NaN")) {
		t.Errorf("without time: %+v, %v", s, err)
	}
}

func TestArenaRefuses(t *testing.T) {
	two := entrants(t, "random", "1")
	test, heaps := &SPRT{0, 50, 0.05, 0.05}, nim.New(3, 3, 2, false)
	for want, a := range map[string]*Arena{
		"at least 2 players":     {Rules: heaps, Seats: 1, Bots: two, Games: 1},
		"at least 2 bots":        {Rules: heaps, Seats: 2, Bots: two[:1], Games: 1},
		"2 bots cannot fill 3":   {Rules: heaps, Seats: 3, Bots: two, Games: 1},
		"not 3 bots with 2 sea":  {Rules: heaps, Seats: 2, Bots: entrants(t, "random", "1", "2"), Games: 1, SPRT: test},
		"not 2 bots with 3 sea":  {Rules: heaps, Seats: 3, Bots: entrants(t, "random", "1", "1"), Games: 1, SPRT: test},
		"elo0 must be less":      {Rules: heaps, Seats: 2, Bots: two, Games: 1, SPRT: &SPRT{50, 50, 0.05, 0.05}},
		"alpha and beta must be": {Rules: heaps, Seats: 2, Bots: two, Games: 1, SPRT: &SPRT{0, 50, 0, 0.05}},
		"more than 5000 lineups": {Rules: heaps, Seats: 4, Bots: entrants(t, strings.Fields("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22")...), Games: 1},
		"cannot start hex: ":     {Rules: hex.New(5, false), Seats: 5, Bots: entrants(t, "1", "1", "1", "1", "1"), Games: 1},
	} {
		if _, err := a.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// Elo follows the logistic curve; intervals are Wilson's.
func TestElo(t *testing.T) {
	near := func(what string, got, want, by float64) {
		t.Helper()
		if math.IsNaN(got) || math.Abs(got-want) > by {
			t.Errorf("%s is %f, want %f", what, got, want)
		}
	}
	near("a score of 75 %", eloOf(0.75), 190.85, 0.01)
	near("400 Elo", expected(400), 10./11, 1e-9)
	low, high := interval(0.5, 100)
	near("low", low, 0.40383, 1e-5)
	near("high", high, 0.59617, 1e-5)
	low, _ = interval(1, 100)
	near("low of all", low, 0.96301, 1e-5)
	for n := range 1000 {
		none, _ := interval(0, n+1)
		if _, all := interval(1, n+1); none != 0 || all != 1 {
			t.Errorf("with %d games nothing is at least %g, and everything at most %g", n+1, none, all)
		}
	}

	// 75 of 100 and a draw.
	elo, plus := ratings([][]float64{{0, 75}, {25, 0}}, [][]float64{{0, 100}, {100, 0}})
	near("the difference", elo[0]-elo[1], perNat*math.Log(75.5/25.5), 1e-6)
	near("the error", plus[0], perNat*z/math.Sqrt(101*75.5*25.5/101/101)/2, 1e-6)

	// A chain: Elo adds up, also where everything was won.
	elo, plus = ratings([][]float64{{0, 100, 0}, {0, 0, 60}, {0, 40, 0}}, [][]float64{{0, 100, 0}, {100, 0, 100}, {0, 100, 0}})
	near("first to second", elo[0]-elo[1], perNat*math.Log(100.5/0.5), 0.1)
	near("second to third", elo[1]-elo[2], perNat*math.Log(60.5/40.5), 0.1)
	near("the sum", elo[0]+elo[1]+elo[2], 0, 1e-6)
	if plus[0] < plus[1] || plus[0] > 500 {
		t.Errorf("the errors are %v", plus)
	}

	// Bots that have not met: all numbers can still be written.
	elo, plus = ratings([][]float64{{0, 0}, {0, 0}}, [][]float64{{0, 0}, {0, 0}})
	near("unknown", elo[0], 0, 1e-6)
	if math.IsNaN(plus[0]) || plus[0] < 1000 {
		t.Errorf("the error is %f", plus[0])
	}
}

// The test decides wrongly at most as often as it says, also with draws.
func TestSPRTErrors(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.1}
	luck := rand.New(rand.NewPCG(1, 2))
	for _, draws := range []float64{0, 0.4} {
		for truth, wrong := range map[float64]string{test.Elo0: "elo1", test.Elo1: "elo0"} {
			const runs = 2000
			errors, games := 0, 0
			for range runs {
				ratio := 0.0
				for test.result(ratio) == "" {
					score, p := 0.0, expected(truth)
					switch x := luck.Float64(); {
					case x < p-draws/2:
						score = 1
					case x < p+draws/2:
						score = 0.5
					}
					ratio += test.weigh(score)
					games++
				}
				if test.result(ratio) == wrong {
					errors++
				}
			}
			most := map[string]float64{"elo1": test.Alpha, "elo0": test.Beta}[wrong]
			if share := float64(errors) / runs; share > most || draws == 0 && share < most/3 || games > 1000*runs {
				t.Errorf("with %.1f draws, %s is accepted in %.3f of the runs although the difference is %.0f; %d games a run", draws, wrong, share, truth, games/runs)
			}
		}
	}
}
