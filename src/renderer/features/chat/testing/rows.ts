import type { Chat, Message } from '../chat.ts';

export const chatRow = (id: string, changes: Partial<Chat> = {}): Chat => ({
  id,
  title: `Chat ${id}`,
  createdAt: '2026-11-01T00:00:00+00:00',
  updatedAt: '2026-11-01T00:00:00+00:00',
  projectId: null,
  pinnedAt: null,
  archivedAt: null,
  model: null,
  parameters: null,
  ...changes,
});

/** Each message has different text. */
export const messageRow = (
  id: string,
  seq: number,
  parentId: string | null,
  changes: Partial<Message> = {},
): Message => ({
  id,
  chatId: 'chat',
  role: 'user',
  content: `Text ${id}`,
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  createdAt: '2026-11-01T00:00:00+00:00',
  seq,
  parentId,
  versions: [id],
  ...changes,
});

/**
 * Creates a branch of messages with the ids `chat-1`, `chat-2` and so on, each of which is the parent of the
 * next.
 */
export const branchOf = (count: number, chatId = 'chat', firstSeq = 1): Message[] =>
  Array.from({ length: count }, (_, index) =>
    messageRow(`${chatId}-${index + 1}`, firstSeq + index, index === 0 ? null : `${chatId}-${index}`, {
      chatId,
      role: index % 2 === 0 ? 'user' : 'assistant',
    }),
  );
