// Package game is the kernel of Ply: it holds the rules of a turn-based game, written once, and
// the states the game goes through.
//
// # Nouns
//
// [Rules] is a whole game, written as a struct literal that [Rules.Check] freezes. A [State] is one
// moment of a game; it never changes. Everything on the table is an element with an [ID]. An
// element has a [Kind], which may have data printed on it ([Trait]), and data that changes
// ([Part]). It is in a [Place] or in another element, and belongs to a [Seat] or to [Nobody].
//
// An [Action] is something a seat may do. A [Pick] is a choice the action needs, from a [Set] or a list. A [Test] is
// a condition that can explain why it does not hold. A [Move] is an action with its picks chosen. A [Tx] is the only
// write access to a state, for the length of one move. A [Reader] is a State or a Tx. Most of its methods take an
// [Element]: an ID, a Seat or a Place. Bad input is a [Refusal]; a bug in the rules is a [Fault]. An [Outcome] is how
// a game ended.
//
// # A complete game
//
// Nim with one heap: take one to three sticks. The player who takes the last stick wins.
//
//	heap := &game.Place{Name: "heap"}
//	stick := &game.Kind{Name: "stick"}
//	n := &game.Pick[int]{Name: "n", Range: func(t *game.Tx) (int, int) {
//		return 1, min(3, t.Count(heap))
//	}}
//	rules := &game.Rules{
//		Name:   "nim",
//		Seats:  game.Exactly(2),
//		Layout: []game.Layout{heap},
//		Kinds:  []*game.Kind{stick},
//		Setup:  func(t *game.Tx) { t.CreateMany(7, stick, heap) },
//		Actions: []*game.Action{{Name: "take", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
//			for range n.In(t) {
//				t.Remove(t.Last(heap))
//			}
//			if t.Count(heap) == 0 {
//				t.Win(t.Seat)
//			}
//		}}},
//	}
//	s, err := rules.Start(2, game.SeedOf(1))
//	s, err = s.PlayText(0, "take 3")
//
// Seats take turns, one action each, until there is an outcome. A seat that can do nothing is
// skipped.
//
// # The order of play
//
// Rules.Flow is a tree of steps: [Steps], [Phase], [Loop], [EachSeat], [ForEach], [Act],
// [Together], [Switch] and [Run]. An [Effect] is a named change that happens now ([Tx.Apply]),
// later ([Tx.Schedule]), in place of another effect, or after a step that the game runs first
// ([Tx.Call]). [State.Where] describes what the game is waiting for, and [State.ToAct] returns the
// seats it is waiting for.
//
// # Hidden information
//
// A Place declares who sees its contents: Seen: [ByOwner] makes it a hand. A [Sight] names the
// seats that see faces; the others see backs, a count, or nothing (a [Level]). Show, Hide and
// Reveal of a [Tx] change that for one element. Whoever sees the face of an element sees its Parts,
// except a Part declared as a [Secret] or a [Private].
//
// [State.View] returns what a seat sees: a State of the same rules in which hidden things have no
// face. [State.Changes] returns what a seat sees change, and [State.TextFor] how it reads the moves
// of others. A client chooses a move on its view, and [State.Real] translates it to a move of the
// state. [State.Redeal] returns a state the seat could be in: everything the seat cannot know is
// dealt, rolled, chosen or guessed again. The hash, seed and saves of a state stay on the server.
//
// # Laws
//
//   - Everything that influences what may happen next is in the State, and nowhere else.
//   - A State never changes. A move that fails half-way leaves it untouched.
//   - Parts are plain data: integers, bools, strings, IDs, Seats, and arrays and structs of those.
//   - The same rules, seed and moves give the same hash at every step, on every platform.
//   - Legality is stated once, by Pick.From, If and Check. They see the earlier picks and only
//     read; [Tx.Try] tries something out and undoes it.
//   - Visibility is declared, never coded. What a seat may do does not depend on what it cannot
//     see: its view offers the same choices as the state.
//   - Any input from a player gives a State or a Refusal, never a panic.
//   - Saves, records and hashes use names, so declarations can be reordered.
//   - Nothing loops forever: a move has a budget, and exceeding it is a Fault.
package game
