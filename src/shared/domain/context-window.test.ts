import { expect, it } from 'vitest';
import { fitContext } from './context-window.ts';

const message = (tokens: number, mark: string) => ({
  role: 'user' as const,
  content: mark.repeat(tokens * 4),
});
const conversation = [message(10, 'a'), message(10, 'b'), message(10, 'c')];

it('keeps all messages if they fit', () => {
  expect(fitContext(conversation, { systemPrompt: null, contextLength: 130, maxTokens: 100 })).toEqual({
    messages: conversation,
    leftOut: 0,
  });
});

it('leaves out the oldest messages and counts them', () => {
  const { messages, leftOut } = fitContext(conversation, {
    systemPrompt: null,
    contextLength: 129,
    maxTokens: 100,
  });
  expect(messages).toEqual(conversation.slice(1));
  expect(leftOut).toBe(1);
});

it('counts the system prompt and puts it first', () => {
  const systemPrompt = 's'.repeat(40);
  const { messages, leftOut } = fitContext(conversation, {
    systemPrompt,
    contextLength: 130,
    maxTokens: 100,
  });
  expect(messages).toEqual([{ role: 'system', content: systemPrompt }, ...conversation.slice(1)]);
  expect(leftOut).toBe(1);
});

it('counts each image as a large image', () => {
  const images = [{ mediaType: 'image/png' as const, data: 'AAAA' }];
  const seen = { ...message(10, 'b'), images };
  const budget = { systemPrompt: null, contextLength: 1719, maxTokens: 100 };
  expect(fitContext([message(10, 'a'), seen], budget).leftOut).toBe(1);
  expect(fitContext([message(10, 'a'), seen], { ...budget, contextLength: 1720 }).leftOut).toBe(0);
});

it('leaves out all messages before one that does not fit', () => {
  const mixed = [message(1, 'a'), message(50, 'b'), message(1, 'c')];
  expect(fitContext(mixed, { systemPrompt: null, contextLength: 110, maxTokens: 100 }).messages).toEqual([
    mixed[2],
  ]);
});

it('always sends the newest message', () => {
  expect(fitContext(conversation, { systemPrompt: null, contextLength: 5, maxTokens: 100 })).toEqual({
    messages: [conversation[2]],
    leftOut: 2,
  });
  expect(fitContext([], { systemPrompt: null, maxTokens: 100 })).toEqual({ messages: [], leftOut: 0 });
});
