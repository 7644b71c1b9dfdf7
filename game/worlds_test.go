package game_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// For a few small games, these tests compute all possible worlds by playing out every shuffle, and compare them with
// re-deals.

// cardTable is the game in its most obvious form: which card is where.
type cardTable map[string][]int

func (w cardTable) clone() cardTable {
	c := cardTable{}
	for p, cards := range w {
		c[p] = slices.Clone(cards)
	}
	return c
}

// hiddenPlaces are those in which seat 0 sees no faces; the bag is unordered.
var hiddenPlaces = []string{"pile", "well", "bag", "hand"}

func (w cardTable) String() string {
	var all []string
	for _, p := range append(hiddenPlaces, "row") {
		cards := slices.Clone(w[p])
		if p == "bag" {
			slices.Sort(cards)
		}
		all = append(all, fmt.Sprint(cards))
	}
	return strings.Join(all, " ")
}

// A script is a list of steps like "make pile 1 2 3; mix pile; deal pile row; tell hand": cards are created, shuffled,
// dealt from the top of one place to another, and shown to all. From a bag, any card may be dealt or shown.
func stepsOf(script string) (all [][]string) {
	for line := range strings.SplitSeq(script, ";") {
		all = append(all, strings.Fields(line))
	}
	return all
}

// outcomes plays one step in every possible way; each result includes what seat 0 sees.
func (w cardTable) outcomes(step []string) (all []cardTable, seen []string) {
	add := func(n cardTable, what ...any) { all, seen = append(all, n), append(seen, fmt.Sprint(what...)) }
	switch step[0] {
	case "make":
		n := w.clone()
		for _, text := range step[2:] {
			f, _ := strconv.Atoi(text)
			n[step[1]] = append(n[step[1]], f)
		}
		add(n)
	case "mix":
		for _, order := range orders(w[step[1]]) {
			n := w.clone()
			n[step[1]] = order
			add(n)
		}
	case "deal":
		for _, i := range choices(step[1], w[step[1]]) {
			n := w.clone()
			f := n[step[1]][i]
			n[step[1]] = slices.Delete(n[step[1]], i, i+1)
			n[step[2]] = append(n[step[2]], f)
			if step[1] == "row" || step[2] == "row" {
				add(n, f)
			} else {
				add(n)
			}
		}
	case "tell":
		for _, i := range choices(step[1], w[step[1]]) {
			add(w, w[step[1]][i])
		}
	}
	return all, seen
}

// choices are the cards of a place that can be dealt: any card of a bag, otherwise the top one.
func choices(place string, cards []int) (all []int) {
	if place != "bag" {
		return []int{len(cards) - 1}
	}
	for i := range cards {
		all = append(all, i)
	}
	return all
}

func orders(cards []int) (all [][]int) {
	if len(cards) < 2 {
		return [][]int{slices.Clone(cards)}
	}
	for i := range cards {
		for _, rest := range orders(slices.Concat(cards[:i], cards[i+1:])) {
			all = append(all, append([]int{cards[i]}, rest...))
		}
	}
	return all
}

// worlds returns the probability of each world for an observer who saw this.
func worlds(script string, seen []string) map[string]float64 {
	type branch struct {
		w cardTable
		p float64
	}
	all := []branch{{cardTable{}, 1}}
	for i, step := range stepsOf(script) {
		var next []branch
		for _, b := range all {
			ways, saw := b.w.outcomes(step)
			for k, w := range ways {
				if saw[k] == seen[i] {
					next = append(next, branch{w, b.p / float64(len(ways))})
				}
			}
		}
		all = next
	}
	out, sum := map[string]float64{}, 0.0
	for _, b := range all {
		out[b.w.String()] += b.p
		sum += b.p
	}
	for w := range out {
		out[w] /= sum
	}
	return out
}

// scripted is a script played by the kernel.
type scripted struct {
	*box
	well *game.Place
	s    *game.State
	seen []string
}

