// npm run lint: compares the texts of each language with the English ones.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { englishMails } from '../../src/service/auth/texts.ts';
import { languages } from '../../src/shared/domain/languages.ts';
import { followCatalogs, type Messages } from '../../src/shared/texts.ts';
import { checkCatalogs, createsCatalog, type Catalogs } from './check-translations.ts';

const root = resolve(import.meta.dirname, '../..');
const codes = Object.keys(languages).filter((code) => code !== 'en');
/** The console is in English. */
const untranslated = /^admin\//;

const catalogs = new Map<string, Messages>();
const inputsOf = (messages: Messages) =>
  Object.fromEntries(
    Object.entries(messages).map(([id, text]) => [id, typeof text === 'string' ? text : text.input]),
  );
followCatalogs({
  translate: ({ name, english }) => void catalogs.set(name, english),
  loading: () => null,
});

let problems = 0;

async function readEnglish(folder: string): Promise<Catalogs> {
  const before = new Set(catalogs.keys());
  for (const file of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    const path = join(folder, file);
    if (/\.test\.tsx?$/.test(file) || !createsCatalog(readFileSync(path, 'utf8'))) continue;
    if (/(?:texts|sections)\.ts$/.test(file)) await import(pathToFileURL(path).href);
    else {
      // This script loads only modules of texts, because others may need a browser.
      problems += 1;
      console.error(
        `${relative(root, path)}: Move the catalog to texts.ts, so that its translations are checked.`,
      );
    }
  }
  return Object.fromEntries(
    [...catalogs].flatMap(([name, messages]) => (before.has(name) ? [] : [[name, inputsOf(messages)]])),
  );
}

function checkFile(file: string, language: string, english: Catalogs): void {
  const name = relative(root, file);
  let found: readonly string[];
  try {
    found = checkCatalogs(language, english, JSON.parse(readFileSync(file, 'utf8')) as Catalogs);
  } catch (error) {
    found = [error instanceof Error ? error.message : 'unreadable'];
  }
  problems += found.length;
  for (const problem of found) console.error(`${name}: ${problem}`);
}

const featureOf = (name: string) => name.split('/')[0] ?? name;

/** The app has a file for each feature. */
const app = await readEnglish(join(root, 'src/renderer'));
const translated = Object.entries(app).filter(([name]) => !untranslated.test(name));
const features = Map.groupBy(translated, ([name]) => featureOf(name));
const folder = join(root, 'src/renderer/languages');
for (const language of codes) {
  const files = readdirSync(join(folder, language)).map((file) => basename(file, '.json'));
  for (const feature of new Set([...features.keys(), ...files]))
    checkFile(
      join(folder, language, `${feature}.json`),
      language,
      Object.fromEntries(features.get(feature) ?? []),
    );
}

/** The desktop app has a file for each language. */
const desktop = await readEnglish(join(root, 'src/main'));
for (const language of codes)
  checkFile(join(root, 'src/main/languages', `${language}.json`), language, desktop);

/** The service has a file for each language, too, for its emails. */
const emails = Object.fromEntries(Object.entries(englishMails).map(([kind, texts]) => [kind, { ...texts }]));
for (const language of codes)
  checkFile(join(root, 'src/service/languages', `${language}.json`), language, emails);

if (problems > 0) {
  console.error(`${problems} problems in translations. How to add a text: docs/CONTRIBUTING.md`);
  process.exitCode = 1;
}
