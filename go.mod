module github.com/plygame/ply

go 1.26
