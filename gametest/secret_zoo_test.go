package gametest_test

import (
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Together, the games in this file use everything that can be hidden.

func TestLawsHoldWithSecrets(t *testing.T) {
	lawsHold(t, concentration(), fog(), liar(), sealed(), chests(), ambush(), thieves(), traitor())
}

var (
	face  = game.NewPart[int8]("face")
	pips  = game.NewPart[int8]("pips")
	bid   = game.NewPart[int]("bid")
	guess = game.NewPrivate[int8]("guess")
	loyal = game.NewPart[int8]("loyal")
)

// concentration is the game of pairs: turn over two cards, keep them if they are equal.
func concentration() *game.Rules {
	row := &game.Place{Name: "row", Seen: game.ByNone}
	won := &game.Place{Name: "won", Each: true}
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return string(rune('A' + face.Of(s, id))) }}
	shown := func(t *game.Tx) (id game.ID) {
		for id := range t.In(row) {
			if t.Sees(game.Nobody, id) == game.Face {
				return id
			}
		}
		return 0
	}
	which := &game.Pick[game.ID]{Name: "which", From: func(t *game.Tx) game.Set[game.ID] {
		return row.Contents(t).Where(func(id game.ID) bool { return t.Sees(t.Seat, id) != game.Face })
	}}
	return &game.Rules{
		Name: "concentration", Seats: game.Between(2, 3), Layout: []game.Layout{row, won}, Kinds: []*game.Kind{card}, Parts: []game.Column{face},
		Setup: func(t *game.Tx) {
			for i := range int8(8) {
				t.Create(card, row, face.Is(1+i/2))
			}
			t.Shuffle(row)
		},
		Actions: []*game.Action{{Name: "turn", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
			id, other := which.In(t), shown(t)
			switch {
			case other == 0:
				t.Show(id)
				t.Say("{0} turns {1}", t.Seat, id)
				t.Again()
			default: // both are open for a moment
				t.Show(id)
				t.Say("{0} turns {1}", t.Seat, id)
				t.Moment()
				if face.Of(t, id) != face.Of(t, other) {
					t.Hide(id)
					t.Hide(other)
					return
				}
				t.Move(id, won.Of(t.Seat))
				t.Move(other, won.Of(t.Seat))
				t.Again()
			}
		}}},
		End: func(t *game.Tx) {
			if t.Count(row) == 0 || t.Played() == 60 {
				t.Tie()
			}
		},
	}
}

