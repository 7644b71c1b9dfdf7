package cli

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// TestHostingSteps repeats the steps of docs/hosting.md on real processes: run, back up, upgrade, look, ban, close, delete,
// drain, stop, restore, verify and erase.
func TestHostingSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	state := t.TempDir()
	data, copied := filepath.Join(state, "matches.db"), filepath.Join(state, "monday.db")
	t.Setenv("PLY_ADMIN_SECRET", "the secret of the operator")
	start := func() (*process, string) {
		p := serving(t, state, "serve", "--address", "127.0.0.1:0", "--data", data, "--admin-address", "127.0.0.1:0")
		return p, regexp.MustCompile(`http://\S+:\d+; its password`).FindString(p.out.String())
	}
	var steps []string
	step := func(code int, want string, args ...string) {
		t.Helper()
		steps = append(steps, formOf(strings.Join(args, " ")))
		if got, said := ran(t, args...); got != code || !strings.Contains(said, want) {
			t.Errorf("ply %s: %d: %s; want %d and %q", strings.Join(args, " "), got, said, code, want)
		}
	}
	p, operator := start()
	operator = strings.TrimSuffix(operator, "; its password")
	var made struct{ Match string }
	var metrics string
	p.ask(200, "POST", "/api/games/hex/create", map[string]any{}, &made)
	var seat wire.Joined
	p.ask(200, "POST", "/api/games/hex/"+made.Match+"/join", map[string]any{"name": "Wilhelmina"}, &seat)
	g := p.watch(made.Match, seat.Token)
	g.until("welcome")
	g.play("place a1")
	step(0, "checked the copy", "backup", "--data", data, copied)
	step(0, "1 match with unchanged rules", "migrate", "--dry-run", "--data", data)
	step(1, "Stop", "serve", "--address", "127.0.0.1:0", "--data", data)
	step(1, "a server is using "+data+". Stop the server first", "forget", "Wilhelmina", "--data", data)
	step(1, "a server is using", "restore", "--data", data, copied)
	admin := func(code int, want string, args ...string) {
		t.Helper()
		step(code, want, append([]string{"admin", "--url", operator}, args...)...)
	}
	admin(0, made.Match, "list", "--game", "hex", "--limit", "1000")
	admin(0, "Wilhelmina", "inspect", made.Match)
	admin(0, `"game": "hex"`, "look", made.Match, "--seat", "1")
	if m := g.until("update"); len(m.Events) != 1 || m.Events[0].Kind != match.Looked {
		t.Errorf("the player is told of the look: %+v", m.Events)
	}
	admin(1, "counted from 1", "look", made.Match, "--seat", "0")
	admin(2, "ply admin ban --help", "ban", "127.0.0.0/8", "--nonsense")
	admin(0, "draining", "drain")
	p.ask(503, "POST", "/api/games/hex/create", map[string]any{}, nil)
	admin(0, "until", "ban", "127.0.0.0/8", "--for", "1h")
	if res, err := http.Get(p.url + "/api/games"); err != nil || res.StatusCode != 403 {
		t.Errorf("from a banned address: %v, %v", res, err)
	}
	admin(0, "until", "ban", "192.0.2.0/24", "--for", "30d")
	admin(0, "192.0.2.0/24", "bans")
	admin(0, "until", "ban", "127.0.0.0/8", "--for", "1s") // replaces the ban for an hour
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if res, err := http.Get(p.url + "/api/games"); err == nil && res.StatusCode == 200 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the ban does not expire")
		}
	}
	admin(0, "network", "unban", "192.0.2.0/24")
	admin(0, "closed", "close", made.Match)
	p.ask(200, "GET", "/metrics", nil, &metrics)
	for _, want := range []string{"ply_draining 1", "ply_bans 0", "ply_matches_created_total 1"} {
		if !strings.Contains(metrics, "\n"+want+"\n") {
			t.Errorf("the metrics have no %s", want)
		}
	}
	admin(0, "deleted", "delete", made.Match, "--why", "spam")
	p.ask(410, "GET", "/api/games/hex/"+made.Match, nil, nil)
	p.signal(os.Interrupt)
	if code := p.end(time.Minute); code != 0 {
		t.Errorf("exit code %d:\n%s", code, &p.err)
	}
	step(0, "Fresh random numbers in 1 match", "restore", "--data", data, copied)
	step(0, "in 1 match", "forget", "Wilhelmina", "--data", data)
	step(0, "Erased nothing", "forget", "Wilhelmina", "--data", data)
	p, operator = start()
	operator = strings.TrimSuffix(operator, "; its password")
	var got struct {
		Match struct{ Seats []struct{ Name string } }
	}
	p.ask(200, "GET", "/api/games/hex/"+made.Match, nil, &got)
	if name := got.Match.Seats[0].Name; name != "[erased]" {
		t.Errorf("after restoring and erasing, the player is %q", name)
	}
	admin(0, "closed", "close", made.Match)
	var record string
	p.ask(200, "GET", "/api/games/hex/"+made.Match+"/record", nil, &record)
	file := filepath.Join(state, "match.ply")
	if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	step(0, "restored from a backup once", "verify", file)
	step(0, "The record is genuine.", "verify", file)
	step(0, "[erased] plays a1", "replay", file)
	audit, err := os.ReadFile(data + "-audit.log")
	if err != nil {
		t.Fatal(err)
	}
	var noted []string
	for _, m := range regexp.MustCompile(`"msg":"(\w+)"`).FindAllStringSubmatch(string(audit), -1) {
		noted = append(noted, m[1])
	}
	if want := "look drain ban ban ban ban close delete close"; strings.Join(noted, " ") != want {
		t.Errorf("the audit log has %v, want %s", noted, want)
	}
	for _, m := range upkeepCommand.FindAllStringSubmatch(string(readFile(t, "../docs/hosting.md")), -1) {
		if form := formOf(m[1]); !slices.Contains(steps, form) {
			t.Errorf("docs/hosting.md has the step ply %s, which this test does not repeat", form)
		}
	}
}

