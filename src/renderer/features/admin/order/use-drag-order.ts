import { type DragEvent, useState } from 'react';
import { placed } from './placed.ts';

/**
 * Puts things into another order with the pointer: `handle` on what is taken, `place` on where it can be put down. For
 * the keyboard and for touch there are buttons beside it.
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
      // Without data, one of the engines begins no drag.
      event.dataTransfer.setData('text/plain', key);
      setDragged(key);
    },
    onDragEnd: end,
  });
  const place = (key: string) => ({
    'data-over': (dragged !== null && over === key && dragged !== key) || undefined,
    'data-dragged': dragged === key || undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      // What is dragged in from elsewhere has no place here.
      if (dragged === null || !keys.includes(key)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(key);
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (dragged === null) return;
      event.preventDefault();
      const order = placed(keys, dragged, key);
      end();
      if (order) onOrder?.(order);
    },
  });
  return { handle, place };
}
