import { expect, it } from 'vitest';
import { parseDocument } from './vite.docs.ts';

it("leaves out the title and gives headings GitHub's anchors, each once", () => {
  const { headings } = parseDocument(
    '# Title\n\n## Rules, for `all` tables\n\nx\n\n## Limits\n\n# Part\n\n## Limits\n',
  );
  expect(headings).toEqual([
    { id: 'rules-for-all-tables', title: 'Rules, for all tables', level: 2 },
    { id: 'limits', title: 'Limits', level: 2 },
    { id: 'part', title: 'Part', level: 2 },
    { id: 'limits-1', title: 'Limits', level: 2 },
  ]);
});

it('parses paragraphs, links, lists and code into nodes', () => {
  const { nodes } = parseDocument('See [it](x.md#y) and `code`.\n\n- one\n\n```sh\nnpm start\n```\n');
  expect(nodes).toEqual([
    ['p', {}, 'See ', ['a', { href: 'x.md#y' }, 'it'], ' and ', ['code', {}, 'code'], '.'],
    ['ul', {}, ['li', {}, 'one']],
    ['pre', { language: 'sh' }, 'npm start'],
  ]);
});

it('keeps HTML as text', () => {
  expect(parseDocument('<b onclick="x()">hi</b>').nodes).toEqual([['p', {}, '<b onclick="x()">hi</b>']]);
});

it("gives the search each section's text without marks", () => {
  const { sections } = parseDocument(
    '# T\n\nIntro.\n\n## A\n\n**Bold** [link](y)\n\n| a | b |\n|-|-|\n| 1 | 2 |\n',
  );
  expect(sections).toEqual([
    { id: '', title: '', text: 'Intro.' },
    { id: 'a', title: 'A', text: 'Bold link a b 1 2' },
  ]);
});

it('refuses content that a page cannot show', () => {
  expect(() => parseDocument('![a](b.png)')).toThrow("Documents can't contain image");
});
