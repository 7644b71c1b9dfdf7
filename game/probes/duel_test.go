package probes

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Traits printed on a card of the duel. Creatures have toughness.
var (
	cost      = game.NewTrait[int]("cost")
	power     = game.NewTrait[int]("power")
	toughness = game.NewTrait[int]("toughness")
	spells    = game.NewTrait[spell]("spell")
)

// spell is what a card does when it is played, and its possible targets.
type spell struct {
	aim func(*game.Tx) game.Set[game.ID]
	do  func(*game.Tx, aimed)
}

// aimed is a card, or an attacking creature, with its target.
type aimed struct{ Card, At game.ID }

// loss is a number of points that an element loses.
type loss struct {
	Of game.ID
	N  int
}

var (
	lifeLeft = game.NewPart[int]("life")   // of a seat
	mana     = game.NewPart[int]("mana")   // of a seat: what it can still spend
	wounds   = game.NewPart[int]("wounds") // of a creature
	boosts   = game.NewPart[int]("boosts") // of a creature: temporary power
	tired    = game.NewPart[bool]("tired") // of a creature that cannot attack this turn
)

// attack is the power of a creature: its printed power, temporary power, and one for each other chief of its owner.
func attack(s *game.State, id game.ID) int {
	n := power.Of(s, id) + boosts.Of(s, id)
	for other := range s.In(s.Parent(id)) {
		if other != id && s.Kind(other).Name == "chief" {
			n++
		}
	}
	return n
}

