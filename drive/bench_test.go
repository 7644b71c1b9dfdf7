package drive

import (
	"bufio"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/plygame/ply/games"
)

// The same requests without pipes: only reading, playing and answering.
func BenchmarkDriveAnswer(b *testing.B) {
	d := newDriver(Config{Games: games.All()})
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if line := d.answer([]byte(wholeGame[n%len(wholeGame)]), false); line[6] != 't' {
			b.Fatalf("%s", line)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}

// Pipes that only send the lines back: their share of BenchmarkDrive.
func BenchmarkDrivePipes(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := pipedTo(b, func(in io.Reader, out io.Writer) error {
		for lines := newLines(in); ; {
			line, err := lines.next()
			if err != nil {
				return nil
			}
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	})
	for b.Loop() {
		p.ask(b, `{"ok":true,"seq":3,"toAct":[1]}`)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}

var wholeGame = []string{
	`{"do":"start","game":"tictactoe","seed":1}`,
	`{"do":"play","seat":0,"move":"place b2"}`, `{"do":"play","seat":1,"move":"place a1"}`,
	`{"do":"play","seat":0,"move":"place b1"}`, `{"do":"play","seat":1,"move":"place b3"}`,
	`{"do":"play","seat":0,"move":"place a2"}`, `{"do":"play","seat":1,"move":"place c2"}`,
	`{"do":"play","seat":0,"move":"place a3"}`, `{"do":"play","seat":1,"move":"place c1"}`,
	`{"do":"play","seat":0,"move":"place c3"}`,
}

// Requests through system pipes, on one processor shared with the program that asks. Some programs wait for each
// answer; others write ahead.
func BenchmarkDrive(b *testing.B) {
	for _, c := range []struct {
		name  string
		lines []string
		ahead int
	}{
		{"waiting", wholeGame, 1},
		{"ahead", wholeGame, 100},
		{"moves", []string{`{"do":"moves","seat":0}`}, 1},
		{"view", []string{`{"do":"view","seat":0}`}, 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			p := pipedTo(b, func(in io.Reader, out io.Writer) error {
				return Config{Games: games.All()}.Run(in, out)
			})
			p.ask(b, wholeGame[0])
			b.ReportAllocs()
			for n := 0; n < b.N; n += c.ahead {
				text := ""
				for i := range c.ahead {
					text += c.lines[(n+i)%len(c.lines)] + "\n"
				}
				p.write(b, text)
				for range c.ahead {
					p.read(b)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
		})
	}
}

// piped is a process at the other end of two pipes.
type piped struct {
	to   *os.File
	from *bufio.Reader
}

func pipedTo(b *testing.B, answer func(io.Reader, io.Writer) error) *piped {
	in, to, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	from, out, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- answer(in, out) }()
	b.Cleanup(func() {
		to.Close()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	return &piped{to, bufio.NewReader(from)}
}

func (p *piped) write(b *testing.B, text string) {
	if _, err := p.to.WriteString(text); err != nil {
		b.Fatal(err)
	}
}

func (p *piped) read(b *testing.B) {
	line, err := p.from.ReadSlice('\n')
	if err != nil || len(line) < 11 || string(line[:11]) != `{"ok":true,` {
		b.Fatalf("%s, %v", line, err)
	}
}

func (p *piped) ask(b *testing.B, line string) {
	p.write(b, line+"\n")
	p.read(b)
}
