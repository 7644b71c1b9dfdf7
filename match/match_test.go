package match_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/market"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func begin(t *testing.T, r *game.Rules, seats int) *match.Match {
	t.Helper()
	m, err := match.New(r, match.Setup{ID: "m1", Seats: seats, Seed: match.SeedText(game.SeedOf(7)), Created: noon})
	if err != nil {
		t.Fatal(err)
	}
	m.Now = func() time.Time { return noon.Add(time.Duration(m.Seq()) * time.Second) }
	for seat := range game.Seat(seats) {
		batch, err := m.Sit(seat, match.Player{Name: fmt.Sprint("player ", seat), Token: match.TokenHash(fmt.Sprint(seat))})
		do(t, m, batch, err)
	}
	return m
}

func do(t testing.TB, m *match.Match, batch *match.Batch, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if batch == nil {
		t.Fatal("the move needs consent")
	}
	m.Commit(batch)
}

func play(t *testing.T, m *match.Match, seat game.Seat, text string) {
	t.Helper()
	batch, err := m.Play(seat, m.Seq(), text)
	do(t, m, batch, err)
}

// refused asserts that err is a refusal with this code, and that the match did not change.
func refused(t *testing.T, m *match.Match, code game.Code, try func() (*match.Batch, error)) {
	t.Helper()
	seq, hash := m.Seq(), m.State().HashText()
	if batch, err := try(); batch != nil || game.CodeOf(err) != code {
		t.Errorf("refused as %q (%v), not as %q", game.CodeOf(err), err, code)
	}
	if m.Seq() != seq || m.State().HashText() != hash {
		t.Error("the refused request has changed the match")
	}
}

