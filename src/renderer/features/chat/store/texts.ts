import type { Toast } from '../../../lib/toast.ts';
import type { StoreUsage } from './chat-store.ts';
import type { StorageProblem } from './database.ts';

const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/** The account page's part about this device. */
export const deviceTexts = {
  usage: ({ chats, messages, bytes }: StoreUsage): string =>
    `${chats === 1 ? '1 chat' : `${chats} chats`} with ${messages === 1 ? '1 message' : `${messages} messages`}, ${bytes < 100_000 ? 'less than 0.1 MB' : `about ${megabytes(bytes)}`}.`,
  empty: 'No chats are stored on this device.',
  limit: (bytes: number): string =>
    `Up to ${megabytes(bytes)}. The chats you haven't opened for longest are removed first; they stay in your account.`,
  meter: 'Storage used',
  clear: 'Clear stored chats',
  cleared: { title: 'Stored chats cleared', variant: 'success' } satisfies Toast,
} as const;

export const searchTexts = { deviceOnly: 'Searching this device only' } as const;

/** Shown once in a visit. */
export const storeToasts: Readonly<Record<StorageProblem, Toast>> = {
  denied: {
    title: "Chats can't be stored on this device",
    message: 'This browser allows no storage. You can chat while you are online.',
    variant: 'warning',
  },
  full: {
    title: 'No space left on this device',
    message:
      "New messages aren't available offline. Free up space, or clear the stored chats in your account.",
    variant: 'warning',
  },
};
