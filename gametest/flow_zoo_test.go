package gametest_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// Together, the games in this file use everything that a flow can do.

func TestLawsHoldInFlow(t *testing.T) {
	lawsHold(t, auction(), caravan(), banquet(), parley(), mines(), courier(), pageant())
}

var bidden = game.NewPart[int]("bidden")

// auction is a game of secret bids: the only highest bidder wins a point, and three points win the game.
func auction() *game.Rules {
	many := &game.Pick[int]{Name: "many", Range: func(*game.Tx) (int, int) { return 0, 3 }}
	bid := &game.Action{Name: "bid", Pick: []game.Choice{many}, Do: func(t *game.Tx) { bidden.Set(t, t.Seat, many.In(t)) }}
	resolve := func(t *game.Tx) {
		best, who := -1, game.Nobody
		for x := range game.Seat(t.Seats()) {
			switch n := bidden.Of(t, x); {
			case n > best:
				best, who = n, x
			case n == best:
				who = game.Nobody
			}
		}
		if who != game.Nobody {
			t.Say("{0} wins with {1}", who, best)
			gain(t, who, 3)
		}
	}
	return &game.Rules{
		Name: "auction", Seats: game.Between(2, 5), Parts: []game.Column{bidden, points},
		Flow: &game.Loop{Do: game.Steps{&game.Together{Name: "bids", Secret: true, Actions: []*game.Action{bid}}, game.Run(resolve)}},
	}
}

// gain gives a seat a point; with enough points it wins.
func gain(t *game.Tx, seat game.Seat, enough int) {
	points.Edit(t, seat, func(n *int) { *n++ })
	if points.Of(t, seat) >= enough {
		t.Win(seat)
	}
}

// robbery happens on a road unless the others prevent it.
type robbery struct {
	Who  game.Seat
	Many int
}

