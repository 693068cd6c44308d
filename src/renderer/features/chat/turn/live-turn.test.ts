import { expect, it } from 'vitest';
import type { Message } from '../chat.ts';
import { type LiveTurn, messageStatus } from './live-turn.ts';
import { showMessages } from './shown-messages.ts';

const row = (id: string, role: Message['role'], content: string, seq: number): Message => ({
  id,
  chatId: 'chat',
  role,
  content,
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  createdAt: new Date(seq).toISOString(),
  seq,
});

const turn: LiveTurn = {
  chatId: 'chat',
  title: 'Title',
  isChatStored: true,
  isMessageStored: false,
  startedAt: 5,
  messageId: 'question',
  requestId: 'question',
  continues: null,
  isCreatedHere: false,
  systemMessageId: 'system',
  typed: 'Question',
  text: 'Question',
  systemPrompt: null,
  action: null,
  model: null,
  isBeside: false,
  chatModel: null,
  phase: 'streaming',
  reply: { id: 'reply', text: 'Half', reasoning: '', thinking: null, end: 'interrupted', modelId: 'm' },
  firstLength: 4,
  failure: null,
  isContextCut: false,
  isCutOff: false,
};

it('follows the steps of a message: sending, sent, delivered, failed [CHAT-049, CHAT-050]', () => {
  const phases: LiveTurn['phase'][] = ['storing', 'waiting', 'streaming', 'done', 'failed'];
  expect(phases.map(messageStatus)).toEqual(['sending', 'sending', 'sent', 'delivered', 'failed']);
});

it('shows each message once, whether it is stored or not', () => {
  const rows = [row('old', 'user', 'Old', 1)];
  const ids = (stored: Message[]) => showMessages(stored, turn).map(({ id }) => id);
  expect(ids(rows)).toEqual(['old', 'question', 'reply']);
  expect(ids([...rows, row('question', 'user', 'Question', 2)])).toEqual(['old', 'question', 'reply']);
  expect(
    ids([...rows, row('question', 'user', 'Question', 2), row('reply', 'assistant', 'Half', 3)]),
  ).toEqual(['old', 'question', 'reply']);
});

it("a failed turn does not hide another device's later messages", () => {
  const failed: LiveTurn = { ...turn, phase: 'failed', reply: { ...turn.reply, text: '' } };
  const question = row('question', 'user', 'Question', 2);
  const ids = (stored: Message[]) =>
    showMessages(stored, failed).map(({ id, status }) => [id, status].join(' '));
  expect(ids([question])).toEqual(['question failed']);
  expect(ids([question, row('earlier', 'assistant', 'Earlier version', 3)])).toEqual(['question failed']);
  expect(ids([question, row('next', 'user', 'Next', 3), row('answer', 'assistant', 'Answer', 4)])).toEqual([
    'question delivered',
    'next delivered',
    'answer delivered',
  ]);
});

it('does not add a failed turn to a branch without its message', () => {
  const failed: LiveTurn = { ...turn, isMessageStored: true, phase: 'failed' };
  const ids = (change: Partial<LiveTurn>) =>
    showMessages([row('other', 'user', 'Another version', 2)], { ...failed, ...change }).map(({ id }) => id);
  expect(ids({})).toEqual(['other']);
  expect(ids({ isMessageStored: false })).toEqual(['other', 'question', 'reply']);
});

it('shows stored messages as delivered, and hides system messages', () => {
  const shown = showMessages([row('a', 'system', 'Prompt', 1), row('b', 'user', 'Hi', 2)], undefined);
  expect(shown.map(({ id, status }) => [id, status])).toEqual([['b', 'delivered']]);
});

it('a growing reply has no end', () => {
  expect(showMessages([], turn).at(-1)?.end).toBeNull();
  expect(showMessages([], { ...turn, phase: 'done' }).at(-1)?.end).toBe('interrupted');
});
