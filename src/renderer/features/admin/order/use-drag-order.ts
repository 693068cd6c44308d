import { type DragEvent, useState } from 'react';
import { moveTo } from './move.ts';

/**
 * Reorders a list by dragging: spread `handle` into the draggable element and `place` into the drop target. Keyboard
 * and touch users use buttons instead.
 */
export function useDragOrder(keys: readonly string[], onOrder: ((keys: readonly string[]) => void) | null) {
  const [draggedKey, setDraggedKey] = useState<string | null>(null);
  const [overKey, setOverKey] = useState<string | null>(null);
  const end = () => {
    setDraggedKey(null);
    setOverKey(null);
  };
  const handle = (key: string) => ({
    draggable: onOrder !== null,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      const row = event.currentTarget.closest('li');
      if (row) event.dataTransfer.setDragImage(row, 24, 24);
      event.dataTransfer.effectAllowed = 'move';
      // Firefox starts a drag only if data is set.
      event.dataTransfer.setData('text/plain', key);
      setDraggedKey(key);
    },
    onDragEnd: end,
  });
  const place = (key: string) => ({
    'data-over': (draggedKey !== null && overKey === key && draggedKey !== key) || undefined,
    'data-dragged': draggedKey === key || undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      // Ignores items dragged from outside the list.
      if (draggedKey === null || !keys.includes(key)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOverKey(key);
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (draggedKey === null) return;
      event.preventDefault();
      const order = moveTo(keys, draggedKey, key);
      end();
      if (order) onOrder?.(order);
    },
  });
  return { handle, place };
}
