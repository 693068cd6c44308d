import { expect, it } from 'vitest';
import { mergeMetadata } from './metadata.ts';

it('refuses deeply nested data', () => {
  const deep = JSON.parse(`${'['.repeat(15_000)}${']'.repeat(15_000)}`) as unknown;
  expect(() => mergeMetadata({}, { deep })).toThrow('levels deep');
});

it('keeps a key named like the prototype as data', () => {
  const merged = mergeMetadata({}, JSON.parse('{"__proto__":{"admin":true}}') as Record<string, unknown>);
  expect(Object.keys(merged)).toEqual(['__proto__']);
  expect((merged as { admin?: boolean }).admin).toBeUndefined();
});

it('measures the bytes of the merged result', () => {
  const half = { a: 'é'.repeat(1000) };
  expect(() => mergeMetadata(half, { b: 'é'.repeat(1100) })).toThrow('at most 4096 bytes');
  expect(mergeMetadata(half, { a: 'é'.repeat(1100) })).toEqual({ a: 'é'.repeat(1100) });
});