func playScript(t testing.TB, script string, seed uint64) *scripted {
	t.Helper()
	p := &scripted{box: den(), well: &game.Place{Name: "well", Seen: game.ByNone}}
	p.Layout = append(p.Layout, p.well)
	r := rand.New(rand.NewPCG(seed, 8))
	steps := stepsOf(script)
	made := 0
	for steps[made][0] == "make" {
		made++
	}
	p.Setup = func(tx *game.Tx) {
		for _, step := range steps[:made] {
			for _, text := range step[2:] {
				f, _ := strconv.Atoi(text)
				p.deal(tx, p.at(step[1]), f)
			}
		}
	}
	s, err := p.Rules.Start(2, game.SeedOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	p.seen = make([]string, made)
	for _, step := range steps[made:] {
		what := ""
		s = p.play(t, s, func(tx *game.Tx) { what = p.step(tx, step, r) })
		p.seen = append(p.seen, what)
	}
	p.s = s
	return p
}

func (p *scripted) at(name string) game.ID {
	return map[string]func() game.ID{"pile": p.pile.ID, "well": p.well.ID, "bag": p.bag.ID, "row": p.row.ID, "hand": func() game.ID { return p.hand.Of(1) }}[name]()
}

func (p *scripted) step(tx *game.Tx, step []string, r *rand.Rand) (seen string) {
	if step[0] == "mix" {
		tx.Shuffle(p.at(step[1]))
		return ""
	}
	cards := slices.Collect(tx.In(p.at(step[1])))
	ways := choices(step[1], make([]int, len(cards)))
	id := cards[ways[r.IntN(len(ways))]]
	if step[0] == "tell" {
		tx.Reveal(id)
		return fmt.Sprint(face.Of(tx, id))
	}
	tx.Move(id, p.at(step[2]))
	if step[1] == "row" || step[2] == "row" {
		return fmt.Sprint(face.Of(tx, id))
	}
	return ""
}

// table reads a state.
func (p *scripted) table(s *game.State) cardTable {
	w := cardTable{}
	for _, name := range append(hiddenPlaces, "row") {
		for id := range s.In(p.at(name)) {
			w[name] = append(w[name], face.Of(s, id))
		}
	}
	return w
}

// wantWorlds fails unless the worlds that came up are the possible ones, about as often as expected.
func wantWorlds(t *testing.T, what string, got map[string]int, want map[string]float64) {
	t.Helper()
	total, chi := 0, 0.0
	for w, n := range got {
		total += n
		if want[w] == 0 {
			t.Errorf("%s: %s is impossible", what, w)
		}
	}
	for _, w := range slices.Sorted(maps.Keys(want)) {
		if got[w] == 0 {
			t.Errorf("%s: %s never comes up", what, w)
		}
		e := want[w] * float64(total)
		chi += (float64(got[w]) - e) * (float64(got[w]) - e) / e
	}
	if df := float64(len(want) - 1); chi > df+4.5*math.Sqrt(2*df)+6 {
		var all []string
		for _, w := range slices.Sorted(maps.Keys(want)) {
			all = append(all, fmt.Sprintf("%s: %d, want %.0f", w, got[w], want[w]*float64(total)))
		}
		t.Errorf("%s: chi-square %.1f with %.0f degrees of freedom\n%s", what, chi, df, strings.Join(all, "\n"))
	}
}

// scripts are games with few cards.
var scripts = []string{
	"make pile 1 2 3 4; mix pile",
	"make pile 1 2 3 4; mix pile; deal pile hand; deal pile hand",
	"make pile 1 2 3 4; mix pile; deal pile hand; deal pile row; deal pile hand",
	"make pile 1 2 3 4; mix pile; deal pile hand; tell hand; deal pile hand",
	"make pile 1 2 3 4; mix pile; deal pile hand; deal pile hand; mix hand; tell hand",
	"make pile 1 2 3 4; mix pile; tell pile; mix pile; deal pile hand",
	"make pile 1 2 3 4 5; mix pile; deal pile hand; deal pile row; deal row pile; mix pile; deal pile hand; tell pile",
	"make pile 1 2 3 4 5; mix pile; deal pile hand; deal pile row; deal row pile; mix pile; deal pile hand; tell hand; deal pile row",
	"make pile 1 2 3; make well 4 5; mix pile; mix well; deal pile hand; deal well hand",
	"make pile 1 2 3; make well 4 5; mix pile; mix well; deal well pile; mix pile; deal pile hand",
	"make pile 1 2 3 4; mix pile; deal pile bag; deal pile bag; deal pile bag",
	"make pile 1 2 3 4; mix pile; deal pile bag; deal pile bag; deal pile bag; deal bag well; tell bag",
	"make pile 1 2 3 4; mix pile; deal pile bag; deal pile row; deal row bag; deal bag well; deal bag hand",
	"make pile 1 2 3 4; mix pile; deal pile bag; deal pile row; deal row bag; deal bag well; tell well; deal pile bag; deal bag hand",
	"make row 1 2 3; deal row bag; deal row bag; deal row bag; deal bag pile; deal bag hand",
	"make row 1 2 3 4; deal row pile; deal row pile; mix pile; deal row well; deal row well; mix well; deal pile hand; deal well hand; mix hand",
	"make row 1 2 3; deal row pile; deal row pile; mix pile; deal row pile; deal pile hand; deal pile hand",
}

// Re-deals yield exactly the worlds that agree with everything the seat saw and was shown, with the right
// probabilities; by State.Redeal and Fork.Redeal alike.
func TestRedealAgainstWorlds(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for _, script := range scripts {
		for seed := range rounds(4) {
			p := playScript(t, script, seed)
			wantRedeals(t, fmt.Sprintf("%s (seed %d, seen %q)", script, seed, p.seen), p, worlds(script, p.seen))
			if t.Failed() {
				return
			}
		}
	}
}

// rounds is how often to repeat something: less often with -short.
func rounds(n uint64) uint64 {
	if testing.Short() {
		return max(1, n/4)
	}
	return n
}

// wantRedeals re-deals in both ways, for seat 0 and for spectators, who see the same.
func wantRedeals(t *testing.T, what string, p *scripted, want map[string]float64) {
	t.Helper()
	if truth := p.table(p.s).String(); want[truth] == 0 {
		t.Fatalf("%s: the real world %s is impossible", what, truth)
	}
	n := 60 * len(want)
	view := string(p.s.View(0).Save())
	for _, o := range []game.Seat{0, game.Nobody} {
		got := map[string]int{}
		for seed := range uint64(n) {
			r, err := p.s.Redeal(o, game.SeedOf(seed))
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			got[p.table(r).String()]++
			if o == 0 && seed < 20 && string(r.View(0).Save()) != view {
				t.Fatalf("%s: player 1 can tell the re-deal from the state: %v", what, p.s.View(0).Diff(r.View(0)))
			}
		}
		wantWorlds(t, fmt.Sprint(what, " for ", o), got, want)
	}
	f, got := p.s.Fork(), map[string]int{}
	for seed := range uint64(n) {
		if err := f.Redeal(p.s, 0, seed); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		got[p.table(f.State()).String()]++
	}
	wantWorlds(t, what+" in a fork", got, want)
}

// The owner of the hand knows more, so it has fewer worlds.
func TestRedealForTheOwner(t *testing.T) {
	p := playScript(t, "make pile 1 2 3 4; mix pile; deal pile hand; deal pile hand", 3)
	hand := p.table(p.s)["hand"]
	seen := map[string]bool{}
	for seed := range uint64(60) {
		r, err := p.s.Redeal(1, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.table(r)["hand"]; !slices.Equal(got, hand) {
			t.Fatalf("its hand has become %v", got)
		}
		seen[p.table(r).String()] = true
	}
	if len(seen) != 2 {
		t.Errorf("the worlds are %v", seen)
	}
}
