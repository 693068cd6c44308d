import { expect, it } from 'vitest';
import type { LiveTurn } from '../turn/live-turn.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { withUnanswered } from './Conversation.tsx';

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
  failure: null,
  isUnsaved: false,
};
const status = (now: number, turn?: LiveTurn) => withUnanswered([question], turn, now).at(-1)?.status;

it('offers Retry for a last message without a reply [CHAT-051]', () => {
  expect(status(60_000)).toBe('failed');
});

it('waits while this or another device may be replying', () => {
  expect(status(59_999)).toBe('delivered');
  expect(status(60_000, {} as LiveTurn)).toBe('delivered');
});
