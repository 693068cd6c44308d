import { expect, it, vi } from 'vitest';
import { createLocalModels } from './local-models.ts';
import { guardFetch } from './outbound.ts';

const never = new AbortController().signal;
const list = (...ids: string[]) => Response.json({ data: ids.map((id) => ({ id, object: 'model' })) });

/** Servers by port. Other ports refuse the connection. */
function find(answers: Readonly<Record<string, () => Response | Promise<Response>>>, timeout?: number) {
  const urls: string[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (input, init) => {
    const request = new Request(input, init);
    urls.push(`${request.method} ${request.url}`);
    const answer = answers[new URL(request.url).port];
    if (!answer) throw new TypeError('fetch failed');
    return answer();
  });
  return { urls, find: createLocalModels(guardFetch(fetch), timeout) };
}

it("are read from the programs' default URLs on this computer", async () => {
  const { urls, find: all } = find({ 11434: () => list('qwen3:8b'), 1234: () => list('a', 'b') });
  expect(await all(never)).toEqual([
    { name: 'local:ollama', models: [{ id: 'qwen3:8b', displayName: 'qwen3:8b' }] },
    {
      name: 'local:lm-studio',
      models: [
        { id: 'a', displayName: 'a' },
        { id: 'b', displayName: 'b' },
      ],
    },
  ]);
  expect(urls.filter((url) => url.includes('/v1/models')).toSorted()).toEqual([
    'GET http://127.0.0.1:11434/v1/models',
    'GET http://127.0.0.1:1234/api/v1/models',
    'GET http://127.0.0.1:1234/v1/models',
    'GET http://127.0.0.1:8000/v1/models',
    'GET http://127.0.0.1:8080/v1/models',
  ]);
});

it('are not read from another program at the same port', async () => {
  const { find: all } = find({
    11434: () => new Response('<html>A page</html>', { headers: { 'content-type': 'text/html' } }),
    1234: () => Response.json({ data: 'no list' }),
    8080: () => new Response('nothing here', { status: 404 }),
    8000: () => Response.json({ data: [{ name: 'no id' }, 7, null] }),
  });
  expect(await all(never)).toEqual([]);
});

it('exclude models for embeddings, and are limited in number', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => `m${index}`);
  const { find: all } = find({
    1234: () => list('text-embedding-nomic-embed-text-v1.5', 'nomic-embed-text', 'llama'),
    8000: () => list(...many),
  });
  const [studio, vllm] = await all(never);
  expect(studio?.models.map(({ id }) => id)).toEqual(['llama']);
  expect(vllm?.models).toHaveLength(2000);
});

it('are found even if one server never responds', async () => {
  const { find: all } = find({ 11434: () => new Promise<Response>(() => {}), 1234: () => list('llama') }, 20);
  expect((await all(never)).map(({ name }) => name)).toEqual(['local:lm-studio']);
});
