# Everyday commands. CI runs .ci/run and nothing else.
.DEFAULT_GOAL := help
.PHONY: help run short test race lint web screenshots golden bench soak ci

help: ## List these commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

run: ## Start the server with all games
	go run ./cmd/ply

short: ## Quick tests
	go test -short ./...

test: ## All tests
	go test ./...

race: ## Race detector where goroutines meet
	.ci/race

lint: ## gofmt, vet, staticcheck, and golangci-lint if it is installed
	@test -z "$$(git ls-files '*.go' | xargs gofmt -l)" || (git ls-files '*.go' | xargs gofmt -l; exit 1)
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
	@if command -v golangci-lint >/dev/null; then golangci-lint run; else echo "golangci-lint is not installed: only CI runs it"; fi

web: ## Check and rebuild the browser client
	cd web && npm ci --no-audit --no-fund && npm run lint && npm run check && npm test && npm run build

screenshots: ## Pictures of every page and game in ./screenshots
	go test ./browser -run TestScreenshots -screenshots "$(CURDIR)/screenshots" -count 1 -timeout 30m

golden: ## Rewrite golden files; read the difference before you commit
	go test ./wire -run TypeScript -update
	go test ./browser -run 'Dialogue|Scenes' -update
	go test ./cli -update
	go test ./terminal -update
	go test ./card/deck -update
	go test ./games -run Lines -update
	go test ./games/... -run Golden -update
	go test ./docs -update

bench: ## Kernel against hand-written loops
	go test ./games -run xxx -bench . -benchmem

soak: ## Load a server for ten seconds
	go run ./cmd/ply soak --time 10s

ci: ## Everything that must pass before a merge
	.ci/run
