// The copy of a thing that follows the pointer while it is dragged. Only its transform changes.

import { preferences } from "../preferences.svelte";

const margin = 8; // units around a piece, so that its edge is not cut off
const springBack = 180; // milliseconds

export class Carried {
  private readonly layer = document.createElement("div");
  private readonly start: DOMRect;

  constructor(private readonly original: HTMLElement | SVGGraphicsElement) {
    const svg = original instanceof SVGElement ? original.ownerSVGElement : null;
    const copy = original.cloneNode(true) as HTMLElement | SVGGraphicsElement;
    copy.removeAttribute("data-thing");
    const box = original.getBoundingClientRect();
    if (svg) this.layer.append(framed(original as SVGGraphicsElement, copy, svg));
    else this.layer.append(copy);
    this.layer.className = "carried";
    this.layer.setAttribute("aria-hidden", "true");
    this.layer.popover = "manual"; // above everything, and not cut off
    (svg?.parentElement ?? original.closest("[data-place]") ?? document.body).append(this.layer);
    this.layer.showPopover();
    Object.assign(this.layer.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
    this.start = box;
    original.setAttribute("data-carried", "");
  }

  moveTo(x: number, y: number) {
    this.layer.style.transform = `translate(${x}px, ${y}px) scale(1.08)`;
  }

  get box(): DOMRect {
    return this.layer.firstElementChild?.getBoundingClientRect() ?? this.start;
  }

  /** putDown removes the copy. */
  putDown() {
    this.layer.remove();
    this.original.removeAttribute("data-carried");
  }

  /** springBack moves the copy back to where it was taken from. */
  springBack() {
    const from = this.layer.style.transform;
    if (preferences.still || !from || !("animate" in this.layer)) return this.putDown();
    const flight = this.layer.animate([{ transform: from }, { transform: "none" }], {
      duration: springBack,
      easing: "ease-out",
      fill: "forwards",
    });
    void flight.finished.catch(() => {}).then(() => this.putDown());
  }
}

/** framed puts the copy of a piece into a picture of its own, as large as on its board. */
function framed(original: SVGGraphicsElement, copy: Element, board: SVGSVGElement): SVGElement {
  const { x, y, width, height } = original.getBBox();
  const unit = board.getScreenCTM()?.a ?? 1;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const size = { width: width + 2 * margin, height: height + 2 * margin };
  svg.setAttribute("viewBox", `${x - margin} ${y - margin} ${size.width} ${size.height}`);
  Object.assign(svg.style, {
    width: `${size.width * unit}px`,
    height: `${size.height * unit}px`,
    margin: `${-margin * unit}px`,
  });
  svg.append(copy);
  return svg;
}
