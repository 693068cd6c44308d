import type { Toast } from '../../../lib/toast.ts';
import type { StorageProblem } from './database.ts';
import { texts } from '../../../../shared/texts.ts';

export const searchTexts = texts('chat/deviceSearch', { deviceOnly: 'Searching this device only' });

export const storeToasts = texts('chat/storeToasts', {
  denied: {
    title: "Chats can't be stored on this device",
    message: "This browser blocks storage. You can still chat while you're online.",
    variant: 'warning',
  },
  full: {
    title: 'No space left on this device',
    message: "New messages won't be available offline. Free up space, or clear stored chats in Settings.",
    variant: 'warning',
  },
} satisfies Readonly<Record<StorageProblem, Toast>>);