// fog is a game of men on a track who see only the cells next to them.
func fog() *game.Rules {
	b := board.Square("track", 9, 1)
	men := []*game.Kind{{Name: "scout", Look: game.Look{BySeat: []string{"X", "O"}}}, {Name: "giant", Look: game.Look{BySeat: []string{"G", "g"}}}}
	near := func(s *game.State, seat game.Seat, cell game.ID) bool {
		x, _ := b.XY(cell)
		for i := max(0, x-1); i <= min(8, x+1); i++ {
			if id := s.Last(b.At(i, 0)); id != 0 && s.Owner(id) == seat {
				return true
			}
		}
		return false
	}
	b.Cell.Seen = game.By(func(s *game.State, seat game.Seat, id game.ID) game.Level {
		if seat == game.Nobody || near(s, seat, s.Parent(id)) {
			return game.Face
		}
		return game.Unseen
	})
	who := &game.Pick[game.ID]{Name: "who", From: func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] {
		x, _ := b.XY(who.In(t))
		var cells []game.ID
		for _, i := range []int{x - 1, x + 1} {
			if i >= 0 && i < 9 && (t.Last(b.At(i, 0)) == 0 || t.Owner(t.Last(b.At(i, 0))) != t.Seat) {
				cells = append(cells, b.At(i, 0))
			}
		}
		return game.SetOf(cells...)
	}}
	return &game.Rules{
		Name: "fog", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: men,
		Setup: func(t *game.Tx) {
			for i, owner := range []game.Seat{0, 0, 0, -1, -1, -1, 1, 1, 1} {
				if owner >= 0 {
					t.Give(t.Create(men[i%2], b.At(i, 0)), owner)
				}
			}
		},
		Actions: []*game.Action{{Name: "go", Pick: []game.Choice{who, to}, Do: func(t *game.Tx) {
			man := t.Last(who.In(t))
			if enemy := t.Last(to.In(t)); enemy != 0 {
				t.Tell([]game.Seat{0, 1}, "{0} takes {1}", man, enemy)
				t.Remove(enemy)
			}
			t.Move(man, to.In(t))
			t.Say("{0} moves {1}", t.Seat, man)
		}}},
		Stuck: (*game.Tx).Tie,
		End: func(t *game.Tx) {
			for x := range game.Seat(2) {
				if b.Held(t, x).Empty() {
					t.Win(1 - x)
					return
				}
			}
			if t.Played() == 40 {
				t.Tie()
			}
		},
		// A man that a seat does not see may be on any cell it does not see.
		Guess: func(t *game.Tx, seat game.Seat) {
			var hidden, free []game.ID
			for i := range 9 {
				cell := b.At(i, 0)
				id := t.Last(cell)
				if seat == game.Nobody || near(t.State, seat, cell) {
					continue
				}
				if id == 0 || !t.Kept(id) {
					free = append(free, cell)
				}
				if id != 0 && !t.Kept(id) {
					hidden = append(hidden, id)
				}
			}
			for _, id := range hidden {
				i := t.Int(len(free))
				if other := t.Last(free[i]); other != 0 {
					t.Move(other, t.Parent(id))
				}
				t.Move(id, free[i])
			}
		},
	}
}

// liar is a game of dice under cups: bid higher, or call the bid a lie.
func liar() *game.Rules {
	cup := &game.Place{Name: "cup", Each: true}
	die := &game.Kind{Name: "die"}
	how := &game.Pick[int]{Name: "how", Range: func(t *game.Tx) (int, int) { return bid.Of(t, game.Root) + 1, 20 }}
	rolls := func(t *game.Tx) {
		bid.Set(t, game.Root, 0)
		for id := range t.All(die) {
			pips.Hide(t, id)
			pips.Show(t, id, t.Owner(id))
			pips.Roll(t, id)
		}
	}
	return &game.Rules{
		Name: "liar", Seats: game.Between(2, 3), Layout: []game.Layout{cup}, Kinds: []*game.Kind{die},
		Parts: []game.Column{pips.Seen(game.ByOwner).Rolled(func(t *game.Tx, _ game.ID) int8 { return int8(t.Roll(6)) }), bid, points},
		Setup: func(t *game.Tx) {
			for x := range game.Seat(t.Seats()) {
				for range 3 {
					t.Give(t.Create(die, cup.Of(x)), x)
				}
			}
			rolls(t)
		},
		Actions: []*game.Action{
			{Name: "bid", Pick: []game.Choice{how}, If: game.When("it is enough", func(t *game.Tx) bool { return bid.Of(t, game.Root) < 20 }), Do: func(t *game.Tx) {
				bid.Set(t, game.Root, how.In(t))
				t.Say("{0} says {1}", t.Seat, how.In(t))
			}},
			{Name: "call", If: game.When("nothing was said", func(t *game.Tx) bool { return bid.Of(t, game.Root) > 0 }), Do: func(t *game.Tx) {
				sum := 0
				for id := range t.All(die) {
					sum += int(pips.Of(t, id))
				}
				t.Announce("there are {0}", sum)
				if sum < bid.Of(t, game.Root) {
					points.Edit(t, t.Seat, func(n *int) { *n++ })
				}
				rolls(t)
			}},
			{Name: "show", Do: func(t *game.Tx) {
				for id := range t.In(cup.Of(t.Seat)) {
					pips.Show(t, id)
				}
			}},
		},
		End: func(t *game.Tx) {
			if t.Played() == 24 {
				t.Tie()
			}
		},
	}
}

