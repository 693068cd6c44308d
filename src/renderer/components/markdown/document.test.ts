import { describe, expect, it } from 'vitest';
import { type MarkdownBlock, MarkdownDocument } from './document.ts';
import { parseMarkdown } from './parser.ts';
import { topLevelBlocks } from './blocks.ts';

const samples: Record<string, string> = {
  prose: 'First line\nsecond line of it.\n\nAnother *paragraph* with `code` and **bold _nested_ text**.\n',
  headings: '# One\ntext\n## Two\n\nSetext\n======\n\nafter\n---\nlast',
  lists:
    '- a\n- b\n\n  second paragraph of b\n  1. inner\n  2. inner two\n\n- c\n\n1) other list\n2) more\n\npara',
  looseList: '1. one\n\n2. two\n\n\n3. three\n\n   ```js\n   const inList = 1;\n   ```\n\nend',
  code: 'before\n```ts\nconst a = 1;\n\n  if (a) {}\n```\nafter\n\n~~~\ntilde\n```\nstill code\n~~~\n',
  longerFence: '````md\n```js\ninner\n```\n````\nrest',
  openCode: 'text\n\n```python\nprint("never closed")\n# heading?\n',
  indentedCode: 'para\n\n    indented\n    more\n\npara',
  indentedFence: '  ```js\n  two spaces\n  ```\nafter',
  table: '| a | b |\n|:--|--:|\n| 1 | **2** |\n| 3 | 4 |\n\nafter the table',
  quote: '> quoted\n> more\nlazy\n\n> second\n\n> > deep\n',
  rules: 'a\n\n***\n\n---\nb\n- - -\n',
  links:
    'See [one][1] and [two].\n\n[1]: https://example.com/one "title"\n[two]: <https://example.com/two>\n\nlast [one][1].',
  lateDefinition: '[x] in the first block\n\n- [x] in a list\n\n[x]: https://example.com/x',
  definitionTitle: '[a]\n\n[a]: https://example.com/a\n"a title\nover lines"\n\nend',
  definitionIsText: '[a]: https://example.com/a\ntext right after\n\n[a]',
  formulas:
    'Euler: $e^{i\\pi}$.\n$$\na\n- b\n= c\n$$\nafter\n\n\\[ x_1 *y* \\]\n\n1. item\n   $$z$$\n2. \\(a\n_b_\\)\n\n$$\nnever closed\n- item\n\nend\n$$\n# still open',
  money: 'It costs $5 and $6, or $HOME:$PATH and US$7-$8.\n$$ text $$ and more\n\n$$\n\n$$\n',
  windows: 'one\r\ntwo\r\n\r\n- list\r\n- more\r\n',
  html: '<b>not html</b>\n\n<script>alert(1)</script>\n\n<div>\n\ntext\n',
  mixed:
    'Sure! Here is a list:\n\n* item **one**\n* item two\n\n```\nplain\n```\n\n| x |\n|---|\n| y |\n\nDone.',
};

/** Compares content only: removes the parser's internal fields. */
function shape(block: MarkdownBlock): unknown {
  if (block.kind !== 'tokens') return block;
  return block.tokens.map(({ type, tag, content, hidden, attrs, children }) => ({
    type,
    tag,
    hidden,
    attrs,
    content: children ? '' : content,
    children:
      children?.map((child) => ({ type: child.type, content: child.content, attrs: child.attrs })) ?? null,
  }));
}

function completeShape(source: string): unknown[] {
  return topLevelBlocks(parseMarkdown(source)).map(({ tokens }) => {
    const first = tokens[0];
    if (first?.type === 'fence')
      return {
        kind: 'code',
        language: first.info.trim(),
        text: first.content.replace(/\n$/, ''),
        isOpen: false,
      };
    return shape({ kind: 'tokens', tokens, isOpen: false });
  });
}

const steadyClock = () => 0;
const parse = (source: string) => new MarkdownDocument(steadyClock).update(source, true);

