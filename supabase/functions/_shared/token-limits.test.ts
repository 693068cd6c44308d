import { expect, it } from 'vitest';
import { tokenLimitsOf } from './token-limits.ts';

const messages = (...contents: readonly string[]) =>
  contents.map((content) => ({ role: 'user' as const, content }));

it('is never below the maximum of a tokenizer: a token for each byte', () => {
  expect(tokenLimitsOf({ messages: messages('Hello', '🍀'), maxTokens: 1000 })).toEqual({
    prompt: 5 + 4 + 2 * 16,
    reply: 1000,
  });
});

it('counts tools by their bytes, and images by their number', () => {
  const image = (url: string) => ({ type: 'image_url', image_url: { url } });
  const promptOf = (...content: readonly unknown[]) =>
    tokenLimitsOf({ messages: [], passed: { messages: [{ content }] }, maxTokens: 1 }).prompt;
  const one = promptOf(image('https://example.com/cat.png'));
  expect(one).toBeGreaterThan(40_000);
  expect(promptOf(image(`data:image/png;base64,${'A'.repeat(100_000)}`))).toBe(one);
  expect(promptOf(image(''), image(''))).toBeGreaterThan(80_000);
  const schema = { type: 'function', function: { parameters: { image_url: 'x'.repeat(50_000) } } };
  expect(tokenLimitsOf({ messages: [], passed: { tools: [schema] }, maxTokens: 1 }).prompt).toBeGreaterThan(
    50_000,
  );
  const tools = [{ type: 'function', function: { name: 'find', description: 'x'.repeat(500) } }];
  expect(tokenLimitsOf({ messages: [], passed: { tools }, maxTokens: 1 }).prompt).toBeGreaterThan(500);
});

it('counts the images of a message by their number', () => {
  const images = ['AAAA', 'A'.repeat(100_000)].map((data) => ({ mediaType: 'image/png' as const, data }));
  expect(tokenLimitsOf({ messages: [{ role: 'user', content: 'Hello', images }], maxTokens: 1 }).prompt).toBe(
    5 + 16 + 2 * 40_000,
  );
});

it('counts messages with images or tool calls once', () => {
  const text = 'x'.repeat(10_000);
  const passed = { messages: [{ role: 'user', content: [{ type: 'text', text }] }] };
  const { prompt } = tokenLimitsOf({ messages: messages(text), passed, maxTokens: 1 });
  expect(prompt).toBeGreaterThan(10_000);
  expect(prompt).toBeLessThan(10_200);
});

it('includes the reasoning, and does not limit the reply if the request has no limit', () => {
  expect(tokenLimitsOf({ messages: [], maxTokens: 1000, effort: 'low' }).reply).toBe(3048);
  expect(tokenLimitsOf({ messages: [], maxTokens: undefined, effort: 'low' }).reply).toBeNull();
});
