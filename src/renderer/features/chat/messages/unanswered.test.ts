import { expect, it } from 'vitest';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { markUnanswered } from './Conversation.tsx';

const question: ShownMessage = {
  id: 'q',
  role: 'user',
  content: 'Question',
  createdAt: new Date(0).toISOString(),
  status: 'delivered',
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  thinking: null,
  failure: null,
};
const status = (now: number, isAwaited = false) => markUnanswered([question], isAwaited, now).at(-1)?.status;

it('offers Retry for the last message if it has no reply [CHAT-051]', () => {
  expect(status(15_000)).toBe('failed');
});

it('offers no Retry while this or another device may still receive the reply', () => {
  expect(status(14_999)).toBe('delivered');
  expect(status(15_000, true)).toBe('delivered');
});
