// Package lab plays games in numbers, to learn something about their rules:
//
//   - a [Simulation] plays random games on all processors and counts who wins;
//   - a [Check] looks for faults, in games with every number of seats, in saves, records, options and lines;
//   - an [Examination] asks whether secrets are kept;
//   - [Perft] counts the games of a number of moves.
//
// The same seed gives the same games, however many are played at once.
package lab
