// Package gametest is the test kit for games, as httptest is for servers.
//
// Check plays random games and fails the test if a law is broken; every game has a test
// that calls it. A Config says how thoroughly it looks. A game that breaks a law is made as
// short as possible and printed as a Go test, with the law, the seed and the seats.
//
// A Match is a game that a test plays by hand, move by move, from the Setup on or from a
// position that is drawn as text (Arrange). Golden compares a whole game with a file.
// Fuzz hands the moves over to the fuzzer.
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
//   - determinism: the same seed and moves give the same hashes; so they do between
//     goroutines that play on the same states, and between processes
//   - replay: a record that is written and read leads through the same states, and so does
//     replaying in place
//   - undo and redo: what was undone is as if it had never been done, at every move
//   - save and load: what was loaded is the same, offers the same, goes on in the same way,
//     wherever the game rests: between moves, within a called step, with choices pending
//   - changes: the difference of two states makes one out of the other, both ways, with all that
//     observers see, know and can think, and fits nothing else
//   - old states stay: to play a move leaves the state before it as it was
//   - what is offered is accepted, and offers agree with moves: an action is available
//     exactly if there is a complete move of it, a value exactly if a move goes on with it
//   - bad input is refused: anything that is sent gives a state or a Refusal with code and
//     words, never a Fault; and so does damaged data that is loaded
//   - conservation of elements: each lies in one place, and all that a state says of places
//     agrees with a plain count
//   - forks agree with states: in their moves, and in the number of games they count
//   - playouts agree with play: the moves that Fork.Random and Fork.Playout make are moves, and Play
//     leads through the same states; a fork that records remembers the same
//   - search agrees with play: the handles of a fork are its moves, to Do one is to Play it, and Back
//     leads to where the fork was marked, whatever was played since
//   - derived values: those that are kept, of states, views and forks, are those that are computed
//     afresh, whatever was played, taken back, dealt again or applied in between
//   - games end, and options can be played: also with each option at its ends, by every number of
//     seats that fits
//   - settled: wherever the game rests, Rules.Settle finds nothing to do.
//   - somebody can act: the game waits for somebody as long as it runs, each seat that it waits
//     for has a move other than to say that it is done, and Turn, ToAct, Progress and Where agree
//   - order of arrival: what seats choose in secret leads to the same state in whatever order
//     they choose, and a choice that is taken back leaves no trace
//   - what is scheduled: what is to be done later, or after a call, is the same after saving and
//     loading, undo, in a fork and in a re-deal, and the rest of the game goes the same way
//   - what is said: in lines, reasons and prompts each {n} has its argument, and each argument
//     its {n}
//   - lines can be read: of each element in a line or notice, somebody who gets it can read what it
//     is; "something" to every reader was told to nobody who knows it
//   - position keys: states with one key offer the same moves, moves in another order lead to one key where they
//     lead to one position, and what a fork has kept is what is computed afresh
//   - views: what each observer sees is what sight declares and nothing else, has no number
//     or order in it that tells more, is saved and loaded, and follows from the view before by
//     changes, both ways
//   - offers on the view: each seat that may act is offered the same on its view as on the
//     state, and what it completes there is accepted
//   - re-deal: what is dealt in place of all that an observer does not know looks the same to
//     it, holds the same things, fits, and can be played on
//   - leaks: what an observer does not see makes no difference to anything it gets. A move is
//     played again on a re-deal, by the same chance; view, hash, changes and those of an undo,
//     lines, notices, the text of the move, offers and refusals must be the same. What is told
//     by Tx.Announce is meant
//
// Where several seats act together, the games have them arrive in any order, and take secret
// choices back now and then; a secret choice that is pending is one of the things that the
// others do not see.
//
// The last four are about secrets, and are quick for games that have none. Config.Laws can
// ask for some of the laws alone. Examine is Check for those who are no test.
//
// Rules whose moves cannot be listed, because there is free text in them, are played by
// making up texts; the laws that need the list are not asked of them.
package gametest
