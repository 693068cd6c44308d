import type { DragEvent, HTMLAttributes } from 'react';
import { platform } from '../platform/index.ts';

/** A text file on its way out of the window. */
export interface DraggedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes an element the handle by which a file is dragged out to another program; nothing where the platform has no such
 * drags. The same file must be had by a press: who works with the keyboard cannot drag.
 *
 * @param read makes the file once the drag begins
 * @param onFailure told when there is no file after all
 */
export function dragOutOf(
  read: () => Promise<DraggedFile>,
  onFailure: () => void,
): Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart'> {
  const { dragOut } = platform;
  if (!dragOut) return {};
  const drag = async () => {
    let isHeld = true;
    const release = () => (isHeld = false);
    window.addEventListener('pointerup', release);
    try {
      const { name, text } = await read();
      // Let go before the file was there: a drag of the system would begin without a pressed button.
      if (isHeld) await dragOut(name, text);
    } catch {
      onFailure();
    } finally {
      window.removeEventListener('pointerup', release);
    }
  };
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      // The system's own drag takes the place of the page's, which could carry text only.
      event.preventDefault();
      void drag();
    },
  };
}