// caravan is a journey of days with a morning and an evening. Crops and wagers come due later; a robbery waits for the
// others' response.
func caravan() *game.Rules {
	ware := &game.Kind{Name: "ware"}
	store := &game.Place{Name: "store", Each: true}
	many := &game.Pick[int]{Name: "many", Range: func(*game.Tx) (int, int) { return 1, 2 }}
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }}

	grow := &game.Effect[int]{Name: "grow", Do: func(t *game.Tx, n int) {
		for range n {
			t.Create(ware, store.Of(t.Seat))
		}
	}}
	rob := &game.Effect[robbery]{Name: "rob"}
	rob.Do = func(t *game.Tx, v robbery) {
		for range v.Many {
			if id := t.Last(store.Of(v.Who)); id != 0 {
				t.Remove(id)
			}
		}
		t.Say("{0} is robbed of {1}", v.Who, v.Many)
	}
	guarded := &game.Effect[robbery]{Name: "guarded", Replaces: rob,
		If: func(t *game.Tx, v robbery) bool { return v.Many > 1 && points.Of(t, v.Who) > 0 },
		Do: func(t *game.Tx, v robbery) { t.Apply(rob.With(robbery{v.Who, v.Many - 1})) }}
	tax := &game.Effect[bool]{Name: "tax", Do: func(t *game.Tx, _ bool) {
		of := game.Root // nobody pays between turns
		if t.Seat != game.Nobody {
			of = t.Seat.ID()
		}
		points.Edit(t, of, func(n *int) { *n++ })
	}}

	warn := &game.Action{Name: "warn", Do: func(t *game.Tx) { points.Edit(t, t.Seat, func(n *int) { *n++ }) }}
	shrug := &game.Action{Name: "shrug", Pass: true}
	answer := &game.Phase{Name: "answers", Do: &game.EachSeat{UntilAllPass: true, LeftOf: func(t *game.Tx) game.Seat { return rob.In(t).Who }, Do: &game.Act{Name: "answer", Actions: []*game.Action{warn, shrug}}}}
	warn.If = game.When("everyone is warned", func(t *game.Tx) bool { return points.Of(t, t.Seat) < 6 })

	morning := &game.Phase{Name: "morning", Begin: func(t *game.Tx) { t.Create(ware, store.Of(t.Seat)) }}
	turn := &game.EachSeat{Name: "turn", Continue: true}
	day := &game.Phase{Name: "day"}
	plant := &game.Action{Name: "plant", Pick: []game.Choice{many}, Do: func(t *game.Tx) {
		t.Schedule(grow.With(many.In(t)), game.Occasion{Start: turn}.For(t.Seat))
	}}
	levy := &game.Action{Name: "levy", Do: func(t *game.Tx) {
		t.Schedule(tax.With(true), game.Occasion{End: day}.Times(2))
		t.Schedule(grow.With(1), game.Occasion{})
	}}
	raid := &game.Action{Name: "raid", Pick: []game.Choice{whom}, Do: func(t *game.Tx) {
		t.Call(answer, rob.With(robbery{whom.In(t), 2}))
	}}
	sell := &game.Action{Name: "sell", If: game.When("there is nothing to sell", func(t *game.Tx) bool { return t.Count(store.Of(t.Seat)) > 0 }), Do: func(t *game.Tx) {
		t.Remove(t.Last(store.Of(t.Seat)))
		gain(t, t.Seat, 12)
	}}
	rest := &game.Action{Name: "rest", Do: func(*game.Tx) {}}
	hop := &game.Action{Name: "hop", Do: func(t *game.Tx) {
		if t.Coin() {
			t.Again()
		}
	}}
	days := &game.Loop{Max: 8}
	each := &game.ForEach[game.ID]{Name: "wares", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(store.Of(t.Turn())) }}
	each.Do = game.Switch{{If: func(t *game.Tx) bool { return t.Count(store.Of(t.Seat)) > 2 },
		Do: &game.Act{Name: "sort", Actions: []*game.Action{sell, rest}}}}

	morning.Do = &game.Act{Name: "work", Actions: []*game.Action{plant, levy, raid, hop}, Min: 1, Max: 2}
	evening := &game.Phase{Name: "evening", EndIf: func(t *game.Tx) bool { return t.Count(store.Of(t.Seat)) == 1 },
		Do: game.Switch{
			{If: func(t *game.Tx) bool { return days.Round(t)%2 == 0 }, Do: each},
			{
				Do: game.Switch{{Name: "market", If: game.When("no", func(t *game.Tx) bool { return t.Count(store.Of(t.Seat)) > 1 }), Do: &game.Act{Name: "trade", Actions: []*game.Action{sell}, Max: -1}}},
			},
		}}
	turn.Do = game.Steps{morning, evening}
	day.Do = turn
	days.Do = day
	return &game.Rules{
		Name: "caravan", Seats: game.Between(2, 3), Layout: []game.Layout{store}, Kinds: []*game.Kind{ware}, Parts: []game.Column{points},
		Effects: []game.AnyEffect{grow, rob, guarded, tax},
		Calls:   []game.Step{answer},
		Flow: game.Steps{days, game.Run(func(t *game.Tx) {
			var all []int
			for x := range game.Seat(t.Seats()) {
				all = append(all, points.Of(t, x))
			}
			t.Score(all...)
		})},
	}
}

