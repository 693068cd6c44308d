import { afterEach, expect, it } from 'vitest';
import { createTurnServices } from '../testing/turn-services.ts';
import { type ContextSource, contextUse } from './context-use.ts';
import { branchOf } from '../testing/rows.ts';
import { learnScale, scaleOf } from './token-scale.ts';
import { TurnRunner } from './turn-runner.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const model = { id: 'some/model', name: 'Some Model', contextLength: 8192 };

const prompts = { installation: null, account: null, project: null, chat: null };
const source = { hasOlder: false, prompts, maxTokens: undefined };

afterEach(() => localStorage.clear());

it('is 1 until a vendor has reported tokens, then follows the report', () => {
  expect(scaleOf('a')).toBe(1);
  learnScale('a', 1000, 1250);
  learnScale('b', 1000, 800);
  expect([scaleOf('a'), scaleOf('b'), scaleOf('c')]).toEqual([1.25, 0.8, 1]);
});

it('ignores short prompts, and bounds wrong reports', () => {
  learnScale('a', 20, 400);
  expect(scaleOf('a')).toBe(1);
  learnScale('a', 1000, 1e9);
  expect(scaleOf('a')).toBe(8);
});

it('survives broken storage, and remembers the 50 most recently used models', () => {
  localStorage.setItem('clover-token-scale', '{"a": "x"');
  expect(scaleOf('a')).toBe(1);
  for (let index = 0; index <= 50; index += 1) learnScale(`model-${index}`, 1000, 2000);
  expect([scaleOf('model-0'), scaleOf('model-1'), scaleOf('model-50')]).toEqual([1, 2, 2]);
});

it.each([
  [{ prompt_tokens: 1500, completion_tokens: 1 }, 1.5],
  [{ prompt_tokens: 1500, completion_tokens: 1, is_estimated: true }, 1],
  [null, 1],
])('is learned from a reply with the usage %j', async (usage, expected) => {
  const edge = createTurnServices({
    readContext: async () => ({
      messages: [{ role: 'user', content: 'x'.repeat(4000) }],
      isCut: false,
      instructions: [],
    }),
  });
  const completeChat: typeof edge.services.completeChat = async (...call) => {
    const result = await edge.services.completeChat(...call);
    return { ...result, stored: { ...Object(result.stored), usage } };
  };
  const runner = new TurnRunner('user', { ...edge.services, completeChat });
  const outcome = edge.send(runner, { chatId, title: 'Hello', isNewChat: true, text: 'Hello', model });
  await expect.poll(() => edge.completions.length).toBe(1);
  edge.completions[0]?.say('Hi');
  edge.completions[0]?.end();
  expect(await outcome).toEqual({ kind: 'answered' });
  expect(scaleOf(model.id)).toBe(expected);
});

it('decides which messages still fit', () => {
  // 7,192 tokens without the reply, so ten messages of 700 fit.
  const rows = branchOf(10).map((row) => ({ ...row, content: 'x'.repeat(2800) }));
  const use = (changes: Partial<ContextSource> = {}) => contextUse({ ...source, rows, ...changes }, model);
  expect(use()).toEqual({ used: 7000, room: 7192, firstSentId: null });
  expect(use({ prompts: { ...prompts, chat: 'x'.repeat(400) }, maxTokens: 2000 })).toEqual({
    used: 7100,
    room: 6192,
    firstSentId: 'chat-3',
  });
  learnScale(model.id, 1000, 1250);
  expect(use()).toEqual({ used: 8750, room: 7192, firstSentId: 'chat-3' });
});

it("counts unloaded messages with the last reply's reported usage", () => {
  const usage = { prompt_tokens: 6000, completion_tokens: 300, reasoning_tokens: 100 };
  const rows = branchOf(2).map((row) => (row.role === 'assistant' ? { ...row, usage } : row));
  const text = 'x'.repeat(400);
  expect(contextUse({ ...source, rows, hasOlder: true }, model, text).used).toBe(6300);
});