// upkeepCommand is a line of a document with a command for the operator.
var upkeepCommand = regexp.MustCompile(`(?m)^(?:\./)?ply(?:-new)? ((?:admin|backup|restore|forget|migrate) [^#\n]*)`)

// formOf returns a command with its flags, without their values and what it is about.
func formOf(command string) string {
	words, named := strings.Fields(command), 1
	if words[0] == "admin" {
		words = slices.DeleteFunc(words, func(w string) bool { return w == "--url" || strings.HasPrefix(w, "http") })
		named = 2
	}
	flags := slices.DeleteFunc(slices.Clone(words[named:]), func(w string) bool { return !strings.HasPrefix(w, "--") })
	slices.Sort(flags)
	return strings.Join(slices.Concat(words[:named], flags), " ")
}

// An older database: the rehearsal of an upgrade changes nothing, the upgrade continues its matches, and its backup
// restores the old version.
func TestHostingUpgrade(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	data, copied := filepath.Join(state, "matches.db"), filepath.Join(state, "monday.db")
	old, err := os.ReadFile("../server/testdata/before-protocol-2.db")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(data, old, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want string
		args []string
	}{
		{"1 match with unchanged rules, 1 that continue with changed rules, 0 that cannot continue", []string{"migrate", "--dry-run"}},
		{"checked the copy", []string{"backup", copied}},
	} {
		if code, said := ran(t, append(c.args, "--data", data)...); code != 0 || !strings.Contains(said, c.want) {
			t.Errorf("ply %v: %d: %s", c.args, code, said)
		}
		if now, err := os.ReadFile(data); err != nil || !bytes.Equal(now, old) {
			t.Errorf("ply %v has changed the database, %v", c.args, err)
		}
	}
	p := serving(t, state, "serve", "--address", "127.0.0.1:0", "--data", data)
	p.ask(200, "GET", "/api/games/gofish/o75gmfrhw5qwdnqb/record", nil, new(string))
	p.signal(os.Interrupt)
	p.end(time.Minute)
	if code, said := ran(t, "migrate", "--dry-run", "--data", copied); code != 0 || !strings.Contains(said, "1 match with unchanged") {
		t.Errorf("the backup of the older database: %d: %s", code, said)
	}
}

// issue writes a self-signed certificate for localhost.
func issue(t *testing.T, cert, key string, serial int64) *x509.Certificate {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(serial), DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return made
}

