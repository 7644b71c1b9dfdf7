// The board of Mastermind: a row of holes for every guess, and the pegs to choose from.
export const style = `
  :host { display: grid; container-type: size; }
  .all { display: grid; justify-items: center; align-content: center; gap: 0.6em; font-size: min(100cqh / (2.1 * var(--rows) + 7.5), 4.9cqw, 2rem); }
  .rows { padding: 0.6em 1em; border-radius: 1em; background: #6f4a2c; box-shadow: inset 0 0 1em #0006, 0 2px 6px #0006; }
  .row, .pegs { display: flex; align-items: center; gap: 0.5em; }
  .row { height: 2.1em; padding: 0 0.4em; border-radius: 0.6em; }
  .row.next { background: #ffffff2e; }
  .number { width: 1.6em; color: #f5e6d3; font-size: 0.8em; text-align: right; }
  .hole, .row img { width: 1.7em; height: 1.7em; border-radius: 50%; }
  .hole { background: #3b2615; box-shadow: inset 0 2px 3px #0008; }
  .pins { display: flex; flex-wrap: wrap; gap: 0.15em; width: 2.7em; margin-left: 0.5em; }
  .row .pins img { width: 0.75em; height: 0.75em; }
  .pegs { justify-content: center; height: 3.4em; }
  .pegs button { font-size: min(1em, 100cqw / (3.4 * var(--pegs) + 1)); }
  button { font: inherit; padding: 0.2em; border: 2px solid transparent; border-radius: 50%; background: none; cursor: pointer; }
  button:is(:hover, :focus-visible) { border-color: currentColor; outline: none; }
  button img { display: block; width: 2.4em; height: 2.4em; }
`;

export default function ({ art, places, offers, draft }, make, choose) {
  const peg = (name) => make("img", { src: `${art}${name}.svg`, alt: name });
  const hole = () => make("span", { className: "hole" });
  const code = places.find((p) => p.place === "code");
  const guesses = places.filter((p) => p.place === "guess");
  const offer = offers.find((o) => o.pick === "colour");
  const values = (offer?.values ?? []).filter((v) => !v.why);
  const length = offer?.max ?? (code.things.length || 4);
  const chosen = (draft.picks?.at(-1) ?? []).map(peg);
  const next = offer?.action === "guess" ? guesses.find((g) => g.things.length === 0) : undefined;

  const row = (name, pegs, pins = [], className = "row") =>
    make("div", { className }, make("span", { className: "number", textContent: name }),
      ...pegs, ...Array.from({ length: length - pegs.length }, hole), make("span", { className: "pins" }, ...pins));
  const guess = (g) => {
    const [pins, pegs] = [true, false].map((is) => g.things.filter((t) => ["exact", "near"].includes(t.kind) === is).map((t) => peg(t.kind)));
    return g === next ? row(g.name, chosen, [], "row next") : row(g.name, pegs, pins);
  };
  const secret = offer?.action === "set" ? chosen : code.things.map((t) => (t.kind === "?" ? hole() : peg(t.kind)));
  const button = ({ value }) => make("button", { title: value, onclick: () => choose(value) }, peg(value));
  return make("div", { className: "all", style: `--rows: ${guesses.length}` },
    make("div", { className: "rows" }, row("", secret), ...guesses.map(guess)),
    make("div", { className: "pegs", style: `--pegs: ${values.length}` }, ...values.map(button)));
}
