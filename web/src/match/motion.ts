// Animation of moves: pieces glide, cards fly and turn over, one after the other.

import { preferences } from "../preferences.svelte";
import { type Change, faceless, type Notice, type Seen } from "@plygame/client";

const flight = 320; // milliseconds
const stagger = 70; // milliseconds between the starts of two flights
const maxDelay = 1200; // milliseconds until the last flight of an update starts

/** Transition is a set of changes that are shown together, with the notices of the rules. */
export interface Transition {
  changes?: readonly Change[];
  notices?: readonly Notice[];
}

const motionOff = () => preferences.still || document.visibilityState === "hidden";

export class Motion {
  private running: Animation[] = [];
  /** carried is a thing that the player has dropped: its animation starts from there. */
  carried: { name: string; box: DOMRect; taken: () => void } | undefined;
  /** root contains the elements to animate. */
  root: HTMLElement | undefined;

  /** before measures where everything is, and returns a function that animates the change once the page shows the new moment. */
  before(was: Seen, is: Seen, transition: Transition): (() => Promise<void>) | undefined {
    const { root, carried } = this;
    this.carried = undefined;
    carried?.taken();
    if (!root || motionOff()) return;
    this.finish();
    const boxes = new Map<string, DOMRect>();
    for (const e of root.querySelectorAll("[data-thing]"))
      boxes.set(e.getAttribute("data-thing")!, e.getBoundingClientRect());
    for (const holder of changedHolders(transition)) {
      const e = root.querySelector(`[data-place="${CSS.escape(holder)}"]`);
      if (e) boxes.set("in " + holder, e.getBoundingClientRect());
    }
    if (carried) boxes.set(carried.name, carried.box);
    const moved = arrivals(was, is, transition);
    return () => this.glide(root, boxes, moved);
  }

  private async glide(root: HTMLElement, boxes: Map<string, DOMRect>, moved: Arrival[]) {
    const elements = new Map(
      [...root.querySelectorAll<HTMLElement | SVGElement>("[data-thing]")].map((e) => [
        e.getAttribute("data-thing")!,
        e,
      ]),
    );
    const delay = Math.min(stagger, maxDelay / Math.max(1, moved.length));
    // Everything is measured before anything is animated, so that the page is laid out once.
    const arriving = moved.flatMap((a, i) => {
      const element = elements.get(a.name);
      if (!element) return [];
      const box = (a.was && boxes.get(a.was)) || (a.from && boxes.get("in " + a.from));
      const from = box && offset(element, box);
      return [() => (from ? fly(element, from, a.faceUp, i * delay) : appear(element, i * delay))];
    });
    const arrived = new Set(moved.map((a) => a.name));
    const shifting = [...elements].flatMap(([name, element]) => {
      const box = boxes.get(name);
      const from = box && !arrived.has(name) && offset(element, box);
      return from && (Math.abs(from.x) >= 1 || Math.abs(from.y) >= 1) ? [() => shift(element, from)] : [];
    });
    this.running = [...arriving, ...shifting].map((start) => start());
    await Promise.allSettled(this.running.map((f) => f.finished));
  }

  /** finish skips to the end of all animations. */
  finish() {
    for (const a of this.running) if (a.playState !== "finished") a.finish();
    this.running = [];
  }

  get moving(): boolean {
    return this.running.some((a) => a.playState === "running");
  }
}

/** Arrival is a thing that has moved to another place. */
interface Arrival {
  name: string;
  was?: string; // its former name
  from?: string; // the holder it was in
  faceUp: boolean; // its face was visible
}

/** changedHolders returns the holders whose contents have changed. */
const changedHolders = ({ changes }: Transition) => [
  ...new Set((changes ?? []).filter((c) => c.field === "@holds").map((c) => c.of ?? "")),
];

/** differs reports whether things have moved. */
export const differs = (was: Seen, is: Seen, transition: Transition) =>
  changedHolders(transition).some((h) => was.list(h).join() !== is.list(h).join());

