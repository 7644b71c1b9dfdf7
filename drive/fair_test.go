package drive

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/odd"
	"github.com/plygame/ply/match"
)

// Chance can be fixed; the record of such a game can be replayed.
func TestDriveChance(t *testing.T) {
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"dicey","seats":2,"seed":1}`)
	a.do(`{"do":"chance","script":[3]}`)
	a.do(`{"do":"play","move":"act"}`)
	a.do(`{"do":"chance","script":[2,6]}`)
	a.do(`{"do":"play","move":"act"}`)
	end := a.do(`{"do":"play","move":"act"}`)
	if !end.Over || !slices.Equal(end.Outcome.Winners, []game.Seat{0}) || end.Seq != 3 {
		t.Fatalf("a six does not win: %s", end.Text)
	}
	rec := a.do(`{"do":"save"}`).Record
	a.do(`{"do":"undo"}`)
	a.do(`{"do":"undo"}`)
	if back := a.do(`{"do":"undo"}`); back.Seq != 0 {
		t.Errorf("a move before the fixed chance is not undone: %s", back.Text)
	}
	a.do(`{"do":"redo"}`)
	if part := a.do(`{"do":"save"}`).Record; !strings.Contains(part, "unfinished") || strings.Contains(part, "\n1 ") {
		t.Errorf("the record does not begin where chance was last fixed:\n%s", part)
	}
	if on := a.do(`{"do":"load","save":%s}`, jsonText(rec)); on.Hash != end.Hash || !on.Over {
		t.Errorf("the record leads to %s", on.Text)
	}

	a.do(`{"do":"start","game":"dicey","seats":2,"script":[]}`)
	a.do(`{"do":"chance","script":[7]}`)
	if r := a.refused("malformed", `{"do":"play","move":"act"}`); !strings.Contains(r.Why, "a die with 6 sides") {
		t.Errorf("the refusal of a seven is %+v", r)
	}
	a.do(`{"do":"chance","script":[]}`)
	a.do(`{"do":"play","move":"act"}`)
	a.do(`{"do":"start","game":"dealt","script":[1]}`)
	if end := a.do(`{"do":"play","move":"act"}`); !slices.Equal(end.Outcome.Winners, []game.Seat{1}) {
		t.Errorf("the script of a start is not used by Setup: %s", end.Text)
	}
}

// Seats that act at the same time each have their own moves.
func TestDriveTogether(t *testing.T) {
	a := newAsker(t, Config{})
	at := a.do(`{"do":"start","game":"staged"}`)
	for len(at.ToAct) == 1 {
		at = a.do(`{"do":"play","move":%q}`, a.do(`{"do":"moves","seat":%d}`, at.ToAct[0]).list(t)[0])
	}
	var all []drivenMove
	if err := json.Unmarshal(a.do(`{"do":"moves"}`).Moves, &all); err != nil {
		t.Fatal(err)
	}
	if want := []drivenMove{{0, "yes"}, {0, "no"}, {1, "yes"}, {1, "no"}}; !slices.Equal(all, want) {
		t.Errorf("the moves are %v", all)
	}
	if r := a.refused("missing", `{"do":"play","move":"yes"}`); r.Why != `"seat" is missing, and 2 seats can act` {
		t.Errorf("the refusal of a move without its seat is %+v", r)
	}
	before := a.do(`{"do":"play","seat":1,"move":"no"}`).Seq - 1
	if told := a.do(`{"do":"changes","seat":0,"since":%d}`, before).Played; len(told) != 1 || told[0].Move != "?" {
		t.Errorf("a secret choice is revealed: %v", told)
	}
	if moves := a.do(`{"do":"moves","seat":0}`).list(t); !slices.Equal(moves, []string{"yes", "no"}) {
		t.Errorf("the moves of player 1 are %v", moves)
	}
	if f := a.do(`{"do":"flow"}`); !strings.Contains(f.Where, "council") {
		t.Errorf("the game is %s", f.Where)
	}
	if end := a.do(`{"do":"play","seat":0,"move":"yes"}`); !end.Over || !end.Outcome.Draw {
		t.Errorf("it ended with %s", end.Text)
	}
	if moves := a.do(`{"do":"moves"}`); string(moves.Moves) != "[]" {
		t.Errorf("after the end there is %s", moves.Moves)
	}
}

// A fair program gets only what its seats get.
func TestDriveFair(t *testing.T) {
	n := uint64(9)
	c := Config{Fair: true, Seats: []game.Seat{1, 1}, Seed: &n}
	a, luck := newAsker(t, c), rand.New(rand.NewPCG(5, 6))
	a.refused("no-seat", `{"do":"start","game":"dicey","seats":1}`)
	at := a.do(`{"do":"start","game":"gofish","seats":3}`)
	if !slices.Equal(at.ToAct, []game.Seat{1}) || at.Seq == 0 {
		t.Fatalf("the others do not play until it is the turn of player 2: %s", at.Text)
	}
	for _, line := range []string{
		`{"do":"start","game":"gofish","seed":1}`, `{"do":"start","game":"gofish","script":[1]}`, `{"do":"moves","seat":0}`, `{"do":"offers","seat":0}`,
		`{"do":"play","seat":2,"move":"ask 0 A"}`, `{"do":"view","seat":0}`, `{"do":"view","seat":"spectator"}`, `{"do":"view","seat":"judge"}`,
		`{"do":"changes","seat":2,"since":0}`, `{"do":"undo"}`, `{"do":"redo"}`, `{"do":"save"}`, `{"do":"load","save":"x"}`,
		`{"do":"chance","script":[1]}`, `{"do":"flow","seat":0}`,
	} {
		a.refused("not-fair", "%s", line)
	}
	for !at.Over {
		s := a.d.track.State()
		if v := s.View(1).HashText(); at.Hash != v || at.Hash == s.HashText() {
			t.Fatalf("the hash is %s, that of the view is %s", at.Hash, v)
		}
		moves := a.do(`{"do":"moves"}`)
		var all []drivenMove
		if err := json.Unmarshal(moves.Moves, &all); err != nil || len(all) == 0 || all[0].Seat != 1 {
			t.Fatalf("%s, %v", moves.Text, err)
		}
		texts := moves.Text + a.do(`{"do":"view","seat":1}`).Text + a.do(`{"do":"flow"}`).Text + a.do(`{"do":"offers"}`).Text +
			a.do(`{"do":"changes","seat":1,"since":0}`).Text + a.do(`{"do":"help"}`).Text
		if strings.Contains(texts, s.HashText()) || regexp.MustCompile(`"(random|seed|memory)":`).MatchString(texts) {
			t.Fatalf("the answer reveals too much: %s", texts)
		}
		at = a.do(`{"do":"play","move":%q}`, all[luck.IntN(len(all))].Move)
	}
	if at.Outcome == nil || len(at.Outcome.Scores) != 3 {
		t.Errorf("it ended with %s", at.Text)
	}
	if r := newAsker(t, c).do(`{"do":"start","game":"gofish","seats":3}`); r.Seq == 0 || r.Hash != newAsker(t, c).do(`{"do":"start","game":"gofish","seats":3}`).Hash {
		t.Error("--seed does not determine the moves of the other seats")
	}

	b := newAsker(t, Config{Fair: true, Seats: []game.Seat{1}})
	if r := b.do(`{"do":"start","game":"wordy","seats":2}`); r.Seq == 0 {
		t.Errorf("no bot has written a text: %s", r.Text)
	}
	b.do(`{"do":"start","game":"staged"}`) // the other seat chooses in secret
	for end := b.ask(`{"do":"moves"}`); !end.Over; {
		end = b.do(`{"do":"play","seat":1,"move":%q}`, b.do(`{"do":"moves","seat":1}`).list(t)[0])
	}
}

// The named bot plays the other seats. If it cannot move, the game does not start.
func TestDriveBot(t *testing.T) {
	var asked int
	last := bot.Func(func(_ context.Context, turn bot.Turn) (game.Move, error) {
		asked++
		moves, err := turn.View.Moves()
		if asked > 3 {
			err = &game.Refusal{Code: match.NothingToDo, Why: *game.NewLine("enough")}
		}
		return moves[len(moves)-1], err
	})
	a := newAsker(t, Config{Fair: true, Seats: []game.Seat{1}, Bot: last})
	at := a.do(`{"do":"start","game":"tictactoe"}`)
	if texts := a.do(`{"do":"changes","seat":1,"since":0}`).Text; at.Seq != 1 || !strings.Contains(texts, "place c3") {
		t.Errorf("the other seat has made a different move: %s", texts)
	}
	a.do(`{"do":"play","move":"place a1"}`)
	a.do(`{"do":"play","move":"place a3"}`)
	if r := a.refused(string(match.NothingToDo), `{"do":"play","move":"place c1"}`); !strings.Contains(r.Why, "the bot for the other seats cannot move") {
		t.Errorf("%+v", r)
	}
	if now := a.do(`{"do":"moves"}`); now.Seq != 5 {
		t.Errorf("a move that the bot could not answer is not undone: %s", now.Text)
	}
}

// A fair program gets the same answers, to the byte, when cards it cannot see are dealt differently.
func TestDriveFairTellsNothing(t *testing.T) {
	for seed := range uint64(20) {
		a := newAsker(t, Config{Fair: true, Seats: []game.Seat{0}, Seed: &seed})
		a.do(`{"do":"start","game":"gofish","seats":3}`)
		first := a.do(`{"do":"moves","seat":0}`).list(t)[0]
		a.do(`{"do":"play","move":%q}`, first)
		if a.d.track.State().Over() || !a.d.track.State().ToAct().Has(0) {
			t.Fatal("it is not the turn of player 1")
		}
		answers := func() (all string) {
			for _, line := range []string{`{"do":"moves","seat":0}`, `{"do":"offers","seat":0}`, `{"do":"view","seat":0}`, `{"do":"flow"}`,
				`{"do":"play","move":"ask 1 A"}`, `{"do":"play","move":"ask 1 #1"}`, `{"do":"play","move":"ask 1 #50"}`} {
				if r := a.ask(line); !strings.Contains(line, "play") || !*r.OK {
					all += r.Text
				} else { // it was a move: back to where the cards are compared
					for a.d.track.Seq() >= r.Seq {
						if err := a.d.track.Back(); err != nil {
							t.Fatal(err)
						}
					}
					return all
				}
			}
			return all
		}
		s := a.d.track.State()
		dealt := func(seed uint64) (string, uint64) {
			other, err := s.Redeal(0, game.SeedOf(seed))
			if err != nil {
				t.Fatal(err)
			}
			a.d.track = newTrack(match.Begin(other))
			return answers(), other.View(game.Judge).Hash()
		}
		one, mine := dealt(seed + 100)
		two, other := dealt(seed + 200)
		if mine == other {
			t.Fatal("nothing was dealt differently")
		}
		if one != two {
			t.Fatalf("the answers differ:\n%s\n%s", one, two)
		}
	}
}

// Endless moves by other seats, and rules that fail in a view, leave the game unchanged.
func TestDriveFairUndoesFailedMoves(t *testing.T) {
	selfish := odd.Game("selfish", game.Action{Do: func(t *game.Tx) {
		if t.Seat == 1 {
			t.Again()
		}
	}})
	played := game.NewPart[bool]("played")
	card := &game.Kind{Name: "card"}
	blind := odd.Game("blind", game.Action{Do: func(t *game.Tx) { played.Set(t, game.Root, true) }})
	table := &game.Place{Name: "spot", Seen: game.By(func(s *game.State, x game.Seat, _ game.ID) game.Level {
		if x == 0 && played.Of(s, game.Root) && s.Turn() == 0 {
			panic("who turned out the lights?")
		}
		return game.Face
	})}
	blind.Layout, blind.Kinds, blind.Parts = []game.Layout{table}, []*game.Kind{card}, []game.Column{played}
	blind.Setup = func(t *game.Tx) { t.Create(card, table) }
	for code, r := range map[string]*game.Rules{"endless": selfish, "fault": blind} {
		a := newAsker(t, Config{Games: []*game.Rules{r}, Fair: true, Seats: []game.Seat{0}})
		was := a.do(`{"do":"start","game":%q,"seats":2}`, r.Name)
		a.refused(code, `{"do":"play","move":"act"}`)
		if now := a.do(`{"do":"moves"}`); now.Hash != was.Hash || now.Seq != 0 {
			t.Errorf("%s: it was %s, now %s", r.Name, was.Text, now.Text)
		}
	}
}

// If seats choose at the same time, each gets its own moves: it cannot find out those of the others from what it sees.
func TestDriveHiddenTogether(t *testing.T) {
	names := []string{"", "one", "two", "three", "four"}
	number := game.NewPart[int]("hidden-number")
	card := &game.Kind{Name: "card"}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	pick := &game.Pick[game.ID]{Name: "card", From: hand.Contents, If: func(t *game.Tx, id game.ID) bool {
		if names[number.Of(t, id)] == "" {
			panic("a card without a number")
		}
		return true
	}}
	lay := &game.Action{Name: "lay", Pick: []game.Choice{pick}, Do: func(t *game.Tx) { t.Remove(pick.In(t)) }}
	r := &game.Rules{Name: "hidden", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			for n := range 4 {
				t.Create(card, hand.Of(game.Seat(n%2)), number.Is(n+1))
			}
		},
		Flow: &game.Loop{Do: &game.Together{Name: "lay", Actions: []*game.Action{lay}}},
	}
	r.End = func(t *game.Tx) {
		if t.Count(hand.Of(0))+t.Count(hand.Of(1)) == 0 {
			t.Tie()
		}
	}
	a := newAsker(t, Config{Games: []*game.Rules{r}})
	at := a.do(`{"do":"start","game":"hidden"}`)
	if len(at.ToAct) != 2 {
		t.Fatalf("not both are to act: %s", at.Text)
	}
	for !at.Over {
		x := at.ToAct[len(at.ToAct)-1]
		moves := a.do(`{"do":"moves","seat":%d}`, x).list(t)
		if len(moves) == 0 {
			t.Fatalf("seat %d has no moves: %s", x, at.Text)
		}
		at = a.do(`{"do":"play","seat":%d,"move":%q}`, x, moves[0])
	}
	if at.Seq != 4 {
		t.Errorf("it ended with %s", at.Text)
	}
}
