import { type ComponentsJSON, createI18n } from '@nanostores/i18n';
import { atom } from 'nanostores';
import { followCatalogs } from '../../shared/texts.ts';

/** Loads the translations of one feature: the catalogs of its screens by name. */
export type LoadTranslations = (language: string, feature: string) => Promise<ComponentsJSON>;

const featureOf = (catalog: string) => catalog.slice(0, `${catalog}/`.indexOf('/'));

/**
 * Starts translating texts. Not in texts.ts, so that only readers of other languages load it. Texts without a
 * translation stay English.
 *
 * @param onFailure called if a feature that was added later could not be loaded
 * @returns a function that shows a language. It rejects if the texts could not be loaded: then all texts are English.
 */
export function startTranslations(
  load: LoadTranslations,
  onFailure: () => void,
): (language: string) => Promise<void> {
  const language = atom('en');
  const names = new Set<string>();
  const failedFeatures = new Set<string>();
  let isShowing = false;
  const translated = createI18n(language, {
    async get(code: string, components: string[]) {
      const loadFeature = (feature: string) =>
        load(code, feature).catch((): ComponentsJSON => {
          failedFeatures.add(feature);
          if (!isShowing) onFailure();
          return {};
        });
      const loadedFeatures = await Promise.all([...new Set(components.map(featureOf))].map(loadFeature));
      return Object.assign(
        Object.fromEntries(components.map((name) => [name, {}])),
        ...loadedFeatures,
      ) as ComponentsJSON;
    },
  });
  const loading = (): Promise<void> | null =>
    translated.loading.get()
      ? new Promise((resolve) => void translated.loading.listen(() => resolve()))
      : null;
  followCatalogs({
    translate(catalog) {
      names.add(catalog.name);
      translated(catalog.name, catalog.english as never).subscribe((messages) => {
        catalog.translated = messages;
      });
    },
    loading,
  });
  return async (code) => {
    // Reload the texts that failed to load.
    for (const name of names) if (failedFeatures.has(featureOf(name))) delete translated.cache[code]?.[name];
    failedFeatures.clear();
    isShowing = true;
    language.set('en');
    language.set(code);
    await loading();
    isShowing = false;
    if (failedFeatures.size === 0) return;
    language.set('en');
    throw new Error(`The texts in "${code}" could not be loaded.`);
  };
}
