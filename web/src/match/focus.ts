// Keeps the keyboard focus when the focused element disappears, as buttons often do once pressed.

/** Spot describes where the focus was: the element, a selector for its replacement, and the section it was in. */
interface Spot {
  element: Element;
  stands: string; // a selector; empty if the element has no lasting name
  part: HTMLElement | null;
}

/** keepFocus restores the focus when the focused element is removed: to its replacement, or else to its section of the page. */
export function keepFocus(page: HTMLElement): () => void {
  let last: Spot | undefined;
  let refuge: HTMLElement | undefined; // holds the focus until the replacement appears

  function note({ target }: FocusEvent) {
    if (target === refuge) return;
    refuge = undefined;
    last =
      target instanceof Element
        ? { element: target, stands: standsFor(target), part: target.closest("section") }
        : undefined;
  }

  function look() {
    const at = document.activeElement;
    const lost = at === null || at === document.body || !usable(at); // browsers blur a disabled element only later
    if (!last || !(lost || at === refuge) || (!refuge && usable(last.element))) return;
    const again = last.stands ? [...page.querySelectorAll<HTMLElement>(last.stands)].find(usable) : undefined;
    if (again) again.focus({ preventScroll: true });
    else if (lost)
      hide(last.part?.isConnected ? last.part : (page.querySelector<HTMLElement>("[data-result]") ?? page));
  }

  function hide(part: HTMLElement) {
    refuge = part;
    if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(() => requestAnimationFrame(() => (look(), requestAnimationFrame(look))));
  observer.observe(page, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  page.addEventListener("focusin", note);
  return () => {
    observer.disconnect();
    page.removeEventListener("focusin", note);
  };
}

const usable = (e: Element) => e.isConnected && !(e as HTMLButtonElement).disabled;

/** standsFor returns a selector for the button of the same thing, place, seat or request. */
function standsFor(element: Element): string {
  for (const name of ["data-do", "data-thing", "data-seat", "data-place"]) {
    const holder = element.closest(`[${name}]`);
    const which = `[${name}="${CSS.escape(holder?.getAttribute(name) ?? "")}"]`;
    if (holder === element) return which;
    if (holder) return `${which} > button, ${which} > .who > button`;
  }
  return "";
}
