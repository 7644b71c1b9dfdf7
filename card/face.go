package card

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// Suit is the suit of a playing card.
type Suit int8

// The suits, in the order in which they are sorted. Jokers have none.
const (
	NoSuit Suit = iota
	Clubs
	Diamonds
	Hearts
	Spades
)

var suits = [...]string{"", "♣", "♦", "♥", "♠"}

// String returns the sign of the suit, such as ♥.
func (s Suit) String() string {
	if s < 0 || int(s) >= len(suits) {
		return "?"
	}
	return suits[s]
}

// Rank is the rank of a playing card, from the ace (1) to the king (13).
type Rank int8

// The ranks without a number.
const (
	Joker Rank = 0
	Ace   Rank = 1
	Jack  Rank = 11
	Queen Rank = 12
	King  Rank = 13
)

var ranks = [...]string{"Joker", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}

// String returns the rank as it is printed on the card, such as 10 or Q.
func (r Rank) String() string {
	if r < 0 || int(r) >= len(ranks) {
		return "?"
	}
	return ranks[r]
}

// High returns the rank as a number with aces high: from 2 to 14.
func (r Rank) High() int {
	if r == Ace {
		return int(King) + 1
	}
	return int(r)
}

// Face is what is printed on a playing card. The zero Face is a joker.
type Face struct {
	Rank Rank
	Suit Suit
}

// faces are the names of all cards, made once.
var faces = func() (all [len(ranks)][len(suits)]string) {
	for r := range ranks {
		for s := range suits {
			all[r][s] = ranks[r] + suits[s]
		}
	}
	return all
}()

// String returns the face as players read it, such as Q♥.
func (f Face) String() string {
	if f.Rank < 0 || int(f.Rank) >= len(ranks) || f.Suit < 0 || int(f.Suit) >= len(suits) {
		return "?"
	}
	return faces[f.Rank][f.Suit]
}

// ParseFaces reads faces separated by spaces: Q♥, QH and qh are the queen of hearts, T is a 10.
func ParseFaces(text string) (all []Face, err error) {
	for _, word := range strings.Fields(text) {
		f, ok := parseFace(word)
		if !ok {
			return nil, fmt.Errorf("%q is not a card: write it like Q♥ or QH", word)
		}
		all = append(all, f)
	}
	return all, nil
}

func parseFace(word string) (Face, bool) {
	if strings.EqualFold(word, "joker") {
		return Face{}, true
	}
	upper := strings.ToUpper(word)
	for s := Clubs; s <= Spades; s++ {
		for _, sign := range []string{s.String(), "CDHS"[s-1 : s]} {
			rank, is := strings.CutSuffix(upper, sign)
			if rank == "T" {
				rank = "10"
			}
			if r := slices.Index(ranks[1:], rank); is && r >= 0 {
				return Face{Rank(r + 1), s}, true
			}
		}
	}
	return Face{}, false
}

// Ranks and Suits are what is printed on playing cards. They are Parts, so that all playing cards are of one Kind,
// and you can search a whole hand for a rank: Ranks.Where(t, hand.Contents(t), card.Queen).
var (
	Ranks = game.NewPart[Rank]("rank").Looks(game.Look{Hidden: true,
		Words: append([]string{""}, ranks[1:]...)})
	Suits = game.NewPart[Suit]("suit").Looks(game.Look{Hidden: true,
		Words: []string{"", "clubs", "diamonds", "hearts", "spades"}})
)

// Parts are the Parts of playing cards, for Rules.Parts. Hands are sorted by suit, then by rank.
func Parts() []game.Column { return []game.Column{Suits, Ranks} }

// Of returns the face of an element.
func Of(r game.Reader, id game.ID) Face { return Face{Ranks.Of(r, id), Suits.Of(r, id)} }

// NewKind returns the kind of playing cards. Its label is the face. Package card/deck has pictures for it: set
// Look.Picture to deck.Picture and Rules.Art to deck.Art().
func NewKind() *game.Kind {
	return &game.Kind{
		Name: "card", Look: game.Look{Shape: "card"},
		Label: func(s *game.State, id game.ID) string { return Of(s, id).String() },
	}
}
