import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const catalog = pathToFileURL(resolve('src/renderer/lib/message-texts.ts'));
const { englishMessages } = (await import(catalog.href)) as {
  readonly englishMessages: Readonly<Record<string, string>>;
};

/** Code and SQL without quotes and line breaks inside sentences. */
const sources = globSync([
  'src/{main,shared,service,renderer/platform,renderer/lib}/**/*.ts',
  'supabase/**/*.{ts,sql}',
])
  .filter((file) => !/\.test\.ts$|message-texts\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8').replaceAll("''", "'").replaceAll("\\'", "'").replaceAll('’', "'"))
  .join('\n');

/** `limit_rows` in the database inserts the name of what is limited. */
const generic = /^You can keep \{count\} (?:personas|prompts|projects|links|facts)\./;

it('every translated sentence of the service is one that it sends, word for word', () => {
  const missing = Object.values(englishMessages).filter((message) => {
    if (generic.test(message)) return false;
    const parts = message.replaceAll('’', "'").split(/\{\w+\}|(?:404|400|500)(?=\))|Clover|: /);
    return !parts.every((part) => sources.includes(part.trim()));
  });
  expect(missing).toEqual([]);
  expect(sources).toContain('You can keep %s %s. Delete %s that you no longer need, then try again.');
});
