import { expect, it } from 'vitest';
import { firstChatModel } from './chat-models.ts';

const listed = (...ids: readonly string[]) => ids.map((id) => ({ id, displayName: id }));

it.each([
  ['the first model that can chat', ['text-embedding-3', 'whisper-1', 'gpt-5-mini', 'gpt-5'], 'gpt-5-mini'],
  ['the first model if none seems able to chat', ['my-embedder', 'my-reranker'], 'my-embedder'],
  ['none of an empty list', [], null],
])('chooses %s', (_what, ids, chosen) => {
  expect(firstChatModel(listed(...ids))).toBe(chosen);
});