// duel is a game of two wizards with creatures and spells. Each has a library of these cards.
func duel(deck string) *game.Rules {
	library := &game.Place{Name: "library", Each: true, Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	field := &game.Place{Name: "field", Each: true}
	stack := &game.Place{Name: "stack", Order: game.Stacked}
	me := func(t *game.Tx) game.Set[game.ID] { return game.SetOf(t.Seat.ID()) }
	foe := func(t *game.Tx) game.Set[game.ID] { return game.SetOf((1 - t.Seat).ID()) }
	creatures := func(t *game.Tx) game.Set[game.ID] {
		all := t.Contents(field.Of(0)).Or(t.Contents(field.Of(1)))
		return all.Where(func(id game.ID) bool { return toughness.Of(t, id) > 0 })
	}

	// A creature with as many wounds as toughness leaves the game.
	damage := &game.Effect[loss]{Name: "damage", Do: func(t *game.Tx, d loss) {
		t.Say("{0} takes {1}", d.Of, d.N)
		if toughness.Of(t, d.Of) == 0 {
			lifeLeft.Add(t, d.Of, -d.N)
		} else if wounds.Add(t, d.Of, d.N) >= toughness.Of(t, d.Of) {
			t.Say("{0} dies", d.Of)
			t.Remove(d.Of)
		}
	}}

	// A ward halves damage to its owner.
	warded := func(t *game.Tx, d loss) bool {
		for x := range game.Seat(2) {
			for id := range t.In(field.Of(x)) {
				if t.Kind(id).Name == "ward" && d.Of == x.ID() {
					return true
				}
			}
		}
		return false
	}
	shield := &game.Effect[loss]{Name: "shield", Replaces: damage, If: warded, Do: func(t *game.Tx, d loss) {
		t.Apply(damage.With(loss{d.Of, d.N / 2}))
	}}
	fade := &game.Effect[loss]{Name: "fade", Do: func(t *game.Tx, d loss) { boosts.Add(t, d.Of, -d.N) }}

	// When all have responded, an attack hits, and a card takes effect if its target is still valid. Cards that do not
	// stay on the field leave the game.
	resolve := &game.Effect[aimed]{Name: "resolve", Do: func(t *game.Tx, a aimed) {
		switch spell := spells.Of(t, a.Card); {
		case !t.Alive(a.Card): // denied or dead
			return
		case t.Parent(a.Card) != stack.ID():
			t.Apply(damage.With(loss{a.At, attack(t.State, a.Card)}))
		case !spell.aim(t).Has(a.At):
			t.Say("{0} does nothing: its target is gone", a.Card)
		default:
			spell.do(t, a)
		}
		if t.Parent(a.Card) == stack.ID() {
			t.Remove(a.Card)
		}
	}}

	// Playing a card costs mana. The card is on the stack until all have responded.
	card := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] {
		return hand.Contents(t).Where(func(id game.ID) bool { return cost.Of(t, id) <= mana.Of(t, t.Seat) })
	}}
	at := &game.Pick[game.ID]{Name: "at", From: func(t *game.Tx) game.Set[game.ID] { return spells.Of(t, card.In(t)).aim(t) }}
	play := &game.Action{Name: "play", Pick: []game.Choice{card, at}}
	pass := &game.Action{Name: "pass", Pass: true}

	// The seats respond in turn, beginning with the other one, until both pass; responses can be answered as well. A
	// denied or dead card needs no response.
	answers := &game.Phase{
		Name:  "answers",
		EndIf: func(t *game.Tx) bool { return !t.Alive(resolve.In(t).Card) },
		Do:    &game.EachSeat{UntilAllPass: true, LeftOf: func(t *game.Tx) game.Seat { return t.Seat }, Do: &game.Act{Name: "answer", Actions: []*game.Action{play, pass}}},
	}
	play.Do = func(t *game.Tx) {
		mana.Add(t, t.Seat, -cost.Of(t, card.In(t)))
		t.Move(card.In(t), stack)
		t.Call(answers, resolve.With(aimed{card.In(t), at.In(t)}))
	}

	// A creature attacks the other wizard once per turn, but not in the turn in which it was played.
	attacker := &game.Pick[game.ID]{Name: "attacker", From: func(t *game.Tx) game.Set[game.ID] {
		return tired.Where(t, field.Contents(t).And(creatures(t)), false)
	}}
	attacks := &game.Action{Name: "attack", Pick: []game.Choice{attacker}, Do: func(t *game.Tx) {
		tired.Set(t, attacker.In(t), true)
		t.Call(answers, resolve.With(aimed{attacker.In(t), foe(t).First()}))
	}}

	// A turn begins with a card, fresh mana and rested creatures. A player who cannot draw a card loses.
	draw := func(t *game.Tx) {
		if t.Count(library.Of(t.Seat)) == 0 {
			t.Win(1 - t.Seat)
			return
		}
		t.Move(t.Last(library.Of(t.Seat)), hand.Of(t.Seat))
		mana.Set(t, t.Seat, 3)
		for id := range t.In(field.Of(t.Seat)) {
			tired.Set(t, id, false)
		}
	}

	// Then the seat plays until it passes. It is asked even if it can only pass: otherwise everyone could tell that it
	// has no card to play.
	turn := &game.EachSeat{Name: "turn", Do: game.Steps{
		game.Run(draw),
		&game.Act{Name: "act", Max: -1, Actions: []*game.Action{play, attacks, pass}},
	}}

	// The cards. A bolt does two damage; growth gives power until the end of the turn.
	stay := spell{me, func(t *game.Tx, a aimed) {
		t.Move(a.Card, field.Of(t.Seat))
		tired.Set(t, a.Card, true)
	}}
	bolt := spell{
		func(t *game.Tx) game.Set[game.ID] { return creatures(t).Or(foe(t)) },
		func(t *game.Tx, a aimed) { t.Apply(damage.With(loss{a.At, 2})) },
	}
	growth := spell{creatures, func(t *game.Tx, a aimed) {
		boosts.Add(t, a.At, 3)
		t.Schedule(fade.With(loss{a.At, 3}), game.Occasion{End: turn}.With(a.At))
	}}
	destroy := func(t *game.Tx, a aimed) { t.Remove(a.At) }
	kinds := []*game.Kind{
		{Name: "wolf", With: []game.With{cost.Is(1), power.Is(2), toughness.Is(2), spells.Is(stay)}},
		{Name: "bear", With: []game.With{cost.Is(2), power.Is(3), toughness.Is(4), spells.Is(stay)}},
		{Name: "chief", With: []game.With{cost.Is(2), power.Is(1), toughness.Is(2), spells.Is(stay)}},
		{Name: "ward", With: []game.With{cost.Is(2), spells.Is(stay)}},
		{Name: "bolt", With: []game.With{cost.Is(1), spells.Is(bolt)}},
		{Name: "growth", With: []game.With{cost.Is(1), spells.Is(growth)}},
		{Name: "exile", With: []game.With{cost.Is(2), spells.Is(spell{creatures, destroy})}},
		{Name: "deny", With: []game.With{cost.Is(1), spells.Is(spell{stack.Contents, destroy})}},
	}
	setup := func(t *game.Tx) {
		for x := range game.Seat(2) {
			lifeLeft.Set(t, x, 10)
			mana.Set(t, x, 3)
			for name := range strings.FieldsSeq(deck) {
				i := slices.IndexFunc(kinds, func(k *game.Kind) bool { return k.Name == name })
				t.Create(kinds[i], library.Of(x))
			}
			t.Shuffle(library.Of(x))
			for range 4 {
				t.Move(t.Last(library.Of(x)), hand.Of(x))
			}
		}
	}
	end := func(t *game.Tx) {
		for x := range game.Seat(2) {
			if lifeLeft.Of(t, x) <= 0 {
				t.Win(1 - x)
			}
		}
	}
	for _, k := range kinds {
		k.Label = func(*game.State, game.ID) string { return k.Name }
	}
	return &game.Rules{
		Name:    "duel",
		Seats:   game.Exactly(2),
		Layout:  []game.Layout{library, hand, field, stack},
		Kinds:   kinds,
		Parts:   []game.Column{lifeLeft, mana, wounds, boosts, tired},
		Setup:   setup,
		Flow:    &game.Loop{Do: turn},
		Calls:   []game.Step{answers},
		Effects: []game.AnyEffect{damage, shield, fade, resolve},
		End:     end,
	}
}

