/** whileVisible calls a function every so many milliseconds while the page is visible, and whenever it becomes visible. */
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