// reopened returns the match opened from its log, which is written to JSON and read back.
func reopened(t *testing.T, m *match.Match, from *match.Snapshot) *match.Match {
	t.Helper()
	again, err := reopen(t, m.Rules(), m.Setup(), m.Log(1), from)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func reopen(t *testing.T, r *game.Rules, setup match.Setup, log []match.Entry, from *match.Snapshot) (*match.Match, error) {
	t.Helper()
	text, err := json.Marshal(log)
	if err != nil {
		t.Fatal(err)
	}
	var read []match.Entry
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return match.Open(setup, r, read, from)
}

// same asserts that two matches are equal for all observers.
func same(t *testing.T, a, b *match.Match) {
	t.Helper()
	if a.Seq() != b.Seq() || a.State().HashText() != b.State().HashText() || a.Outcome().String() != b.Outcome().String() {
		t.Fatalf("entry %d, %s, %s; reopened: entry %d, %s, %s", a.Seq(), a.State().HashText(), a.Outcome(), b.Seq(), b.State().HashText(), b.Outcome())
	}
	for who := game.Nobody; int(who) < a.Setup().Seats; who++ {
		if x, y := a.State().View(who).Save(), b.State().View(who).Save(); !bytes.Equal(x, y) {
			t.Fatalf("the view of %s is\n%s\nand reopened\n%s", who, x, y)
		}
		x, errA := a.Events(0, who)
		y, errB := b.Events(0, who)
		if fmt.Sprint(x, errA) != fmt.Sprint(y, errB) {
			t.Fatalf("the events of %s are\n%v\nand reopened\n%v", who, x, y)
		}
	}
}

// random makes a random move, or sometimes undoes one.
func random(t *testing.T, m *match.Match, luck *rand.Rand) {
	t.Helper()
	if luck.IntN(6) == 0 {
		seat := game.Seat(luck.IntN(m.Setup().Seats))
		batch, err := m.Undo(seat)
		for err == nil && batch == nil {
			batch, err = m.Agree(m.Asked().Need[0], true)
		}
		if err == nil {
			m.Commit(batch)
			return
		}
		if code := game.CodeOf(err); code != match.NothingToDo && code != match.Final {
			t.Fatal(err)
		}
	}
	all := m.ToAct()
	seat := all[luck.IntN(len(all))]
	batch, err := m.Choose(seat, m.Seq(), func(view *game.State) (game.Move, error) { return bot.Random(view, seat, luck) })
	if err != nil {
		t.Fatal(err)
	}
	if after := m.After(batch); after.Seq() != m.Seq()+1 || after.State() != batch.State() {
		t.Fatal("the match after a batch does not match the batch")
	}
	do(t, m, batch, nil)
}

// The log of any match reopens as the same match, with any snapshot.
func TestReopened(t *testing.T) {
	for _, r := range games.All() {
		for seed := range uint64(3) {
			if testing.Short() && seed > 0 {
				break
			}
			luck := rand.New(rand.NewPCG(seed, 5))
			m := begin(t, r, r.Seats.Min+luck.IntN(r.Seats.Max-r.Seats.Min+1))
			var snap match.Snapshot
			for n := 0; n < 60 && !m.Over(); n++ {
				random(t, m, luck)
				if luck.IntN(8) == 0 {
					snap = m.Snapshot()
				}
				if luck.IntN(8) == 0 {
					m.Rest()
				}
			}
			same(t, m, reopened(t, m, nil))
			same(t, m, reopened(t, m, &snap))
		}
	}
}

// The view at any entry can be recomputed, and changes lead from there to the current view.
func TestAnyEntry(t *testing.T) {
	luck := rand.New(rand.NewPCG(3, 3))
	m := begin(t, gofish.New(), 3)
	views := map[int][]byte{}
	see := func() { views[m.Seq()] = m.State().View(1).Save() }
	for see(); m.Seq() < 60 && !m.Over(); see() {
		random(t, m, luck)
	}
	m.Rest()
	for n, was := range views {
		v, err := m.View(n, 1)
		if err != nil || !bytes.Equal(v.Save(), was) {
			t.Fatalf("entry %d: %v\n%s\nwant\n%s", n, err, v.Save(), was)
		}
		changes, err := m.Changes(n, 1)
		if err != nil {
			t.Fatal(err)
		}
		now, err := v.Apply(changes)
		if err != nil || !bytes.Equal(now.Save(), m.State().View(1).Save()) {
			t.Fatalf("the changes since entry %d do not lead to the current view: %v", n, err)
		}
	}
	if _, err := m.View(m.Seq()+1, 1); game.CodeOf(err) != match.Stale {
		t.Errorf("a future entry: %v", err)
	}
}

// A log is refused if anything in it was changed.
func TestDamagedLog(t *testing.T) {
	luck := rand.New(rand.NewPCG(4, 4))
	m := begin(t, gofish.New(), 3)
	for m.Seq() < 30 {
		random(t, m, luck)
	}
	for i, e := range m.Log(1) {
		bad := []func(*match.Entry){
			func(e *match.Entry) { e.Hash = "0000000000000000" },
			func(e *match.Entry) { e.Kind = "gift" },
			func(e *match.Entry) { e.Seat = 9 },
		}
		switch e.Kind {
		case match.Moved:
			bad = append(bad, func(e *match.Entry) { e.Move = "ask #99 1" }, func(e *match.Entry) { e.Seat = (e.Seat + 1) % 3 })
		case match.Undone:
			bad = append(bad, func(e *match.Entry) { e.Back = i + 1 }, func(e *match.Entry) { e.Back = -1 })
		case match.Reseeded:
			bad = append(bad[:2], func(e *match.Entry) { e.Seed = strings.Repeat("ab", 32) })
		case match.Seated:
			bad = append(bad, func(e *match.Entry) { e.Player = nil })
		}
		for k, spoil := range bad {
			log := slices.Clone(m.Log(1))
			spoil(&log[i])
			if _, err := reopen(t, m.Rules(), m.Setup(), log, nil); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("beyond entry %d:", i)) {
				t.Errorf("entry %d, damage %d: %v", i+1, k, err)
			}
		}
	}
}

// A snapshot that contradicts the log is ignored.
func TestDamagedSnapshot(t *testing.T) {
	m := begin(t, hex.New(5, false), 2)
	play(t, m, 0, "place a1")
	early := m.Snapshot()
	play(t, m, 1, "place b2")
	for _, x := range []match.Snapshot{{Seq: 4, Save: early.Save}, {Seq: 99, Save: early.Save}, {Seq: -1, Save: early.Save}, {Seq: 3, Save: []byte("{")}} {
		same(t, m, reopened(t, m, &x))
	}
}

