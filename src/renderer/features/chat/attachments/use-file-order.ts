import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Drafts } from '../drafts.ts';
import type { Attachment } from './attachment.ts';
import { moveDraftFile, readDraftFiles } from './draft-files.ts';
import { fileTexts } from './texts.ts';
import { readingDirection } from '../../../lib/reading-direction.ts';

/** The drag type of attached files. Files from the system and dragged text are not accepted. */
const fileType = 'application/x-clover-attachment';

/** Lets the user reorder a draft's files by dragging, or with Shift and an arrow key. */
export function useFileOrder(drafts: Drafts, draftKey: string) {
  const [drop, setDrop] = useState<{ readonly path: string; readonly isAfter: boolean } | null>(null);
  const [moved, setMoved] = useState<{ readonly text: string; readonly count: number } | null>(null);
  const move = (path: string, place: number) => {
    moveDraftFile(drafts, draftKey, path, place);
    const files = readDraftFiles(drafts, draftKey);
    const at = files.findIndex((file) => file.path === path);
    const { name } = files[at] ?? {};
    const count = files.length;
    if (name !== undefined) setMoved({ text: fileTexts.moved({ name, place: at + 1, count }), count });
  };
  /** Returns props that make a file draggable, a drop target, and movable with the keyboard. */
  const propsOf = ({ path }: Attachment, place: number) => ({
    drag: {
      draggable: true,
      'data-drop': drop?.path === path ? (drop.isAfter ? 'after' : 'before') : undefined,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.setData(fileType, path);
        dataTransfer.effectAllowed = 'move';
      },
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(fileType)) return;
        event.preventDefault();
        setDrop({ path, isAfter: isAfterMiddle(event) });
      },
      onDragLeave: () => setDrop(null),
      onDragEnd: () => setDrop(null),
      onDrop: (event: DragEvent) => {
        const dragged = event.dataTransfer.getData(fileType);
        setDrop(null);
        if (dragged === '' || dragged === path) return;
        event.preventDefault();
        const others = readDraftFiles(drafts, draftKey).filter((file) => file.path !== dragged);
        const target = others.findIndex((file) => file.path === path);
        move(dragged, target + (isAfterMiddle(event) ? 1 : 0));
      },
    },
    keys: {
      'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight',
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const step = arrowSteps()[event.key];
        if (!event.shiftKey || step === undefined) return;
        event.preventDefault();
        const { currentTarget } = event;
        flushSync(() => move(path, place + step));
        // The element may have lost the focus when it moved in the document.
        currentTarget.focus();
      },
    },
  });
  /** Returns the announcement of the last move, or null if files were added or removed since then. */
  const announcement = (count: number) => (moved?.count === count ? moved.text : null);
  return { propsOf, announcement };
}

export type FileOrder = ReturnType<ReturnType<typeof useFileOrder>['propsOf']>;

const arrowSteps = (): Readonly<Record<string, number>> => ({
  ArrowLeft: -readingDirection(),
  ArrowUp: -1,
  ArrowRight: readingDirection(),
  ArrowDown: 1,
});

function isAfterMiddle({ clientX, currentTarget }: DragEvent): boolean {
  const { left, width } = currentTarget.getBoundingClientRect();
  const isRightHalf = clientX > left + width / 2;
  return isRightHalf === (readingDirection() === 1);
}
