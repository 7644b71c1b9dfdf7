// Package web embeds the built browser client; Handler serves it. The sources are in src, and npm run build writes
// dist.
package web

import (
	"bytes"
	"embed"
	"io/fs"
	"maps"
	"net/http"
	"strings"
	"sync"
)

//go:embed all:dist
var dist embed.FS

// Handler serves the client. The client is a single page, which reads its URL and asks the server for the rest. Base
// is the path under which browsers reach the handler, such as /ply, or "". The handler itself gets paths without it.
func Handler(base string) http.Handler { return built().below(base) }

// below returns the site with a page whose addresses are below a path.
func (s site) below(base string) site {
	s = maps.Clone(s)
	s[front] = newFile(front, bytes.ReplaceAll(s[front].body, []byte(`="./`), []byte(`="`+base+`/`)))
	return s
}

// built reads and compresses the files once for all handlers.
var built = sync.OnceValue(func() site {
	root, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // dist is embedded
	}
	s, err := newSite(root)
	if err != nil {
		panic(err)
	}
	return s
})

// site holds all files by path.
type site map[string]*file

const front = "/index.html"

func newSite(root fs.FS) (site, error) {
	s := site{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(root, name)
		s["/"+name] = newFile("/"+name, body)
		return err
	})
	if icon := s["/icon.svg"]; icon != nil {
		s["/favicon.ico"] = icon // which browsers ask for without reading the page
	}
	if err == nil && s[front] == nil {
		err = &fs.PathError{Op: "open", Path: front, Err: fs.ErrNotExist}
	}
	return s, err
}

// ServeHTTP implements http.Handler.
func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	f := s[path]
	if f != nil && f.isCode() {
		protect(w.Header())
	} else {
		protectPage(w.Header())
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed; use GET", http.StatusMethodNotAllowed)
		return
	}
	switch {
	case f != nil:
		f.serve(w, r, http.StatusOK)
	case path == "/" || path == "/games" || strings.HasPrefix(path, "/games/"):
		s[front].serve(w, r, http.StatusOK)
	case strings.HasPrefix(path, assets):
		w.Header().Set("Cache-Control", "no-cache")
		http.Error(w, "there is no such file; reload the page", http.StatusNotFound)
	default:
		s[front].serve(w, r, http.StatusNotFound) // the page says that this address does not exist
	}
}
