import { expect, it } from 'vitest';
import { plainEntry } from '../model.ts';
import type { ModelSection } from '../own-sections.ts';
import { factsText } from './facts.ts';
import { modelLines } from './lines.ts';

const section = (title: string, ids: readonly string[]): ModelSection => ({
  vendorName: title,
  title,
  kind: 'active',
  target: null,
  models: ids.map((id) => plainEntry(id, `Name of ${id}`)),
  locked: new Set(),
  service: null,
});
const nothing = { favorites: [], recent: [] };
const shown = (
  sections: readonly ModelSection[],
  memory = nothing as Parameters<typeof modelLines>[1],
  query = '',
) =>
  modelLines(sections, memory, query).map((line) =>
    line.kind === 'heading' ? `# ${line.title}` : line.entry.id,
  );

it('a short list of one vendor has no headings', () => {
  expect(shown([section('Acme', ['a', 'b'])])).toEqual(['a', 'b']);
});

it('favorites and recent models come first, each once; unavailable models are left out', () => {
  const ids = Array.from({ length: 9 }, (_, index) => `m${index}`);
  const memory = { favorites: ['Acme m3', 'Acme gone'], recent: ['Acme m3', 'Acme m5'] };
  expect(shown([section('Acme', ids)], memory)).toEqual([
    '# Favorites on this device',
    'm3',
    '# Recent',
    'm5',
    '# Acme',
    ...ids,
  ]);
});

it('vendors with many models are grouped by maker', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `${index % 2 ? 'odd' : 'even'}/${index}`);
  expect(shown([section('Hub', ids)]).filter((line) => line.startsWith('#'))).toEqual([
    '# Hub · even',
    '# Hub · odd',
  ]);
});

it('a search finds names, ids and vendors, the best match first', () => {
  const sections = [section('Acme', ['x/alpha', 'beta']), section('Hub', ['alpha'])];
  expect(shown(sections, nothing, 'hub')).toEqual(['alpha']);
  expect(shown(sections, nothing, 'x/al')).toEqual(['x/alpha']);
  expect(shown(sections, nothing, 'zzz')).toEqual([]);
});

it('lists 3,000 models within two frames', () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => `maker${index % 40}/model-${index}`);
  const sections = [section('Hub', ids)];
  const start = performance.now();
  expect(shown(sections, nothing, 'model 29')).toContain('maker0/model-2960');
  expect(performance.now() - start).toBeLessThan(500);
});

it('only known facts are shown', () => {
  const entry = { ...plainEntry('a', 'A'), isUnknown: false };
  expect(factsText(entry, true)).toBe('');
  expect(factsText({ ...entry, isUnknown: true }, true)).toBe('No details available, uses standard settings');
  const known = {
    ...entry,
    contextLength: 128_000,
    supportsImages: true,
    price: { input: 0.15, output: 0.6 },
  };
  expect(factsText(known, true)).toBe('Images · $0.15 in, $0.6 out per 1M tokens · 128K context');
  expect(factsText({ ...entry, size: '8B', price: { input: 0, output: null } }, true)).toBe('Free · 8B');
  document.documentElement.lang = 'de';
  // A non-breaking space precedes the currency.
  expect(factsText({ ...entry, price: { input: 0.15, output: 12.5 } }, true)).toMatch(
    /0,15\s\$ .* 12,5\s\$/u,
  );
  document.documentElement.lang = 'en';
});

it("the price and the id are shown only for the user's own key or server", () => {
  const entry = { ...plainEntry('maker/model-7b'), isUnknown: false, price: { input: 0.15, output: 0.6 } };
  expect(factsText(entry, true)).toBe('$0.15 in, $0.6 out per 1M tokens · maker/model-7b');
  expect(factsText(entry, false)).toBe('');
});
