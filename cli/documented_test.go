package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

// TestDocumentedCommands checks every command of the documents, whether in a block or in a sentence: ply has the command
// with these flags and games, packages, tests, scripts and files exist. What is quick and needs no files is run.
func TestDocumentedCommands(t *testing.T) {
	t.Parallel()
	var pages []string
	for _, pattern := range []string{"../*.md", "../llms.txt", "../docs/*.md", "../web/client/*.md", "../.github/*.md", "../.github/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	d := &documented{t: t}
	for _, page := range pages {
		text := string(readFile(t, page))
		for _, m := range shellBlock.FindAllStringSubmatch(text, -1) {
			d.page, d.dir, d.prose = page, "..", false
			if strings.HasPrefix(page, "../web/") {
				d.dir = filepath.Dir(page)
			}
			d.script(m[1])
		}
		for _, m := range codeSpan.FindAllStringSubmatch(anyBlock.ReplaceAllString(text, ""), -1) {
			d.page, d.dir, d.prose = page, "../web", true
			d.script(strings.Join(strings.Fields(m[1]), " "))
		}
	}
	if d.parsed < 150 || d.ran < 10 {
		t.Errorf("of the commands of ply, %d are parsed and %d run", d.parsed, d.ran)
	}
}

var (
	shellBlock = regexp.MustCompile("(?m)^```sh\n((?s:.*?))^```$")
	anyBlock   = regexp.MustCompile("(?m)^(```|~~~)(?s:.*?)^(```|~~~)$")
	codeSpan   = regexp.MustCompile("`((?:ply|\\./ply|go|make|npm|python3|\\.ci/\\w+)(?:\\s[^`]*)?)`")
	elsewhere  = regexp.MustCompile(`^(cd|docker|echo|git|goreleaser|install|openssl)$`)
)

// lacks matches the errors of a command line that is only incomplete.
var lacks = regexp.MustCompile(`expected "<|expected one of|missing flags| value but got "EOL"`)

// ownGames are the games that readers write.
var ownGames = map[string]bool{"gomoku": true, "magpie": true, "mygame": true}

// documented checks the commands of one page after the other.
type documented struct {
	t           *testing.T
	page, dir   string
	prose       bool // in a sentence: the command may be incomplete
	parsed, ran int
}

func (d *documented) fail(command []string, why any) {
	d.t.Helper()
	d.t.Errorf("%s: %s: %v", d.page, strings.Join(command, " "), why)
}

// script checks each command of a script.
func (d *documented) script(text string) {
	d.t.Helper()
	value := map[string]string{}
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
		for _, command := range commandsOf(line) {
			for len(command) > 0 && (command[0] == "do" || assignment.MatchString(command[0])) {
				command = command[1:]
			}
			if len(command) > 3 && command[0] == "for" && command[2] == "in" {
				value["$"+command[1]] = command[3]
				continue
			}
			for i, word := range command {
				if v, is := value[word]; is {
					command[i] = v
				}
			}
			if len(command) > 0 {
				d.command(command)
			}
		}
	}
}

var assignment = regexp.MustCompile(`^[A-Z_]+=`)

// commandsOf splits a line of a script at |, && and ; into commands, without redirections and comments.
func commandsOf(line string) (all [][]string) {
	var now []string
	skip := false
	for _, m := range regexp.MustCompile(`'([^']*)'|"([^"]*)"|(&&|[|;])|([^\s'";|]+)`).FindAllStringSubmatch(line, -1) {
		switch word := m[4]; {
		case m[3] != "":
			all, now = append(all, now), nil
		case word == "#" || word == "#!/bin/sh":
			return append(all, now)
		case word == "<" || word == ">":
			skip = true
		case skip:
			skip = false
		default:
			now = append(now, m[1]+m[2]+word)
		}
	}
	return append(all, now)
}

func (d *documented) command(c []string) {
	d.t.Helper()
	switch name := c[0]; {
	case name == "cd" && len(c) == 2:
		d.dir = filepath.Join(d.dir, c[1])
	case slices.Contains([]string{"ply", "./ply", "./ply-new"}, name):
		d.ply(c[1:])
	case name == "go" && len(c) > 1:
		d.golang(c)
	case name == "make":
		for _, target := range c[1:] {
			if !strings.Contains(string(readFile(d.t, "../Makefile")), "\n"+target+":") {
				d.fail(c, "there is no such target")
			}
		}
	case name == "npm" && len(c) > 2 && c[1] == "run":
		var pack struct{ Scripts map[string]string }
		if err := json.Unmarshal(readFile(d.t, filepath.Join(d.dir, "package.json")), &pack); err != nil || pack.Scripts[c[2]] == "" {
			d.fail(c, "there is no such script")
		}
	case name == "python3" && len(c) > 1:
		d.exists(c, c[1])
	case strings.HasPrefix(name, ".ci/"):
		d.exists(c, name)
	case name == "npm" || name == "python3" || name == "done" || elsewhere.MatchString(name):
	default:
		d.fail(c, "TestDocumentedCommands does not know this command")
	}
}

