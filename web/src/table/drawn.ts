// A component that is a function: what it returns is drawn in an element of its own, whenever the state changes.

import type { ComponentElement, ComponentState } from "./component";

/** Child is an element, a text, or a list of them; undefined, null and false are nothing. */
export type Child = Node | string | number | false | null | undefined | readonly Child[];

/** Make returns an element with properties, such as className, textContent and onclick, and children. */
export type Make = (tag: string, properties?: object, ...children: Child[]) => HTMLElement | SVGElement;

/** Draw returns what a state looks like. It makes elements with make, and calls choose with what the player chooses. */
export type Draw = (state: ComponentState, make: Make, choose: (value: unknown) => void) => Child;

const svgSpace = "http://www.w3.org/2000/svg";
const svgTags = new Set(
  (
    "svg g defs use symbol path rect circle ellipse line polyline polygon text tspan textPath image clipPath mask pattern " +
    "marker linearGradient radialGradient stop filter foreignObject"
  ).split(" "),
);

const make: Make = (tag, properties = {}, ...children) => {
  const svg = svgTags.has(tag);
  const element = svg ? document.createElementNS(svgSpace, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(element, svg, name, value);
  element.append(...nodes(children));
  return element;
};

/** set sets a property. Names with a hyphen are attributes, and so is what SVG elements have no simple properties for. */
function set(element: Element, svg: boolean, name: string, value: unknown) {
  const property = typeof value === "function" || name === "textContent" || name === "key" || name === "style";
  if (!name.includes("-") && (!svg || property)) Object.assign(element, { [name]: value });
  else if (value !== undefined && value !== null && value !== false)
    element.setAttribute(name === "className" ? "class" : name, `${value as string | number | true}`);
}

/** nodes are what a child stands for: lists in lists are taken apart. */
function nodes(child: Child): (Node | string)[] {
  if (child === undefined || child === null || child === false) return [];
  if (typeof child === "string" || child instanceof Node) return [child];
  return typeof child === "number" ? [`${child}`] : child.flatMap(nodes);
}

/** base keeps the focus of the element itself invisible: it only waits there. */
const base = ":host(:focus) { outline: none }";

/** elementOf is the class of elements that draw with a function and have a style sheet of their own. */
export function elementOf(draw: Draw, style: string): new () => ComponentElement {
  const sheets = [base, style].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return class extends HTMLElement {
    private readonly root = this.attachShadow({ mode: "open" });
    private focused: Focused | undefined; // where the focus was, while it cannot be there

    constructor() {
      super();
      this.root.adoptedStyleSheets = sheets;
    }

    connectedCallback() {
      this.tabIndex = -1; // keeps the focus here while what had it is away
    }

    set state(state: ComponentState) {
      const choose = (detail: unknown) => void this.dispatchEvent(new CustomEvent("choose", { detail }));
      const waiting = document.activeElement === this ? this.focused : undefined;
      this.focused = focusedIn(this.root) ?? waiting;
      this.root.replaceChildren(...nodes(draw(state, make, choose)));
      if (!this.focused) return;
      find(this.root, this.focused)?.focus({ preventScroll: true });
      if (!this.root.activeElement) this.focus({ preventScroll: true });
    }
  };
}

/** Focused is the element with the focus: its key, or the indexes of elements from the root down. */
interface Focused {
  key: string;
  path: number[];
}

const keyOf = (e: Element) => {
  const { key, name } = e as Element & { key?: unknown; name?: unknown };
  return [key, name, e.id].find((k) => typeof k === "string" && k !== "") as string | undefined;
};

function focusedIn(root: ShadowRoot): Focused | undefined {
  const path: number[] = [];
  for (let e = root.activeElement; e; e = e.parentElement)
    path.unshift([...(e.parentElement ?? root).children].indexOf(e));
  return path.length ? { key: keyOf(root.activeElement!) ?? "", path } : undefined;
}

function find(root: ShadowRoot, { key, path }: Focused): HTMLElement | SVGElement | undefined {
  const found = key
    ? [...root.querySelectorAll("*")].find((e) => keyOf(e) === key)
    : path.reduce<Element | undefined>((e, i) => e?.children[i], { children: root.children } as Element);
  return found instanceof HTMLElement || found instanceof SVGElement ? found : undefined;
}

/** clickable reports whether a click on something in a component may do anything, as far as can be told from outside. */
export function clickable(element: HTMLElement): boolean {
  const all = [...(element.shadowRoot ?? element).querySelectorAll<HTMLElement>("*")];
  const handles = (e: HTMLElement) =>
    [e.onclick, e.onpointerdown, e.onpointerup, e.onchange, e.onkeydown].some(Boolean);
  return all.some((e) => e.matches("button, a[href], input, select, [tabindex], [role=button]") || handles(e));
}