function parseInSteps(source: string, lengths: () => number): readonly MarkdownBlock[] {
  const document = new MarkdownDocument(steadyClock);
  for (let end = lengths(); end < source.length; end += lengths())
    document.update(source.slice(0, end), false);
  document.update(source, false);
  return document.update(source, true);
}

function randomLengths(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (state % 9);
  };
}

describe('a complete text', () => {
  it.each(Object.entries(samples))('has the same blocks as a single parser run: %s', (_name, source) => {
    expect(parse(source).map(shape)).toEqual(completeShape(source));
  });

  it('is parsed into the same blocks if it spans many windows', () => {
    const source = Object.values(samples)
      .join('\n\n')
      .repeat(20)
      .replaceAll('\r', '')
      .replaceAll('```python\nprint("never closed")\n# heading?\n', '');
    expect(source.length).toBeGreaterThan(20_000);
    expect(parse(source).map(shape)).toEqual(completeShape(source));
  });
});

describe('a growing text', () => {
  it.each(Object.entries(samples))(
    'has the same result as the complete text, character by character: %s',
    (_name, source) => {
      expect(parseInSteps(source, () => 1).map(shape)).toEqual(parse(source).map(shape));
    },
  );

  it('has the same result as the complete text, however it is split', () => {
    const source = Object.values(samples).join('\n\n');
    const whole = parse(source).map(shape);
    for (let seed = 1; seed <= 25; seed += 1)
      expect(parseInSteps(source, randomLengths(seed)).map(shape), `seed ${seed}`).toEqual(whole);
  });

  it('keeps the identity of finished blocks and of finished list items', () => {
    const document = new MarkdownDocument(steadyClock);
    const before = document.update('first\n\n- one **bold**\n- two', false);
    const after = document.update('first\n\n- one **bold**\n- two and more', false);
    expect(after[0]).toBe(before[0]);
    const inlines = (block: MarkdownBlock | undefined) =>
      block?.kind === 'tokens' ? block.tokens.filter(({ type }) => type === 'inline') : [];
    expect(inlines(after[1])[0]?.children).toBe(inlines(before[1])[0]?.children);
    expect(inlines(after[1])[1]?.children).not.toBe(inlines(before[1])[1]?.children);
  });

  it('does not flash an incomplete closing line', () => {
    const document = new MarkdownDocument(steadyClock);
    expect(document.update('```js\nlet a;\n``', false)).toEqual([
      { kind: 'code', language: 'js', text: 'let a;', isOpen: true },
    ]);
    expect(document.update('```js\nlet a;\n``x', false)).toEqual([
      { kind: 'code', language: 'js', text: 'let a;\n``x', isOpen: true },
    ]);
  });

  it('starts again if the text is replaced', () => {
    const document = new MarkdownDocument(steadyClock);
    document.update('# first\n\ntext', true);
    expect(document.update('other', true).map(shape)).toEqual(parse('other').map(shape));
  });
});

describe('the time budget', () => {
  it('pauses parsing, shows the rest as plain text, and finishes in later rounds', () => {
    let time = 0;
    const document = new MarkdownDocument(() => (time += 1));
    const source = Array.from({ length: 200 }, (_, index) => `paragraph **${index}**`).join('\n\n');
    const first = document.update(source, true);
    expect(document.isPending).toBe(true);
    expect(first.at(-1)?.kind).toBe('plain');
    let rounds = 0;
    let blocks = first;
    while (document.isPending && rounds < 100) {
      blocks = document.update(source, true);
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(2);
    expect(blocks.map(shape)).toEqual(parse(source).map(shape));
  });

  it('pauses a growing text after a costly round, but never a complete one', () => {
    let time = 0;
    const document = new MarkdownDocument(() => (time += 4));
    const before = document.update('one', false);
    expect(document.update('one two', false)).toEqual(before);
    expect(document.isPending).toBe(true);
    expect(document.update('one two', true).map(shape)).toEqual(parse('one two').map(shape));
  });
});