const duelDeck = "wolf wolf wolf bear bear chief chief ward bolt bolt bolt growth growth exile deny deny"

// duelDealt starts a game with these hands; the first seat has already drawn its last card.
func duelDealt(t testing.TB, deck string, hands ...string) *game.State {
	t.Helper()
	var tops []game.Chance
	n := len(strings.Fields(deck))
	for x, hand := range hands {
		free := strings.Fields(deck)
		var top []string
		for name := range strings.FieldsSeq(hand) {
			i := slices.Index(free, name)
			if i < 0 {
				t.Fatalf("there is no further %s", name)
			}
			free[i] = ""
			top = append(top, fmt.Sprintf("#%d", x*n+i+1))
		}
		tops = append(tops, game.Chance{Order: top})
	}
	return begin(t, duel(deck), 2, tops...)
}

// duelPlay plays moves with cards given by name: in the player's own hand, or with a place, as in "1/wolf" for the
// field of seat 1 and "stack/bolt". A card without a target is aimed at the seat itself.
func duelPlay(t testing.TB, s *game.State, moves ...string) *game.State {
	t.Helper()
	for _, move := range moves {
		words := strings.Fields(move)
		if words[0] == "play" && len(words) == 2 {
			words = append(words, fmt.Sprintf("seat/%d", s.Turn()))
		}
		for i, word := range words[1:] {
			place, name := fmt.Sprintf("hand/%d", s.Turn()), word
			if before, after, ok := strings.Cut(word, "/"); ok && before == "stack" {
				place, name = before, after
			} else if ok && before != "seat" {
				place, name = "field/"+before, after
			}
			for id := range s.In(s.Find(place)) {
				if s.Kind(id).Name == name {
					words[i+1] = s.Name(id)
				}
			}
		}
		s = play(t, s, strings.Join(words, " "))
	}
	return s
}

// waits counts waiting effects: those of cards and attacks that can be answered, and scheduled ones.
func waits(s *game.State) int { return s.Count(s.Find("@effects")) }

// wantDuel checks the contents of places, the lives, and the turn.
func wantDuel(t testing.TB, s *game.State, turn game.Seat, lives0, lives1 int, want string) {
	t.Helper()
	if s.Turn() != turn || lifeLeft.Of(s, game.Seat(0)) != lives0 || lifeLeft.Of(s, game.Seat(1)) != lives1 {
		t.Errorf("it is the turn of %v, and the lives are %d and %d; want %v, %d and %d", s.Turn(),
			lifeLeft.Of(s, game.Seat(0)), lifeLeft.Of(s, game.Seat(1)), turn, lives0, lives1)
	}
	var got []string
	for _, place := range []string{"field/0", "field/1", "stack"} {
		got = append(got, holds(s, place))
	}
	if strings.Join(got, " | ") != want {
		t.Errorf("there are %q, want %q", strings.Join(got, " | "), want)
	}
}