func TestRefusals(t *testing.T) {
	m := begin(t, tictactoe.New(), 2)
	for code, try := range map[game.Code]func() (*match.Batch, error){
		game.NoSeat:       func() (*match.Batch, error) { return m.Play(2, m.Seq(), "place a1") },
		game.NotYourTurn:  func() (*match.Batch, error) { return m.Play(1, m.Seq(), "place a1") },
		game.NotOffered:   func() (*match.Batch, error) { return m.Play(0, m.Seq(), "place \x00") },
		match.NothingToDo: func() (*match.Batch, error) { return m.Undo(0) },
		match.Stale:       func() (*match.Batch, error) { return m.Play(0, m.Seq()+1, "place a1") },
	} {
		t.Run(string(code), func(t *testing.T) { refused(t, m, code, try) })
	}
	refused(t, m, match.NothingToDo, func() (*match.Batch, error) { return m.Agree(1, true) })
	refused(t, m, game.NoSeat, func() (*match.Batch, error) { return m.Sit(2, match.Player{}) })
	batch, err := m.Resign(0, "")
	do(t, m, batch, err)
	if m.Resigned() != 0 || m.Outcome().String() != "won by seat 1" || len(m.ToAct()) != 0 {
		t.Errorf("%s resigned: %s", m.Resigned(), m.Outcome())
	}
	refused(t, m, game.Over, func() (*match.Batch, error) { return m.Play(0, m.Seq(), "place a1") })
	refused(t, m, game.Over, func() (*match.Batch, error) { return m.Undo(0) })
	same(t, m, reopened(t, m, nil))
}

// A seat that saw an older entry may still play, if nothing has changed for it.
func TestStale(t *testing.T) {
	m := begin(t, tictactoe.New(), 2)
	seen := m.Seq()
	play(t, m, 0, "place b2")
	refused(t, m, match.Stale, func() (*match.Batch, error) { return m.Play(1, seen, "place a1") })
	seen = m.Seq()
	batch, err := m.Sit(0, match.Player{Name: "somebody else", Token: "x"})
	do(t, m, batch, err)
	batch, err = m.Play(1, seen, "place a1")
	do(t, m, batch, err)
}

// Simultaneous secret choices do not make each other stale until they are revealed.
func TestSimultaneousIsNotStale(t *testing.T) {
	m := begin(t, market.New(1, 4, false), 3)
	luck := rand.New(rand.NewPCG(9, 9))
	seen := m.Seq()
	choose := func(seat game.Seat) (*match.Batch, error) {
		return m.Choose(seat, seen, func(view *game.State) (game.Move, error) { return bot.Random(view, seat, luck) })
	}
	for seat := range game.Seat(3) {
		batch, err := choose(seat)
		do(t, m, batch, err)
	}
	refused(t, m, match.Stale, func() (*match.Batch, error) { return choose(0) })
}

// The last move can be undone without consent if it revealed nothing.
func TestUndoWithoutConsent(t *testing.T) {
	m := begin(t, tictactoe.New(), 2)
	before := m.State().HashText()
	play(t, m, 0, "place b2")
	batch, err := m.Undo(0)
	do(t, m, batch, err)
	if m.State().HashText() != before || len(m.Log(1)) != 4 {
		t.Error("the move was not undone, or the log is incomplete")
	}
	refused(t, m, match.NothingToDo, func() (*match.Batch, error) { return m.Undo(0) })
	play(t, m, 0, "place a1")
	play(t, m, 1, "place a2")
	if batch, err := m.Undo(0); batch != nil || err != nil {
		t.Fatalf("others have moved since: %v", err)
	}
	if a := m.Asked(); a == nil || a.Seat != 0 || !slices.Equal(a.Need, []game.Seat{1}) || a.Why.String() != "others have moved since" {
		t.Fatalf("the request is %+v", a)
	}
	refused(t, m, match.NothingToDo, func() (*match.Batch, error) { return m.Agree(0, true) })
	if _, err := m.Agree(1, false); err != nil || m.Asked() != nil {
		t.Fatal("the request is still open")
	}
	m.Undo(0)
	batch, err = m.Agree(1, true)
	do(t, m, batch, err)
	if m.State().HashText() != before || m.Asked() != nil {
		t.Error("the move was not undone")
	}
	m.Undo(0)
	play(t, m, 0, "place c3")
	m.Undo(0)
	if m.Asked() != nil {
		t.Error("a new move does not end the request")
	}
}

