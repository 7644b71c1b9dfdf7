// A click or a key press skips animations and the stage being shown.

/** Skipping skips what is being shown, and reports whether that was a stage of a move. */
export type Skipping = () => boolean;

/** skipAhead listens for clicks and keys. If one skips a stage, it does nothing else in the game: the player had not seen the new position yet. */
export function skipAhead(skip: Skipping): () => void {
  let skipped = false; // the press that precedes this click skipped a stage

  const press = () => (skipped = skip());
  const click = (e: Event) => {
    if ((skipped || skip()) && inGame(e)) stop(e);
    skipped = false;
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
