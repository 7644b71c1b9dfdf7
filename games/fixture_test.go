package games_test

import (
	"sync"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// face is what is printed on a card; damage is what it has suffered.
type (
	face struct {
		Rank, Suit        int8
		Cost              int16
		Power, Guard, Set int32
	}
	damage struct {
		Taken, Healed, Since int32
		By                   game.ID
	}
)

var (
	faces   = game.NewPart[face]("face")
	damages = game.NewPart[damage]("damage")
	tapped  = game.NewPart[bool]("tapped")
)

// mostInHand is how many cards a seat may hold.
const mostInHand = 10

// cardGame is an endless game with many cards: a seat draws, plays a card from its hand, taps one of its cards on the
// table, or discards one.
func cardGame(cards int) *game.Rules {
	deck := &game.Place{Name: "deck", Order: game.Stacked}
	hand := &game.Place{Name: "hand", Each: true}
	table := &game.Place{Name: "table", Each: true}
	discard := &game.Place{Name: "discard", Order: game.Stacked}
	card := &game.Kind{Name: "card"}

	fromHand := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	toTap := &game.Pick[game.ID]{Name: "card", From: table.Contents}
	toDiscard := &game.Pick[game.ID]{Name: "card", From: table.Contents}

	// When the deck is empty, the discarded cards go under it.
	draw := func(t *game.Tx) {
		if t.Count(deck) == 0 {
			for id := range t.In(discard) {
				t.MoveFirst(id, deck)
			}
		}
		t.Move(t.Last(deck), hand.Of(t.Seat))
	}
	canDraw := game.When("the hand is full", func(t *game.Tx) bool { return t.Count(hand.Of(t.Seat)) < mostInHand }).And(game.When("no card is left", func(t *game.Tx) bool { return t.Count(deck)+t.Count(discard) > 0 }))
	play := func(t *game.Tx) {
		id := fromHand.In(t)
		t.Move(id, table.Of(t.Seat))
		damages.Set(t, id, damage{Since: int32(t.Played())})
	}
	tap := func(t *game.Tx) {
		id := toTap.In(t)
		tapped.Edit(t, id, func(v *bool) { *v = !*v })
		damages.Edit(t, id, func(v *damage) { v.Taken++ })
	}
	put := func(t *game.Tx) {
		id := toDiscard.In(t)
		t.Move(id, discard)
		damages.Set(t, id, damage{})
		tapped.Set(t, id, false)
	}
	return &game.Rules{
		Name:   "cards",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{deck, hand, table, discard},
		Kinds:  []*game.Kind{card},
		Parts:  []game.Column{faces, damages, tapped},
		Setup: func(t *game.Tx) {
			for i := range cards {
				t.Create(card, deck, faces.Is(face{Rank: int8(i % 13), Suit: int8(i % 4), Cost: int16(i % 10), Power: int32(i), Guard: int32(i % 7), Set: 1}))
			}
			t.Shuffle(deck)
			for range 7 {
				for seat := range game.Seat(t.Seats()) {
					t.Move(t.Last(deck), hand.Of(seat))
				}
			}
		},
		Actions: []*game.Action{
			{Name: "draw", If: canDraw, Do: draw},
			{Name: "play", Pick: []game.Choice{fromHand}, Do: play},
			{Name: "tap", Pick: []game.Choice{toTap}, Do: tap},
			{Name: "discard", Pick: []game.Choice{toDiscard}, Do: put},
		},
		End: func(t *game.Tx) {
			if t.Played() > 1_000_000 {
				t.Tie()
			}
		},
	}
}

// fullBoard is a board with a piece on every cell that can be tapped.
func fullBoard(side int) *game.Rules {
	b := board.Square("board", side, side)
	piece := &game.Kind{Name: "piece"}
	cell := &game.Pick[game.ID]{Name: "cell", From: func(t *game.Tx) game.Set[game.ID] { return b.Cells(t) }}
	return &game.Rules{
		Name:   "field",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{b},
		Kinds:  []*game.Kind{piece},
		Parts:  []game.Column{damages, tapped},
		Setup: func(t *game.Tx) {
			for x := range side {
				for y := range side {
					t.Create(piece, b.At(x, y), damages.Is(damage{Healed: int32(x)}))
				}
			}
		},
		// The piece on the cell changes its owner and is tapped.
		Actions: []*game.Action{{Name: "take", Pick: []game.Choice{cell}, Do: func(t *game.Tx) {
			id := t.Last(cell.In(t))
			t.Give(id, t.Seat)
			tapped.Edit(t, id, func(v *bool) { *v = !*v })
			damages.Edit(t, id, func(v *damage) { v.Taken++ })
		}}},
		End: func(t *game.Tx) {
			if t.Played() > 1_000_000 {
				t.Tie()
			}
		},
	}
}

// played is a random game: its initial state, its moves, and the hash after each of them.
type played struct {
	start  *game.State
	moves  []game.Move
	hashes []uint64
}

// longGame has 10,000 moves with 200 cards.
var longGame = sync.OnceValues(func() (*played, error) { return playAtRandom(cardGame(200), 10_000) })

func playAtRandom(r *game.Rules, moves int) (*played, error) {
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		return nil, err
	}
	g := &played{start: s}
	d := dice(1)
	for range moves {
		all, err := s.Moves()
		if err != nil {
			return nil, err
		}
		m := all[d.below(uint64(len(all)))]
		if s, err = s.Play(m); err != nil {
			return nil, err
		}
		g.moves, g.hashes = append(g.moves, m), append(g.hashes, s.Hash())
	}
	return g, nil
}

func (g *played) after(tb testing.TB, moves int) *game.State {
	tb.Helper()
	s := g.start
	for _, m := range g.moves[:moves] {
		var err error
		if s, err = s.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	return s
}
