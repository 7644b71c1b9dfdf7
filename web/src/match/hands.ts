// The player's hand on the table: pressing, dragging and dropping, as a third way into the draft.

import type { Choices } from "../table/choices";
import { arrange, gapAt, sortableAt } from "./arrange";
import { Carried } from "./carried";
import type { DraftLogic, Position } from "@plygame/client";
import type { Motion } from "./motion";

const minDistance = 6; // pixels that the pointer moves before a thing is lifted

/** Workplace is what a hand works on. */
export interface Workplace {
  readonly draft: DraftLogic;
  readonly motion: Pick<Motion, "carried">;
  readonly position: Position | undefined;
}

/** Press is a pointer that is down on something that can be chosen. */
interface Press {
  pointer: number;
  touch: boolean;
  x: number;
  y: number;
  source: string;
  reacts: boolean; // otherwise it can only be moved along the hand
  pressed: Element | undefined;
  dragged?: Dragged;
}

/** Dragged is a thing that follows the pointer. */
interface Dragged {
  thing: string;
  carried: Carried;
  chosen: boolean; // by lifting it
  lifted: Promise<void>; // until the draft offers where it can go
}

export class Hands {
  private press: Press | undefined;
  private dropped = false; // the next click ends a drag
  private over: Element | undefined;
  private leaving: Element[] = [];

  constructor(
    private readonly root: HTMLElement,
    private readonly table: Workplace,
    private readonly choices: () => Choices,
  ) {}

  /** listen follows the pointers on the table until the returned function is called. */
  listen(): () => void {
    const { root } = this;
    const end = new AbortController();
    const { signal } = end;
    root.addEventListener("pointerdown", this.down, { signal });
    root.addEventListener("pointerover", this.hover, { signal });
    root.addEventListener("focusin", this.hover, { signal });
    root.addEventListener("touchmove", this.touchMove, { signal, passive: false });
    root.addEventListener("dragstart", (e) => e.preventDefault(), { signal });
    root.addEventListener("selectstart", (e) => this.press && e.preventDefault(), { signal });
    root.addEventListener("click", this.click, { signal, capture: true });
    addEventListener("pointermove", this.move, { signal });
    addEventListener("pointerup", this.up, { signal });
    addEventListener("pointercancel", () => this.letGo(), { signal });
    addEventListener("keydown", this.key, { signal, capture: true });
    return () => {
      this.letGo();
      end.abort();
    };
  }

  private readonly down = (e: PointerEvent) => {
    this.dropped = false;
    if (this.press || !e.isPrimary || e.button !== 0) return;
    const target = e.target as Element;
    const meant = this.namesAt(target).find((n) => this.reacts(n));
    const source = meant ?? sortableAt(target);
    if (source === undefined) return;
    const pressed = (e.target as Element).closest("button, [role=gridcell]") ?? undefined;
    pressed?.setAttribute("data-pressed", "");
    this.press = {
      pointer: e.pointerId,
      touch: e.pointerType === "touch",
      x: e.clientX,
      y: e.clientY,
      source,
      reacts: meant !== undefined,
      pressed,
    };
  };

  private readonly move = (e: PointerEvent) => {
    const { press } = this;
    if (!press || press.pointer !== e.pointerId) return;
    const [x, y] = [e.clientX - press.x, e.clientY - press.y];
    if (!press.dragged && !press.touch && Math.hypot(x, y) > minDistance) this.lift(press);
    if (!press.dragged) return;
    press.dragged.carried.moveTo(x, y);
    this.markDrop(press, press.dragged, e.clientX, e.clientY);
  };

  /** markDrop marks what a drop at a point chooses, or where it puts a card of the player's hand. */
  private markDrop(press: Press, { thing }: Dragged, x: number, y: number) {
    const gap = gapAt(thing, x, y, this.root);
    this.mark(gap ? gap.before : this.targetAt(x, y, press)?.element, gap ? "data-gap" : "data-over");
  }

  /** touchMove lifts a thing unless the finger scrolls: sideways along a hand, or on something that cannot be dragged. */
  private readonly touchMove = (e: TouchEvent) => {
    const { press } = this;
    const finger = e.touches[0];
    if (!press?.touch || !finger || e.touches.length > 1) return;
    if (!press.dragged) {
      const [x, y] = [finger.clientX - press.x, finger.clientY - press.y];
      const along = Math.abs(x) > Math.abs(y) ? !sortableAt(e.target as Element) : !press.reacts;
      if ((along && !(press.pressed instanceof SVGElement)) || !this.lift(press)) return this.letGo();
    }
    e.preventDefault();
  };

  private readonly up = (e: PointerEvent) => {
    const { press } = this;
    if (!press || press.pointer !== e.pointerId) return;
    if (press.dragged) void this.drop(press, press.dragged, e.clientX, e.clientY);
    this.release();
  };

  private readonly click = (e: Event) => {
    if (this.dropped) {
      e.stopPropagation();
      e.preventDefault();
    } else this.chooseSeat(e);
    this.dropped = false;
  };

  /** chooseSeat chooses a seat when a click hits something in its area that means nothing else. */
  private chooseSeat(e: Event) {
    const target = e.target as Element;
    const name = this.namesAt(target).find((n) => this.reacts(n));
    if (name?.startsWith("seat/") && !target.closest("button")) this.choices().choose(name, "mouse");
  }

  private readonly key = (e: KeyboardEvent) => {
    if (e.key !== "Escape" || !this.press?.dragged) return;
    e.stopPropagation();
    this.letGo();
    void this.table.draft.cancel();
  };

