import type { MessageEnd } from '../chat.ts';
import { chatTexts } from '../texts.ts';

export function endNote(end: MessageEnd | null): string | null {
  switch (end) {
    case 'stopped':
      return chatTexts.stopped;
    case 'interrupted':
    case 'failed':
      return chatTexts.interrupted;
    case 'length':
      return chatTexts.cutByLength;
    case 'complete':
    case null:
      return null;
  }
}
