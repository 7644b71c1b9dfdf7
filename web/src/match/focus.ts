// Where the keys are: what was pressed often goes away when it has done its work, and the focus must not be lost with it.

/** Spot is where the focus was: what had it, what that stood for, and what part of the page it was in. */
interface Spot {
  element: Element;
  stands: string; // a selector; empty if it has no name that lasts
  part: HTMLElement | null;
}

/** keepFocus puts the focus back when what had it is gone: on what stands for the same, else on the part of the page it was in. */
export function keepFocus(page: HTMLElement): () => void {
  let last: Spot | undefined;
  let refuge: HTMLElement | undefined; // has the focus until there is something that stands for the same

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
    const lost = at === null || at === document.body || !usable(at); // a browser takes the focus from what is disabled, but later
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

/** standsFor selects what a thing, a place, a seat or a request can be pressed on. */
function standsFor(element: Element): string {
  for (const name of ["data-do", "data-thing", "data-seat", "data-place"]) {
    const holder = element.closest(`[${name}]`);
    const which = `[${name}="${CSS.escape(holder?.getAttribute(name) ?? "")}"]`;
    if (holder === element) return which;
    if (holder) return `${which} > button, ${which} > .who > button`;
  }
  return "";
}
