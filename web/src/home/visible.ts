/** whileVisible calls a function at the given interval, in milliseconds, while the page is visible, and whenever it becomes visible. */
export function whileVisible(every: number, what: () => void): () => void {
  const callIfVisible = () => {
    if (document.visibilityState === "visible") what();
  };
  const timer = setInterval(callIfVisible, every);
  document.addEventListener("visibilitychange", callIfVisible);
  addEventListener("focus", callIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", callIfVisible);
    removeEventListener("focus", callIfVisible);
  };
}
