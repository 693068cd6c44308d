import hljs from 'highlight.js/lib/core';
import { languages } from './languages.ts';
import type { CodeRuns } from './kinds.ts';
import { RunEmitter } from './run-emitter.ts';

/** The maximum number of runs. More would create too many elements for one block. */
const MAX_RUNS = 8_000;

hljs.configure({ __emitter: RunEmitter });

const nameOf = new Map(
  Object.entries(languages).flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((key) => [key, name]),
  ),
);
const loading = new Map<string, Promise<void>>();

function register(name: string): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const language = languages[name];
  const loads = (async () => {
    if (!language) return;
    const { default: define } = await language.load();
    hljs.registerLanguage(name, define);
  })();
  loading.set(name, loads);
  // Forget the failure, so that the next call retries.
  loads.catch(() => loading.delete(name));
  return loads;
}

async function load(name: string, seen = new Set<string>()): Promise<void> {
  if (seen.has(name)) return;
  seen.add(name);
  await Promise.all([register(name), ...(languages[name]?.contains ?? []).map((inner) => load(inner, seen))]);
}

/** Loads a language and the languages that it embeds. Resolves with the language's name, or null if it is unknown. */
export async function loadLanguage(alias: string): Promise<string | null> {
  const name = nameOf.get(alias);
  if (name === undefined) return null;
  await load(name);
  return name;
}

/** Returns null if there are too many runs, or if they don't cover the text. The language must be loaded. */
export function findRuns(name: string, text: string): CodeRuns | null {
  const { _emitter: emitter } = hljs.highlight(text, { language: name, ignoreIllegals: true });
  if (!(emitter instanceof RunEmitter) || emitter.runs.length > MAX_RUNS * 2) return null;
  const length = emitter.runs.reduce((sum, value, index) => (index % 2 === 0 ? sum + value : sum), 0);
  return length === text.length ? emitter.runs : null;
}
