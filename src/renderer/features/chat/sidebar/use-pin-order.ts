import { type DragEvent, useState } from 'react';
import { useChatEngine } from '../chat-context.ts';
import { chatDragType } from '../projects/drag-type.ts';
import type { ListedChat } from './listed-chats.ts';
import { movePin, type Pin } from './pin-order.ts';

/** The drag type of pins, which can be reordered. */
const pinType = 'application/x-clover-pin';

/** Where a dragged pin would be dropped: before or after another pin. */
interface Drop {
  readonly chatId: string;
  readonly isAfter: boolean;
}

/**
 * Lets the user drag chats, and reorder pinned chats with menu items or by dragging.
 *
 * @param chats in the order of the list
 */
export function usePinOrder(chats: readonly ListedChat[]) {
  const { changes } = useChatEngine();
  const [drop, setDrop] = useState<Drop | null>(null);
  const pins = chats.flatMap(({ chatId, pinnedAt }): Pin[] => (pinnedAt ? [{ chatId, pinnedAt }] : []));
  const placeOf = (chatId: string) => pins.findIndex((pin) => pin.chatId === chatId);
  const move = (chatId: string, place: number) => {
    if (place === placeOf(chatId)) return;
    for (const pin of movePin(pins, chatId, place, Date.now())) void changes?.pin(pin.chatId, pin.pinnedAt);
  };
  return {
    canMove: (chatId: string, step: 1 | -1): boolean => {
      const place = placeOf(chatId);
      return place >= 0 && pins[place + step] !== undefined;
    },
    moveBy: (chatId: string, step: 1 | -1) => move(chatId, placeOf(chatId) + step),
    /** Each chat can be dragged to a project, and a pinned chat to another place among the pins. */
    dragOf: (chatId: string) => ({
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.setData(chatDragType, chatId);
        if (placeOf(chatId) >= 0) dataTransfer.setData(pinType, chatId);
        dataTransfer.effectAllowed = 'move';
      },
      ...(placeOf(chatId) >= 0 && {
        'data-drop': drop?.chatId === chatId ? (drop.isAfter ? 'after' : 'before') : undefined,
        onDragOver: (event: DragEvent) => {
          if (!event.dataTransfer.types.includes(pinType)) return;
          event.preventDefault();
          setDrop({ chatId, isAfter: isBelowMiddle(event) });
        },
        onDragLeave: () => setDrop(null),
        onDragEnd: () => setDrop(null),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          setDrop(null);
          const moved = event.dataTransfer.getData(pinType);
          if (placeOf(moved) < 0 || moved === chatId) return;
          const otherPins = pins.filter((pin) => pin.chatId !== moved);
          const target = otherPins.findIndex((pin) => pin.chatId === chatId);
          move(moved, target + (isBelowMiddle(event) ? 1 : 0));
        },
      }),
    }),
  };
}

function isBelowMiddle({ clientY, currentTarget }: DragEvent): boolean {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY > top + height / 2;
}
