import { type DragEvent, useState } from 'react';
import { moveTo } from './move.ts';

/**
 * Reorders a list by dragging: `handle` goes on the draggable part, `place` on the drop target. Keyboard and touch use
 * the buttons beside it.
 */
export function useDragOrder(keys: readonly string[], onOrder: ((keys: readonly string[]) => void) | null) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const handle = (key: string) => ({
    draggable: onOrder !== null,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      const row = event.currentTarget.closest('li');
      if (row) event.dataTransfer.setDragImage(row, 24, 24);
      event.dataTransfer.effectAllowed = 'move';
      // Firefox starts a drag only if there is data.
      event.dataTransfer.setData('text/plain', key);
      setDragged(key);
    },
    onDragEnd: end,
  });
  const place = (key: string) => ({
    'data-over': (dragged !== null && over === key && dragged !== key) || undefined,
    'data-dragged': dragged === key || undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      // Ignores what is dragged in from elsewhere.
      if (dragged === null || !keys.includes(key)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(key);
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (dragged === null) return;
      event.preventDefault();
      const order = moveTo(keys, dragged, key);
      end();
      if (order) onOrder?.(order);
    },
  });
  return { handle, place };
}