  /** letGo ends a press without choosing anything. */
  private letGo() {
    const dragged = this.press?.dragged;
    if (dragged) this.dropped = true;
    dragged?.carried.springBack();
    this.release();
  }

  private release() {
    this.press?.pressed?.removeAttribute("data-pressed");
    this.press = undefined;
    this.mark(undefined);
  }

  /** reacts reports whether a click on something of this name does anything. */
  private reacts(name: string): boolean {
    const choices = this.choices();
    return choices.state(name) === "open" || choices.changes(name) || this.table.draft.trail.at(-1) === name;
  }

  /** namesAt returns what an element shows: a thing, the place it is in or its contents, and whose area that is. */
  private namesAt(element: Element): string[] {
    const attribute = (name: string) => element.closest(`[${name}]`)?.getAttribute(name) ?? undefined;
    const [thing, place, seat] = [attribute("data-thing"), attribute("data-place"), attribute("data-seat")];
    const within = thing === undefined && place !== undefined ? this.within(element, place) : [];
    return [thing, place, ...within, seat && `seat/${seat}`].filter((n) => n !== undefined && n !== "") as string[];
  }

  /** within returns the things that a place stands for: those on a cell from the top, or the only one that can be chosen. */
  private within(element: Element, place: string): string[] {
    const all = (this.table.position?.seen.names(place) ?? []).reverse();
    if (element.closest("[role=gridcell]")) return all;
    const open = all.filter((n) => this.choices().state(n) === "open");
    return open.length === 1 ? open : [];
  }

  /** lift starts to drag, if the press is on a thing that can go somewhere. */
  private lift(press: Press): boolean {
    const { draft } = this.table;
    const thing = this.movingThing(press.source);
    const original =
      thing && this.root.querySelector<HTMLElement | SVGGraphicsElement>(`[data-thing="${CSS.escape(thing)}"]`);
    if (!thing || !original) return false;
    const begun = draft.trail.at(-1) === press.source || draft.here.includes(press.source);
    const leads = press.reacts && !begun && (this.choices().changes(press.source) || draft.leads(press.source));
    const carried = new Carried(original);
    press.dragged = { thing, carried, chosen: leads, lifted: leads ? draft.point(press.source) : Promise.resolve() };
    return true;
  }

  /** movingThing is the thing that a drag carries: the one that is pressed, or the one that the draft moves already. */
  private movingThing(source: string): string | undefined {
    const { draft, position } = this.table;
    const first = draft.trail.at(-1) === source ? draft.trail[0]! : source;
    return position?.spot(first) ? position.seen.names(first).at(-1) : first;
  }

  /** targetAt finds what a drop at a point of the screen chooses. */
  private targetAt(x: number, y: number, press: Press): { name: string; element: Element } | undefined {
    if (!press.reacts) return undefined;
    for (const element of document.elementsFromPoint(x, y)) {
      if (!this.root.contains(element)) continue;
      const name = this.targetOf(element, press);
      if (name !== undefined) return { name, element: element.closest("[data-place], [data-seat]") ?? element };
    }
    return undefined;
  }

  /** targetOf returns what a drop on an element chooses. A thing that completes the move goes where the move puts it; if that is not known, to any other place. */
  private targetOf(element: Element, { source, dragged }: Press): string | undefined {
    const names = this.namesAt(element);
    const { draft, position } = this.table;
    const choices = this.choices();
    if (draft.trail.length > 0) return names.find((n) => n !== source && choices.state(n) === "open");
    if (draft.leads(source)) return undefined; // its targets are not known yet
    const puts = choices.preview(source).puts;
    const place = element.closest("[data-place]")?.getAttribute("data-place");
    if (!place || place === position?.holder(dragged?.thing ?? "")) return undefined;
    return !draft.thenAt(source) || puts.some((g) => g.at === place) ? source : undefined;
  }

  private async drop(press: Press, { thing, carried, chosen, lifted }: Dragged, x: number, y: number) {
    this.dropped = true;
    const { draft, motion, position } = this.table;
    const gap = gapAt(thing, x, y, this.root);
    await lifted;
    if (gap && position) {
      arrange(position.table, gap);
      carried.putDown();
      if (chosen) await draft.point(press.source); // only its place in the hand changes
      return;
    }
    const target = this.targetAt(x, y, press);
    if (!target) return carried.springBack();
    motion.carried = { name: thing, box: carried.box, taken: () => carried.putDown() };
    await draft.point(target.name);
    motion.carried = undefined;
    carried.putDown();
  }

  private mark(element: Element | undefined, as = "data-over") {
    if (element === this.over) return;
    for (const mark of ["data-over", "data-gap"]) this.over?.removeAttribute(mark);
    element?.setAttribute(as, "");
    this.over = element;
  }

  /** hover marks the things beside a board that a move would take away. */
  private readonly hover = (e: Event) => {
    for (const element of this.leaving) element.removeAttribute("data-leaving");
    const target = e.target as Element;
    const name = this.namesAt(target).find((n) => this.choices().state(n) === "open");
    const takes = name === undefined || target instanceof SVGElement ? [] : this.choices().preview(name).takes;
    this.leaving = [...takes].flatMap((n) => this.root.querySelector(`[data-thing="${CSS.escape(n)}"]`) ?? []);
    for (const element of this.leaving) element.setAttribute("data-leaving", "");
  };
}
