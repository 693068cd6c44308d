import type { Token } from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { MarkdownDocument } from './document.ts';
import { closeOpenMarks } from './open-marks.ts';

describe('open marks of a growing paragraph', () => {
  it.each([
    ['bold text', 'a **bold te', 'a **bold te**'],
    ['half of the closing marks', 'a **bold*', 'a **bold**'],
    ['emphasis in bold text', '**bold *it', '**bold *it***'],
    ['struck text', '~~gone', '~~gone~~'],
    ['text in underscores', 'an _empha', 'an _empha_'],
    ['code', 'run `npm te', 'run `npm te`'],
    ['code in two ticks', 'run ``a ` b`', 'run ``a ` b``'],
    ['code in bold text', '**run `npm', '**run `npm`**'],
  ])('are closed after %s', (_name, text, shown) => {
    expect(closeOpenMarks(text)).toBe(shown);
  });

  it.each([
    ['marks without text', 'a **', 'a'],
    ['a mark within marks', '**bold `', '**bold**'],
    ['an escape', 'a \\', 'a'],
    ['the bracket of a link', 'see [the do', 'see the do'],
    ['the URL of a link', 'see [the docs](https://exa', 'see the docs'],
    ['a link that has no URL yet', 'see **[the docs]', 'see **the docs**'],
    ['an image', 'look: ![a cat](https://exa', 'look:'],
    ['a formula', 'so $x^2 + y', 'so'],
    ['a formula in brackets', 'so \\(x^2', 'so'],
    ['the box of a task', '[x', ''],
  ])('leave out %s', (_name, text, shown) => {
    expect(closeOpenMarks(text)).toBe(shown);
  });

  it.each([
    ['complete marks', '**a** and `b` and [c](https://d.example) and ![e](f) and $x$ end'],
    ['operators', '2*3 and 4 * 5'],
    ['names', 'snake_case and __init__.py too'],
    ['prices', 'It costs $5 and more'],
    ['variables', 'print $HOME and then some'],
    ['brackets in brackets', 'list[0] and [1, 2] end'],
    ['a long text in brackets', `[${'word '.repeat(100)}end`],
    ['an exclamation mark', 'Hello!'],
  ])('keep %s', (_name, text) => {
    expect(closeOpenMarks(text)).toBe(text);
  });

  const sample =
    'A **bold word**, an *emphasised one* and ***both***, ~~a struck one~~, `code`, **`bold code`**, ' +
    '[a link](https://example.com/a_b), ![a cat](https://example.com/cat.png), $x^2$ and _more_.';
  const long = 'word '.repeat(100);

  it.each([
    ['a paragraph', sample],
    ['a line over 400 characters', long + sample],
    ['a heading', `# ${sample}`],
    ['a list', `- one\n- ${sample}`],
    ['a quote', `> ${sample}`],
    ['a table', `| a | b |\n|---|---|\n| c | ${sample} |\n`],
  ])('are never shown as text while %s grows', (_name, text) => {
    const document = new MarkdownDocument(() => 0);
    const raw: string[] = [];
    for (let length = 1; length < text.length; length += 1) {
      const blocks = document.update(text.slice(0, length), false);
      const shown = blocks
        .map((block) => (block.kind === 'tokens' ? textOf(block.tokens) : block.text))
        .join('\n');
      if (/[*~`[\]$]|https/.test(shown)) raw.push(shown.slice(-40));
    }
    expect(raw).toEqual([]);
  });

  it.each(['[](', '**a ', '`a ``', '![', '$1 ', '](', '_a *b ', '[['])(
    'are found quickly in %j',
    (hostile) => {
      const text = hostile.repeat(8_192 / hostile.length);
      const started = performance.now();
      closeOpenMarks(text);
      expect(performance.now() - started).toBeLessThan(500);
    },
  );
});

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.children) return textOf(token.children);
      return token.type === 'text' ? token.content : '';
    })
    .join('');
}
