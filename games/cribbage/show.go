package cribbage

import (
	"strconv"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// showing counts all hands. With muggins, players count their hands themselves.
func (g *table) showing() game.Step {
	if !g.muggins {
		return game.Run(g.showAll)
	}
	g.claim = &game.Pick[int]{
		Name: "points", Prompt: "How many points do you count?", Range: func(*game.Tx) (int, int) { return 0, 29 },
	}
	count := &game.Action{
		Name: "count", Label: "Count", Reads: "{seat} counts {points}", Pick: []game.Choice{g.claim}, Do: g.counted,
	}
	g.more = &game.Pick[int]{
		Name: "points", Prompt: "How many points are missing?", Range: func(*game.Tx) (int, int) { return 1, 29 },
	}
	call := &game.Action{
		Name: "muggins", Label: "Muggins", Reads: "{seat} calls muggins: {points}", Pick: []game.Choice{g.more}, Do: g.called,
	}
	accept := &game.Action{Name: "accept", Label: "Accept", Reads: "{seat} accepts", Do: g.check}
	whose := func(t *game.Tx) game.Seat { return shower(t, g.show.In(t)) }
	next := func(t *game.Tx) game.Seat { return t.After(whose(t)) }
	g.show = &game.ForEach[int]{
		Name: "show", List: func(t *game.Tx) []int { return []int{1, 2, 3, 4, 5}[:t.Seats()+1] },
		Do: game.Steps{
			&game.Act{Name: "counting", Label: "Counting", Who: whose, Actions: []*game.Action{count}},
			&game.Act{Name: "checking", Label: "Checking", Who: next, Actions: []*game.Action{call, accept}},
		},
	}
	return &game.Phase{Name: "count", Label: "Show", Do: g.show}
}

// open shows the crib.
func (g *table) open(t *game.Tx) {
	for id := range t.In(g.crib) {
		t.Show(id)
	}
}

// shower is the n-th player to count, from 1: from the dealer's left round to the dealer, who then counts the crib.
func shower(t *game.Tx, n int) game.Seat {
	return (dealer(t) + game.Seat(min(n, t.Seats()))) % game.Seat(t.Seats())
}

// count counts the n-th hand; the last one is the crib.
func (g *table) count(t *game.Tx, n int) (seat game.Seat, c Count) {
	seat = shower(t, n)
	from, crib := g.front.Of(seat), n > t.Seats()
	if crib {
		from = g.crib.ID()
	}
	var hand [4]card.Face
	i := 0
	for id := range t.In(from) {
		hand[i] = card.Of(t, id)
		i++
	}
	return seat, Show(hand, card.Of(t, t.First(g.starter)), crib)
}

// showAll counts all hands in order, until somebody wins.
func (g *table) showAll(t *game.Tx) {
	for n := 1; n <= t.Seats()+1; n++ {
		seat, c := g.count(t, n)
		g.tell(t, n, seat, c)
		if g.peg(t, seat, c.Sum(), "the show") {
			return
		}
	}
}

func (g *table) tell(t *game.Tx, n int, seat game.Seat, c Count) {
	args, scored := append(make([]any, 0, 7), seat, c.Sum()), 0
	for i, points := range [...]int{c.Fifteens, c.Pairs, c.Runs, c.Flush, c.Nobs} {
		if points > 0 {
			args, scored = append(args, points), scored|1<<i
		}
	}
	text := handLines[scored]
	if n > t.Seats() {
		text = cribLines[scored]
	}
	t.Say(text, args...)
}

// counted pegs what a player claims, up to what the hand is worth. The next player gets what was claimed beyond that.
func (g *table) counted(t *game.Tx) {
	_, c := g.count(t, g.show.In(t))
	claim := min(g.claim.In(t), c.Sum())
	Missed.Set(t, game.Root, c.Sum()-claim)
	if !g.peg(t, t.Seat, claim, "the show") {
		g.peg(t, t.After(t.Seat), g.claim.In(t)-claim, "the overcount")
	}
}

// called pegs what was missed, if that is what the next player claims.
func (g *table) called(t *game.Tx) {
	g.check(t)
	if n := g.more.In(t); n == Missed.Of(t, game.Root) {
		g.peg(t, t.Seat, n, "muggins")
	} else {
		t.Say("that is not the number of missed points")
	}
}

// check ends the count of a hand.
func (g *table) check(t *game.Tx) { Checked.Set(t, game.Root, g.show.In(t)) }

// counts shows what each hand counts, and the crib, when all cards have been played; with muggins, when it was checked.
func (g *table) counts() []game.AnyDerived {
	hand := func(s *game.State, id game.ID) string {
		seat, n := s.Owner(id), s.Seats()
		turn := (int(seat-dealer(s))+n-1)%n + 1 // the dealer counts last
		return g.shown(s, turn, g.front.Of(seat))
	}
	crib := func(s *game.State, _ game.ID) string { return g.shown(s, s.Seats()+1, g.crib.ID()) }
	return []game.AnyDerived{
		game.NewDerived("shows", hand).OnSeats().Looks(game.Look{Label: "Hand"}),
		game.NewDerived("crib-shows", crib).OnTable().Looks(game.Look{Label: "Crib"}),
	}
}

// shown is what the n-th hand counts, "" as long as players do not know it.
func (g *table) shown(s *game.State, n int, from game.ID) string {
	if s.Count(from) != 4 || s.Count(g.starter) == 0 || s.Count(g.line) > 0 || g.muggins && Checked.Of(s, game.Root) < n {
		return ""
	}
	var hand [4]card.Face
	i := 0
	for id := range s.In(from) {
		hand[i] = card.Of(s, id)
		if i++; hand[i-1].Rank == 0 {
			return "" // face down
		}
	}
	return strconv.Itoa(Show(hand, card.Of(s, s.First(g.starter)), n > s.Seats()).Sum())
}