/** arrivals returns the things that have moved, in the order of the notices, then of the changes. */
function arrivals(was: Seen, is: Seen, transition: Transition): Arrival[] {
  const holders = changedHolders(transition);
  const home = new Map<string, string>();
  for (const h of holders) for (const n of was.list(h)) if (n !== faceless) home.set(n, h);
  const count = (s: Seen, h: string) => s.list(h).filter((n) => n === faceless).length;
  const left = new Map(holders.map((h) => [h, Math.max(0, count(was, h) - count(is, h))])); // how many faceless things left each holder
  const gone: string[] = []; // things that were face up and are no longer visible
  for (const [n] of home) if (!holders.some((h) => is.list(h).includes(n))) gone.push(n);
  const all: Arrival[] = [];
  for (const h of holders) {
    let fresh = Math.max(0, count(is, h) - count(was, h));
    const names = is.names(h);
    for (const name of names) {
      if (name.startsWith(h + ":")) continue;
      if (home.get(name) === h) continue;
      if (home.has(name)) all.push({ name, was: name, from: home.get(name)!, faceUp: true });
      else all.push({ name, ...source(left, h), faceUp: false });
    }
    for (const name of names.filter((n) => n.startsWith(h + ":")).reverse()) {
      if (fresh-- <= 0) break;
      const seen = gone.find((g) => home.get(g) !== h);
      if (seen) {
        gone.splice(gone.indexOf(seen), 1);
        all.push({ name, was: seen, from: home.get(seen)!, faceUp: true });
      } else all.push({ name, ...source(left, h), faceUp: false });
    }
  }
  return ordered(all, transition);
}

/** source returns a holder, other than this one, that a faceless thing has left. */
function source(left: Map<string, number>, to: string): { from?: string } {
  for (const [h, n] of left) {
    if (h === to || n <= 0) continue;
    left.set(h, n - 1);
    return { from: h };
  }
  return {};
}

function ordered(all: Arrival[], { notices }: Transition): Arrival[] {
  const named = (notices ?? []).flatMap((n) => (n.args ?? []).map(String));
  const rank = (a: Arrival) => {
    const i = named.indexOf(a.name);
    return i < 0 ? named.length : i;
  };
  return all
    .map((a, i) => ({ a, i }))
    .sort((x, y) => rank(x.a) - rank(y.a) || x.i - y.i)
    .map((x) => x.a);
}

/** Offset is the distance from an element to its former box, in the element's own units. */
interface Offset {
  x: number;
  y: number;
  scale: number;
}

function offset(element: Element, from: DOMRect): Offset {
  const to = element.getBoundingClientRect();
  const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
  const unit = svg?.getScreenCTM()?.a || 1;
  return {
    x: (from.left + from.width / 2 - to.left - to.width / 2) / unit,
    y: (from.top + from.height / 2 - to.top - to.height / 2) / unit,
    scale: svg || !to.width ? 1 : Math.min(2, Math.max(0.5, from.width / to.width)),
  };
}

function fly(element: Element, { x, y, scale }: Offset, faceUp: boolean, delay: number): Animation {
  const turn = element instanceof HTMLElement && !faceUp && !element.hasAttribute("data-hidden");
  const start = `translate(${x}px, ${y}px) scale(${scale})${turn ? " rotateY(90deg)" : ""}`;
  const flying = element.animate([{ transform: start }, { transform: "none" }], {
    duration: flight,
    delay,
    easing: "cubic-bezier(.3,.7,.3,1)",
    fill: "backwards",
  });
  const landed = () => element.removeAttribute("data-flying");
  element.setAttribute("data-flying", "");
  flying.finished.then(landed, landed);
  return flying;
}

function appear(element: Element, delay: number): Animation {
  return element.animate(
    [
      { opacity: 0, transform: "scale(1.35)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: flight * 0.7, delay, easing: "ease-out", fill: "backwards" },
  );
}

/** shift animates things that shift to make room for others. */
function shift(element: Element, { x, y }: Offset): Animation {
  return element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration: flight,
    easing: "ease-out",
  });
}
