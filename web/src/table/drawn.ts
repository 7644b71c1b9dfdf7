// A component that is a function: what it returns is drawn in an element of its own, whenever the state changes.

import type { ComponentElement, ComponentState } from "./component";

/** Child is an element, a text, or a list of them; undefined, null and false are nothing. */
export type Child = Node | string | number | false | null | undefined | readonly Child[];

/** Make returns an element with properties, such as className, textContent and onclick, and children. */
export type Make = (tag: string, properties?: object, ...children: Child[]) => HTMLElement;

/** Draw returns what a state looks like. It makes elements with make, and calls choose with what the player chooses. */
export type Draw = (state: ComponentState, make: Make, choose: (value: unknown) => void) => Child;

const make: Make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...nodes(children));
  return element;
};

/** nodes are what a child stands for: lists in lists are taken apart. */
function nodes(child: Child): (Node | string)[] {
  if (child === undefined || child === null || child === false) return [];
  if (typeof child === "string" || child instanceof Node) return [child];
  return typeof child === "number" ? [`${child}`] : child.flatMap(nodes);
}

/** elementOf is the class of elements that draw with a function and have a style sheet of their own. */
export function elementOf(draw: Draw, style: string): new () => ComponentElement {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return class extends HTMLElement {
    private readonly root = this.attachShadow({ mode: "open" });

    constructor() {
      super();
      this.root.adoptedStyleSheets = [sheet];
    }

    set state(state: ComponentState) {
      const choose = (detail: unknown) => void this.dispatchEvent(new CustomEvent("choose", { detail }));
      const focused = pathOf(this.root);
      this.root.replaceChildren(...nodes(draw(state, make, choose)));
      at(this.root, focused)?.focus({ preventScroll: true });
    }
  };
}

/** pathOf says where the focus is: the indexes of elements from the root down, undefined if it is elsewhere. */
function pathOf(root: ShadowRoot): number[] | undefined {
  const path: number[] = [];
  for (let e = root.activeElement; e; e = e.parentElement)
    path.unshift([...(e.parentElement ?? root).children].indexOf(e));
  return path.length ? path : undefined;
}

function at(root: ShadowRoot, path: number[] | undefined): HTMLElement | undefined {
  const found = path?.reduce<Element | undefined>((e, i) => e?.children[i], { children: root.children } as Element);
  return found instanceof HTMLElement ? found : undefined;
}
