package admin_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/admin"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

const secret = "a secret that is long"

// operated is a server with an operator.
type operated struct {
	t       *testing.T
	server  *server.Server
	store   *store.Memory
	handler http.Handler
	audit   *bytes.Buffer
}

func start(t *testing.T, bans string) *operated {
	t.Helper()
	o := &operated{t: t, store: new(store.Memory), audit: new(bytes.Buffer)}
	var err error
	if o.server, err = server.New(server.Config{Games: games.All(), Store: o.store, Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.server.Close(t.Context()) })
	if o.handler, err = (&admin.Admin{Server: o.server, Store: o.store, Secret: secret, Audit: o.audit, Bans: bans}).Handler(); err != nil {
		t.Fatal(err)
	}
	return o
}

// send sends a request to a handler.
func send(h http.Handler, method, path, token string, form url.Values) (int, string) {
	r := httptest.NewRequest(method, path+"?"+form.Encode(), nil)
	r.RemoteAddr = "192.0.2.7:1234"
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	text, _ := io.ReadAll(w.Body)
	return w.Code, string(text)
}

// ask sends a request of the operator, which must succeed.
func (o *operated) ask(method, path string, form url.Values) string {
	o.t.Helper()
	status, text := send(o.handler, method, path, secret, form)
	if status != 200 {
		o.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	return text
}

// create creates a match.
func (o *operated) create(name string) string {
	o.t.Helper()
	r := httptest.NewRequest("POST", "/api/games/"+name+"/create", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	o.server.ServeHTTP(w, r)
	var made struct{ Match string }
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || made.Match == "" {
		o.t.Fatalf("creating a match: %d %s", w.Code, w.Body)
	}
	return made.Match
}

// Requests without the secret are refused.
func TestSecret(t *testing.T) {
	o := start(t, "")
	for _, token := range []string{"", "wrong", secret + "x"} {
		if status, _ := send(o.handler, "GET", "/matches", token, nil); status != 401 {
			t.Errorf("with %q: %d", token, status)
		}
	}
	r := httptest.NewRequest("POST", "/drain?on=true", nil)
	r.SetBasicAuth("operator", secret)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	if o.handler.ServeHTTP(w, r); w.Code != 403 {
		t.Errorf("a form of another site: %d", w.Code)
	}
}

// A look adds an entry that the players see, and everything is in the audit log.
func TestLookCloseDelete(t *testing.T) {
	o := start(t, "")
	id := o.create("gofish")
	if text := o.ask("GET", "/matches", nil); !strings.Contains(text, id) {
		t.Errorf("the list is %s", text)
	}
	if text := o.ask("GET", "/matches/"+id, nil); strings.Contains(text, "seed") || strings.Contains(text, "token") || !strings.Contains(text, `"live": true`) {
		t.Errorf("the description is %s", text)
	}
	var look struct{ View struct{ Game string } }
	if text := o.ask("POST", "/matches/"+id+"/look", url.Values{"seat": {"1"}}); json.Unmarshal([]byte(text), &look) != nil || look.View.Game != "gofish" {
		t.Errorf("the look shows %s", text)
	}
	kept, err := o.store.Load(t.Context(), id)
	if err != nil || len(kept.Log) != 1 || kept.Log[0].Kind != match.Looked || kept.Log[0].Seat != game.Seat(1) {
		t.Errorf("after a look the log is %v, %v", kept.Log, err)
	}
	o.ask("POST", "/matches/"+id+"/close", nil)
	if kept, _ := o.store.Describe(t.Context(), id); !kept.About.Over {
		t.Error("a closed match continues")
	}
	if status, text := send(o.handler, "POST", "/matches/"+id+"/close", secret, nil); status != 400 {
		t.Errorf("closing twice: %d %s", status, text)
	}
	if status, _ := send(o.handler, "POST", "/matches/"+id+"/delete", secret, nil); status != 400 {
		t.Errorf("deleting without a reason: %d", status)
	}
	o.ask("POST", "/matches/"+id+"/delete", url.Values{"why": {"spam"}})
	if status, text := send(o.server, "GET", "/api/games/gofish/"+id, "", nil); status != 410 || !strings.Contains(text, "spam") {
		t.Errorf("a deleted match: %d %s", status, text)
	}
	for _, action := range []string{`"msg":"look","from":"192.0.2.7:1234","match":"` + id + `","seat":1`, `"msg":"close"`, `"msg":"delete"`, `"why":"spam"`} {
		if !strings.Contains(o.audit.String(), action) {
			t.Errorf("the audit log has no %s: %s", action, o.audit)
		}
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.SetBasicAuth("operator", secret)
	w := httptest.NewRecorder()
	if o.handler.ServeHTTP(w, r); w.Code != 200 || !strings.Contains(w.Body.String(), "<h1>Bans</h1>") {
		t.Errorf("the page: %d %s", w.Code, w.Body)
	}
}

// A ban holds for its network and its time, and outlives the server.
func TestBan(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bans.json")
	o := start(t, path)
	o.ask("POST", "/bans", url.Values{"network": {"192.0.2.0/24"}, "for": {"1h"}, "why": {"flooding"}})
	again := start(t, path)
	for _, s := range []*operated{o, again} {
		if status, text := send(s.server, "GET", "/api/games", "", nil); status != 403 || !strings.Contains(text, "banned") {
			t.Errorf("a banned address: %d %s", status, text)
		}
	}
	again.ask("POST", "/bans", url.Values{"network": {"192.0.2.0/24"}, "for": {"0s"}})
	if status, _ := send(again.server, "GET", "/api/games", "", nil); status != 200 {
		t.Errorf("after the ban was lifted: %d", status)
	}
	if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), "192.0.2") {
		t.Errorf("the file of bans has %s, %v", text, err)
	}
	o.ask("POST", "/bans", url.Values{"network": {"198.51.100.7"}, "for": {"30d"}})
	if left := time.Until(o.server.Bans()[1].Until); left < 719*time.Hour || left > 720*time.Hour {
		t.Errorf("a ban for 30 days ends in %v", left)
	}
	if err := os.WriteFile(path, []byte("["), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (&admin.Admin{Server: o.server, Store: o.store, Secret: secret, Bans: path}).Handler(); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a damaged file of bans: %v", err)
	}
	for _, network := range []string{"everybody", "::ffff:192.0.2.0/120"} {
		if status, _ := send(o.handler, "POST", "/bans", secret, url.Values{"network": {network}, "for": {"1h"}}); status != 400 {
			t.Errorf("a ban of %s: %d", network, status)
		}
	}
	for name, value := range map[string]string{"over": "banana", "limit": "0", "before": "yesterday"} {
		if status, _ := send(o.handler, "GET", "/matches", secret, url.Values{name: {value}}); status != 400 {
			t.Errorf("a list with %s %s: %d", name, value, status)
		}
	}
}

// However many bans come at once, the file has them all.
func TestBansAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bans.json")
	o := start(t, path)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() { o.ask("POST", "/bans", url.Values{"network": {fmt.Sprintf("192.0.2.%d", i)}, "for": {"1h"}}) })
	}
	all.Wait()
	if n := len(start(t, path).server.Bans()); n != 50 {
		t.Errorf("the file has %d bans, want 50", n)
	}
}

