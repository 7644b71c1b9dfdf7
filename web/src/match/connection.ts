// What the browser knows about the connection of a page.

/** Connected is what connects and hangs up. */
interface Connected {
  retry(): void;
  hangUp(): void;
}

/** followPage connects at once when the network is back or the page is visible again, and hangs up when the page goes away, so that the others see it. A page that the browser restores from its cache connects again, too. */
export function followPage(match: Connected): () => void {
  const retry = () => {
    if (document.visibilityState !== "hidden") match.retry();
  };
  const hangUp = () => match.hangUp();
  addEventListener("online", retry);
  document.addEventListener("visibilitychange", retry);
  addEventListener("pagehide", hangUp);
  return () => {
    removeEventListener("online", retry);
    document.removeEventListener("visibilitychange", retry);
    removeEventListener("pagehide", hangUp);
  };
}