// wantSaid checks what the last move said.
func wantSaid(t testing.TB, s *game.State, want ...string) {
	t.Helper()
	var got []string
	for _, l := range s.Said() {
		got = append(got, l.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the move said %q, want %q", got, want)
	}
}

func TestDuelLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	gametest.Config{Games: few(4)}.Check(t, duel(duelDeck))
}

// A denial is denied: the last card takes effect first, and the first card comes into play.
func TestDuelNestedResponses(t *testing.T) {
	s := duelDealt(t, duelDeck, "wolf deny growth bolt bear", "deny bolt wolf bear")
	s = duelPlay(t, s, "play wolf")
	wantDuel(t, s, 1, 10, 10, " |  | wolf")
	if got := s.Where(); got != "in phase answers, waiting for player 2 to choose play or pass" {
		t.Errorf("the game is %s", got)
	}
	s = duelPlay(t, s, "play deny stack/wolf")
	wantDuel(t, s, 0, 10, 10, " |  | deny wolf")
	s = duelPlay(t, s, "play deny stack/deny")
	wantDuel(t, s, 1, 10, 10, " |  | deny deny wolf")
	if got := s.Where(); got != "in phase answers, answers, answers, waiting for player 2 to choose play or pass" {
		t.Errorf("the game is %s", got)
	}
	s = duelPlay(t, s, "pass", "pass")

	// Nobody is asked to respond to a denied card. Both can respond to the wolf once more.
	wantDuel(t, s, 0, 10, 10, " |  | wolf")
	s = duelPlay(t, s, "pass")
	wantDuel(t, s, 1, 10, 10, " |  | wolf")
	s = duelPlay(t, s, "pass")
	wantDuel(t, s, 0, 10, 10, "wolf |  | ")
	if n := waits(s); n != 0 {
		t.Errorf("%d effects wait", n)
	}

	// Without the second denial the wolf is gone.
	s = duelDealt(t, duelDeck, "wolf deny growth bolt bear", "deny bolt wolf bear")
	s = duelPlay(t, s, "play wolf", "play deny stack/wolf", "pass", "pass")
	wantDuel(t, s, 0, 10, 10, " |  | ")
}

// When the last card has taken effect, both seats can respond to those below it.
func TestDuelPriority(t *testing.T) {
	s := duelDealt(t, duelDeck, "bolt bolt wolf wolf bear", "bolt bolt bolt bear")
	s = duelPlay(t, s, "play bolt seat/1", "play bolt seat/0", "pass", "pass")
	wantSaid(t, s, "player 1 takes 2")
	wantDuel(t, s, 0, 8, 10, " |  | bolt")

	// Seat 0 responds to its own card; then three more passes follow.
	s = duelPlay(t, s, "play bolt seat/1", "pass", "pass")
	wantSaid(t, s, "player 2 takes 2")
	wantDuel(t, s, 1, 8, 8, " |  | bolt")
	s = duelPlay(t, s, "pass")
	wantDuel(t, s, 0, 8, 8, " |  | bolt")
	s = duelPlay(t, s, "pass")
	wantSaid(t, s, "player 2 takes 2")
	wantDuel(t, s, 0, 8, 6, " |  | ")
	offers(t, s, "pass", "play #1 seat/0", "play #2 seat/0") // a wolf for the last mana, but not a bear
}

// The target of the first card is gone when it takes effect.
func TestDuelTargetGone(t *testing.T) {
	s := duelDealt(t, duelDeck, "bolt exile bear bear growth", "wolf bear chief bolt")
	s = duelPlay(t, s, "pass", "play wolf", "pass", "pass", "pass")
	wantDuel(t, s, 0, 10, 10, " | wolf | ")
	s = duelPlay(t, s, "play bolt 1/wolf", "pass", "play exile 1/wolf", "pass", "pass")
	wantDuel(t, s, 1, 10, 10, " |  | bolt")
	s = duelPlay(t, s, "pass", "pass")
	wantSaid(t, s, "bolt does nothing: its target is gone")
	wantDuel(t, s, 0, 10, 10, " |  | ")

	// The card that was to be denied has taken effect, so the denial does nothing.
	s = duelDealt(t, duelDeck, "bolt deny deny bear growth", "wolf deny chief bolt")
	s = duelPlay(t, s, "play bolt seat/1", "play deny stack/bolt", "play deny stack/bolt", "pass", "pass")
	wantDuel(t, s, 1, 10, 10, " |  | deny")
	s = duelPlay(t, s, "pass", "pass")
	wantSaid(t, s, "deny does nothing: its target is gone")
	wantDuel(t, s, 0, 10, 10, " |  | ")
}

