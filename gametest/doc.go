// Package gametest is the test kit for games, as httptest is for servers.
//
// Check plays random games and fails the test if a law is broken; every game has a test that
// calls it. A Config sets how thoroughly it looks. Check shortens a game that breaks a law as far
// as possible and prints it as a Go test, with the law, the seed and the seats.
//
// A Match is a game that a test plays by hand, move by move, from a Setup or from a position drawn
// as text (Arrange). Golden compares a whole game with a file. Fuzz lets the fuzzer choose the
// moves.
//
//	func TestLaws(t *testing.T) { gametest.Check(t, tictactoe.New()) }
//
//	func TestRow(t *testing.T) {
//		g := gametest.Arrange(t, tictactoe.New(), gametest.Setup{}, `
//			. . .
//			O O .
//			X X .`)
//		g.Refuse(0, "place a1", game.NotOffered)
//		g.Play(0, "place c1")
//		g.ExpectWinner(0)
//	}
//
// # The laws
//
//   - determinism: the same seed and moves give the same hashes, also between goroutines that play
//     on the same states, and between processes
//   - replay: a record that is written and read leads through the same states, and so does
//     replaying in place
//   - undo and redo: undoing a move restores the state before it, at every move
//   - save and load: a loaded state is the same, offers the same and continues in the same way,
//     wherever the game waits: between moves, within a called step, with choices pending
//   - changes: the difference of two states turns one into the other, both ways, including what
//     observers see, know and could expect, and fits no other state
//   - old states stay: playing a move leaves the state before it unchanged
//   - what is offered is accepted, and offers agree with moves: an action is available exactly if
//     it has a complete move, and a value is offered exactly if a move continues with it
//   - bad input is refused: any input gives a state or a Refusal with a code and words, never a
//     Fault; and so does loading damaged data
//   - conservation of elements: each element is in one place, and everything a state reports about
//     places agrees with a plain count
//   - forks agree with states: they have the same moves, and count the same number of games
//   - playouts agree with play: the moves that Fork.Random and Fork.Playout make are legal, and
//     Play leads through the same states; a fork that records remembers the same
//   - search agrees with play: the handles of a fork are its moves, Do has the same result as Play,
//     and Back restores the fork as it was at the mark, whatever was played since
//   - derived values: those that are kept, on states, views and forks, equal those computed from
//     scratch, whatever was played, undone, dealt again or applied in between
//   - games end, and options can be played: also with each option at its limits, with every number
//     of seats that fits
//   - settled: wherever the game waits, Rules.Settle has nothing to do
//   - somebody can act: while the game is running it waits for some seat, each seat it waits for has
//     a move other than "done", and Turn, ToAct, Progress and Where agree
//   - order of arrival: secret choices lead to the same state in any order, and a choice that is
//     taken back leaves no trace
//   - what is scheduled: effects that wait for later, or for a call, are the same after saving and
//     loading, after an undo, in a fork and in a re-deal, and the rest of the game is the same
//   - what is said: in lines, reasons and prompts each {n} has an argument, and each argument its {n}
//   - lines can be read: for each element in a line or notice, some reader can read what it is;
//     an element that is "something" to every reader was told only to readers who do not know it
//   - labels: an element keeps its label while its kind, owner and Parts stay the same
//   - position keys: states with one key offer the same moves, moves in a different order give the
//     same key if they lead to the same position, and the key a fork keeps equals one computed from
//     scratch
//   - views: what each observer sees is what sight declares and nothing else, contains no number or
//     order that reveals more, can be saved and loaded, and follows from the previous view by
//     changes, both ways
//   - offers on the view: each seat that may act is offered the same on its view as on the state,
//     and the state accepts what it completes there
//   - re-deal: a deal in place of everything an observer does not know looks the same to them,
//     contains the same elements, fits, and can be played on
//   - leaks: what an observer does not see makes no difference to anything they get. A move is
//     played again on a re-deal, with the same chance; view, hash, changes (also of an undo), lines,
//     notices, the text of the move, offers and refusals must be the same. What Tx.Announce tells is
//     intended
//
// Where several seats act together, the random games let them act in any order, and sometimes take
// secret choices back; a pending secret choice is one of the things that the others do not see.
//
// The last four laws are about secrets, and are fast for games that have none. Config.Laws selects
// which laws to check. Examine is Check outside of tests: it returns a Report.
//
// If moves cannot be listed because they contain free text, Check makes up texts to play the game;
// the laws that need the list are skipped.
package gametest