// sealed is an auction: each seat writes down a number, and the highest wins.
func sealed() *game.Rules {
	number := &game.Pick[int]{Name: "number", Range: func(t *game.Tx) (int, int) { return 1, 5 - points.Of(t, t.Seat)%3 }}
	lot := &game.Place{Name: "lot"}
	slip := &game.Kind{Name: "slip"}
	return &game.Rules{
		Name: "sealed", Seats: game.Between(2, 3), Layout: []game.Layout{lot}, Kinds: []*game.Kind{slip},
		Parts: []game.Column{bid.Seen(game.ByOwner).Chosen(number), points},
		Actions: []*game.Action{{Name: "write", Secret: true, Pick: []game.Choice{number}, Do: func(t *game.Tx) {
			id := t.Create(slip, lot)
			t.Give(id, t.Seat)
			bid.Set(t, id, number.In(t))
		}}},
		End: func(t *game.Tx) {
			if t.Count(lot) < t.Seats() {
				return
			}
			best := game.ID(0)
			for id := range t.In(lot) {
				if best == 0 || bid.Of(t, id) > bid.Of(t, best) {
					best = id
				}
			}
			t.Announce("{0} wins by {1}", t.Owner(best), bid.Of(t, best))
			points.Edit(t, t.Owner(best), func(n *int) { *n++ })
			for id := range t.In(lot) {
				t.Remove(id)
			}
			if t.Played() > 20 {
				t.Tie()
			}
		},
	}
}

// chests is a game of closed chests with contents.
func chests() *game.Rules {
	floor := &game.Place{Name: "floor", Seen: game.ByNone}
	bag := &game.Place{Name: "bag", Each: true, Seen: game.ByOwner}
	yard := &game.Place{Name: "yard"}
	chest := &game.Kind{Name: "chest", Seen: game.ByNone.Else(game.Counted)}
	gem := &game.Kind{Name: "gem"}
	which := &game.Pick[game.ID]{Name: "which", From: yard.Contents}
	which.Points = func(t *game.Tx, id game.ID) game.Set[game.ID] { return t.Contents(id).Or(t.Contents(floor)) }
	mine := &game.Pick[game.ID]{Name: "mine", From: bag.Contents}
	where := &game.Pick[game.ID]{Name: "where", From: yard.Contents}
	return &game.Rules{
		Name: "chests", Seats: game.Between(2, 3), Layout: []game.Layout{floor, bag, yard}, Kinds: []*game.Kind{chest, gem}, Parts: []game.Column{face},
		Setup: func(t *game.Tx) {
			for i := range int8(12) {
				t.Create(gem, floor, face.Is(1+i%5))
			}
			t.Shuffle(floor)
			for range 4 {
				c := t.Create(chest, yard)
				for range 2 {
					t.Move(t.Last(floor), c)
				}
			}
		},
		Actions: []*game.Action{
			{Name: "open", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
				if id := t.Last(which.In(t)); id != 0 {
					t.Move(id, bag.Of(t.Seat))
					t.Announce("{0} finds something in {1}", t.Seat, which.In(t))
				} else {
					t.Announce("{0} is empty", which.In(t))
				}
			}},
			{Name: "stow", Pick: []game.Choice{mine, where}, Do: func(t *game.Tx) { t.Move(mine.In(t), where.In(t)) }},
			{Name: "dig", If: game.When("there is nothing", func(t *game.Tx) bool { return t.Count(floor) > 0 }), Do: func(t *game.Tx) {
				t.Move(t.Last(floor), bag.Of(t.Seat))
			}},
		},
		End: func(t *game.Tx) {
			if t.Played() == 30 {
				t.Tie()
			}
		},
	}
}

