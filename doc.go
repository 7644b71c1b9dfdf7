// Package ply documents Ply, a framework for turn-based games: you write the rules once, and everything else follows
// from them. This package has no code. Write games with package game and kits such as package board; the games that
// come with Ply are in games; package cli is the command, which also plays and serves your own games.
package ply
