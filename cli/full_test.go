//go:build linux

package cli

import (
	"encoding/json"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/plygame/ply/wire"
)

// fullAt is the size of a file at which the disk of plyfull is full.
const fullAt = 400 << 10

// fillDisk makes every write beyond fullAt fail for this process, as on a full disk.
func fillDisk() {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: fullAt, Max: fullAt}); err != nil {
		panic(err)
	}
}

// On a full disk, a server keeps running: it refuses what it cannot store, reports that it is not ready, lists matches,
// and stops cleanly. Everything it has acknowledged is there when it is started with room again.
func TestServeOnFullDisk(t *testing.T) {
	state := t.TempDir()
	serve := []string{"serve", "--address", "127.0.0.1:0", "--data", filepath.Join(state, "matches.db"), "--create-rate", "1000"}
	p := servingAs(t, "plyfull", state, serve...)
	var made []string
	refused := ""
	for range 2000 {
		status, text := p.post("/api/games/hex/create", `{}`)
		if status != http.StatusOK {
			refused = text
			break
		}
		id, _, _ := strings.Cut(strings.TrimPrefix(text, `{"match":"`), `"`)
		made = append(made, id)
	}
	if len(made) < 10 || !strings.Contains(refused, "not-kept") {
		t.Fatalf("after %d matches on a small disk: %q", len(made), refused)
	}
	p.ask(503, "GET", "/readyz", nil, nil)
	p.ask(200, "GET", "/healthz", nil, nil)
	p.ask(200, "GET", "/api/games/hex/"+made[0], nil, nil)
	p.ask(200, "GET", "/api/matches", nil, nil)
	p.signal(os.Interrupt)
	p.end(time.Minute)
	p = serving(t, state, serve...)
	for _, id := range made {
		p.ask(200, "GET", "/api/games/hex/"+id, nil, nil)
	}
	p.ask(200, "POST", "/api/games/hex/create", map[string]any{}, nil)
}

// immutable makes a file read-only even for the administrator and for whoever has it open, or ends that. It reports
// whether the system can do this.
func immutable(t *testing.T, path string, on bool) bool {
	t.Helper()
	const get, set, flag = 0x80086601, 0x40086602, 0x10 // FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, FS_IMMUTABLE_FL
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var flags int32
	if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), get, uintptr(unsafe.Pointer(&flags))); e != 0 {
		return false
	}
	if flags &^= flag; on {
		flags |= flag
	}
	_, _, e := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), set, uintptr(unsafe.Pointer(&flags)))
	return e == 0
}

// limitFiles sets the size at which files of a process can no longer be written.
func limitFiles(t *testing.T, process int, size uint64) {
	t.Helper()
	limit := syscall.Rlimit{Cur: size, Max: ^uint64(0)}
	if _, _, e := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(process), syscall.RLIMIT_FSIZE, uintptr(unsafe.Pointer(&limit)), 0, 0, 0); e != 0 {
		t.Skipf("the limits of another process cannot be set: %v", e)
	}
}

// A server whose files or disk turn read-only refuses moves, and continues as soon as it can write again. Nothing
// acknowledged is lost.
func TestServeTurnedReadOnly(t *testing.T) {
	for name, turn := range map[string]func(t *testing.T, p *process, data string, on bool){
		"disk": func(t *testing.T, p *process, _ string, on bool) {
			size := ^uint64(0)
			if on {
				size = 0
			}
			limitFiles(t, p.cmd.Process.Pid, size)
		},
		"files": func(t *testing.T, _ *process, data string, on bool) {
			for _, path := range []string{data, data + "-wal"} {
				if !immutable(t, path, on) {
					t.Skip("this file system, or this user, cannot make a file immutable")
				}
				if on {
					t.Cleanup(func() { immutable(t, path, false) })
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			data := filepath.Join(state, "matches.db")
			p := serving(t, state, "serve", "--address", "127.0.0.1:0", "--data", data)
			var made struct{ Match string }
			p.ask(200, "POST", "/api/games/hex/create", map[string]any{}, &made)
			var guests []*guest
			for _, name := range []string{"Ann", "Bob"} {
				var seat wire.Joined
				p.ask(200, "POST", "/api/games/hex/"+made.Match+"/join", wire.Join{Name: name}, &seat)
				guests = append(guests, p.watch(made.Match, seat.Token))
				guests[len(guests)-1].until("welcome")
			}
			guests[0].play("place a1")
			p.ask(200, "GET", "/readyz", nil, new(string))
			turn(t, p, data, true)
			for range 3 {
				seq := 3
				guests[1].send(wire.Request{Do: "play", Seq: &seq, Move: json.RawMessage(`"place b2"`)})
				if m := guests[1].until("refusal"); m.Refusal.Code != "not-kept" {
					t.Fatalf("a move on a read-only disk: %+v\n%s", m.Refusal, &p.err)
				}
			}
			p.ask(503, "GET", "/readyz", nil, nil)
			p.ask(200, "GET", "/api/matches", nil, nil)
			p.ask(503, "POST", "/api/games/hex/create", map[string]any{}, nil)
			turn(t, p, data, false)
			guests[1].play("place b2")
			guests[0].play("place c3")
			p.cmd.Process.Kill()
			p.end(time.Minute)
			p = serving(t, state, "serve", "--address", "127.0.0.1:0", "--data", data)
			if seq := *p.watch(made.Match, "").until("welcome").Seq; seq != 5 {
				t.Errorf("the match has %d entries, want 5", seq)
			}
		})
	}
}

// post sends a request, and returns the answer.
func (p *process) post(path, body string) (int, string) {
	p.t.Helper()
	res, err := http.Post(p.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	text := new(strings.Builder)
	if err := res.Write(text); err != nil {
		p.t.Fatal(err)
	}
	_, said, _ := strings.Cut(text.String(), "\r\n\r\n")
	return res.StatusCode, said
}
