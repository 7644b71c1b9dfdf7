// Package web is the client in the browser: its built pages are part of the program, and Handler serves
// them. The sources are in src, and npm run build makes dist of them.
package web

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
	"sync"
)

//go:embed all:dist
var dist embed.FS

// Handler serves the client. All pages of the client are one page, which reads its address and asks the
// server for the rest.
func Handler() http.Handler { return built() }

// built reads and compresses the pages once for all handlers.
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

// site is all files that there are, by path.
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
	if err == nil && s[front] == nil {
		err = &fs.PathError{Op: "open", Path: front, Err: fs.ErrNotExist}
	}
	return s, err
}

// ServeHTTP implements http.Handler.
func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed; use GET", http.StatusMethodNotAllowed)
		return
	}
	path := r.URL.Path
	switch f := s[path]; {
	case f != nil:
		f.serve(w, r, http.StatusOK)
	case path == "/" || path == "/games" || strings.HasPrefix(path, "/games/"):
		s[front].serve(w, r, http.StatusOK)
	case strings.HasPrefix(path, assets):
		w.Header().Set("Cache-Control", "no-cache")
		http.Error(w, "there is no such file; load the page anew", http.StatusNotFound)
	default:
		s[front].serve(w, r, http.StatusNotFound) // the page says that there is nothing here
	}
}
