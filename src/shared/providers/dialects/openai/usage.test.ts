import { expect, it } from 'vitest';
import type { CompletionUsage } from '../../../completion/completion.ts';
import { createOpenAiReader } from './reply-reader.ts';

const usageOf = (usage: unknown): CompletionUsage | undefined =>
  createOpenAiReader({ isSeparate: false }).readEvent({ choices: [], usage }).usage;

const counts = { prompt_tokens: 12, completion_tokens: 290 };
const reasoning = { completion_tokens_details: { reasoning_tokens: 200 } };

it('counts reasoning once, whether the vendor includes it or not', () => {
  const included = { ...counts, ...reasoning, total_tokens: 302 };
  expect(usageOf(included)).toEqual({ promptTokens: 12, completionTokens: 290, reasoningTokens: 200 });
  const beside = { ...counts, ...reasoning, total_tokens: 502 };
  expect(usageOf(beside)).toEqual({ promptTokens: 12, completionTokens: 490, reasoningTokens: 200 });
});

it('reads the cached part of the prompt', () => {
  const cached = { promptTokens: 12, completionTokens: 290, cachedTokens: 8 };
  expect(usageOf({ ...counts, prompt_tokens_details: { cached_tokens: 8 } })).toEqual(cached);
  // DeepSeek
  expect(usageOf({ ...counts, prompt_cache_hit_tokens: 8 })).toEqual(cached);
});

it.each([null, 'many', [1], { reasoning_tokens: -1 }, { reasoning_tokens: 'x', cached_tokens: {} }])(
  'ignores details in another form: %j',
  (details) => {
    const usage = { ...counts, completion_tokens_details: details, prompt_tokens_details: details };
    expect(usageOf(usage)).toEqual({ promptTokens: 12, completionTokens: 290 });
  },
);

it("reads that our gateway has estimated the vendor's usage", () => {
  expect(usageOf({ ...counts, is_estimated: true })).toMatchObject({ isEstimated: true });
  expect(usageOf({ ...counts, is_estimated: 'yes' })).not.toHaveProperty('isEstimated');
});