// rolling is a game of dice.
func rolling() *game.Rules {
	pips := game.NewPart[int]("pips")
	return &game.Rules{
		Name: "rolling", Version: "1", Seats: game.Between(2, 3), Parts: []game.Column{pips},
		Actions: []*game.Action{{Name: "roll", Do: func(t *game.Tx) { pips.Set(t, t.Seat, t.Roll(1000)) }}},
	}
}

// Undoing a random move does not repeat the same result: chance continues with a new seed.
func TestUndoReseeds(t *testing.T) {
	m := begin(t, rolling(), 2)
	play(t, m, 0, "roll")
	first := m.State()
	if batch, err := m.Undo(0); batch != nil || err != nil || m.Asked().Why.String() != "chance has decided something" {
		t.Fatalf("undoing needs no consent: %v", err)
	}
	batch, err := m.Agree(1, true)
	do(t, m, batch, err)
	if log := m.Log(m.Seq() - 1); log[0].Kind != match.Undone || log[1].Kind != match.Reseeded {
		t.Fatalf("the log ends with %+v", log)
	}
	play(t, m, 0, "roll")
	if len(first.Diff(m.State())) < 2 {
		t.Error("the same number was rolled again")
	}
	same(t, m, reopened(t, m, nil))
}

// With more than two players, a bot takes over for a player who resigns.
func TestResignAmongMany(t *testing.T) {
	m := begin(t, gofish.New(), 3)
	batch, err := m.Resign(1, "random")
	do(t, m, batch, err)
	if m.Over() || m.Player(1).Bot != "random" || m.Player(1).Token != "" {
		t.Errorf("over: %v, the seat has %+v", m.Over(), m.Player(1))
	}
	same(t, m, reopened(t, m, nil))
}

// A match continues with changed rules if it replays to the same states, and is refused otherwise.
func TestOtherRules(t *testing.T) {
	m := begin(t, tictactoe.New(), 2)
	play(t, m, 0, "place b2")
	newer := tictactoe.New()
	newer.Version = "2"
	again, err := reopen(t, newer, m.Setup(), m.Log(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	batch := again.Update()
	do(t, again, batch, nil)
	if again.Update() != nil {
		t.Error("the match is updated twice")
	}
	same(t, again, reopened(t, again, nil))

	other := tictactoe.New()
	other.Version = "3"
	other.Actions[0].If = game.When("the middle is not for the first", func(t *game.Tx) bool { return t.Played() > 0 })
	if _, err := reopen(t, other, m.Setup(), m.Log(1), nil); !errors.Is(err, match.ErrRules) {
		t.Errorf("other rules: %v", err)
	}
}

// Events contain nothing that the observer may not know.
func TestEventsAreFiltered(t *testing.T) {
	luck := rand.New(rand.NewPCG(8, 8))
	m := begin(t, gofish.New(), 3)
	for m.Seq() < 40 && !m.Over() {
		random(t, m, luck)
	}
	events, err := m.Events(0, game.Nobody)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == match.Seated && e.Name == "" {
			t.Errorf("nobody takes a seat: %+v", e)
		}
	}
	text, _ := json.Marshal(events)
	for _, secret := range []string{m.Setup().Seed, match.TokenHash("1"), m.State().HashText()} {
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("%s is among the events", secret)
		}
	}
}

