import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** The attribute with the line's id, on the focusable element of each line. */
export const lineAttribute = 'data-line';

/** A line of a list. Lines of the kind `heading` can't get the focus. */
interface FocusLine {
  readonly kind: string;
  readonly id: string;
}

/**
 * Makes a list a single tab stop. Arrow keys, Home and End move the focus. The line with the focus
 * (`currentIndex`) stays mounted when it scrolls out of view.
 *
 * @param activeId the line that is the tab stop until the user moves the focus
 */
export function useLineFocus<Line extends FocusLine>(
  lines: readonly Line[],
  list: RefObject<HTMLElement | null>,
  activeId: string,
) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** The id of the line that gets the focus as soon as it is rendered. */
  const awaited = useRef<string | null>(null);
  const indexOfLine = (id: string | null) =>
    lines.findIndex((line) => line.kind !== 'heading' && line.id === id);
  const chosenIndex = indexOfLine(chosenId);
  const active = chosenIndex < 0 ? indexOfLine(activeId) : chosenIndex;
  const currentIndex = active < 0 ? lines.findIndex(({ kind }) => kind !== 'heading') : active;

  const focusLine = useCallback((id: string) => {
    awaited.current = id;
    setChosenId(id);
  }, []);
  useEffect(() => {
    if (awaited.current === null) return;
    const target = list.current?.querySelector<HTMLElement>(
      `[${lineAttribute}="${CSS.escape(awaited.current)}"]`,
    );
    if (!target) return;
    awaited.current = null;
    target.focus();
  });

  const neighbor = useCallback(
    (index: number, step: 1 | -1): Line | undefined => {
      let next = index + step;
      while (lines[next]?.kind === 'heading') next += step;
      return lines[next];
    },
    [lines],
  );
  const onArrow = (event: KeyboardEvent<HTMLElement>): void => {
    const steps: Record<string, () => Line | undefined> = {
      ArrowDown: () => neighbor(currentIndex, 1),
      ArrowUp: () => neighbor(currentIndex, -1),
      Home: () => neighbor(-1, 1),
      End: () => neighbor(lines.length, -1),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const line = step();
    if (line) focusLine(line.id);
  };
  return { currentIndex, focusLine, neighbor, onArrow, onFocusLine: setChosenId };
}
