import { expect, it } from 'vitest';
import {
  maxOutputLimit,
  outputLimitOf,
  reservedReplyTokens,
  reservedThinkingTokens,
} from './output-limit.ts';

it("the output limit is 1,000 tokens if the model's limit is unknown [PROV-011]", () => {
  expect(outputLimitOf({})).toBe(1000);
  expect(outputLimitOf({ contextLength: 200_000, maxOutput: null })).toBe(1000);
});

it("the output limit is the model's, but at most a quarter of the context", () => {
  expect(outputLimitOf({ contextLength: 200_000, maxOutput: 4096 })).toBe(4096);
  expect(outputLimitOf({ contextLength: 8000, maxOutput: 8000 })).toBe(2000);
  expect(outputLimitOf({ contextLength: 2048 })).toBe(512);
  expect(outputLimitOf({ contextLength: null, maxOutput: 600 })).toBe(600);
});

it("the output limit never exceeds the gateway's maximum", () => {
  expect(outputLimitOf({ contextLength: 1_000_000, maxOutput: 128_000 })).toBe(8192);
});

it("the output limit is the user's choice, up to the model's maximum", () => {
  expect(outputLimitOf({}, 5000)).toBe(5000);
  expect(outputLimitOf({ maxOutput: 4096 }, 300)).toBe(300);
  expect(outputLimitOf({ maxOutput: 4096 }, 5000)).toBe(4096);
  expect(maxOutputLimit({})).toBe(8192);
  expect(maxOutputLimit({ contextLength: 4096 })).toBe(1024);
});

it('thinking gets additional tokens, at most a quarter of the context', () => {
  expect(reservedThinkingTokens(200_000)).toBe(16_384);
  expect(reservedThinkingTokens(200_000, 2048)).toBe(2048);
  expect(reservedThinkingTokens(8000)).toBe(2000);
  expect(reservedThinkingTokens(undefined)).toBe(16_384);
});

it('part of the context is reserved for the reply and its thinking', () => {
  const model = { contextLength: 32_768, maxOutput: 4096 };
  expect(reservedReplyTokens(model)).toBe(4096);
  expect(reservedReplyTokens({ ...model, isReasoning: true })).toBe(4096 + 8192);
  expect(reservedReplyTokens({ isReasoning: true }, 500)).toBe(500 + 2048);
});
