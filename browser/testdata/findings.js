/**
 * findings returns what is covered, cut, broken or too small on the page, one line each.
 *
 * @param {{ width: number, touch: boolean }} screen its width in pixels, and whether it is touched
 */
export function findings({ width, touch }) {
  const found = new Set();
  const main = document.querySelector("main");

  /** name describes an element so that a person finds it. */
  function name(e) {
    const own = (x) => x.dataset?.thing ?? x.dataset?.place ?? x.dataset?.do ?? x.dataset?.action ?? x.dataset?.value;
    const holder = e.closest("[data-thing], [data-place], [data-do], [data-action], [data-value]");
    const text = (e.ariaLabel || e.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    const kind = typeof e.className === "string" ? e.className.split(" ")[0] : "";
    return `${e.localName}${kind && !kind.startsWith("svelte-") ? "." + kind : ""}${holder ? ` of ${own(holder)}` : ""}${text ? ` "${text}"` : ""}`;
  }

  const round = (n) => Math.round(n);

  const seen = (e) =>
    e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest(".spoken, .skip, [inert]");

  /** opaque reports whether an element hides what is below it. */
  function opaque(e) {
    const style = getComputedStyle(e);
    if (Number(style.opacity) < 0.4) return false;
    if (e instanceof SVGElement)
      return (
        e instanceof SVGGeometryElement && style.fill !== "none" && solid(style.fill) && Number(style.fillOpacity) > 0.4
      );
    return (
      ["IMG", "INPUT", "SELECT", "TEXTAREA", "CANVAS"].includes(e.tagName) ||
      solid(style.backgroundColor) ||
      style.backgroundImage !== "none"
    );
  }

  function solid(color) {
    const alpha = /(?:rgba\([^)]*,|\/)\s*([\d.]+)\)$/.exec(color);
    return color !== "transparent" && (!alpha || Number(alpha[1]) > 0.4);
  }

  const clips = new Map(); // by parent, until something is scrolled

  /** clip is the part of the screen in which an element can be seen. */
  function clip(e) {
    if (!clips.has(e.parentElement)) clips.set(e.parentElement, clipOf(e));
    return clips.get(e.parentElement);
  }

  function clipOf(e) {
    const box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let p = e.parentElement; p && p !== document.documentElement; p = p.parentElement) {
      const style = getComputedStyle(p);
      if (style.overflow === "visible" || style.display === "contents" || p === document.body) continue;
      const r = p.getBoundingClientRect();
      box.left = Math.max(box.left, r.left);
      box.top = Math.max(box.top, r.top);
      box.right = Math.min(box.right, r.right);
      box.bottom = Math.min(box.bottom, r.bottom);
      if (style.position === "fixed") break;
    }
    return box;
  }

  /** over is what lies over a point of an element, or of its text: undefined if nothing, or if the point is not part of its shape. */
  function over(e, x, y, text = false) {
    const first = document.elementFromPoint(x, y);
    if (first && (e.contains(first) || first.contains(e))) return undefined; // the usual case, found faster
    for (const top of document.elementsFromPoint(x, y)) {
      if (e.contains(top)) return undefined;
      if (top.contains(e)) return undefined; // rounded corners, and lines beside a text
      if (e instanceof SVGElement && e.ownerSVGElement === top.ownerSVGElement) continue; // a piece on its cell
      if (!text && holder(e) && holder(e) === holder(top)) continue; // a mark on its thing
      if (top.matches(".count") && top.closest("[data-place]")?.contains(e)) continue; // how many there are
      if (e.matches(".target") && e.parentElement.contains(top)) continue; // things in a place: a click on them chooses it
      if (opaque(top)) return top;
    }
    return undefined;
  }

  const holder = (e) => e.closest("[data-thing]");

  /** points are those of a box to sample, in thirds. */
  const thirds = [1 / 6, 3 / 6, 5 / 6];
  const points = (r) => thirds.flatMap((x) => thirds.map((y) => [r.left + r.width * x, r.top + r.height * y]));

  const inside = ([x, y], box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

  function reveal(e) {
    const r = e.getBoundingClientRect();
    const box = clip(e);
    const whole =
      r.left >= box.left - 1 && r.right <= box.right + 1 && r.top >= box.top - 1 && r.bottom <= box.bottom + 1;
    if (whole) return;
    e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    clips.clear();
  }

  /** sample looks at the points of a control, a thing or a cell. */
  function sample(e) {
    reveal(e);
    const box = clip(e);
    const covers = new Map();
    const enough = e.matches(".fan [data-thing], .fan [data-thing] *") ? 3 : 9;
    let visible = 0;
    for (const point of points(e.getBoundingClientRect())) {
      if (visible >= enough) return;
      if (e instanceof SVGGeometryElement && !inFill(e, point)) {
        visible++;
        continue;
      }
      const top = inside(point, box) ? over(e, ...point) : null;
      if (top === undefined) visible++;
      else covers.set(top, (covers.get(top) ?? 0) + 1);
    }
    if (visible >= enough) return;
    const by = [...covers.keys()].map((top) => (top ? `covered by ${name(top)}` : "cut off")).join(" and ");
    found.add(`${name(e)} is ${by}`);
  }

  function inFill(e, [x, y]) {
    const at = new DOMPoint(x, y).matrixTransform(e.getScreenCTM().inverse());
    return e.isPointInFill(at);
  }

  /** underneath reports whether a thing lies in a pile or stack, and not on top. */
  function underneath(e) {
    const pile = e.closest(".pile, [data-stack]");
    const thing = e.closest("[data-thing]");
    return pile && thing && [...pile.querySelectorAll("[data-thing]")].at(-1) !== thing;
  }

  /** texts are the visible texts of the page: their nodes and boxes. */
  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const e = node.parentElement;
      if (!node.data.trim() || !e || ["SCRIPT", "STYLE", "OPTION"].includes(e.tagName) || !seen(e) || underneath(e))
        continue;
      all.push({ node, e });
    }
    return all;
  }

  function boxes(node, from = 0, to = node.data.length) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((r) => r.width > 0.5 && r.height > 0.5);
  }

  /** broken looks for words that go on in the next line. */
  function broken({ node, e }) {
    if (boxes(node).length < 2) return;
    for (const word of node.data.matchAll(/\S+/g)) {
      if (word[0].length > 24 || /[-/–—]/.test(word[0])) continue; // such words may be broken
      const lines = boxes(node, word.index, word.index + word[0].length);
      if (lines.some((r) => r.top >= lines[0].bottom - 1))
        found.add(`the word ${word[0]} in ${name(e)} is broken over two lines`);
    }
  }

  /** legible looks for text that is covered or cut. */
  function legible({ node, e }) {
    reveal(e);
    const box = clip(e);
    const shortened = (x) => x && (getComputedStyle(x).textOverflow === "ellipsis" || shortened(x.parentElement));
    for (const r of boxes(node)) {
      for (const x of thirds) {
        const point = [r.left + r.width * x, r.top + r.height / 2];
        if (!inside(point, box)) {
          if (!shortened(e) && !scrolled(e)) found.add(`the text of ${name(e)} is cut off`);
          continue;
        }
        const top = over(e, ...point, true);
        if (top && (!holder(e) || holder(e) === holder(top)))
          found.add(`the text of ${name(e)} is covered by ${name(top)}`);
      }
    }
  }

  const scrollers = ".log, dialog, .side, [popover]";

  /** scrolled reports whether an element may lie outside of its box, in a list that can be scrolled. */
  const scrolled = (e) => e.closest(scrollers);

  /** overlaid looks for texts that lie over each other. */
  function overlaid(all) {
    const lines = all
      .filter(({ e }) => !holder(e) && !(e instanceof SVGElement))
      .flatMap(({ node, e }) => boxes(node).map((r) => ({ e, r, box: clip(e) })));
    for (const [i, a] of lines.entries()) {
      for (const b of lines.slice(i + 1)) {
        const wide =
          Math.min(a.r.right, b.r.right, a.box.right, b.box.right) -
          Math.max(a.r.left, b.r.left, a.box.left, b.box.left);
        const high =
          Math.min(a.r.bottom, b.r.bottom, a.box.bottom, b.box.bottom) -
          Math.max(a.r.top, b.r.top, a.box.top, b.box.top);
        if (wide < 3 || high < Math.min(a.r.height, b.r.height) / 3) continue;
        if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
        const [x, y] = [Math.max(a.r.left, b.r.left) + wide / 2, Math.max(a.r.top, b.r.top) + high / 2];
        if (over(a.e, x, y) || over(b.e, x, y)) continue; // one is covered: said elsewhere, or scrolled below a bar
        found.add(`the texts of ${name(a.e)} and ${name(b.e)} lie over each other`);
      }
    }
  }

  /** clipped looks for boxes with more in them than they show. */
  function clipped(e) {
    const style = getComputedStyle(e);
    if (e instanceof SVGElement || e.matches("input, select, textarea, .spoken") || !seen(e) || e.closest(scrollers))
      return;
    const lost = (overflow, inner, outer) => overflow !== "visible" && inner > outer + 1;
    const wide = lost(style.overflowX, e.scrollWidth, e.clientWidth) && style.textOverflow !== "ellipsis";
    const high = lost(style.overflowY, e.scrollHeight, e.clientHeight) && style.textOverflow !== "ellipsis";
    if (wide) found.add(`${name(e)} shows ${e.clientWidth} of ${e.scrollWidth} px of its width`);
    if (high) found.add(`${name(e)} shows ${e.clientHeight} of ${e.scrollHeight} px of its height`);
  }

  /** small looks for targets that a finger misses. Links in a text, and cells of boards that are confirmed or enlarged, are exempt. */
  function small(e) {
    if (e.matches("p a, li a, [role=gridcell]")) return;
    const r = e.getBoundingClientRect();
    if (Math.min(r.width, r.height) < 23.5)
      found.add(`${name(e)} is a target of ${round(r.width)}×${round(r.height)} px`);
  }

  /** own looks for things of the player outside of the first screen. */
  function own() {
    for (const e of document.querySelectorAll(".own [data-thing]")) {
      const r = e.getBoundingClientRect();
      if (r.bottom > innerHeight + 1 || r.right > width + 1 || r.left < -1)
        found.add(`${name(e)}, the player's own, is outside of the screen`);
    }
  }

  /** edged looks for things in the middle of the table that its edge cuts, or that are larger than the cells beside them. */
  function edged() {
    const edge = document.querySelector(".tabletop")?.getBoundingClientRect();
    const cells = [...document.querySelectorAll(".tabletop svg [data-place]")].map(
      (e) => e.getBoundingClientRect().width,
    );
    for (const e of document.querySelectorAll(".middle [data-thing]:not(svg *)")) {
      const r = e.getBoundingClientRect();
      if (!r.width) continue; // left out
      if (edge && (r.left < edge.left || r.right > edge.right + 0.1))
        found.add(`${name(e)} is cut by the edge of the table`);
      if (cells.length && r.width > 1.5 * Math.max(28, ...cells))
        found.add(`${name(e)} is ${round(r.width)} px wide, and the cells beside it ${round(Math.max(...cells))}`);
    }
  }

  /** grounds looks for pictures of backs with a shape of their own that lie on a card. */
  function grounds() {
    for (const e of document.querySelectorAll(".cup .card:has(img)"))
      if (solid(getComputedStyle(e).backgroundColor)) found.add(`${name(e)} has a ground behind its picture`);
  }

  scrollTo(0, 0);
  const pierced = new CSSStyleSheet();
  pierced.replaceSync("* { pointer-events: auto !important; transition: none !important; }");
  document.adoptedStyleSheets.push(pierced);

  const wide = Math.max(document.documentElement.scrollWidth, innerWidth);
  if (wide > width) {
    const out = [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > width + 1);
    found.add(`the page is ${wide} px wide because of ${out.slice(0, 3).map(name).join(", ")}`);
  }
  own();
  edged();
  grounds();
  for (const e of main.querySelectorAll("*")) clipped(e);
  const controls = [
    ...document.querySelectorAll("button, a, input, select, summary, [role=gridcell], [data-thing]"),
  ].filter((e) => seen(e) && !underneath(e) && !e.matches("svg [data-thing]"));
  for (const e of controls) {
    sample(e);
    if (touch && e.matches("button, a, input, select, summary")) small(e);
  }
  const all = texts();
  for (const text of all) {
    broken(text);
    legible(text);
  }
  scrollTo(0, 0);
  clips.clear();
  overlaid(all);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== pierced);
  return [...found];
}
