package gametest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// secondProcess is set in a process that plays for another one; its value identifies the Check of the test.
const secondProcess = "PLY_GAMETEST_HASHES"

// hashesAre begins the line with the hashes that the second process prints.
const hashesAre = "ply gametest hashes:"

// processes: another process plays the same games with the same hashes. Processes differ in the order of
// maps, addresses, and random seeds of the runtime.
func (c *checker) processes() {
	c.t.Helper()
	name := c.t.Name()
	if !c.includes(processLaw) || runtime.GOOS == "js" || runtime.GOOS == "wasip1" || !strings.HasPrefix(name, "Test") {
		return
	}
	there, err := c.secondProcessHashes(name)
	if err != nil {
		c.t.Errorf("law %q could not be checked for %s: %v", processLaw, c.rules.Name, err)
		return
	}
	for i, g := range c.sampleGames() {
		here, got := hashLine(g), "(nothing)"
		if i < len(there) {
			got = there[i]
		}
		if at, differ := firstDifference(here, got); differ {
			c.failed[processLaw] = true
			c.reportBreach(processLaw, g.upTo(at), broken(at, "in a second process the hashes are\n%s\nnot\n%s", got, here))
			return
		}
	}
}

// sampleGames are the games that both processes play: one with the fewest seats, one with the most.
func (c *checker) sampleGames() (games []*trail) {
	c.until = time.Now().Add(c.Time)
	most := c.MaxMoves
	defer func() { c.MaxMoves = most }()
	c.MaxMoves = min(most, 300)
	for i, seats := range c.Seats[:min(2, len(c.Seats))] {
		if g, err := c.walk(Setup{Seats: seats, Seed: c.Seed + uint64(i)}); err == nil {
			games = append(games, g)
		}
	}
	return games
}

func hashLine(g *trail) string {
	var words []string
	for _, h := range g.hashes {
		words = append(words, fmt.Sprintf("%016x", h))
	}
	if g.cut {
		words = append(words, noTime)
	}
	return strings.Join(words, " ")
}

// noTime ends the hashes of a game that there was no time to finish: the other process may have got further.
const noTime = "no-time"

// firstDifference returns after how many moves the hashes differ, if they do.
func firstDifference(a, b string) (at int, differ bool) {
	x, y := strings.Fields(a), strings.Fields(b)
	for i := range max(len(x), len(y)) {
		switch {
		case i < len(x) && x[i] == noTime || i < len(y) && y[i] == noTime:
			return 0, false
		case i >= len(x) || i >= len(y) || x[i] != y[i]:
			return min(i, len(x)-1), true
		}
	}
	return 0, false
}

// ticket identifies this Check among those of the test.
func (c *checker) ticket() string { return c.rules.Name + " " + c.rules.Digest() }

// secondProcessHashes runs the test in a second process and returns the hashes it prints.
func (c *checker) secondProcessHashes(name string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Time)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run="+exactPattern(name), "-test.count=1")
	cmd.Env = append(os.Environ(), secondProcess+"="+c.ticket(),
		"GORACE="+os.Getenv("GORACE")+" atexit_sleep_ms=0") // otherwise the race detector waits for a second
	out, err := cmd.CombinedOutput()
	var lines []string
	for line := range strings.Lines(string(out)) {
		if _, hashes, ok := strings.Cut(line, hashesAre); ok {
			lines = append(lines, strings.TrimSpace(hashes))
		}
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("the second process printed no hashes (%w):\n%s", err, out)
	}
	return lines, nil
}

// exactPattern is the pattern that matches only the test with this name.
func exactPattern(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// isSecond reports whether this process only plays for another one. If this is the Check in question, it
// prints the hashes, and the test ends.
func (c *checker) isSecond(t testing.TB) bool {
	ticket, second := os.LookupEnv(secondProcess)
	if !second {
		return false
	}
	if ticket == c.ticket() {
		for _, g := range c.sampleGames() {
			fmt.Println(hashesAre, hashLine(g))
		}
		t.SkipNow()
	}
	return true
}
