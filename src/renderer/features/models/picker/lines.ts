import { bestMatches } from '../../../lib/match.ts';
import type { ModelEntry } from '../model.ts';
import type { ModelSection } from '../own-sections.ts';
import { modelTexts } from '../texts.ts';
import { modelKey, type ModelMemory } from './memory.ts';
import { pickerTexts } from './texts.ts';

export interface ModelLine {
  readonly kind: 'model';
  /** Unique in the list. */
  readonly id: string;
  /** The model's key. A favorite has two rows with the same key. */
  readonly key: string;
  readonly entry: ModelEntry;
  readonly section: ModelSection;
  readonly isFavorite: boolean;
  /** True if there are models of several sections. */
  readonly namesSection: boolean;
}
export type Line = ModelLine | { readonly kind: 'heading'; readonly id: string; readonly title: string };

/** Sections with more models have a heading per maker: `openai` in `openai/gpt-4o`. */
const MAX_UNGROUPED = 24;
/** With fewer models, favorites and recent ones would only repeat the list. */
const SHORT_LIST = 8;

/**
 * With a query, returns the matches, best first. Without one, returns favorites, recent models and all others
 * by vendor.
 */
export function modelLines(
  sections: readonly ModelSection[],
  { favorites, recent }: ModelMemory,
  query: string,
): readonly Line[] {
  const all = sections.flatMap((section) =>
    section.models.map((entry): ModelLine => {
      const key = modelKey(section, entry.id);
      const isFavorite = favorites.includes(key);
      return { kind: 'model', id: key, key, entry, section, isFavorite, namesSection: sections.length > 1 };
    }),
  );
  if (query.trim() !== '')
    return bestMatches(query, all, ({ entry: { id, name, description }, section }) => [
      name,
      `${id} ${section.title} ${description.join(' ')}`,
    ]);
  const isLong = all.length > SHORT_LIST;
  const byKey = new Map(all.map((line) => [line.key, line]));
  const listed = (keys: readonly string[], prefix: string) =>
    keys.flatMap((key): ModelLine[] => {
      const line = byKey.get(key);
      return line ? [{ ...line, id: `${prefix} ${key}` }] : [];
    });
  return [
    ...withHeading(pickerTexts.favorites, listed(favorites, 'favorite')),
    ...withHeading(
      pickerTexts.recent,
      listed(
        recent.filter((key) => isLong && !favorites.includes(key)),
        'recent',
      ),
    ),
    ...sections.flatMap((section) => sectionLines(section, all, sections.length > 1 || isLong)),
  ];
}

function sectionLines(section: ModelSection, all: readonly ModelLine[], isTitled: boolean): readonly Line[] {
  const lines = all.filter((line) => line.section === section);
  const title = [section.title, modelTexts.kinds[section.kind]].filter(Boolean).join(' · ');
  if (lines.length <= MAX_UNGROUPED) return isTitled ? withHeading(title, lines) : lines;
  return [...Map.groupBy(lines, ({ entry }) => makerOf(entry.id))].flatMap(([maker, models]) =>
    withHeading(maker === '' ? title : pickerTexts.maker({ vendor: title, maker }), models),
  );
}

const makerOf = (id: string): string => (id.includes('/') ? id.slice(0, id.indexOf('/')) : '');

const withHeading = (title: string, lines: readonly ModelLine[]): readonly Line[] =>
  lines.length === 0 ? [] : [{ kind: 'heading', id: `heading ${title}`, title }, ...lines];