// pageant is a feast of scenes, with picks that apply only sometimes. It iterates over words and seats, goes round the
// seats in every way, and counts each phase that begins and ends.
func pageant() *game.Rules {
	chest := &game.Place{Name: "chest", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	mask := &game.Kind{Name: "mask"}
	king := func(t *game.Tx) game.Seat { return game.Seat(points.Of(t, game.Root)) % game.Seat(t.Seats()) }

	worn := &game.Pick[game.ID]{Name: "worn", From: hand.Contents, If: func(t *game.Tx, id game.ID) bool {
		return rank.Of(t, id) > 1 || t.Count(hand.Of(t.Seat)) == 1 || t.Refuse("{0} is too plain while there are {1} others", id, t.Count(hand.Of(t.Seat))-1)
	}}
	wear := &game.Action{Name: "wear", Pick: []game.Choice{worn}, Do: func(t *game.Tx) {
		t.Reveal(worn.In(t))
		points.Add(t, t.Seat, int(rank.Of(t, worn.In(t))))
		t.Remove(worn.In(t))
	}}
	bow := &game.Action{Name: "bow", Pass: true}
	praised := &game.Pick[game.Seat]{Name: "praised", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat).With(king(t)) }}
	gift := &game.Pick[game.ID]{Name: "gift", From: hand.Contents, When: func(t *game.Tx) bool { return praised.In(t) == king(t) && t.Count(hand.Of(t.Seat)) > 0 }}
	loud := &game.Pick[int]{Name: "loud", Range: func(*game.Tx) (int, int) { return 1, 2 }, When: func(t *game.Tx) bool { return gift.Chosen(t) == 0 }}
	praise := &game.Action{Name: "praise", Pick: []game.Choice{praised, gift, loud}, Do: func(t *game.Tx) {
		points.Add(t, praised.In(t), 1+loud.In(t))
		if id := gift.In(t); id != 0 {
			t.Move(id, hand.Of(praised.In(t)))
		}
	}}

	scene := &game.ForEach[string]{Name: "scene", List: func(t *game.Tx) []string { return []string{"dawn", "noon", "dusk"}[:t.Seats()] }}
	guest := &game.ForEach[game.Seat]{Name: "guest", From: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }}
	guest.Do = &game.Act{Name: "toast", Actions: []*game.Action{praise}, Who: func(t *game.Tx) game.Seat { return guest.In(t) }}
	scene.Do = game.Switch{
		{If: func(t *game.Tx) bool { return scene.In(t) == "noon" }, Do: &game.EachSeat{UntilAllPass: true, From: king, Do: &game.Act{Name: "show", Actions: []*game.Action{wear, bow}}}},
		{Name: "night", If: func(t *game.Tx) bool { return scene.In(t) == "dusk" }, Do: &game.EachSeat{
			Reverse: true, LeftOf: king, Skip: func(t *game.Tx, seat game.Seat) bool { return seat == king(t) },
			Do: &game.Act{Name: "flatter", Actions: []*game.Action{praise, bow}}}},
		{Do: &game.Phase{Name: "day", Begin: func(t *game.Tx) { t.Draw(chest, hand.Of(king(t)), 1) }, Do: guest}},
	}
	count := func(t *game.Tx, p *game.Phase) { points.Add(t, game.Root, len(p.Name)%2+1) }
	return &game.Rules{
		Name: "pageant", Seats: game.Between(2, 3), Layout: []game.Layout{chest, hand}, Kinds: []*game.Kind{mask}, Parts: []game.Column{points, rank},
		Setup: func(t *game.Tx) {
			t.CreateMany(8, mask, chest, rank.Nth(func(i int) int8 { return int8(i%4 + 1) }))
			t.Shuffle(chest)
			for seat := range t.Standing().All() {
				t.Draw(chest, hand.Of(seat), 2)
			}
		},
		BeginPhase: count, EndPhase: count,
		Flow: game.Steps{&game.Loop{Max: 3, Do: scene}, game.Run(func(t *game.Tx) { t.Score(points.BySeat(t)...) })},
	}
}