// ambush is a game of men whose strength only their owners know until they fight.
func ambush() *game.Rules {
	b := board.Square("field", 3, 3)
	b.Cell.Seen = game.ByOwner
	var men []*game.Kind
	for _, name := range []string{"spy", "guard", "captain"} {
		men = append(men, &game.Kind{Name: name})
	}
	tent := &game.Place{Name: "tent", Each: true, Seen: game.ByNone}
	who := &game.Pick[game.ID]{Name: "who", From: func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] {
		x, y := b.XY(who.In(t))
		var cells []game.ID
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if at := b.At(x+d[0], y+d[1]); at != 0 && (t.Last(at) == 0 || t.Owner(t.Last(at)) != t.Seat) {
				cells = append(cells, at)
			}
		}
		return game.SetOf(cells...)
	}}
	strength := func(s *game.State, id game.ID) int {
		for i, k := range men {
			if s.Kind(id) == k {
				return i
			}
		}
		return -1
	}
	return &game.Rules{
		Name: "ambush", Seats: game.Exactly(2), Layout: []game.Layout{b, tent}, Kinds: men,
		Setup: func(t *game.Tx) {
			for x := range game.Seat(2) {
				for _, k := range men {
					t.Give(t.Create(k, tent.Of(x)), x)
				}
				t.Shuffle(tent.Of(x))
				for i := range 3 {
					t.Move(t.Last(tent.Of(x)), b.At(i, 2*int(x)))
				}
			}
		},
		Actions: []*game.Action{{Name: "go", Pick: []game.Choice{who, to}, Do: func(t *game.Tx) {
			man, enemy := t.Last(who.In(t)), t.Last(to.In(t))
			if enemy == 0 {
				t.Move(man, to.In(t))
				return
			}
			t.Reveal(man)
			t.Reveal(enemy)
			t.Announce("{0} meets {1}", man, enemy)
			switch a, b := strength(t.State, man), strength(t.State, enemy); {
			case a > b || a == 0 && b == 2:
				t.Remove(enemy)
				t.Move(man, to.In(t))
				t.Show(man)
			case a < b:
				t.Remove(man)
				t.Show(enemy)
			default:
				t.Remove(man)
				t.Remove(enemy)
			}
		}}},
		Stuck: (*game.Tx).Tie,
		End: func(t *game.Tx) {
			if b.Held(t, 0).Empty() || b.Held(t, 1).Empty() || t.Played() == 50 {
				t.Tie()
			}
		},
	}
}

