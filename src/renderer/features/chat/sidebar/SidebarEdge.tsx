import type { KeyboardEvent } from 'react';
import { readingDirection } from '../../../lib/reading-direction.ts';
import { sidebarWidths, type useSidebarWidth } from '../../../lib/use-sidebar-width.ts';
import { sidebarTexts } from '../texts.ts';
import styles from './ChatSidebar.module.css';

/** In pixels per key press. */
const arrowStep = 16;

/**
 * Resizes the sidebar when it is dragged, or with the arrow keys, Home and End. A double click resets the
 * width.
 */
export function SidebarEdge({ width, resize, save }: ReturnType<typeof useSidebarWidth>) {
  const set = (next: number) => {
    resize(next);
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowStep * readingDirection();
    const widths: Record<string, number> = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: sidebarWidths.min,
      End: sidebarWidths.max,
    };
    const next = widths[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr is not a control; a focusable separator is
      role="separator"
      aria-orientation="vertical"
      aria-label={sidebarTexts.resize}
      aria-valuenow={width}
      aria-valuemin={sidebarWidths.min}
      aria-valuemax={sidebarWidths.max}
      title={sidebarTexts.resizeHint}
      className={styles.edge}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(sidebarWidths.standard)}
      onPointerDown={({ button, currentTarget, pointerId }) =>
        button === 0 && currentTarget.setPointerCapture(pointerId)
      }
      onPointerMove={({ clientX, currentTarget, pointerId }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return;
        const { left = 0, right = 0 } = currentTarget.parentElement?.getBoundingClientRect() ?? {};
        resize(readingDirection() === 1 ? clientX - left : right - clientX);
      }}
      onLostPointerCapture={save}
    />
  );
}
