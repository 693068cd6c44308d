import { describe, expect, it } from 'vitest';
import { findRuns, loadLanguage } from './find-runs.ts';
import { codeKinds } from './kinds.ts';
import { languages } from './languages.ts';

async function colors(alias: string, text: string): Promise<[string, string][]> {
  const name = await loadLanguage(alias);
  const runs = name === null ? [] : (findRuns(name, text) ?? []);
  const found: [string, string][] = [];
  let at = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const kind = codeKinds[runs[index + 1]!];
    const piece = text.slice(at, (at += runs[index]!));
    if (kind) found.push([kind, piece]);
  }
  return found;
}

describe('the highlighted runs of a text', () => {
  it('are distinguished by kind', async () => {
    const found = await colors('ts', "// note\nexport const a: number = f('x', 12);");
    expect(found).toEqual(
      expect.arrayContaining([
        ['comment', '// note'],
        ['keyword', 'export'],
        ['string', "'x'"],
        ['number', '12'],
        ['title', 'f'],
      ]),
    );
  });

  it('include embedded languages', async () => {
    const found = await colors('html', '<style>a { color: red }</style><script>let b = 1;</script>');
    expect(found).toContainEqual(['keyword', 'let']);
    expect(found).toContainEqual(['name', 'color']);
  });

  it('highlight code within a string', async () => {
    const found = await colors('js', 'const a = `one ${two} three`;');
    expect(found).toContainEqual(['string', '`one ']);
    expect(found.some(([, piece]) => piece.includes('two'))).toBe(false);
  });

  it.each(Object.keys(languages))('cover the whole text, including markup: %s', async (name) => {
    const text = 'if (a < b && c) { return "<img src=x onerror=1>"; } # x\n- 12 /* é 😀 */ <b>&amp;</b>\n';
    expect(await loadLanguage(name)).toBe(name);
    const runs = findRuns(name, text);
    expect(runs?.reduce((sum, value, index) => (index % 2 === 0 ? sum + value : sum), 0)).toBe(text.length);
  });

  it('are null for an unknown language, or if a text has too many', async () => {
    expect(await loadLanguage('klingon')).toBeNull();
    expect(await loadLanguage('constructor')).toBeNull();
    expect(findRuns((await loadLanguage('json'))!, '[1,"a",'.repeat(9_000))).toBeNull();
  });
});