// Growth lasts until the end of the turn, and disappears with the creature.
func TestDuelGrowth(t *testing.T) {
	s := duelDealt(t, duelDeck, "wolf growth growth bear exile", "wolf bear chief ward")
	wolf := s.Find("hand/0")
	for id := range s.In(wolf) {
		if s.Kind(id).Name == "wolf" {
			wolf = id
		}
	}
	s = duelPlay(t, s, "play wolf", "pass", "pass")
	refused(t, s, "attack "+s.Name(wolf), game.NotOffered, s.Name(wolf)+" cannot be chosen")
	s = duelPlay(t, s, "pass", "pass", "attack 0/wolf")
	if got := s.Where(); got != "in phase answers, waiting for player 2 to choose play or pass" {
		t.Errorf("the game is %s", got)
	}
	s = duelPlay(t, s, "pass", "play growth 0/wolf", "pass", "pass")
	if got := attack(s, wolf); got != 5 || waits(s) != 2 {
		t.Errorf("the wolf has the power %d, and %d effects wait; want 5, and the attack and the end of growth", got, waits(s))
	}
	again := duelPlay(t, s, "pass", "play growth 0/wolf", "pass", "pass")
	if got := attack(again, wolf); got != 8 || waits(again) != 3 {
		t.Errorf("after growing twice, the wolf has the power %d, and %d effects wait", got, waits(again))
	}
	s = duelPlay(t, s, "pass", "pass")
	wantDuel(t, s, 0, 10, 5, "wolf |  | ")
	next := duelPlay(t, s, "pass")
	if got := attack(next, wolf); got != 2 || waits(next) != 0 || next.Turn() != 1 {
		t.Errorf("in the next turn, the wolf has the power %d, and %d effects wait", got, waits(next))
	}

	// When the attacker is gone, so are its attack and its growth.
	s = duelDealt(t, duelDeck, "wolf growth exile bear bolt", "wolf bear chief ward")
	s = duelPlay(t, s, "play wolf", "pass", "pass", "pass", "pass")
	s = duelPlay(t, s, "play growth 0/wolf", "pass", "pass", "attack 0/wolf", "pass")
	if n := waits(s); n != 2 {
		t.Errorf("%d effects wait, want the attack and the end of growth", n)
	}
	s = duelPlay(t, s, "play exile 0/wolf", "pass", "pass")
	wantSaid(t, s)
	wantDuel(t, s, 0, 10, 10, " |  | ")
	if n := waits(s); n != 0 {
		t.Errorf("%d effects wait for a wolf that is gone", n)
	}
	wantDuel(t, duelPlay(t, s, "pass"), 1, 10, 10, " |  | ")
}

// The power of creatures is computed: chiefs strengthen others as long as they are there.
func TestDuelChief(t *testing.T) {
	s := duelDealt(t, duelDeck, "wolf chief chief bolt bolt", "wolf bear chief bolt")
	s = duelPlay(t, s, "play wolf", "pass", "pass", "pass", "pass", "play chief", "pass", "pass", "pass", "pass", "play chief", "pass", "pass")
	powers := func(s *game.State) (all []int) {
		for id := range s.In(s.Find("field/0")) {
			all = append(all, attack(s, id))
		}
		return all
	}
	if got := powers(s); !slices.Equal(got, []int{4, 2, 2}) {
		t.Errorf("the wolf and two chiefs have the powers %v", got)
	}
	s = duelPlay(t, s, "play bolt 0/chief", "pass", "pass")
	wantSaid(t, s, "chief takes 2", "chief dies")
	if got := powers(s); !slices.Equal(got, []int{3, 1}) {
		t.Errorf("the wolf and a chief have the powers %v", got)
	}
}