// thieves is a game of taking cards from each other's hands: blindly from an unordered hand, by position from an
// ordered one.
func thieves() *game.Rules {
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	bag := &game.Place{Name: "bag", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	fan := &game.Place{Name: "fan", Each: true, Seen: game.ByOwner}
	pile := &game.Place{Name: "pile", Order: game.Stacked}
	cards := []*game.Kind{{Name: "red"}, {Name: "blue"}, {Name: "joker"}}
	others := func(place *game.Place) func(*game.Tx) game.Set[game.ID] {
		return func(t *game.Tx) game.Set[game.ID] {
			all := game.SetOf[game.ID]()
			for x := range t.Others(t.Seat).All() {
				all = all.Or(t.Contents(place.Of(x)))
			}
			return all
		}
	}
	fromBag := &game.Pick[game.ID]{Name: "from-bag", From: others(bag)}
	fromFan := &game.Pick[game.ID]{Name: "from-fan", From: others(fan)}
	own := &game.Pick[game.ID]{Name: "own", From: bag.Contents}
	own.Points = func(t *game.Tx, id game.ID) game.Set[game.ID] {
		return others(bag)(t).Or(others(fan)(t)).Or(t.Contents(deck)).With(id)
	}
	some := &game.Pick[game.ID]{Name: "some", From: fan.Contents, Several: func(*game.Tx) (int, int) { return 1, 2 }}
	return &game.Rules{
		Name: "thieves", Seats: game.Between(2, 4), Layout: []game.Layout{deck, bag, fan, pile}, Kinds: cards,
		Setup: func(t *game.Tx) {
			for i := range 18 {
				t.Create(cards[i%3], deck)
			}
			t.Shuffle(deck)
			for x := range game.Seat(t.Seats()) {
				t.Move(t.Last(deck), bag.Of(x))
				t.Move(t.Last(deck), bag.Of(x))
				t.Move(t.Last(deck), fan.Of(x))
			}
		},
		Actions: []*game.Action{
			{Name: "draw", If: game.When("the deck is empty", func(t *game.Tx) bool { return t.Count(deck) > 0 }), Do: func(t *game.Tx) {
				t.Move(t.Last(deck), fan.Of(t.Seat))
			}},
			{Name: "grab", Pick: []game.Choice{fromBag}, Do: func(t *game.Tx) {
				t.Move(fromBag.In(t), bag.Of(t.Seat))
				t.Say("{0} grabs {1}", t.Seat, fromBag.In(t))
				t.Emit("grab", fromBag.In(t))
			}},
			{Name: "pluck", Pick: []game.Choice{fromFan}, Do: func(t *game.Tx) {
				t.Move(fromFan.In(t), fan.Of(t.Seat))
				t.Say("{0} plucks {1}", t.Seat, fromFan.In(t))
			}},
			{Name: "lay", Pick: []game.Choice{own}, Do: func(t *game.Tx) { t.Move(own.In(t), pile) }},
			{Name: "stow", Pick: []game.Choice{some}, Do: func(t *game.Tx) {
				for id := range some.All(t) {
					t.Move(id, bag.Of(t.Seat))
				}
			}},
			{Name: "mix", Do: func(t *game.Tx) {
				for id := range t.In(pile) {
					t.Move(id, deck)
				}
				t.Shuffle(deck)
				t.Shuffle(fan.Of(t.Seat))
				t.Emit("mixed")
			}},
		},
		End: func(t *game.Tx) {
			if t.Played() == 40 {
				t.Tie()
			}
		},
	}
}

// traitor is a game of people who look alike. One of them is a traitor, nobody knows which, and each seat writes down a
// suspect.
func traitor() *game.Rules {
	room := &game.Place{Name: "room"}
	person := &game.Kind{Name: "person"}
	whom := &game.Pick[game.ID]{Name: "whom", From: room.Contents}
	asked := &game.Pick[game.ID]{Name: "asked", From: room.Contents}
	again := func(t *game.Tx) {
		all := make([]game.ID, 0, 4)
		for id := range t.In(room) {
			all = append(all, id)
			loyal.Set(t, id, 1)
		}
		loyal.Set(t, all[t.Int(len(all))], 2)
	}
	return &game.Rules{
		Name: "traitor", Seats: game.Between(2, 3), Layout: []game.Layout{room}, Kinds: []*game.Kind{person},
		Parts: []game.Column{loyal.Seen(game.ByNone), guess, points},
		Setup: func(t *game.Tx) {
			t.CreateMany(4, person, room)
			again(t)
		},
		Actions: []*game.Action{
			{Name: "suspect", Secret: true, Pick: []game.Choice{whom}, Do: func(t *game.Tx) {
				guess.Set(t, t.Seat, whom.In(t), guess.Of(t, t.Seat, whom.In(t))+1)
			}},
			{Name: "ask", Pick: []game.Choice{asked}, Do: func(t *game.Tx) {
				t.Announce("{0} is loyal: {1}", asked.In(t), loyal.Of(t, asked.In(t)))
				again(t)
			}},
		},
		End: func(t *game.Tx) {
			if t.Played() == 20 {
				t.Tie()
			}
		},
		Guess: func(t *game.Tx, seat game.Seat) {
			again(t)
			for x := range game.Seat(t.Seats()) {
				for id := range t.In(room) {
					if x != seat {
						guess.Set(t, x, id, int8(t.Int(3)))
					}
				}
			}
		},
	}
}
