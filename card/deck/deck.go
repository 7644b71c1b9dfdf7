// Package deck has the pictures of a standard deck of playing cards, drawn for Ply. A game uses them with a Part
// for the rank and one for the suit:
//
//	Ranks = game.NewPart[int8]("rank").Looks(game.Look{Hidden: true, Words: deck.Ranks})
//	Suits = game.NewPart[int8]("suit").Looks(game.Look{Hidden: true, Words: deck.Suits})
//	card  = &game.Kind{Name: "card", Look: game.Look{Shape: "card", Picture: deck.Picture}}
//	rules = &game.Rules{Art: deck.Art(), Theme: game.Theme{Back: deck.Back}}
package deck

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

// Picture is the picture of a card, for Look.Picture, and Back the picture of its back, for Theme.Back.
const (
	Picture = "{rank}-{suit}.svg"
	Back    = "back.svg"
)

// Ranks and Suits are words for the ranks and suits, which the names of the pictures contain:
// from the ace to the king, and from clubs to spades.
var (
	Ranks = []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
	Suits = []string{"clubs", "diamonds", "hearts", "spades"}
)

//go:embed art
var files embed.FS

// Art returns the pictures of the deck together with those of a game: a folder, or what //go:embed art gives. Files of
// the game replace those of the deck with the same name, such as back.svg.
func Art(own ...fs.FS) fs.FS {
	all := append(slices.Clone(own), files)
	for i, layer := range all {
		if at, err := fs.Stat(layer, "art"); err == nil && at.IsDir() {
			all[i], _ = fs.Sub(layer, "art") // it fails only for invalid names
		}
	}
	return layers(all)
}

// layers are file systems without folders, the first of which has priority.
type layers []fs.FS

func (l layers) Open(name string) (file fs.File, err error) {
	for _, layer := range l {
		if file, err = layer.Open(name); err == nil {
			return file, nil
		}
	}
	return nil, err
}

// ReadDir lists the files of all layers by name.
func (l layers) ReadDir(name string) (all []fs.DirEntry, err error) {
	for _, layer := range l {
		entries, err := fs.ReadDir(layer, name)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			at, found := slices.BinarySearchFunc(all, e.Name(), func(x fs.DirEntry, name string) int {
				return strings.Compare(x.Name(), name)
			})
			if !found {
				all = slices.Insert(all, at, e)
			}
		}
	}
	return all, nil
}