// banquet is a game of passed hands: everyone secretly sets a dish aside, then all may taste what is on the table.
func banquet() *game.Rules {
	kitchen := &game.Place{Name: "kitchen", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	table := &game.Place{Name: "board", Order: game.Unordered}
	dish := &game.Kind{Name: "dish"}
	mine := in(func(t *game.Tx) game.ID { return hand.Of(t.Seat) })
	one := &game.Pick[game.ID]{Name: "one", From: mine}
	some := &game.Pick[game.ID]{Name: "some", From: mine, Several: func(*game.Tx) (int, int) { return 1, 2 }}
	bite := &game.Pick[game.ID]{Name: "bite", From: in(func(*game.Tx) game.ID { return table.ID() })}

	lay := &game.Action{Name: "lay", Pick: []game.Choice{one}, Do: func(t *game.Tx) { t.Move(one.In(t), table) }}
	swap := &game.Action{Name: "swap", Pick: []game.Choice{some}, Do: func(t *game.Tx) {
		for id := range some.All(t) {
			t.Move(id, hand.Of((t.Seat+1)%game.Seat(t.Seats())))
		}
	}}
	taste := &game.Action{Name: "taste", Pick: []game.Choice{bite}, Do: func(t *game.Tx) {
		points.Edit(t, t.Seat, func(n *int) { *n += int(rank.Of(t, bite.In(t))) })
		t.Remove(bite.In(t))
	}}
	wait := &game.Action{Name: "wait", Do: func(*game.Tx) {}}
	course := &game.Phase{Name: "course"}
	course.Do = game.Steps{
		&game.Together{Name: "choice", Secret: true, Actions: []*game.Action{lay, swap}},
		&game.Together{Name: "tasting", Actions: []*game.Action{taste, wait}, Min: 1, Max: 2,
			Until: func(t *game.Tx) bool { return t.Count(table) == 0 }},
	}
	return &game.Rules{
		Name: "banquet", Seats: game.Between(2, 4),
		Layout: []game.Layout{kitchen, hand, table}, Kinds: []*game.Kind{dish}, Parts: []game.Column{rank, points},
		Setup: func(t *game.Tx) {
			for i := range 12 {
				t.Create(dish, kitchen, rank.Is(int8(i%5)))
			}
			t.Shuffle(kitchen)
			for x := range game.Seat(t.Seats()) {
				for range 3 {
					t.Move(t.Last(kitchen), hand.Of(x))
				}
			}
		},
		Flow: &game.Loop{Do: course},
		Stuck: func(t *game.Tx) {
			var all []int
			for x := range game.Seat(t.Seats()) {
				all = append(all, points.Of(t, x))
			}
			t.Score(all...)
		},
		End: func(t *game.Tx) {
			if t.Played() > 60 {
				t.Tie()
			}
		},
	}
}

// parley is a game of turns without a Flow: an attack calls the others to vote.
func parley() *game.Rules {
	yes := &game.Pick[bool]{Name: "yes", List: func(*game.Tx) []bool { return []bool{false, true} }}
	vote := &game.Action{Name: "vote", Pick: []game.Choice{yes}, Do: func(t *game.Tx) {
		if yes.In(t) {
			bidden.Edit(t, game.Root, func(n *int) { *n++ })
		}
	}}
	fall := &game.Effect[game.Seat]{Name: "fall"}
	votes := &game.Together{Name: "votes", Secret: true, Actions: []*game.Action{vote}}
	votes.Who = func(t *game.Tx) game.Set[game.Seat] { return t.Standing().Minus(game.SetOf(fall.In(t))) }
	fall.Do = func(t *game.Tx, who game.Seat) {
		if bidden.Of(t, game.Root) > 1 {
			points.Edit(t, who, func(n *int) { *n-- })
		} else {
			gain(t, t.Seat, 4)
		}
		bidden.Set(t, game.Root, 0)
	}
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }}
	return &game.Rules{
		Name: "parley", Seats: game.Between(2, 4), Parts: []game.Column{bidden, points}, Effects: []game.AnyEffect{fall}, Calls: []game.Step{votes},
		Actions: []*game.Action{{Name: "attack", Pick: []game.Choice{whom}, Do: func(t *game.Tx) { t.Call(votes, fall.With(whom.In(t))) }}},
	}
}

