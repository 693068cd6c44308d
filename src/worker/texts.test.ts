import { expect, it } from 'vitest';
import { deleteOldTexts, loadTexts, splitTexts, updateTexts } from './texts.ts';

const origin = 'https://clover.example';

/** Creates a cache in memory with the functions that the worker's texts use. */
function fakeCache(...paths: readonly string[]) {
  const urls = new Set(paths.map((path) => origin + path));
  const cache = {
    keys: async () => [...urls].map((url) => ({ url })),
    put: async (url: string) => void urls.add(url),
    addAll: async (added: readonly string[]) => added.forEach((path) => urls.add(origin + path)),
    delete: async (url: string) => urls.delete(url),
  };
  return {
    cache: cache as unknown as Cache,
    stored: () => [...urls].map((url) => url.slice(origin.length)).toSorted(),
  };
}

const request = (path: string) => new Request(origin + path);

it('stores texts that a page loads, but no other files and no errors', async () => {
  const { cache, stored } = fakeCache();
  await loadTexts(cache, request('/assets/de-chat-1.json'), async () => new Response('{}'));
  await loadTexts(cache, request('/assets/app-1.js'), async () => new Response('1'));
  await loadTexts(cache, request('/assets/ja-chat-1.json'), async () => new Response('', { status: 404 }));
  expect(stored()).toEqual(['/assets/de-chat-1.json']);
});

it('updates the languages in use, and deletes the earlier texts', async () => {
  const { cache, stored } = fakeCache('/config.json', '/assets/pt-BR-chat-1.json', '/assets/de-app-1.json');
  const texts = ['/assets/pt-BR-chat-2.json', '/assets/pt-BR-keys-2.json', '/assets/ja-chat-2.json'];
  await updateTexts(cache, texts);
  await deleteOldTexts(cache, texts);
  expect(stored()).toEqual(['/assets/pt-BR-chat-2.json', '/assets/pt-BR-keys-2.json', '/config.json']);
});

it('separates texts from the other files', () => {
  const entries = ['/chat', '/assets/app-1.js', '/assets/zh-CN-chat-1.json'].map((url) => ({ url }));
  expect(splitTexts(entries)).toEqual({
    files: [{ url: '/chat' }, { url: '/assets/app-1.js' }],
    texts: ['/assets/zh-CN-chat-1.json'],
  });
});
