// A table too high for its frame is drawn smaller while it stays legible, and scrolls after that.

const sizes = [1, 0.9, 0.8, 0.7, 0.6];

/** fitted sets --fit, the scale of everything except boards, to the largest value that needs no scrolling. */
export function fitted(table: HTMLElement): () => void {
  const frame = table.parentElement!;
  const measure = () => {
    for (const size of sizes) {
      table.style.setProperty("--fit", String(size));
      if (frame.scrollHeight <= frame.clientHeight + 1) return;
    }
  };
  const resized = new ResizeObserver(measure);
  const changed = new MutationObserver(measure);
  resized.observe(frame);
  changed.observe(table, { childList: true, subtree: true });
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
}
