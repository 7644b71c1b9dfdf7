package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
)

// artPolicy keeps a picture that is opened by its address from running scripts or loading anything: an SVG file is a
// document, and authors of pictures are not trusted with the origin of the server.
const artPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// ArtTypes are the extensions of the files that Art serves. Files without an extension are texts, such as LICENSE.
var ArtTypes = []string{".svg", ".png", ".webp", ".js", ".txt", ".md", ""}

// Art serves the pictures and modules that come with the rules of a game. Their paths contain a digest of all files, so
// that browsers can keep them.
type Art struct {
	fsys fs.FS

	mu     sync.Mutex
	stamp  string // sizes and times of the files
	digest string
	files  map[string]*file
}

// NewArt reads the files. It leaves out hidden files, those in hidden directories, and types other than ArtTypes.
func NewArt(fsys fs.FS) (*Art, error) {
	a := &Art{fsys: fsys}
	return a, a.read()
}

// Digest returns the digest of the files. If they are not embedded in the program, it reads changed files again.
func (a *Art) Digest() (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.digest, a.read()
}

// Serve answers a request for a file.
func (a *Art) Serve(w http.ResponseWriter, r *http.Request, digest, name string) {
	protectPage(w.Header())
	w.Header().Set("Content-Security-Policy", artPolicy)
	a.mu.Lock()
	f := a.files[name]
	if digest != a.digest {
		f = nil
	}
	a.mu.Unlock()
	if f == nil {
		w.Header().Set("Cache-Control", "no-cache")
		http.Error(w, "there is no such file; reload the page", http.StatusNotFound)
		return
	}
	f.serve(w, r, http.StatusOK)
}

// read reads all files, unless they are those that were read before.
func (a *Art) read() error {
	names, stamp, err := a.list()
	if err != nil || stamp == a.stamp && a.files != nil {
		return err
	}
	files, all := map[string]*file{}, sha256.New()
	for _, name := range names {
		body, err := fs.ReadFile(a.fsys, name)
		if err != nil {
			return err
		}
		f := newFile(name, body)
		f.keep = immutable
		if path.Ext(name) == "" || path.Ext(name) == ".md" {
			f.kind = kinds[".txt"]
		}
		files[name] = f
		fmt.Fprintln(all, name, f.tag)
	}
	a.stamp, a.files, a.digest = stamp, files, hex.EncodeToString(all.Sum(nil)[:6])
	return nil
}

// list returns the names of the files to serve, in order, and a text that changes with them.
func (a *Art) list() (names []string, stamp string, err error) {
	err = fs.WalkDir(a.fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != ".":
			return fs.SkipDir
		case d.IsDir() || strings.HasPrefix(d.Name(), ".") || !slices.Contains(ArtTypes, path.Ext(name)):
			return nil
		}
		info, err := d.Info()
		if err == nil {
			names = append(names, name)
			stamp += fmt.Sprintln(name, info.Size(), info.ModTime().UnixNano())
		}
		return err
	})
	return names, stamp, err
}