// ply parses a command line of ply, and runs it if it is quick.
func (d *documented) ply(args []string) {
	d.t.Helper()
	all := catalogue.Catalogue(games.All())
	own := false
	for i, a := range args {
		switch {
		case a == "...":
			args = args[:i]
		case a == "GAME":
			args[i] = "hex"
		case a == "N":
			args[i] = "2"
		case a == "COMMAND", a == "commitment", a == "again": // the latter begin texts that are hashed
			return
		case ownGames[a]:
			own = true
		case a == "game.ply", a == "--position", a == "--record", a == "--resume", a == "FILE":
			own = true // there is no such file
		}
		if len(args) == i {
			break
		}
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "--version" {
		return
	}
	if strings.HasPrefix(args[0], "-") {
		args = append([]string{"serve"}, args...)
	}
	d.parsed++
	var cli commands
	con := &console.Console{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	parser, err := kong.New(&cli, kong.Name("ply"), kong.Vars{"game": "hex"}, kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) {}),
		kong.Bind(all, bot.Bots{}, con))
	if err != nil {
		d.t.Fatal(err)
	}
	ctx, err := parser.Parse(args)
	if err != nil && !(d.prose && lacks.MatchString(err.Error())) {
		d.fail(append([]string{"ply"}, args...), err)
	}
	if err != nil || own || slices.Contains(args, "--help") {
		return
	}
	for _, p := range ctx.Path {
		if p.Positional != nil && p.Positional.Name == "game" {
			if _, err := all.Find(p.Positional.Target.String()); err != nil {
				d.fail(append([]string{"ply"}, args...), err)
			}
		}
	}
	if slices.Contains([]string{"games", "explain", "flow", "perft", "version"}, args[0]) {
		d.ran++
		var out, problems bytes.Buffer
		if testing.Short() {
			return
		}
		if code := run(args, all, &console.Console{In: strings.NewReader(""), Out: &out, Err: &problems}); code != ok {
			d.fail(append([]string{"ply"}, args...), problems.String())
		}
	}
}

// golang checks a command of Go.
func (d *documented) golang(c []string) {
	d.t.Helper()
	switch c[1] {
	case "run":
		if len(c) == 2 || strings.Contains(c[2], "@") {
			return // a program of others
		}
		d.ply(slices.Clone(c[3:]))
		if name := strings.TrimPrefix(c[2], "./"); name != "." && !ownGames[name] {
			d.exists(c, name)
		}
	case "test", "build", "vet":
		var folders []string
		for _, arg := range c[2:] {
			if strings.HasPrefix(arg, "./") {
				if name := strings.TrimSuffix(arg[2:], "/..."); !ownGames[name] && name != "..." {
					folders = append(folders, name)
					d.exists(c, name)
				}
			}
		}
		if c[1] == "test" && len(folders) == 1 {
			d.flags(c, folders[0])
		}
	case "doc":
		if name, is := strings.CutPrefix(c[2], "github.com/plygame/ply"); is {
			name, _, _ = strings.Cut(name, ".") // a name in the package
			d.exists(c, name)
		}
	}
}

func (d *documented) exists(c []string, name string) {
	d.t.Helper()
	if _, err := os.Stat(filepath.Join("..", name)); err != nil {
		d.fail(c, err)
	}
}

// flags checks that the tests that a command names exist, and the flags that are not those of every test.
func (d *documented) flags(c []string, folder string) {
	d.t.Helper()
	code := ""
	for _, pattern := range []string{"../" + folder + "/*.go", "../" + folder + "/*/*.go", "../gametest/*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			code += string(readFile(d.t, file))
		}
	}
	kinds := map[string]string{"-run": "(?:Test|Example|Fuzz)", "-bench": "Benchmark", "-fuzz": "Fuzz"}
	usual := []string{"-v", "-short", "-timeout", "-fuzztime", "-benchmem", "-count", "-cpu", "-race"}
	for i, arg := range c {
		kind, names := kinds[arg]
		switch {
		case names:
			for pattern := range strings.SplitSeq(c[i+1], "|") {
				pattern, _, _ = strings.Cut(strings.Trim(pattern, `\`), "/")
				if none := pattern == "^$" || pattern == "xxx"; !none && !regexp.MustCompile(`func `+kind+`\w*`+strings.TrimPrefix(strings.TrimPrefix(pattern, "Test"), "Fuzz")).MatchString(code) {
					d.fail(c, "there is no test "+pattern)
				}
			}
		case strings.HasPrefix(arg, "-") && !slices.Contains(usual, arg) && !strings.Contains(code, `("`+arg[1:]+`", `):
			d.fail(c, "there is no flag "+arg)
		}
	}
}

// The documented settings files are read.
func TestDocumentedSettings(t *testing.T) {
	blocks := regexp.MustCompile("(?m)^<!-- settings -->\n```json\n((?s:.*?))^```$").FindAllStringSubmatch(string(readFile(t, "../docs/hosting.md")), -1)
	if len(blocks) < 2 {
		t.Fatalf("docs/hosting.md has %d settings files", len(blocks))
	}
	for _, b := range blocks {
		if _, err := settledWith(t, nil, nil, b[1]); err != nil {
			t.Errorf("%v\n%s", err, b[1])
		}
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
