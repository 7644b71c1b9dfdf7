// Package ply is the front door of Ply, a framework for turn-based games: the rules are
// written once, and everything else follows from them. It has no code of its own: a game
// is written with package game and a kit such as package board, the games that come with
// Ply are under games, and the command is package cli, which also serves games of your own.
package ply
