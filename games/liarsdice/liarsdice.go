// Package liarsdice is Liar's Dice, the game of bids and bluffs: how many fives are under all the cups?
package liarsdice

import (
	"cmp"
	"slices"
	"strconv"
	"sync"

	"github.com/plygame/ply/game"
)

var (
	dice  = &game.Option[int]{Name: "dice", Label: "Dice", Description: "How many dice each player starts with.", Default: 5, Min: 1, Max: 6}
	wild  = &game.Option[bool]{Name: "wild", Label: "Ones are wild", Description: "Ones count as the face that was bid.", Default: true}
	exact = &game.Option[bool]{Name: "exact", Label: "Exact call", Description: "Instead of doubting the bid, a player may say that it is exactly right. If it is, all others lose a die; otherwise the caller does."}
)

// rules are the rules for players.
const rules = `All players roll their dice under a cup, and look only at their own. On your turn, bid how many dice of a face there are
under all the cups together, or call the last bidder a liar.

Each bid must be higher than the last: more dice of any face, or the same number of a higher face. Ones are the lowest face. If
ones are wild, they count as any face; in a bid on ones, only ones count.

When a bid is called, all cups are lifted. If there are at least as many dice as were bid, the caller loses a die; otherwise the
bidder does. The loser begins the next round. The last player with dice wins.`

// Face is a side of a die. Players read and type its name.
type Face int8

var (
	faces  = [...]string{"", "ones", "twos", "threes", "fours", "fives", "sixes"}
	single = [...]string{"", "one", "two", "three", "four", "five", "six"}
)

func (f Face) String() string { return faces[f] }

// hidden is for parts that the table shows in other ways.
var hidden = game.Look{Hidden: true}

var (
	// Pips are on a die; under a cup, only its owner sees them.
	Pips = game.NewPart[Face]("pips").Looks(hidden)

	// Counts and Faces are on the bid: a number of dice, and their face.
	Counts = game.NewPart[int]("count").Looks(hidden)
	Faces  = game.NewPart[Face]("face").Looks(game.Look{Hidden: true, Words: slices.Concat(single[1:2], single[1:])}) // no bid is on face 0

	// First is on the table: the seat that begins the round.
	First = game.NewPart[game.Seat]("first").Looks(hidden)

	// Open is on the table: the bid was called, and the cups are lifted.
	Open = game.NewPart[bool]("open").Looks(hidden)
)

// table is what the functions of a game share.
type table struct {
	dice           int
	wild           bool
	die, claim     *game.Kind
	cup, bid, lost *game.Place
	count          *game.Pick[int]
	face           *game.Pick[Face]
	drafts         sync.Pool // for bots: moves to use again
}

