import { expect, it } from 'vitest';
import { falseQuotations, quotationsIn } from './quotations.ts';

const source = `Notice must be given three months before\nthe end of the lease. The "deposit" is two rents – no more. The ten-\nant waters the garden.\f${'It rains a lot here. '.repeat(20)}\fDie Kündigungsfrist beträgt drei Monate zum Ende des Jahres.\f解約の通知は三か月前までに\n行うものとする。`;

it.each([
  'It says: “Notice must be given three months before the end of the lease.”',
  'It says "notice must be given three months before the end", so write now.',
  'It says “The "deposit" is two rents - no more.”',
  '> Notice must be given **three months** before the end of the lease.\n> — lease.pdf, page 1',
  '> “Notice must be given three months before the end of the lease.” (lease.pdf)',
  'Laut Vertrag: „Die Kündigungsfrist beträgt drei Monate zum Ende des Jahres.“',
  'Selon le contrat : « Die Kündigungsfrist beträgt drei Monate »',
  '「解約の通知は三か月前までに行うものとする」と書かれています。',
  '“Notice must be given […] before the end of the lease”',
  '> [!NOTE]\n> All of this is only what I think about it.',
  'It says “The tenant waters the garden.”',
  'The term “two rents” and a “short name”.',
  '```\nconst text = "this text is code and no quotation";\n```',
  'Run `echo "this text is code and no quotation"`.',
])('accepts what the file says: %s', (reply) => {
  expect(falseQuotations(reply, [source])).toEqual([]);
});

it('finds quotations that end with a straight quotation mark', () => {
  const reply =
    'Es heißt „drei Monate zum Ende des Jahres" und an anderer Stelle heißt es „zwei Wochen zum Ende des Monats". Oder “one two three four five" and “six seven eight nine ten”.';
  expect(quotationsIn(reply)).toEqual([
    'drei Monate zum Ende des Jahres',
    'zwei Wochen zum Ende des Monats',
    'one two three four five',
    'six seven eight nine ten',
  ]);
});

it.each([
  ['It says: “Notice must be given two months before the end of the lease.”', /two months/],
  ['> Notice must not be given three months before the end of the lease.', /must not/],
  ['„Die Kündigungsfrist beträgt vier Monate zum Ende des Jahres.“', /vier/],
  ['「解約の通知は六か月前までに行うものとする」', /六か月/],
  ['"the end of the lease […] Notice must be given three months before"', /lease/],
  // Pieces that are too far apart, in the wrong order, or too short.
  ['“Notice must be given […] Monate zum Ende des Jahres”', /Monate/],
  ['“before the end of […] Notice must be given”', /Notice/],
  ['“Notice must be given [...] the lease”', /lease/],
  // Only brackets with dots are omissions.
  ['“Notice must be given [two] before the end of the lease”', /two/],
  ['“Notice must be given ... before the end of the lease”', /\.\.\./],
  // The last word is incomplete.
  ['“notice must be given three month”', /month$/],
])('finds what no file says: %s', (reply, expected) => {
  expect(falseQuotations(reply, [source])).toEqual([expect.stringMatching(expected)]);
});

const markdown = `# Rules

The **tenant** must [give *notice*](https://example.org/a_(b)) three _months_ before.
Run \`npm run setup -- --name "x"\` in the folder of the app, and set \`max_count\`.

> Pets need the ~~written~~
> consent of the landlord.`;

it.each([
  '“The tenant must give notice three months before.”',
  '> The **tenant** must [give notice](https://example.org) three months before.',
  '“Run `npm run setup -- --name "x"` in the folder of the app”',
  '> Run `npm run setup -- --name "x"` in the folder of the app.',
  '“Run npm run setup -- --name "x" in the folder of the app, and set max_count”',
  '“Pets need the written consent of the landlord.”',
])('accepts what a Markdown file says: %s', (reply) => {
  expect(falseQuotations(reply, [markdown])).toEqual([]);
});

it('finds wrong code in a quotation', () => {
  const reply = '“Run `npm run "start"` in the folder of the app”';
  expect(falseQuotations(reply, [markdown])).toEqual(['Run npm run "start" in the folder of the app']);
});

it('takes linear time for a file of one long line', () => {
  const started = performance.now();
  const lines = ['[', '[](', '(', '`', '` ', '_', 'a_', '*', '> '].map((text) => text.repeat(100_000));
  falseQuotations('“one two three four five”', lines);
  expect(performance.now() - started).toBeLessThan(2_000);
});

it('finds quotations in order', () => {
  const reply =
    'First “one two three four five”, then\n\n> six seven eight nine ten\n> eleven\n\nand "a b c d e f".';
  expect(quotationsIn(reply)).toEqual([
    'one two three four five',
    'six seven eight nine ten\neleven',
    'a b c d e f',
  ]);
});
