// The board of Mastermind: a row of holes for every guess, and the pegs to choose from.
const style = new CSSStyleSheet();
style.replaceSync(`
  :host { display: grid; justify-items: center; align-content: center; gap: 0.6em; font-size: clamp(1rem, 3.1vmin, 2rem); }
  .rows { padding: 0.6em 1em; border-radius: 1em; background: #6f4a2c; box-shadow: inset 0 0 1em #0006, 0 2px 6px #0006; }
  .row, .pegs { display: flex; align-items: center; gap: 0.5em; }
  .row { height: 2.1em; padding: 0 0.4em; border-radius: 0.6em; }
  .row.next { background: #ffffff2e; }
  .number { width: 1.6em; color: #f5e6d3; font-size: 0.8em; text-align: right; }
  .hole, .row img { width: 1.7em; height: 1.7em; border-radius: 50%; }
  .hole { background: #3b2615; box-shadow: inset 0 2px 3px #0008; }
  .pins { display: flex; flex-wrap: wrap; gap: 0.15em; width: 2.7em; margin-left: 0.5em; }
  .row .pins img { width: 0.75em; height: 0.75em; }
  .pegs { flex-wrap: wrap; justify-content: center; height: 3.4em; }
  button { font: inherit; padding: 0.2em; border: 2px solid transparent; border-radius: 50%; background: none; cursor: pointer; }
  button:is(:hover, :focus-visible) { border-color: currentColor; outline: none; }
  button img { display: block; width: 2.4em; height: 2.4em; }
`);

/** make returns an element with properties and children. */
function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export default class extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    this.rows = make("div", { className: "rows" });
    this.pegs = make("div", { className: "pegs" });
    root.append(this.rows, this.pegs);
  }

  set state({ art, places, offers, draft }) {
    const peg = (name) => make("img", { src: `${art}${name}.svg`, alt: name });
    const fill = (pegs, length) => [...pegs, ...Array.from({ length: length - pegs.length }, () => make("span", { className: "hole" }))];
    const code = places.find((p) => p.place === "code");
    const rows = places.filter((p) => p.place === "guess");
    const offer = offers.find((o) => o.pick === "colour");
    const length = offer?.max ?? (code.things.length || 4);
    const chosen = (draft.picks?.at(-1) ?? []).map(peg);
    const next = offer?.action === "guess" ? rows.find((r) => r.things.length === 0) : undefined;

    const row = (name, pegs, pins = []) => make("div", { className: "row" }, make("span", { className: "number", textContent: name }), ...fill(pegs, length), make("span", { className: "pins" }, ...pins));
    const drawn = rows.map((r) => {
      const pins = r.things.filter((t) => t.kind === "exact" || t.kind === "near");
      const pegs = r.things.filter((t) => !pins.includes(t));
      const line = row(r.name, r === next ? chosen : pegs.map((t) => peg(t.kind)), pins.map((t) => peg(t.kind)));
      line.classList.toggle("next", r === next);
      return line;
    });
    const secret = offer?.action === "set" ? chosen : code.things.map((t) => (t.kind === "?" ? make("span", { className: "hole" }) : peg(t.kind)));
    this.rows.replaceChildren(row("", secret), ...drawn);
    this.offer((offer?.values ?? []).filter((v) => !v.why).map((v) => v.value), peg);
  }

  /** offer shows the pegs that can be chosen. The buttons stay while these are the same, and so does the focus. */
  offer(names, peg) {
    if (names.join() === this.offered) return;
    this.offered = names.join();
    this.pegs.replaceChildren(...names.map((name) => {
      const button = make("button", { title: name }, peg(name));
      button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("choose", { detail: name })));
      return button;
    }));
  }
}
