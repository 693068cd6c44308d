import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

const lines = (...all: string[]) => all.join('\n');

describe('part of a web page', () => {
  it('keeps headings, emphasis, links and quotes', () => {
    const html =
      '<h2>Plan</h2><p>Sow <b>peas</b> in <i>May</i>, <s>not June</s>. See <a href="https://example.org/a">here</a>.</p><blockquote>Wait.</blockquote>';
    expect(toMarkdown(html, '')).toBe(
      lines(
        '## Plan',
        '',
        'Sow **peas** in *May*, ~~not June~~. See [here](https://example.org/a).',
        '',
        '> Wait.',
      ),
    );
  });

  it('keeps lists, their numbers and tasks', () => {
    const html =
      '<ul><li>dig<ol start="3"><li>deep</li><li>wide</li></ol></li><li>water</li></ul><ul><li><input type="checkbox" checked>done</li></ul>';
    expect(toMarkdown(html, '')).toBe(lines('- dig', '  3. deep', '  4. wide', '- water', '', '- [x] done'));
  });

  it('keeps code unchanged, with its language', () => {
    const html =
      '<p>Run <code>npm start</code>:</p><pre><code class="hljs language-ts"><span>const a_b</span> = 1;<br>// *x*</code></pre>';
    expect(toMarkdown(html, '')).toBe(
      lines('Run `npm start`:', '', '```ts', 'const a_b = 1;', '// *x*', '```'),
    );
  });

  it('keeps tables, even without a header row', () => {
    const html =
      '<table><tr><td>a</td><td>b | c</td></tr><tr><td colspan="2"><p>1</p><p>2</p></td></tr></table>';
    expect(toMarkdown(html, '')).toBe(lines(String.raw`| a | b \| c |`, '| --- | --- |', '| 1 2 | |'));
  });

  it('drops scripts, controls and unsafe URLs, and replaces images with their alt text', () => {
    const html =
      '<p><b>a</b><script>alert(1)</script><button>Copy</button> <a href="javascript:alert(1)">b</a> <img src="data:x" alt="a cat"></p>';
    expect(toMarkdown(html, '')).toBe('**a** b a cat');
  });

  it('is not escaped with backslashes', () => {
    expect(toMarkdown('<p><b>1.</b> snake_case [x] # 2*3</p>', '')).toBe('**1.** snake_case [x] # 2*3');
  });
});

describe('a document', () => {
  it('from Google Docs keeps bold text bold, and only that', () => {
    const html =
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">Sow </span><span style="font-weight:700">peas</span></p></b>';
    expect(toMarkdown(html, '')).toBe('Sow **peas**');
  });

  it('from Word keeps its lists', () => {
    const item = (level: number, mark: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`;
    const html = `<p>First</p>${item(1, '·', 'dig')}${item(2, '1.', 'deep')}${item(2, '2.', 'wide')}${item(1, '·', 'water')}<p>Last</p>`;
    expect(toMarkdown(html, '')).toBe(
      lines('First', '', '- dig', '  1. deep', '  2. wide', '- water', '', 'Last'),
    );
  });
});

describe('text without structure is not changed', () => {
  it.each([
    ['colored text', '<p><span style="color:red">a  b</span></p><p>c</p>', ' a  b\n\tc '],
    ['code of an editor', '<pre style="color:#fff"><span>if</span> (a)\n  b;</pre>', 'if (a)\n  b;\n'],
    ['nothing', '<meta charset="utf-8">', 'x'],
  ])('%s', (_name, html, plain) => {
    expect(toMarkdown(html, plain)).toBe(plain);
  });
});
