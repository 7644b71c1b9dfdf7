package server

import (
	"fmt"
	"net/http"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/web"
)

// addArt reads the pictures of a game, if it has any.
func (s *Server) addArt(r *game.Rules) error {
	if r.Art == nil {
		return nil
	}
	art, err := web.NewArt(r.Art)
	if err != nil {
		return fmt.Errorf("%s: cannot read Rules.Art: %w", r.Name, err)
	}
	s.arts[r.Name] = art
	return nil
}

// artPath returns the path of a game's pictures, empty if it has none.
func (s *Server) artPath(game string) string {
	art := s.arts[game]
	if art == nil {
		return ""
	}
	digest, err := art.Digest()
	if err != nil {
		s.config.Log.Error("cannot read pictures", "game", game, "reason", err)
	}
	return s.config.BasePath + "/art/" + game + "/" + digest + "/"
}

// art serves the pictures and modules of games.
func (s *Server) art(w http.ResponseWriter, r *http.Request) {
	art := s.arts[r.PathValue("game")]
	if art == nil {
		http.NotFound(w, r)
		return
	}
	art.Serve(w, r, r.PathValue("digest"), r.PathValue("name"))
}
