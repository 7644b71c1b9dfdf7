// The size of things that are not on a board: the largest at which the whole table fits its frame.

const steps = 6; // of the bisection
const levels = 4; // of brevity, see brief
const boardShare = 0.6; // of the height of the table
const unit = 100; // that of geometry.ts, which only boards need

/** Sizes limit the width of a card, in pixels. */
interface Sizes {
  least: number;
  legible: number; // below this, the table is drawn more briefly before things get smaller
  most: number;
}

/** Fitting is the size of the things on a table. It changes only between moves, so that nothing jumps while things move. */
export class Fitting {
  private frame: HTMLElement | undefined;
  private queued = false;
  private stale = false; // what is on the table needs another size, whether it fits or not
  private last = "";
  private level = 0; // of brevity, which only grows while the frame has the same size, so that labels do not come and go
  private tight = false; // even the smallest size is too large, so that trying again would not help

  /** watch is an attachment for the frame, which contains one element with everything to fit. */
  readonly watch = (frame: HTMLElement) => {
    this.frame = frame;
    const resized = new ResizeObserver(() => this.resized());
    resized.observe(frame);
    const dock = frame.querySelector(".dock");
    if (dock) resized.observe(dock);
    return () => {
      resized.disconnect();
      this.frame = undefined;
    };
  };

  private resized() {
    const frame = this.frame;
    if (!frame) return;
    const size = `${frame.clientWidth} ${frame.clientHeight}`;
    if (size !== this.last) this.level = 0;
    if (size !== this.last) this.measure();
    else if (!this.tight && overflows(frame)) this.later();
    this.last = size;
  }

  /** later measures again as soon as nothing moves. */
  later() {
    this.stale = true;
    this.check();
  }

  /** check measures again if something does not fit any more, as soon as nothing moves. An effect names what it depends on. */
  check(..._shown: unknown[]) {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => void this.settled());
  }

  private async settled() {
    const moving = () => this.frame?.getAnimations({ subtree: true }).filter(ends) ?? [];
    for (let all = moving(); all.length; all = moving()) await Promise.allSettled(all.map((a) => a.finished));
    this.queued = false;
    if (this.frame && (this.stale || overflows(this.frame))) this.measure();
    this.stale = false;
  }

  private measure() {
    const frame = this.frame;
    if (!frame?.clientHeight) return;
    release(frame);
    frame.style.setProperty("--board", `${boardHeight(frame)}px`);
    frame.style.setProperty("--cell-w", `${cellWidth(frame)}px`);
    frame.classList.add("measuring");
    this.level = fit(frame, limits(frame), this.level);
    frame.classList.remove("measuring");
    this.tight = overflows(frame);
    reserve(frame);
  }
}

/** ends reports whether an animation runs and will end. */
const ends = (a: Animation) => a.playState === "running" && a.effect?.getComputedTiming().endTime !== Infinity;

/** boardHeight is the height that a board needs: what its width allows, but it leaves room for hands. */
function boardHeight(frame: HTMLElement): number {
  const boards = [...frame.querySelectorAll<SVGSVGElement>(".board > svg")];
  const natural = boards.map(({ viewBox: { baseVal: box } }) => (frame.clientWidth * box.height) / box.width);
  return Math.min(...natural, (frame.clientHeight * boardShare) / Math.max(1, boards.length));
}

/** cellWidth is about how wide the cells of a board are: what is beside the board is not larger. */
function cellWidth(frame: HTMLElement): number {
  const boards = [...frame.querySelectorAll<SVGSVGElement>(".board > svg")];
  const scales = boards.map(({ viewBox: { baseVal: box } }) =>
    Math.min(frame.clientWidth / box.width, frame.clientHeight / box.height),
  );
  return Math.max(28, unit * Math.min(...scales, 10));
}

function limits(frame: HTMLElement): Sizes {
  const { clientWidth: wide, clientHeight: high } = frame;
  const legible = wide < 600 ? 36 : 48;
  const share = frame.querySelector(".area .spot") ? 0.17 : 0.26; // without hands, other things may be larger
  return { least: 22, legible, most: Math.max(legible, Math.min(high * share, wide * share, 190)) };
}

/** fit draws the table as briefly as necessary for legible things, from a level on, and then as large as possible. It returns the level. */
function fit(frame: HTMLElement, { least, legible, most }: Sizes, from: number): number {
  for (let level = from; level < levels; level++) {
    brief(frame, level);
    const good = [fitsUncovered, fits].find((fits) => fits(frame, legible));
    if (!good) continue;
    bisect(frame, legible, most, good);
    return level;
  }
  bisect(frame, least, legible, fits);
  return levels - 1;
}

function bisect(frame: HTMLElement, low: number, high: number, good: typeof fits) {
  if (good(frame, high)) return;
  for (let i = 0; i < steps; i++) {
    const middle = (low + high) / 2;
    if (good(frame, middle)) low = middle;
    else high = middle;
  }
  fits(frame, low);
}

/** fitsUncovered also asks that no title of a card in the player's hand is covered. */
const fitsUncovered = (frame: HTMLElement, width: number) => fits(frame, width) && !covered(frame);

function covered(frame: HTMLElement): boolean {
  return [...frame.querySelectorAll<HTMLElement>(".fan.own.titled .things")].some((things) => {
    const [first, second] = things.querySelectorAll<HTMLElement>(":scope > .thing");
    return first && second && second.offsetLeft - first.offsetLeft < first.offsetWidth;
  });
}

function fits(frame: HTMLElement, width: number): boolean {
  frame.style.setProperty("--unit", `${Math.floor(width * 2) / 2}px`);
  return !overflows(frame);
}

/** overflows reports whether something does not fit. The middle of the table and the hands can be too small for their contents without making the whole larger. */
function overflows(frame: HTMLElement): boolean {
  const all = frame.firstElementChild!;
  const middle = frame.querySelector(".middle")!;
  const spare = frame.classList.contains("measuring") ? 2 : -1; // for fractions of pixels
  return (
    all.scrollHeight > frame.clientHeight - spare ||
    all.scrollWidth > frame.clientWidth + 1 ||
    middle.scrollHeight > middle.clientHeight + 1 ||
    middle.scrollWidth > middle.clientWidth + 1 ||
    [...frame.querySelectorAll(".fan")].some((fan) => fan.scrollWidth > fan.clientWidth + 1)
  );
}

/** brief sets how much is left out: 1 labels, 2 all but one card of a hidden hand, and tracks, 3 empty slots. */
function brief(frame: HTMLElement, level: number) {
  for (let i = 1; i < levels; i++) frame.classList.toggle(`brief${i}`, i <= level);
}

/** reserve keeps the height of places, so that the table stays still when they have fewer things than now. */
function reserve(frame: HTMLElement) {
  const places = [...frame.querySelectorAll<HTMLElement>("[data-reserve]")];
  const heights = places.map((p) => p.getBoundingClientRect().height);
  places.forEach((p, i) => (p.style.minHeight = `${heights[i]}px`));
}

function release(frame: HTMLElement) {
  for (const p of frame.querySelectorAll<HTMLElement>("[data-reserve]")) p.style.minHeight = "";
}
