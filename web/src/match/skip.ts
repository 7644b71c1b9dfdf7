// A click or a key skips what moves, and goes on from a moment of a move.

/** Skipping is what can be skipped. It answers whether that was a moment of a move. */
export type Skipping = () => boolean;

/** skipAhead listens for clicks and keys. What goes on from a moment does nothing else in the game: nobody means what they did not see yet. */
export function skipAhead(skip: Skipping): () => void {
  let gone = false; // on from a moment, when the button was pressed

  const press = () => (gone = skip());
  const click = (e: Event) => {
    if ((gone || skip()) && inGame(e)) stop(e);
    gone = false;
  };
  const key = (e: KeyboardEvent) => {
    if (skip() && inGame(e) && ["Enter", " ", "Escape"].includes(e.key)) stop(e);
  };

  addEventListener("pointerdown", press, true);
  addEventListener("click", click, true);
  addEventListener("keydown", key, true);
  return () => {
    removeEventListener("pointerdown", press, true);
    removeEventListener("click", click, true);
    removeEventListener("keydown", key, true);
  };
}

const inGame = ({ target }: Event) =>
  target instanceof Element && (target === document.body || target.closest("section.table, [data-panel]") !== null);

function stop(e: Event) {
  e.preventDefault();
  e.stopPropagation();
}
