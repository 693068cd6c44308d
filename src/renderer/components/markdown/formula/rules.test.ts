import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../parser.ts';

function formulas(text: string): string[] {
  return parseMarkdown(text).flatMap((token) =>
    token.type === 'formula_block'
      ? [`block ${token.content}`]
      : (token.children ?? [])
          .filter(({ type }) => type === 'formula_inline')
          .map(({ markup, content }) => `${markup} ${content}`),
  );
}

describe('a formula', () => {
  it.each([
    ['Euler: $e^{i\\pi}+1=0$.', ['$ e^{i\\pi}+1=0']],
    ['($x$), $5$ and $2x + y$', ['$ x', '$ 5', '$ 2x + y']],
    ['函数$f(x)$的值', ['$ f(x)']],
    ['\\(a_1 * b_2\\) and *c*', ['\\( a_1 * b_2']],
    ['so $$x$$ and \\[y\\] here', ['$$ x', '\\[ y']],
    ['$a \\$ b$', ['$ a \\$ b']],
    ['text\n$$\na\n- b\n$$\nmore', ['block a\n- b']],
    ['\\[ x \\]', ['block x']],
    ['1. one\n   $$\n   x\n   $$\n2. two', ['block x']],
    ['> \\[\n> x\n> \\]', ['block x']],
  ])('is found in %j', (text, found) => {
    expect(formulas(text)).toEqual(found);
  });

  it.each([
    'It costs $5 and $6.',
    'US$7-$8, or $5-$6',
    'from $10 to 20$ for all of it',
    'echo $HOME:$PATH and $A/$B',
    '$ x $ and $$ $$ and \\(\\)',
    '`$x$` and ```$y$```',
    '```\n$$\nx\n$$\n```',
    '    $$\n    x\n    $$',
    '$$\nnever\n\nclosed\n$$',
    '\\[ never closed\n- item',
    `$${'x'.repeat(2_100)}$`,
    `$$\n${'x\n'.repeat(2_100)}$$`,
    'a \\$x\\$ b',
  ])('is not found in %j', (text) => {
    expect(formulas(text)).toEqual([]);
  });

  it('that is incomplete is separated from the text around it', () => {
    const tokens = parseMarkdown('text\n$$\n- a\n# b');
    expect(tokens.map(({ type }) => type)).toContain('bullet_list_open');
  });
});
