import { expect, it } from 'vitest';
import { nestingDepth, maxJsonLevels, parseBoundedJson } from './bounded-json.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it('parses JSON of the maximum depth, and refuses one more level', () => {
  expect(nestingDepth(JSON.stringify(parseBoundedJson(nested(maxJsonLevels))))).toBe(maxJsonLevels);
  expect(() => parseBoundedJson(nested(maxJsonLevels + 1))).toThrow('at most 64 levels');
  expect(() => parseBoundedJson('{"a":'.repeat(5000))).toThrow(SyntaxError);
});

it('ignores brackets in strings, even after escaped quotes', () => {
  expect(nestingDepth(String.raw`{"a": "[[[ \" {{{ \\\\"}`)).toBe(1);
  expect(nestingDepth(String.raw`{"a": "\\", "b": [["`)).toBe(3);
  expect(nestingDepth(String.raw`{"a": "\\\", [[["`)).toBe(1);
  expect(parseBoundedJson(JSON.stringify({ text: nested(1000) }))).toEqual({ text: nested(1000) });
});