// New returns the rules for this many dice per player, with or without wild ones and the exact call.
func New(each int, wilds, exacts bool) *game.Rules {
	// The owner of a cup sees the dice under it; the others see how many there are. Everyone sees the
	// last bid and the lost dice.
	g := &table{
		dice:  each,
		wild:  wilds,
		die:   &game.Kind{Name: "die", Look: game.Look{Shape: "square"}, Label: func(s *game.State, id game.ID) string { return strconv.Itoa(int(Pips.Of(s, id))) }},
		claim: &game.Kind{Name: "claim", Label: words, Look: game.Look{Picture: "{face}.svg", Face: &game.Print{}}},
		cup:   &game.Place{Name: "cup", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Cup", Layout: "row", Back: "back.svg"}},
		bid:   &game.Place{Name: "bid", Max: 1, Look: game.Look{Label: "Bid"}},
		lost:  &game.Place{Name: "lost", Order: game.Unordered, Look: game.Look{Label: "Lost dice", Layout: "pile"}},
	}

	// A bid is a number of dice and a face, higher than the previous bid.
	g.count = &game.Pick[int]{Name: "count", Ask: g.askCount, Range: g.counts}
	g.face = &game.Pick[Face]{Name: "face", Prompt: "Which face?", List: func(*game.Tx) []Face { return every }, If: g.higher}
	made := game.When("there is no bid yet", func(t *game.Tx) bool { return t.Count(g.bid) > 0 })
	higher := game.When("the bid is the highest possible", func(t *game.Tx) bool { lo, hi := g.counts(t); return lo <= hi })
	calls := []*game.Action{
		{Name: "bid", Label: "Bid", Reads: "{seat} bids {count} {face}", If: higher, Pick: []game.Choice{g.count, g.face}, Do: g.raise},
		{Name: "liar", Label: "Call the bidder a liar", Reads: "{seat} calls the bidder a liar", If: made, NoUndo: true, Do: g.doubt},
	}
	if exacts {
		calls = append(calls, &game.Action{Name: "exact", Label: "Call it exactly right", Reads: "{seat} calls the bid exactly right", If: made, NoUndo: true, Do: g.spotOn})
	}
	roll := &game.Action{Name: "roll", Label: "Roll for the next round", Reads: "{seat} is ready for the next round", NoUndo: true, Do: func(*game.Tx) {}}

	// In each round the players bid in turn until a bid is called. Then everyone sees all dice, until all
	// players are ready to roll again.
	round := game.Steps{
		&game.Phase{Name: "bidding", Label: "Bidding", EndIf: open, Do: &game.Loop{
			Do: &game.EachSeat{Name: "turn", From: first, Do: &game.Act{Name: "call", Label: "bid or call", Ask: g.ask, Actions: calls}},
		}},
		&game.Phase{Name: "showing", Label: "The cups are lifted", End: g.roll, Do: &game.Together{Name: "roll", Label: "the cups are lifted", Actions: []*game.Action{roll}}},
	}
	return &game.Rules{
		Name:    "liarsdice",
		Version: "1",
		About:   game.About{Title: "Liar's dice", Description: "How many fives are under all the cups? Bid, bluff, or call the liar.", Rules: rules, Minutes: 20, Complexity: 2, Categories: []string{"dice", "bluff", "party"}, Picture: "cover.svg"},
		Art:     art,
		Theme:   theme,
		Seats:   game.Between(2, 6),
		Options: []game.Setting{dice.Is(each), wild.Is(wilds), exact.Is(exacts)},
		Make:    func(v game.Values) *game.Rules { return New(dice.In(v), wild.In(v), exact.In(v)) },
		Layout:  []game.Layout{g.bid, g.cup, g.lost},
		Kinds:   []*game.Kind{g.die, g.claim},
		Parts:   []game.Column{Pips.Rolled(func(t *game.Tx, _ game.ID) Face { return Face(t.Roll(6)) }), Counts, Faces, First, Open},
		Setup:   g.deal,
		Flow:    &game.Loop{Do: round},
		Value:   g.value,
		Likely:  g.likely,
		Weight:  g.weight,
	}
}

// deal rolls the dice of all players, and draws who begins.
func (g *table) deal(t *game.Tx) {
	First.Set(t, game.Root, game.Seat(t.Int(t.Seats())))
	for seat := range game.Seat(t.Seats()) {
		for range g.dice {
			Pips.Roll(t, t.Create(g.die, g.cup.Of(seat)))
		}
	}
}

// first is the seat that begins the round.
func first(t *game.Tx) game.Seat { return First.Of(t, game.Root) }

// open reports whether the cups are lifted.
func open(t *game.Tx) bool { return Open.Of(t, game.Root) }

// last is the current bid, 0 if there is none.
func (g *table) last(t *game.Tx) game.ID { return t.First(g.bid) }

// words is the text of a bid, such as 3 fives.
func words(s *game.State, id game.ID) string {
	if n := Counts.Of(s, id); n != 1 {
		return strconv.Itoa(n) + " " + Faces.Of(s, id).String()
	}
	return "1 " + single[Faces.Of(s, id)]
}

// inPlay is the number of dice under all cups.
func (g *table) inPlay(t *game.Tx) (n int) {
	for seat := range game.Seat(t.Seats()) {
		n += t.Count(g.cup.Of(seat))
	}
	return n
}

// ask is the prompt: the bid to respond to.
func (g *table) ask(t *game.Tx) *game.Line {
	n := g.inPlay(t)
	if id := g.last(t); id != 0 {
		return game.NewLine("{0} has bid {1}; there are {2} dice in play", t.Owner(id), id, n)
	}
	return game.NewLine("make the first bid; there are {0} dice in play", n)
}

// askCount asks for the number of dice in a bid.
func (g *table) askCount(t *game.Tx) *game.Line {
	n := g.inPlay(t)
	if id := g.last(t); id != 0 {
		return game.NewLine("Bid more than {0}. How many of the {1} dice?", id, n)
	}
	return game.NewLine("How many of the {0} dice?", n)
}

// counts are the numbers of dice that can be bid, up to all in play: at least as many as before, and
// more if the last bid was on sixes.
func (g *table) counts(t *game.Tx) (lo, hi int) {
	lo, hi = 1, g.inPlay(t)
	if id := g.last(t); id != 0 {
		lo = Counts.Of(t, id)
		if Faces.Of(t, id) == 6 {
			lo++
		}
	}
	return lo, hi
}

// every face can be bid.
var every = []Face{1, 2, 3, 4, 5, 6}

// higher refuses a face that would not make the bid higher.
func (g *table) higher(t *game.Tx, face Face) bool {
	id := g.last(t)
	return id == 0 || g.count.In(t) > Counts.Of(t, id) || face > Faces.Of(t, id) ||
		t.Refuse("it is not higher than {0}: bid a higher face, or more dice", id)
}

// raise replaces the old bid with the new one.
func (g *table) raise(t *game.Tx) {
	if id := g.last(t); id != 0 {
		t.Remove(id)
	}
	id := t.Create(g.claim, g.bid)
	Counts.Set(t, id, g.count.In(t))
	Faces.Set(t, id, g.face.In(t))
	t.Say("{0} bids {1}", t.Seat, id)
}

// doubt lifts the cups. The bid was a lie if there are fewer dice than were bid.
func (g *table) doubt(t *game.Tx) {
	id := g.last(t)
	loser := t.Seat
	if g.lift(t) < Counts.Of(t, id) {
		loser = t.Owner(id)
		t.Say("{0} lied", loser)
	} else {
		t.Say("{0} told the truth", t.Owner(id))
	}
	g.lose(t, loser)
	g.begin(t, loser)
}

// spotOn lifts the cups too. If there are exactly as many dice as were bid, all others lose one.
func (g *table) spotOn(t *game.Tx) {
	if g.lift(t) == Counts.Of(t, g.last(t)) {
		t.Say("the bid is exactly right")
		for seat := range t.Others(t.Seat).All() {
			g.lose(t, seat)
		}
	} else {
		t.Say("the bid is not exactly right")
		g.lose(t, t.Seat)
	}
	g.begin(t, t.Seat)
}

// shown says which dice a player has, by their number.
var shown = [...]string{"{0} has", "{0} has {1}", "{0} has {1} {2}", "{0} has {1} {2} {3}", "{0} has {1} {2} {3} {4}",
	"{0} has {1} {2} {3} {4} {5}", "{0} has {1} {2} {3} {4} {5} {6}"}

// lift shows all dice, and counts those of the bid's face. Everyone sees them before the move continues.
func (g *table) lift(t *game.Tx) (n int) {
	id := g.last(t)
	face := Faces.Of(t, id)
	Open.Set(t, game.Root, true)
	for seat := range t.Standing().All() {
		args := make([]any, 1, len(shown))
		args[0] = seat
		for _, die := range g.sorted(t, seat) {
			t.Show(die)
			args = append(args, die)
			if pips := Pips.Of(t, die); pips == face || g.wild && pips == 1 {
				n++
			}
		}
		t.Say(shown[len(args)-1], args...)
	}
	t.Say("{1} bid {0}, and there {2|is|are} {2}", id, t.Owner(id), n)
	t.Moment() // everyone sees all dice before one is lost
	return n
}

// sorted are the dice of a seat, ones first.
func (g *table) sorted(t *game.Tx, seat game.Seat) []game.ID {
	dice := make([]game.ID, 0, g.dice)
	for die := range t.In(g.cup.Of(seat)) {
		dice = append(dice, die)
	}
	slices.SortFunc(dice, func(a, b game.ID) int { return cmp.Compare(Pips.Of(t, a), Pips.Of(t, b)) })
	return dice
}

// lose takes a die from a player. A player with no dice left is out, and the last one with dice wins.
func (g *table) lose(t *game.Tx, seat game.Seat) {
	t.Draw(g.cup.Of(seat), g.lost, 1)
	if left := t.Count(g.cup.Of(seat)); left > 0 {
		t.Say("{0} loses a die and has {1} left", seat, left)
		return
	}
	t.Say("{0} loses the last die and is out", seat)
	t.Eliminate(seat)
}

// begin lets a player begin the next round, or the next player if that one is out. If only one player
// is left, they have won.
func (g *table) begin(t *game.Tx, seat game.Seat) {
	if in := t.Standing(); in.Len() == 1 {
		t.Win(in.First())
		return
	}
	if !t.Standing().Has(seat) {
		seat = t.After(seat)
	}
	First.Set(t, game.Root, seat)
}

// roll begins the next round: the cups cover the dice again, and the bid is gone.
func (g *table) roll(t *game.Tx) {
	Open.Set(t, game.Root, false)
	t.Remove(g.last(t))
	for die := range g.cup.Everything(t).All() {
		t.AsDeclared(die)
		Pips.Roll(t, die)
	}
	t.Say("everyone rolls; {0} begins", first(t))
}