// mines is a game of turns in which buried mines go off later, and only their owner knows what they are.
func mines() *game.Rules {
	round := &game.Phase{Name: "round"}
	pit := &game.Place{Name: "pit", Each: true, Seen: game.ByOwner}
	mine := &game.Kind{Name: "mine"}
	blast := &game.Effect[game.ID]{Name: "blast", Do: func(t *game.Tx, id game.ID) {
		n := int(rank.Of(t, id))
		t.Reveal(id)
		t.Say("{0} is lost", n)
		points.Edit(t, game.Root, func(all *int) { *all += n })
	}}
	depth := &game.Pick[int]{Name: "depth", Range: func(*game.Tx) (int, int) { return 1, 4 }}
	bury := &game.Action{Name: "bury", Secret: true, Pick: []game.Choice{depth}, Do: func(t *game.Tx) {
		id := t.Create(mine, pit.Of(t.Seat), rank.Is(int8(depth.In(t))))
		t.Schedule(blast.With(id), game.Occasion{End: round}.Times(2).With(id))
	}}
	walk := &game.Action{Name: "walk", Do: func(*game.Tx) {}}
	any := game.When("there is nothing", func(t *game.Tx) bool { return t.Count(pit.Of(t.Seat)) > 0 })
	dig := &game.Action{Name: "dig", If: any, Do: func(t *game.Tx) { t.Remove(t.Last(pit.Of(t.Seat))) }}
	calm := &game.Action{Name: "calm", If: any, Do: func(t *game.Tx) { t.Cancel(t.First(pit.Of(t.Seat))) }}
	round.Do = &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act", Actions: []*game.Action{bury, walk, dig, calm}}}
	return &game.Rules{
		Name: "mines", Seats: game.Exactly(2), Layout: []game.Layout{pit}, Kinds: []*game.Kind{mine},
		Parts: []game.Column{points, rank}, Effects: []game.AnyEffect{blast},
		Flow:  &game.Loop{Do: round},
		Guess: func(*game.Tx, game.Seat) {}, // it may stay as it is
		End: func(t *game.Tx) {
			if points.Of(t, game.Root) > 25 || t.Played() > 80 {
				t.Tie()
			}
		},
	}
}

// courier is a game of hidden letters that are offered, and accepted or declined; in the evening each seat reads its
// letters.
func courier() *game.Rules {
	sack := &game.Place{Name: "sack", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	letter := &game.Kind{Name: "letter"}
	deal := &game.Effect[game.ID]{Name: "deal", Do: func(t *game.Tx, id game.ID) {
		if t.Alive(id) && points.Of(t, game.Root) > 0 {
			t.Move(id, hand.Of(1-t.Seat))
		}
		points.Set(t, game.Root, 0)
	}}
	one := &game.Pick[game.ID]{Name: "one", From: hand.Contents}
	take := &game.Action{Name: "take", Do: func(t *game.Tx) { points.Set(t, game.Root, 1) }}
	leave := &game.Action{Name: "leave", Do: func(*game.Tx) {}}
	other := func(t *game.Tx) game.Seat { return 1 - t.Seat }
	reply := &game.Act{Name: "reply", Who: other, Actions: []*game.Action{take, leave}}
	offer := &game.Action{Name: "offer", Pick: []game.Choice{one}, Do: func(t *game.Tx) { t.Call(reply, deal.With(one.In(t))) }}
	draw := &game.Action{Name: "draw", If: game.When("the sack is empty", func(t *game.Tx) bool { return t.Count(sack) > 0 }), Do: func(t *game.Tx) {
		t.Move(t.Last(sack), hand.Of(t.Seat))
	}}
	read := &game.ForEach[game.ID]{Name: "letters", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(hand.Of(t.Seat)) }}
	burn := &game.Action{Name: "burn", Do: func(t *game.Tx) { t.Remove(read.In(t)) }}
	keep := &game.Action{Name: "keep", Do: func(*game.Tx) {}}
	read.Do = &game.Act{Name: "reading", Actions: []*game.Action{burn, keep}}
	return &game.Rules{
		Name: "courier", Seats: game.Exactly(2), Layout: []game.Layout{sack, hand}, Kinds: []*game.Kind{letter}, Parts: []game.Column{rank, points},
		Effects: []game.AnyEffect{deal}, Calls: []game.Step{reply},
		Setup: func(t *game.Tx) {
			for i := range 10 {
				t.Create(letter, sack, rank.Is(int8(i%4)))
			}
			t.Shuffle(sack)
			for i := range 6 {
				t.Move(t.Last(sack), hand.Of(game.Seat(i%2)))
			}
		},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{
			&game.Phase{Name: "noon", Do: &game.Act{Name: "work", Actions: []*game.Action{offer, draw}}},
			&game.Phase{Name: "night", Do: read},
		}}},
		End: func(t *game.Tx) {
			if t.Count(sack) == 0 || t.Played() > 60 {
				t.Tie()
			}
		},
	}
}
