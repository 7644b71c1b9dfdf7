/** whileVisible does something every so many milliseconds while the page is seen, and at once when one comes back to it. */
export function whileVisible(every: number, what: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === "visible") what();
  };
  const timer = setInterval(seen, every);
  document.addEventListener("visibilitychange", seen);
  addEventListener("focus", seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
    removeEventListener("focus", seen);
  };
}