// A long list comes in pages.
func TestPages(t *testing.T) {
	o := start(t, "")
	want := map[string]bool{}
	for range 5 {
		want[o.create("hex")] = true
	}
	query := url.Values{"limit": {"2"}}
	for range 3 {
		var page []match.Listing
		if err := json.Unmarshal([]byte(o.ask("GET", "/matches", query)), &page); err != nil || len(page) > 2 {
			t.Fatal(page, err)
		}
		for _, x := range page {
			delete(want, x.ID)
			query.Set("before", x.Updated.Format(time.RFC3339Nano))
			query.Set("after", x.ID)
		}
	}
	if len(want) > 0 {
		t.Errorf("no page has %v", want)
	}
}

// After a form, the browser is back at the page.
func TestForms(t *testing.T) {
	o := start(t, "")
	id := o.create("hex")
	for _, path := range []string{"/drain?on=false", "/matches/" + id + "/close?", "/matches/" + id + "/delete?why=spam", "/bans?network=192.0.2.1&for=1h"} {
		r := httptest.NewRequest("POST", path+"&page=1", nil)
		r.SetBasicAuth("operator", secret)
		w := httptest.NewRecorder()
		if o.handler.ServeHTTP(w, r); w.Code != 303 || w.Header().Get("Location") != "/" {
			t.Errorf("after %s: %d, to %q", path, w.Code, w.Header().Get("Location"))
		}
	}
}

// A draining server creates no matches, and the page says so.
func TestDrain(t *testing.T) {
	o := start(t, "")
	o.ask("POST", "/drain", url.Values{"on": {"true"}})
	r := httptest.NewRequest("POST", "/api/games/hex/create", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	if o.server.ServeHTTP(w, r); w.Code != 503 {
		t.Errorf("a new match while draining: %d", w.Code)
	}
	if status, _ := send(o.server, "GET", "/readyz", "", nil); status != 503 {
		t.Errorf("/readyz while draining: %d", status)
	}
	if page := o.ask("GET", "/", nil); !strings.Contains(page, "is draining") || !strings.Contains(page, ">Allow<") {
		t.Errorf("the page while draining: %s", page)
	}
	o.ask("POST", "/drain", url.Values{"on": {"false"}})
	if page := o.ask("GET", "/", nil); strings.Contains(page, "is draining") || !strings.Contains(page, ">Stop<") {
		t.Errorf("the page afterwards: %s", page)
	}
	o.create("hex")
}
