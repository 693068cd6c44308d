import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { startFakeService } from './fake-service.ts';

const textsOf = (language: string, feature: string) =>
  JSON.parse(readFileSync(`src/renderer/languages/${language}/${feature}.json`, 'utf8')) as Record<
    string,
    Record<string, string>
  >;

/** Returns a text without parameters as a user of the language sees it. */
export const textOf = (language: string, catalog: string, id: string) =>
  textsOf(language, catalog.split('/')[0] ?? '')[catalog]?.[id] ?? `no ${catalog} ${id}`;

/** Starts a service that also answers requests for translations. Returns those requests, such as `de/chat`. */
export function startFakeLanguages(): ReadonlySet<string> {
  startFakeService();
  const callService = fetch;
  const requested = new Set<string>();
  vi.stubGlobal('fetch', async (request: string, init?: RequestInit) => {
    const [, language = '', feature = ''] = /languages\/([\w-]+)\/([\w-]+)\.json/.exec(String(request)) ?? [];
    if (feature === '') return callService(request, init);
    requested.add(`${language}/${feature}`);
    return Response.json(textsOf(language, feature));
  });
  return requested;
}
