import { type ComponentsJSON, createI18n, type TranslationsJSON } from '@nanostores/i18n';
import { atom } from 'nanostores';
import { followCatalogs, type Messages } from './texts.ts';

/** Loads the translations of one feature: the catalogs of its screens by name. */
export type LoadTranslations = (language: string, feature: string) => Promise<ComponentsJSON>;

const featureOf = (catalog: string) => catalog.slice(0, `${catalog}/`.indexOf('/'));

/** Not in texts.ts, so that only readers of other languages load it. Missing texts stay English. */
export function startTranslations(load: LoadTranslations) {
  const language = atom('en');
  const english = new Map<string, Messages>();
  const translated = createI18n(language, {
    async get(code: string, names: string[]) {
      const features = [...new Set(names.map(featureOf))];
      const loaded: ComponentsJSON[] = await Promise.all(features.map((feature) => load(code, feature)));
      return Object.assign(Object.fromEntries(names.map((name) => [name, {}])), ...loaded) as ComponentsJSON;
    },
  });
  followCatalogs((catalog) => {
    english.set(catalog.name, catalog.english);
    translated(catalog.name, catalog.english as never).subscribe((messages) => {
      catalog.translated = messages;
    });
  });
  return {
    language,
    isLoading: translated.loading,
    /** Texts without a translation, as `catalog: path`. */
    missing(): readonly string[] {
      const done = (translated.cache[language.get()] ?? {}) as unknown as ComponentsJSON;
      return [...english].flatMap(([name, messages]) =>
        Object.keys(messages)
          .filter((id) => !((done[name] ?? {}) as TranslationsJSON)[id])
          .map((id) => `${name}: ${id}`),
      );
    },
  };
}