// The line of a move shows only what the observer may know.
func TestWords(t *testing.T) {
	card := &game.Kind{Name: "card", Label: func(*game.State, game.ID) string { return "the ace" }}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	heap := &game.Place{Name: "heap", Seen: game.ByNone}
	what := &game.Pick[game.ID]{Name: "what", From: hand.Contents}
	m := begin(t, &game.Rules{
		Name: "burying", Seats: game.Exactly(2), Layout: []game.Layout{hand, heap}, Kinds: []*game.Kind{card},
		Setup: func(tx *game.Tx) {
			for seat := range game.Seat(2) {
				tx.CreateMany(2, card, hand.Of(seat))
			}
		},
		Actions: []*game.Action{
			{Name: "bury", Label: "Bury", Pick: []game.Choice{what}, Do: func(tx *game.Tx) { tx.Move(what.In(tx), heap) }},
			{Name: "wait", Do: func(*game.Tx) {}},
		},
	}, 2)
	play(t, m, 0, "bury "+m.State().View(0).Name(m.State().First(hand.Of(0))))
	play(t, m, 1, "wait")
	for who, want := range map[game.Seat]string{0: "player 1: Bury the ace, player 2: wait", 1: "player 1: Bury hand/0:1, player 2: wait", game.Nobody: "player 1: Bury hand/0:1, player 2: wait"} {
		events, err := m.Events(0, who)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range events {
			if e.Kind == match.Moved {
				got = append(got, e.Line.String())
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s reads %q, want %q", who, strings.Join(got, ", "), want)
		}
	}
}

// A request to undo ends when the player who asks, or one who is asked, leaves.
func TestUndoRequestEndsWhenPlayersLeave(t *testing.T) {
	for seat := range game.Seat(3) {
		m := begin(t, gofish.New(), 3)
		program, err := m.Sit(2, match.Player{Name: "bot", Bot: "random"})
		do(t, m, program, err)
		mover := m.ToAct()[0]
		view := m.State().View(mover)
		move, err := bot.Random(view, mover, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		play(t, m, mover, view.Text(move))
		if batch, err := m.Undo(mover); batch != nil || err != nil || m.Asked() == nil {
			t.Fatalf("the request asks nobody: %v %v", batch, err)
		}
		batch, err := m.Sit(seat, match.Player{Name: "bot", Bot: "random"})
		do(t, m, batch, err)
		if ended := m.Asked() == nil; ended != (seat != 2) {
			t.Errorf("seat %d is taken by a bot, and the request has ended: %v", seat, ended)
		}
	}
}

// An empty seat cannot agree to undo a move that revealed something; a bot agrees, and a seat that is eliminated is not
// asked.
func TestUndoAfterEmptySeat(t *testing.T) {
	m := begin(t, tictactoe.New(), 2)
	play(t, m, 0, "place b2")
	play(t, m, 1, "place a1")
	empty, err := m.Sit(1, match.Player{})
	do(t, m, empty, err)
	refused(t, m, game.Unavailable, func() (*match.Batch, error) { return m.Undo(0) })
	reserved, err := m.Sit(1, match.Player{Name: "Bo", Reserved: "a hash"})
	do(t, m, reserved, err)
	refused(t, m, game.Unavailable, func() (*match.Batch, error) { return m.Undo(0) })
	program, err := m.Sit(1, match.Player{Name: "bot", Bot: "random"})
	do(t, m, program, err)
	back, err := m.Undo(0)
	do(t, m, back, err)
	if got := m.Log(m.Seq())[0]; got.Kind != match.Undone || got.Back != 2 {
		t.Errorf("the move is not undone: %+v", got)
	}
}

// A player who changes seats leaves the old one in the same batch.
func TestReseat(t *testing.T) {
	m := begin(t, tictactoe.New(), 2)
	ada := match.Player{Name: "Ada", Token: "x"}
	do := func(batch *match.Batch, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(batch)
	}
	do(m.Sit(0, ada))
	do(m.Reseat(0, 1, ada))
	if m.Seq() != 5 || !m.Player(0).Free() || m.Player(1) != ada {
		t.Errorf("after %d entries the seats are %+v and %+v", m.Seq(), m.Player(0), m.Player(1))
	}
	do(m.Reseat(0, 0, ada)) // from no seat
	if m.Player(0) != ada || m.Player(1) != ada {
		t.Error("a seat that nobody left was freed")
	}
	for _, c := range [][2]game.Seat{{0, 2}, {-1, 1}, {2, 1}} {
		if _, err := m.Reseat(c[0], c[1], ada); game.CodeOf(err) != game.NoSeat {
			t.Errorf("from %d to %d: %v", c[0], c[1], err)
		}
	}
}
