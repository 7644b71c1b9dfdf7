// Keeps the keyboard focus when the focused element disappears, as buttons often do once pressed.

/** Focus describes where the focus was: the element, a selector for its replacement, and the section it was in. */
interface Focus {
  element: Element;
  selector: string; // empty if the element has no lasting name
  part: HTMLElement | null;
}

/** keepFocus restores the focus when the focused element is removed: to its replacement, or else to its section of the page. */
export function keepFocus(page: HTMLElement): () => void {
  let last: Focus | undefined;
  let fallback: HTMLElement | undefined; // holds the focus until the replacement appears

  function remember({ target }: FocusEvent) {
    if (target === fallback) return;
    fallback = undefined;
    last =
      target instanceof Element
        ? { element: target, selector: selectorFor(target), part: target.closest("section") }
        : undefined;
  }

  function restore() {
    const at = document.activeElement;
    const lost = at === null || at === document.body || !usable(at); // browsers blur a disabled element only later
    if (!last || !(lost || at === fallback) || (!fallback && usable(last.element))) return;
    const replacement = last.selector ? [...page.querySelectorAll<HTMLElement>(last.selector)].find(usable) : undefined;
    if (replacement) replacement.focus({ preventScroll: true });
    else if (lost)
      focusSection(last.part?.isConnected ? last.part : (page.querySelector<HTMLElement>("[data-result]") ?? page));
  }

  function focusSection(part: HTMLElement) {
    fallback = part;
    if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(() => requestAnimationFrame(() => (restore(), requestAnimationFrame(restore))));
  observer.observe(page, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  page.addEventListener("focusin", remember);
  return () => {
    observer.disconnect();
    page.removeEventListener("focusin", remember);
  };
}

const usable = (e: Element) => e.isConnected && !(e as HTMLButtonElement).disabled;

/** selectorFor returns a selector for the button of the same thing, place, seat or request. */
function selectorFor(element: Element): string {
  for (const name of ["data-do", "data-thing", "data-seat", "data-place"]) {
    const holder = element.closest(`[${name}]`);
    const which = `[${name}="${CSS.escape(holder?.getAttribute(name) ?? "")}"]`;
    if (holder === element) return which;
    if (holder) return `${which} > button, ${which} > .who > button`;
  }
  return "";
}
