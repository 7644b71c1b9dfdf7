package docs_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/gametest"
)

var steps = game.NewPart[int]("steps")

// race is a game of dice: whoever reaches twelve steps first wins.
func race() *game.Rules {
	return &game.Rules{
		Name: "race", Seats: game.Between(1, 3), Parts: []game.Column{steps},
		Actions: []*game.Action{{Name: "roll", Do: func(t *game.Tx) {
			n := t.Roll(6)
			t.Say("{0} rolls {1}", t.Seat, n)
			if steps.Add(t, t.Seat, n) >= 12 {
				t.Win(t.Seat)
			}
		}}},
	}
}

func TestLaws(t *testing.T) { gametest.Check(t, race()) }

func TestLawsOfHex(t *testing.T) {
	gametest.Config{Games: 10, Inputs: 200, Make: "hex.New(5, true)"}.Check(t, hex.New(5, true))
}

func TestSecretsOfGoFish(t *testing.T) {
	report, err := gametest.Config{Games: 1, Laws: gametest.Secrecy()}.Examine(gofish.New())
	if err != nil || len(report.Breaches) > 0 {
		t.Fatal(err, report)
	}
	if spectators := report.Observed[game.Nobody]; spectators.Compared == 0 {
		t.Errorf("of %d moves, nothing was compared for the spectators", spectators.Hidden)
	}
}

func TestRow(t *testing.T) {
	g := gametest.Arrange(t, tictactoe.New(), gametest.Setup{}, `
		. . .
		O O .
		X X .`)
	g.Refuse(0, "place a1", game.NotOffered)
	g.RefuseWords(1, "place c1", "it is the turn of player 1")
	g.Play(0, "place c1")
	g.ExpectWinner(0)
	g.Undo()
	g.Play(0, "place c3")
	g.ExpectBoard(`
		. . X
		O O .
		X X .`)
}

// bids is a game of one round: everyone bids in secret, and the highest bid wins.
func bids() *game.Rules {
	many := &game.Pick[int]{Name: "many", Range: func(*game.Tx) (int, int) { return 0, 3 }}
	bid := &game.Action{Name: "bid", Pick: []game.Choice{many}, Do: func(t *game.Tx) { steps.Set(t, t.Seat, many.In(t)) }}
	return &game.Rules{
		Name: "bids", Seats: game.Between(2, 4), Parts: []game.Column{steps},
		Flow: game.Steps{
			&game.Together{Name: "bidding", Secret: true, Actions: []*game.Action{bid}},
			game.Run(func(t *game.Tx) {
				var all []int
				for x := range game.Seat(t.Seats()) {
					all = append(all, steps.Of(t, x))
				}
				t.Score(all...)
			}),
		},
	}
}

func TestLawsOfBids(t *testing.T) { gametest.Check(t, bids()) }

func TestBids(t *testing.T) {
	g := gametest.New(t, bids(), gametest.Setup{Seats: 3})
	g.Play(2, "bid 3")
	g.ExpectToAct(0, 1)
	g.Play(0, "bid 1")
	g.Play(2, "withdraw")
	g.ExpectToAct(1, 2)
	g.PlayAll("bid 2", "bid 0")
	g.ExpectWinner(1)
}

func TestLuck(t *testing.T) {
	g := gametest.New(t, race(), gametest.Setup{Seats: 2, Seed: 3})
	g.Rig(game.Chance{Number: 6}, game.Chance{Number: 1}, game.Chance{Number: 6})
	g.Play(0, "roll")
	g.ExpectSaid("player 1 rolls 6")
	g.PlayAll("roll", "roll")
	g.ExpectWinner(0)
}

func TestStory(t *testing.T) { gametest.Golden(t, tictactoe.New(), "testdata/tictactoe.golden", 1) }

func FuzzHex(f *testing.F) { gametest.Fuzz(f, hex.New(3, true)) }

// moody is a broken game: the rules count calls in a variable.
func moody() *game.Rules {
	r := race()
	var calls atomic.Int64
	do := r.Actions[0].Do
	r.Actions[0].Do = func(t *game.Tx) {
		do(t)
		steps.Set(t, game.Root, int(calls.Add(1)))
	}
	return r
}

// urn is a game that reveals a secret: everyone reads which ball was drawn.
func urn() *game.Rules {
	in := &game.Place{Name: "urn", Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	ball := &game.Kind{Name: "ball"}
	return &game.Rules{
		Name: "urn", Seats: game.Exactly(2), Layout: []game.Layout{in, hand}, Kinds: []*game.Kind{ball}, Parts: []game.Column{steps},
		Setup: func(t *game.Tx) {
			for n := range 6 {
				t.Create(ball, in, steps.Is(n+1))
			}
			t.Shuffle(in)
		},
		Actions: []*game.Action{{Name: "draw", Do: func(t *game.Tx) {
			id := t.Last(in)
			t.Move(id, hand.Of(t.Seat))
			t.Say("{0} draws number {1}", t.Seat, steps.Of(t, id))
		}}},
		End: func(t *game.Tx) {
			if t.Count(in) == 0 {
				t.Tie()
			}
		},
	}
}

// The failures in testing.md are the real ones.
func TestFailureReads(t *testing.T) {
	b := &bystander{TB: t}
	gametest.Config{Games: 1, Seats: []int{2}, Make: "race.New()"}.Check(b, moody())
	gametest.Config{Games: 1, Laws: []string{"leaks"}}.Check(b, urn())
	if len(b.failures) < 2 {
		t.Fatal("no failure is found")
	}
	shows(t, "failure", strings.NewReplacer("docs_test", "race_test", "ply/docs", "ply/games/race").Replace(b.failures[0]))
	leak, _, _ := strings.Cut(b.failures[len(b.failures)-1], "\n\n")
	shows(t, "leak", leak+"\n")
}

// Every law has a row.
func TestLawsHaveRows(t *testing.T) {
	for _, name := range gametest.Laws() {
		if !strings.Contains(read(t, "testing.md"), "\n| "+name+" | ") {
			t.Errorf("testing.md has no row for the law %q", name)
		}
	}
}

// shows compares a block of testing.md with its expected text.
func shows(t *testing.T, block, got string) {
	t.Helper()
	begin := "<!-- " + block + " -->\n```text\n"
	page := read(t, "testing.md")
	before, rest, _ := strings.Cut(page, begin)
	shown, after, found := strings.Cut(rest, "```\n")
	switch {
	case !found:
		t.Fatalf("testing.md has no block %q", block)
	case shown == got:
	case updating():
		write(t, "testing.md", before+begin+got+"```\n"+after)
	default:
		t.Errorf("testing.md shows another failure; run: go test ./docs -update\n%s", got)
	}
}

// bystander is told of failures, and the test continues.
type bystander struct {
	testing.TB
	failures []string
}

func (b *bystander) Name() string        { return "a bystander" }
func (b *bystander) Logf(string, ...any) {}
func (b *bystander) Errorf(format string, args ...any) {
	b.failures = append(b.failures, fmt.Sprintf(format, args...))
}

func TestHands(t *testing.T) {
	g := gametest.Deal(t, gofish.New(), gametest.Setup{}, "hand 1: A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣; hand 2: A♦ A♥ 9♣ 9♦ J♣ Q♣ K♣; pond: K♦ A♠")
	g.RefuseWords(0, "ask 1 9", "9 cannot be chosen")
	g.Play(0, "ask 1 A")
	g.ExpectSaid("gets 2")
	g.Play(0, "ask 1 2")
	g.ExpectSaid("go fish")
	g.ExpectIn("hand/1", "9♣", "9♦", "J♣", "Q♣", "K♣")
}
