import { params, plural, texts } from '../../../../shared/texts.ts';
import type { Toast } from '../../../lib/toast.ts';
import type { StoreUsage } from './chat-store.ts';

export const deviceTexts = texts('chat/device', {
  usage: params('{chats} with {messages}, {size}.'),
  chats: plural({ one: '{count} chat', other: '{count} chats' }),
  messages: plural({ one: '{count} message', other: '{count} messages' }),
  small: 'less than 0.1 MB',
  about: params('about {megabytes} MB'),
  files: params('Attached files: {size}.'),
  empty: 'No chats are stored on this device.',
  limit: params(
    "Up to {megabytes} MB. Chats that you haven't opened for the longest time are removed first. They stay in your account.",
  ),
  meter: 'Storage used',
  clear: 'Clear stored chats',
  cleared: { title: 'Stored chats cleared', variant: 'success' } satisfies Toast,
});

export const megabytesOf = (bytes: number): number => Math.round(bytes / 100_000) / 10;

export const usageText = ({ chats, messages, bytes }: StoreUsage): string =>
  deviceTexts.usage({
    chats: deviceTexts.chats({ count: chats }),
    messages: deviceTexts.messages({ count: messages }),
    size: sizeText(bytes),
  });

export const sizeText = (bytes: number): string =>
  bytes < 100_000 ? deviceTexts.small : deviceTexts.about({ megabytes: megabytesOf(bytes) });
