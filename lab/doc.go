// Package lab plays many games to learn something about their rules, or about bots:
//
//   - a [Simulation] plays random games on all processors and counts who wins;
//   - a [Check] looks for faults in games with every number of seats, in saves, records, options and messages;
//   - an [Examination] checks that secrets are kept;
//   - an [Arena] lets bots play against each other and rates them;
//   - [Perft] counts the games of a given number of moves.
//
// The same seed gives the same games, however many run in parallel.
package lab
