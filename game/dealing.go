package game

// dealing is what a re-deal works with.
type dealing struct {
	dealer  *dealer // whose Guess is called
	hands   []hand
	dealt   []int
	who     []ID
	oldRows []row
	free    []int
}

// reset keeps the rest, which every deal fills anew.
func (d *dealing) reset() { d.dealer = nil }
