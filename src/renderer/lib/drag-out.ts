import type { DragEvent, HTMLAttributes } from 'react';
import { platform } from '../platform/index.ts';

export interface DraggedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes an element draggable to other programs as a file. Has no effect if the platform doesn't support this.
 * Keyboard users can't drag, so there must also be a button.
 *
 * @param read creates the file when the drag starts
 * @param onFailure called if creating the file fails
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
      // If the user has already released the button, the system would start a drag without a pressed button.
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
      // `dragOut` starts a drag with the file, so cancel the browser's own drag.
      event.preventDefault();
      void drag();
    },
  };
}