// A server with TLS, set up by a file and the environment: connections that are open survive the renewal of the
// certificate, and new ones get the new one.
func TestHostingTLS(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	cert, key, settings := filepath.Join(state, "cert.pem"), filepath.Join(state, "key.pem"), filepath.Join(state, "settings.json")
	pool := x509.NewCertPool()
	pool.AddCert(issue(t, cert, key, 1))
	text, err := json.Marshal(map[string]any{"address": "127.0.0.1:0", "tls-cert": cert, "tls-key": key, "idle": "2m", "metrics": true})
	if err == nil {
		err = os.WriteFile(settings, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := servingWith(t, []string{"PLY_METRICS=false", "PLY_CONFIG=" + settings}, "ply", state, "serve", "--memory")
	if !strings.HasPrefix(p.url, "https://") {
		t.Fatalf("the address is %s", p.url)
	}
	open := &tls.Config{RootCAs: pool}
	p.client = &http.Client{Transport: &http.Transport{TLSClientConfig: open}}
	p.ask(200, "GET", "/readyz", nil, new(string))
	p.ask(404, "GET", "/metrics", nil, nil) // the environment overrides the file
	var made wire.Created
	p.ask(200, "POST", "/api/games/hex/create", wire.Create{}, &made)
	ws, _, err := websocket.Dial(t.Context(), "wss"+strings.TrimPrefix(p.url, "https")+"/api/play", &websocket.DialOptions{HTTPClient: p.client})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	g := &guest{t, ws}
	g.send(wire.Request{Do: "watch", Match: made.Match})
	g.until("welcome")
	code, said := ran(t, "verify", p.url+"/api/games/hex/"+made.Match)
	if code != 1 || !strings.Contains(said, "the certificate of the server cannot be trusted") {
		t.Errorf("the operator's own certificate: %d: %s", code, said)
	}

	pool.AddCert(issue(t, cert, key, 2))
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		c, err := tls.Dial("tcp", strings.TrimPrefix(p.url, "https://"), open)
		if err != nil {
			t.Fatal(err)
		}
		serial := c.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
		c.Close()
		if serial == 2 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the certificate is not renewed")
		}
	}
	g.send(wire.Request{Do: "ping"})
	g.until("answer")
	for end := time.Now().Add(time.Minute); !strings.Contains(p.err.String(), "the certificate was renewed"); {
		if time.Now().After(end) {
			t.Fatalf("the log says %s", p.err.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
	if text := p.err.String(); strings.Contains(text, "handshake error") {
		t.Errorf("the log says %s", text)
	}
}

// A server below a path and behind a proxy that is trusted: pages, sockets and limits work as without one, and nobody
// else can say where they come from.
func TestHostingBehindProxy(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	p := servingWith(t, []string{"PLY_ADMIN_SECRET=the secret of the operator"}, "ply", state, "serve", "--address", "127.0.0.1:0", "--admin-address", "127.0.0.1:0",
		"--base-path", "/ply", "--trusted-proxies", "127.0.0.0/8")
	behind, err := url.Parse(strings.TrimSuffix(p.url, "/ply"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(behind)
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"] // what the client says
		r.SetXForwarded()
		r.Out.Header.Set("X-Forwarded-For", strings.TrimPrefix(r.Out.Header.Get("X-Forwarded-For")+", 192.0.2.7", ", ")) // the client
		r.Out.Host = r.In.Host
	}})
	defer proxy.Close()
	q := &process{t: t, url: proxy.URL + "/ply"}
	var page string
	if q.ask(200, "GET", "/", nil, &page); !strings.Contains(page, `src="/ply/assets/`) {
		t.Errorf("the page is %s", page)
	}
	var made wire.Created
	q.ask(200, "POST", "/api/games/hex/create", wire.Create{}, &made)
	g := q.watch(made.Match, "")
	g.until("welcome")
	operator := regexp.MustCompile(`(http://\S+:\d+); its password`).FindStringSubmatch(p.out.String())[1]
	ban := exec.Command("ply", "admin", "--url", operator, "ban", "192.0.2.7")
	ban.Env = append(os.Environ(), "PLY_ADMIN_SECRET=the secret of the operator", "GORACE=atexit_sleep_ms=0")
	if said, err := ban.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if m := g.until("farewell"); m.Code != "misuse" {
		t.Errorf("who is banned is told %+v", m)
	}
	q.ask(403, "GET", "/api/games", nil, nil)
	q.header = http.Header{"X-Forwarded-For": {"198.51.100.1"}} // what the client writes there has no effect
	q.ask(403, "GET", "/api/games", nil, nil)
	p.header = http.Header{"X-Forwarded-For": {"198.51.100.1"}} // another client, says the proxy
	p.ask(200, "GET", "/api/games", nil, nil)
}
