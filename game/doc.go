// Package game is the kernel of Ply: the rules of a turn-based game, written once, and the
// states a game goes through.
//
// # The nouns
//
// [Rules] is a whole game, a struct literal that [Check] freezes. A [State] is one moment of
// a game; it never changes. What lies on the table are elements, each an [ID]: of a [Kind],
// which may have things printed on it ([Trait]), with data that changes ([Part]), lying in a
// [Place] or in another element, belonging to a [Seat] or to [Nobody]. What a seat may do is
// an [Action]; what it must choose for it is a [Pick], from a [Set] or a list. A [Test] is a
// condition that can say why not. A [Move] is an action with its picks chosen. A [Tx] is the only
// write access to a state, during one move. Questions go to a [Reader], which is a State or a Tx,
// and most take an [Element]: an ID, a Seat or a Place. A bad input is a [Refusal]; a bug in the
// rules is a [Fault]. How it ended is an [Outcome].
//
// # A complete game
//
// Nim with one heap: take one to three sticks; whoever takes the last one wins.
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
// Seats take turns, one action each, until there is an outcome. Seats that can do nothing
// are passed over.
//
// # The order of play
//
// Rules.Flow is a tree of steps: [Steps], [Phase], [Loop], [EachSeat], [ForEach], [Act],
// [Together], [Switch] and [Run]. An [Effect] is a named change that is done now ([Tx.Apply]), later ([Tx.Schedule]), instead
// of another, or when a step has been gone through in between ([Tx.Call]). [State.Where] says what
// the game waits for, [State.ToAct] for whom.
//
// # Hidden information
//
// A Place says who sees what lies in it: Seen: [ByOwner] makes it a hand. A [Sight] names those
// who see the faces; the others get backs, a count, or nothing (a [Level]). Show, Hide and
// Reveal of a [Tx] add to it for one element. A Part goes with the face of its element, unless
// it is declared as a [Secret] or is [Private]. What a seat sees is [State.View], a State of the
// same rules in which hidden things have no face; what it sees change is [Changes]; how it reads
// the moves of others is [State.TextFor]. A client chooses on its view, and [State.Real] answers
// which move is meant. What a seat can think is [State.Redeal]: everything it cannot know is
// dealt, rolled, chosen or guessed anew. Hash, seed and saves of a state stay on the server.
//
// # The laws
//
//   - Everything that influences what may happen next is in the State, and nowhere else.
//   - A State never changes; a move that fails half-way leaves the old one as it was.
//   - Parts are plain data: integers, bools, strings, IDs, Seats, arrays and structs of those.
//   - The same rules, seed and moves give the same hash at every step, on every platform.
//   - Legality is said once, by Pick.From, If and Check. They see the earlier picks, and only
//     look; [Tx.Try] plays something out and takes it back.
//   - Who sees what is declared, never coded. What a seat may do does not depend on what it
//     does not see: it is offered the same on its view as on the state.
//   - Whatever a player sends gives a State or a Refusal, never a panic.
//   - Saves, records and hashes speak in names and survive a reordering of declarations.
//   - Nothing loops for ever: a move has a budget, and what exceeds it is a Fault.
package game
