import { describe, expect, it } from 'vitest';
import { readDirectly, textOf } from '../../../testing/read-directly.ts';
import { readingLimits } from '../limits.ts';

const wide = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return view.buffer;
};
const hex = (digits: string) =>
  Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

describe('text', () => {
  it.each([
    ['UTF-8', 'Größe: 42 м² – 東京', 'Größe: 42 м² – 東京'],
    ['UTF-8 with a mark', '\uFEFFcafé', 'café'],
    ['UTF-16 with a mark', wide('\uFEFFcafé', true), 'café'],
    ['UTF-16 with a mark, big-endian', wide('\uFEFFcafé', false), 'café'],
    ['UTF-16 without a mark', wide('Total: 42 €\n', true), 'Total: 42 €'],
    ['UTF-16 without a mark, big-endian', wide('Total: 42 €\n', false), 'Total: 42 €'],
    ['line ends of Windows', 'a\r\nb\rc', 'a\nb\nc'],
    ['control characters', 'a\u0007b\u001b[31mc\u007f', 'ab[31mc'],
  ])('is read: %s', async (_, content, text) => expect(await textOf(content, 'a.txt')).toBe(text));

  it.each([
    ['windows-1252', 'windows-1252', hex('4dfc6c6c6572207a61686c74203330208020'), 'Müller zahlt 30 €'],
    ['short Shift-JIS', 'shift_jis', hex('82b182f182c982bf82cd'), 'こんにちは'],
    ['windows-1251', 'windows-1251', hex('cff0e8e2e5f2'), 'Привет'],
  ])(
    'is read with a guessed encoding and a note if it declares none: %s',
    async (_, encoding, content, text) => {
      const read = await readDirectly(content, 'a.txt');
      expect(read).toMatchObject({ text, notes: [{ code: 'encoding', encoding }] });
    },
  );

  it('is cut at the limit, with a note about how much is missing', async () => {
    const read = await readDirectly('ä'.repeat(readingLimits.textBytes), 'a.txt');
    if (read.kind !== 'document') throw new Error('refused');
    expect(new TextEncoder().encode(read.text)).toHaveLength(readingLimits.textBytes);
    expect(read.notes).toEqual([{ code: 'cut', missing: readingLimits.textBytes / 2 }]);
  });

  it.each([
    ['a program', hex('7f454c4602010100000000000000000003003e00'), 'unknown'],
    ['bytes without zeros', Uint8Array.from({ length: 200 }, (_, index) => 1 + (index % 31)), 'unknown'],
    ['spaces', ' \n\t ', 'noText'],
    ['nothing', '', 'empty'],
  ])('is refused if it is only %s', async (_, content, code) =>
    expect(await readDirectly(content, 'a.txt')).toEqual({ kind: 'refused', code }),
  );
});

describe('separated values', () => {
  const header = '| Name | City |\n| --- | --- |\n';
  it.each([
    ['commas and quotes', 'Name,City\n"Doe, Jane","New\nYork"\n', `${header}| Doe, Jane | New York |`],
    ['semicolons', 'Name;City\r\nJosé;"São ""P"""\r\n', `${header}| José | São "P" |`],
    ['tabs', 'Name\tCity\nA|B\t\n', `${header}| A\\|B |  |`],
    ['a quote that is never closed', 'Name,City\n"A,B\nC,D', `${header}| "A | B |\n| C | D |`],
  ])('becomes a Markdown table: %s', async (_, content, text) =>
    expect(await textOf(content, 'a.csv')).toBe(text),
  );
});

describe('a page', () => {
  it('is read as its text, without scripts and styles', async () => {
    const page = `<!doctype html><head><title>Invoice</title><style>p{}</style></head>
      <h1>Total</h1><p>Pay <b>42&nbsp;€</b><br>soon</p><script>alert('x')</script>
      <ul><li>one<li>two</ul><ol><li>three</ol><pre>a\n  b</pre><img src="//x.test/a.png" alt="A cat">
      <table><tr><th>Item<th>Price<tr><td>Tea<td>3</table>`;
    expect(await textOf(page, 'a.txt')).toBe(
      'Invoice\n\n# Total\n\nPay 42\u00a0€\nsoon\n\n- one\n- two\n1. three\na\n  b A cat\n\n| Item | Price |\n| --- | --- |\n| Tea | 3 |',
    );
  });

  it('is decoded with the encoding that it declares', async () => {
    const page = new Uint8Array([
      ...new TextEncoder().encode('<meta charset="windows-1251"><p>'),
      0xcf,
      0xf0,
    ]);
    expect(await textOf(page, 'a.html')).toBe('Пр');
  });

  it('may be nested, but only up to a limit', async () => {
    const nested = (count: number) => `${'<div><table><tr><td>'.repeat(count)}deep`;
    expect(await textOf(nested(1_000), 'a.html')).toContain('deep');
    expect(await readDirectly(nested(5_000), 'a.html')).toEqual({ kind: 'refused', code: 'damaged' });
  });
});
