import { followCatalogs } from './texts.ts';

/** Texts by catalog and path. */
export type Translations = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Translates all loaded catalogs. Texts without a translation stay English. */
export function translateTexts(language: string, translations: Translations): void {
  followCatalogs({
    loading: () => null,
    translate(catalog) {
      const translated = Object.entries(translations[catalog.name] ?? {}).map(([id, text]) => {
        const english = catalog.english[id];
        const isTemplate = typeof english === 'object';
        return [
          id,
          isTemplate ? (values: never) => english.transform(language, text as never, [values]) : text,
        ];
      });
      catalog.translated = Object.fromEntries(translated) as Readonly<Record<string, unknown>>;
    },
  });
}
