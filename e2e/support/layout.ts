import type { Page } from 'playwright/test';

/** Runs in the page. Users' texts may be shortened with an ellipsis, the app's texts may not. */
function findFaults(): string[] {
  const faults: string[] = [];
  const tolerance = 1;
  const wide = document.scrollingElement;
  if (wide && wide.scrollWidth > innerWidth + tolerance)
    faults.push(`the page is ${wide.scrollWidth} px wide`);

  const isHidden = (element: Element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest('.visually-hidden, [inert], svg, pre, code, canvas, video') !== null;
  const isOfUsers = (element: Element) => element.closest('bdi, [dir="auto"], [role="article"]') !== null;
  const label = (element: Element) => (element.textContent ?? '').trim().slice(0, 60);

  /** Returns the part of a text that its frame doesn't clip. Empty if there is none. */
  const intersect = (box: DOMRect, frame: DOMRect): readonly DOMRect[] => {
    const [left, top] = [Math.max(box.left, frame.left), Math.max(box.top, frame.top)];
    const [right, bottom] = [Math.min(box.right, frame.right), Math.min(box.bottom, frame.bottom)];
    return right - left > 1 && bottom - top > 1 ? [new DOMRect(left, top, right - left, bottom - top)] : [];
  };

  interface Piece {
    readonly element: Element;
    readonly layer: Element;
    readonly boxes: readonly DOMRect[];
  }
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || isHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length === 0) continue;
    // Texts that scroll, float or stick are compared only with texts in the same element.
    let layer: Element = element;
    let scrolls = false;
    let clip: Element | null = null;
    while (layer !== document.body && layer.parentElement) {
      const style = getComputedStyle(layer);
      if (/fixed|sticky|absolute/.test(style.position)) break;
      if (/auto|scroll/.test(style.overflowX)) scrolls = true;
      if (!scrolls && clip === null && /hidden|clip/.test(style.overflowX)) clip = layer;
      layer = layer.parentElement;
    }
    const frame = clip?.getBoundingClientRect();
    const visible = frame ? boxes.flatMap((box) => intersect(box, frame)) : boxes;
    pieces.push({ element, layer, boxes: visible });
    const isScrolled = element.closest('[style*="overflow"]') !== null || scrolls;
    for (const { top, left, right } of visible)
      if (!isScrolled && top < innerHeight && (right > innerWidth + tolerance || left < -tolerance))
        faults.push(`outside the window: ${label(element)}`);
    if (frame && frame.width > 1 && frame.height > 1 && !isOfUsers(element))
      for (const { left, right } of boxes)
        if (right > frame.right + 2 || left < frame.left - 2) faults.push(`cut: ${label(element)}`);
  }

  const shown = pieces.filter(({ boxes }) =>
    boxes.some(({ top, bottom }) => bottom > 0 && top < innerHeight),
  );
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) {
      if (
        one.layer !== other.layer ||
        one.element.contains(other.element) ||
        other.element.contains(one.element)
      )
        continue;
      const overlaps = one.boxes.some((a) =>
        other.boxes.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
            // Lines of text are higher than their letters.
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.4,
        ),
      );
      if (overlaps) faults.push(`overlap: ${label(one.element)} / ${label(other.element)}`);
    }
  return [...new Set(faults)];
}

/** Finds texts that are cut off, overlap or are outside the window. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults);

/** Makes a text longer and accents its letters, but keeps its parameters. */
export const pseudoLocalize = (text: string): string => {
  const accents: Readonly<Record<string, string>> = {
    a: 'á',
    e: 'é',
    i: 'í',
    o: 'ó',
    u: 'ú',
    A: 'Á',
    E: 'É',
  };
  const letters = text.replace(/\{\w+\}|[aeiouAE]/g, (part) => accents[part] ?? part);
  return `${letters}${' ··'.repeat(Math.ceil(text.length / 12))}`;
};

/** Applies `pseudoLocalize` to all texts of a file. */
export const pseudoTexts = (value: unknown): unknown =>
  typeof value === 'string'
    ? pseudoLocalize(value)
    : Object.fromEntries(
        Object.entries(value as Record<string, unknown>).map(([key, inner]) => [key, pseudoTexts(inner)]),
      );