// Damage to the owner of a ward is halved, but not damage to creatures.
func TestDuelWard(t *testing.T) {
	s := duelDealt(t, duelDeck, "bolt bolt wolf bolt bear", "ward wolf bear growth")
	s = duelPlay(t, s, "play wolf", "pass", "pass", "pass", "play ward", "pass", "pass", "pass")
	wantDuel(t, s, 0, 10, 10, "wolf | ward | ")
	s = duelPlay(t, s, "play bolt seat/1", "pass", "pass")
	wantSaid(t, s, "player 2 takes 1")
	wantDuel(t, s, 0, 10, 9, "wolf | ward | ")
	s = duelPlay(t, s, "attack 0/wolf", "pass", "pass")
	wantDuel(t, s, 0, 10, 8, "wolf | ward | ")
	s = duelPlay(t, s, "play bolt 0/wolf", "pass", "pass")
	wantSaid(t, s, "wolf takes 2", "wolf dies")
	wantDuel(t, s, 0, 10, 8, " | ward | ")
}

// Wounds stay until there are too many of them.
func TestDuelWounds(t *testing.T) {
	s := duelDealt(t, duelDeck, "bear wolf wolf wolf chief", "bolt bolt bolt wolf")
	s = duelPlay(t, s, "play bear", "pass", "pass", "pass", "play bolt 0/bear", "pass", "pass")
	wantSaid(t, s, "bear takes 2")
	s = duelPlay(t, s, "pass", "pass")
	wantDuel(t, s, 1, 10, 10, "bear |  | ")
	s = duelPlay(t, s, "play bolt 0/bear", "pass", "pass")
	wantSaid(t, s, "bear takes 2", "bear dies")
	wantDuel(t, s, 1, 10, 10, " |  | ")
}

// A game saved in the middle of the responses continues as if it had not been saved.
func TestDuelSavedInTheMiddle(t *testing.T) {
	s := duelDealt(t, duelDeck, "wolf deny growth bolt bear", "deny bolt wolf bear")
	s = duelPlay(t, s, "play wolf", "play deny stack/wolf", "play deny stack/deny", "pass")
	loaded, err := duel(duelDeck).Load(s.Save())
	if err != nil {
		t.Fatal(err)
	}
	if loaded.Where() != s.Where() || loaded.FlowText() != s.FlowText() || loaded.Passes() != 1 {
		t.Errorf("the loaded game is %s, in\n%s", loaded.Where(), loaded.FlowText())
	}
	for _, move := range []string{"pass", "pass", "pass", "pass"} {
		if s.Hash() != loaded.Hash() {
			t.Fatalf("before %s, the hash is %x, want %x", move, loaded.Hash(), s.Hash())
		}
		s, loaded = duelPlay(t, s, move), duelPlay(t, loaded, move)
	}
	wantDuel(t, loaded, 1, 10, 10, "wolf |  | ")
}

// Everyone sees the stack and its targets, but not the hands.
func TestDuelViews(t *testing.T) {
	s := duelDealt(t, duelDeck, "bolt deny growth wolf bear", "deny bolt wolf bear")
	s = duelPlay(t, s, "play bolt seat/1", "play deny stack/bolt")
	for _, x := range everyone(s) {
		v := s.View(x)
		if got := holds(v, "stack"); got != "bolt deny" || v.Where() != s.Where() {
			t.Errorf("%v sees %s on the stack, %s", x, got, v.Where())
		}
	}
	sees(t, s.View(1), `
		hand/0: hand/0:1 hand/0:2 hand/0:3 hand/0:4
		hand/1: #1=bear #2=bolt #4=wolf
		stack: #5=bolt #3=deny`)
	watched(t, duel("wolf bolt bolt deny deny growth exile ward"), 4)
}

// A player who cannot draw a card loses.
func TestDuelEmptyLibrary(t *testing.T) {
	s := begin(t, duel("wolf wolf wolf wolf wolf"), 2)
	s = play(t, s, "pass", "pass")
	if got := s.Outcome().String(); got != "won by seat 1" {
		t.Errorf("the game is %s", got)
	}
}

var duelCount = flag.Int("duels", 2000, "how many random duels are played")

