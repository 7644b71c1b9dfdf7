// Zooming into a board whose cells are too small to hit or to read: by pinching, with buttons, or with the wheel and the control key.

import { unit, type Box, type Point } from "./geometry";

const smallCell = 24; // pixels; boards with smaller cells can be enlarged
const stillSmall = 26; // once a board can be enlarged: the buttons for that take room and must not come and go
const goodCell = 44; // pixels per cell when fully zoomed in, at least
const moved = 8; // pixels after which a finger pans instead of tapping

/** View is what can be seen of a board: a factor, and the centre in the units of the drawing. */
interface View extends Point {
  zoom: number;
}

export class BoardZoom {
  private view = $state.raw<View | undefined>(undefined);
  private fingers = new Map<number, Point>();
  private small = false;
  private panned = 0; // pixels that the fingers have moved the board

  constructor(private readonly board: { readonly box: Box; readonly scale: number }) {}

  /** most is the largest factor; 1 if the cells are large enough. */
  most = $derived.by(() => {
    const cell = this.board.scale * unit;
    this.small = cell > 0 && cell < (this.small ? stillSmall : smallCell);
    return this.small ? goodCell / cell : 1;
  });

  zoom = $derived(Math.min(this.view?.zoom ?? 1, this.most));

  /** box is the part of the board that is drawn. */
  box = $derived.by<Box>(() => {
    const { box } = this.board;
    if (this.zoom === 1 || !this.view) return box;
    const [width, height] = [box.width / this.zoom, box.height / this.zoom];
    const within = (at: number, low: number, size: number, part: number) =>
      Math.min(Math.max(at - part / 2, low), low + size - part);
    return {
      x: within(this.view.x, box.x, box.width, width),
      y: within(this.view.y, box.y, box.height, height),
      width,
      height,
    };
  });

  private get centre(): Point {
    return { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
  }

  /** by zooms by a factor; what is at a point stays there. */
  by(factor: number, at: Point = this.centre) {
    const zoom = Math.min(Math.max(1, this.zoom * factor), this.most);
    const change = this.zoom / zoom;
    const { x, y } = this.centre;
    this.view = { zoom, x: at.x + (x - at.x) * change, y: at.y + (y - at.y) * change };
  }

  /** show moves the view so that a point can be seen. */
  show(at: Point) {
    const { x, y, width, height } = this.box;
    const seen =
      at.x > x + unit / 2 && at.x < x + width - unit / 2 && at.y > y + unit / 2 && at.y < y + height - unit / 2;
    if (this.zoom > 1 && !seen) this.view = { zoom: this.zoom, ...at };
  }

  /** watch is an attachment for the drawing. */
  readonly watch = (svg: SVGSVGElement) => {
    const inBoard = (p: Point): Point => {
      const frame = svg.getBoundingClientRect();
      const { x, y, width, height } = this.box;
      const pixel = Math.max(width / frame.width, height / frame.height);
      return {
        x: x + width / 2 + (p.x - frame.left - frame.width / 2) * pixel,
        y: y + height / 2 + (p.y - frame.top - frame.height / 2) * pixel,
      };
    };
    const down = (e: PointerEvent) => {
      if (this.most === 1) return;
      if (this.fingers.size === 0) this.panned = 0;
      this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    };
    const move = (e: PointerEvent) => {
      const was = this.fingers.get(e.pointerId);
      if (!was) return;
      const is = { x: e.clientX, y: e.clientY };
      this.panned += Math.hypot(is.x - was.x, is.y - was.y);
      const other = [...this.fingers].find(([id]) => id !== e.pointerId)?.[1];
      this.fingers.set(e.pointerId, is);
      if (other) this.by(distance(is, other) / Math.max(1, distance(was, other)), inBoard(between(is, other)));
      if (this.zoom > 1 && this.panned > moved) this.pan(inBoard(was), inBoard(is), other ? 2 : 1);
    };
    const up = (e: PointerEvent) => this.fingers.delete(e.pointerId);
    const click = (e: MouseEvent) => {
      if (this.panned > moved) e.stopPropagation(); // the fingers have moved the board
      this.panned = 0;
    };
    const wheel = (e: WheelEvent) => {
      if (this.most === 1 || !e.ctrlKey) return;
      e.preventDefault();
      this.by(Math.exp(-e.deltaY / 200), inBoard({ x: e.clientX, y: e.clientY }));
    };
    svg.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    svg.addEventListener("click", click, true);
    svg.addEventListener("wheel", wheel, { passive: false });
    return () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
  };

  private pan(from: Point, to: Point, fingers: number) {
    const { x, y } = this.centre;
    this.view = { zoom: this.zoom, x: x - (to.x - from.x) / fingers, y: y - (to.y - from.y) / fingers };
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
