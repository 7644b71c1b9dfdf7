package games_test

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

var (
	printDigests = flag.Bool("digests", false, "print the digests of TestDeterminism, one line for each game, options and number of seats")
	breakDigests = flag.Bool("broken", false, "let TestDeterminism play a game that differs from platform to platform instead")
)

// TestDeterminism checks that the same seed gives the same game in every run and on every platform: all states, views,
// saves, re-deals and random playouts, and what bots think. CI prints the digests on several platforms and compares them, see .ci/determinism.
func TestDeterminism(t *testing.T) {
	all := games.All()
	if *breakDigests {
		all = []*game.Rules{platformBound()}
	}
	for _, r := range all {
		for _, v := range variants(r) {
			set, err := r.With(v)
			if err != nil {
				t.Fatal(err)
			}
			for seats := set.Seats.Min; seats <= set.Seats.Max; seats++ {
				if testing.Short() && seats > set.Seats.Min {
					break
				}
				line := digestOf(t, set, seats)
				if *printDigests {
					fmt.Println("digest", line)
				} else if again := digestOf(t, set, seats); again != line {
					t.Errorf("two runs differ:\n%s\n%s", line, again)
				}
			}
		}
	}
}

// platformBound is a game with the kind of mistake that TestDeterminism must find.
func platformBound() *game.Rules {
	number := game.NewPart[int]("number")
	spot := &game.Place{Name: "spot"}
	return &game.Rules{
		Name: "platform-bound", Seats: game.Exactly(1), Layout: []game.Layout{spot}, Parts: []game.Column{number},
		Setup:   func(t *game.Tx) { number.Set(t, spot.ID(), int(runtime.GOARCH[0])<<8|int(runtime.GOARCH[1])) },
		Actions: []*game.Action{{Name: "end", Do: func(t *game.Tx) { t.Tie() }}},
	}
}

// TestDeterminismFindsMaps checks that a game that depends on the iteration order of a map is found within one process.
func TestDeterminismFindsMaps(t *testing.T) {
	number := game.NewPart[int]("number")
	spot := &game.Place{Name: "spot"}
	r := &game.Rules{
		Name: "map-bound", Seats: game.Exactly(1), Layout: []game.Layout{spot}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			order := 0
			for n := range map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true} {
				order = 10*order + n
			}
			number.Set(t, spot.ID(), order)
		},
		Actions: []*game.Action{{Name: "end", Do: func(t *game.Tx) { t.Tie() }}},
	}
	first := digestOf(t, r, 1)
	for range 100 {
		if digestOf(t, r, 1) != first {
			return
		}
	}
	t.Error("100 games have the same digest")
}

// variants returns the default options of a game, their minimum and maximum values, and its presets.
func variants(r *game.Rules) (all []game.Values) {
	low, high := game.Values{}, game.Values{}
	for _, o := range r.Options {
		switch o.Type {
		case "number":
			low[o.Name], high[o.Name] = strconv.Itoa(o.Min), strconv.Itoa(o.Max)
		case "bool":
			low[o.Name], high[o.Name] = "false", "true"
		default:
			low[o.Name], high[o.Name] = o.Choices[0], o.Choices[len(o.Choices)-1]
		}
	}
	all = append(all, nil)
	if len(r.Options) > 0 {
		all = append(all, low, high)
	}
	for _, p := range r.Presets {
		all = append(all, p.Values)
	}
	return all
}

// longestDigest is how many moves of a game are digested.
const longestDigest = 40

// think adds what a search finds out about a position.
func (d *digest) think(t *testing.T, s *game.State) {
	t.Helper()
	seat := slices.Collect(s.ToAct().All())[0]
	thought, err := (&bot.Search{Simulations: 16}).Think(t.Context(), bot.NewTurn(s, seat, 7))
	if err != nil {
		t.Fatal(err)
	}
	view := s.View(seat)
	d.text(view.Text(thought.Move))
	for _, c := range thought.Choices {
		d.text(fmt.Sprint(view.Text(c.Move), c.Visits, c.Value))
	}
}

// digestOf plays a random game from the views of its seats, and digests all of it into one line.
func digestOf(t *testing.T, r *game.Rules, seats int) string {
	t.Helper()
	name := fmt.Sprintf("%s %s %d seats", r.Name, asSet(r), seats)
	s, err := r.Start(seats, game.SeedOf(42))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	d := &digest{}
	if seats == r.Seats.Min {
		d.think(t, s)
	}
	luck := rand.New(rand.NewPCG(1, 2))
	for !s.Over() && s.Played() < longestDigest {
		d.fold(t, s)
		seat := slices.Collect(s.ToAct().All())[0]
		view := s.View(seat)
		move, err := bot.Random(view, seat, luck)
		if err == nil {
			d.text(view.Text(move))
			move, err = view.Real(move)
		}
		next := s
		if err == nil {
			next, err = s.Play(move)
		}
		if err != nil {
			t.Fatalf("%s, move %d: %v", name, s.Played()+1, err)
		}
		s = next
	}
	d.fold(t, s)
	return fmt.Sprintf("%s: %d moves, %x", name, s.Played(), d.sum[:12])
}

// asSet lists the options of a game in alphabetical order.
func asSet(r *game.Rules) string {
	v := r.Values()
	var words []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		words = append(words, name+"="+v[name])
	}
	return "{" + strings.Join(words, " ") + "}"
}

// digest is a hash of everything added to it, in order.
type digest struct{ sum [32]byte }

func (d *digest) bytes(b []byte) { d.sum = sha256.Sum256(append(d.sum[:], b...)) }
func (d *digest) text(s string)  { d.bytes([]byte(s)) }
func (d *digest) number(n uint64) {
	d.bytes(binary.LittleEndian.AppendUint64(nil, n))
}

// fold adds a state: its hash, all views, and sometimes its save, a re-deal and random playouts.
func (d *digest) fold(t *testing.T, s *game.State) {
	t.Helper()
	d.number(s.Hash())
	for seat := game.Nobody; int(seat) < s.Seats(); seat++ {
		view := s.View(seat)
		d.number(view.Hash())
		if s.Played()%10 != 0 && !s.Over() {
			continue
		}
		d.bytes(view.Save())
		if seat < 0 {
			continue
		}
		if dealt, err := s.Redeal(seat, game.SeedOf(uint64(s.Played()))); err != nil {
			d.text(err.Error())
		} else {
			d.number(dealt.Hash())
		}
	}
	if s.Played()%10 != 0 && !s.Over() {
		return
	}
	d.bytes(s.Save())
	f := s.Fork()
	f.Seed(7)
	if _, err := f.Playout(20); err != nil {
		t.Fatal(err)
	}
	d.number(f.Hash())
}