// duelsAtRandom plays n random games, and returns how many moves they took.
func duelsAtRandom(tb testing.TB, games int) (moves int) {
	tb.Helper()
	s := begin(tb, duel(duelDeck), 2)
	f := s.Fork()
	for n := range uint64(games) {
		if n%16 == 0 { // different hands
			var err error
			if s, err = s.Rules().Start(2, game.SeedOf(n)); err != nil {
				tb.Fatal(err)
			}
		}
		f.Reset(s)
		f.Seed(n)
		k, err := f.Playout(100_000)
		if err != nil {
			tb.Fatalf("game %d: %v", n, err)
		}
		if !f.State().Over() {
			tb.Fatalf("game %d is not over", n)
		}
		moves += k
	}
	return moves
}

func TestDuelRandomly(t *testing.T) {
	games := *duelCount
	if testing.Short() {
		games /= 10
	}
	moves := duelsAtRandom(t, games)
	t.Logf("%d games, %d moves", games, moves)
	if moves < 40*games {
		t.Errorf("%d games have %d moves: they cover too little", games, moves)
	}
}

func BenchmarkDuel(b *testing.B) {
	began := time.Now()
	b.ReportAllocs()
	moves := duelsAtRandom(b, b.N)
	b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}

// duelLog is random games with n moves in total.
func duelLog(tb testing.TB, most int) (starts []*game.State, games [][]game.Move) {
	tb.Helper()
	r := duel(duelDeck)
	luck := rand.New(rand.NewPCG(1, 1))
	for n := uint64(0); most > 0; n++ {
		s, err := r.Start(2, game.SeedOf(n))
		if err != nil {
			tb.Fatal(err)
		}
		starts = append(starts, s)
		var moves []game.Move
		for ; !s.Over() && most > 0; most-- {
			all, err := s.Moves()
			if err != nil {
				tb.Fatal(err)
			}
			m := all[luck.IntN(len(all))]
			if s, err = s.Play(m); err != nil {
				tb.Fatal(err)
			}
			moves = append(moves, m)
		}
		games = append(games, moves)
	}
	return starts, games
}

// duelReplay replays games in place, recording changes and optionally writing them as text; it returns the number of
// changes.
func duelReplay(tb testing.TB, f *game.Fork, starts []*game.State, games [][]game.Move, tell bool) (told int) {
	tb.Helper()
	for i, moves := range games {
		f.Reset(starts[i])
		f.Record(true)
		for _, m := range moves {
			if err := f.Play(m); err != nil {
				tb.Fatal(err)
			}
			if !tell {
				continue
			}
			n := len(f.Changes())
			if n == 0 {
				tb.Fatalf("%v has changed nothing", m)
			}
			told += n
		}
	}
	return told
}

// 10,000 moves are replayed with their changes in less than 100 ms.
func BenchmarkDuelReplay(b *testing.B) {
	starts, games := duelLog(b, 10_000)
	for _, name := range []string{"recorded", "changes"} {
		b.Run(name, func(b *testing.B) {
			const goal = 100 * time.Millisecond
			f := starts[0].Fork()
			best := time.Hour
			b.ReportAllocs()
			for b.Loop() {
				began := time.Now()
				duelReplay(b, f, starts, games, name == "changes")
				best = min(best, time.Since(began))
			}
			b.ReportMetric(float64(best.Nanoseconds()), "best-ns")
			b.ReportMetric(float64(goal.Nanoseconds()), "goal-ns")
			if best > goal {
				b.Errorf("10,000 moves take %v at best", best)
			}
		})
	}
}

// The changes that a fork records during a replay equal the differences of the states.
func TestDuelReplay(t *testing.T) {
	starts, games := duelLog(t, 500)
	f := starts[0].Fork()
	for i, moves := range games {
		s := starts[i]
		f.Reset(s)
		f.Record(true)
		for _, m := range moves {
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Play(m); err != nil {
				t.Fatal(err)
			}
			if got, want := f.Changes(), s.Diff(next); !slices.Equal(got, want) || f.Hash() != next.Hash() {
				t.Fatalf("%s: the fork recorded\n%v, the states differ by\n%v", s.Text(m), got, want)
			}
			s = next
		}
	}
	if duelReplay(t, f, starts, games, true) < 500 {
		t.Error("moves have changed nothing")
	}
}
