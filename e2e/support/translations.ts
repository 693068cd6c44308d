import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'src/renderer/languages');

/** Returns a text without parameters in a language: `translatedText('de', 'chat/composer', 'send')`. */
export function translatedText(language: string, catalog: string, key: string): string {
  const file = join(folder, language, `${catalog.split('/')[0]}.json`);
  const catalogs = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>;
  const text = catalogs[catalog]?.[key];
  if (typeof text !== 'string') throw new Error(`${language} has no text ${catalog} ${key}.`);
  return text;
}
