import { describe, expect, it } from 'vitest';
import { createLocalModels } from './local-models.ts';
import { guardFetch } from './outbound.ts';

const never = new AbortController().signal;
const list = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) });

type Answers = Readonly<Record<string, unknown>>;

/**
 * Finds thinking models on a server with these responses. Functions receive the request's body. Also returns the
 * requests, except those for model lists.
 */
async function find(answers: Answers) {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { port, pathname } = new URL(request.url);
    if (pathname !== '/v1/models') requests.push(`${request.method} ${port}${pathname}`);
    const answer = answers[port + pathname];
    if (answer === undefined) return new Response('not found', { status: 404 });
    const body = request.method === 'POST' ? ((await request.json()) as unknown) : undefined;
    return answer instanceof Response
      ? answer
      : Response.json(typeof answer === 'function' ? (answer as (body: unknown) => unknown)(body) : answer);
  };
  const found = await createLocalModels(guardFetch(fetch), 200)(never);
  const thinkers = found.flatMap(({ models }) =>
    models.filter((model) => model.reasoning).map(({ id }) => id),
  );
  return { requests, thinkers, models: found.flatMap(({ models }) => models.map(({ id }) => id)) };
}

describe('the thinking models on this computer', () => {
  it("are known from Ollama's list, or from the details of each model in earlier versions", async () => {
    const lists = { '11434/v1/models': list('qwen3:8b', 'llama3:8b') };
    const tags = (...capabilities: (string[] | undefined)[]) => ({
      models: ['qwen3:8b', 'llama3:8b'].map((name, index) => ({ name, capabilities: capabilities[index] })),
    });
    const newer = await find({
      ...lists,
      '11434/api/tags': tags(['completion', 'thinking'], ['completion']),
    });
    expect(newer).toMatchObject({ thinkers: ['qwen3:8b'], requests: ['GET 11434/api/tags'] });

    const show = ({ model }: { readonly model: string }) => ({
      capabilities: model === 'qwen3:8b' ? ['completion', 'thinking'] : ['completion'],
    });
    const earlier = await find({ ...lists, '11434/api/tags': tags(), '11434/api/show': show });
    expect(earlier.thinkers).toEqual(['qwen3:8b']);
    expect(earlier.requests).toEqual(['GET 11434/api/tags', 'POST 11434/api/show', 'POST 11434/api/show']);
  });

  it("are known from LM Studio's own list", async () => {
    const models = [
      { key: 'qwen/qwen3', capabilities: { vision: false, reasoning: { allowed_options: ['on', 'off'] } } },
      { key: 'gemma', capabilities: { vision: true } },
      { key: 'odd', capabilities: 'none' },
    ];
    const found = await find({
      '1234/v1/models': list('qwen/qwen3', 'gemma'),
      '1234/api/v1/models': { models },
    });
    expect(found.thinkers).toEqual(['qwen/qwen3']);
  });

  it("are known from llama.cpp's template", async () => {
    const lists = { '8080/v1/models': list('model.gguf') };
    const thinks = { chat_template: '{%- if enable_thinking is false %}' };
    expect((await find({ ...lists, '8080/props': thinks })).thinkers).toEqual(['model.gguf']);
    expect((await find({ ...lists, '8080/props': { chat_template: '{{ messages }}' } })).thinkers).toEqual(
      [],
    );
  });

  it('are offered as ordinary models if the program does not report thinking', async () => {
    const lists = {
      '11434/v1/models': list('qwen3:8b'),
      '1234/v1/models': list('qwen'),
      '8080/v1/models': list('model.gguf'),
      '8000/v1/models': list('vllm'),
    };
    const all = ['qwen3:8b', 'qwen', 'model.gguf', 'vllm'];
    const odd = {
      '11434/api/tags': new Response('<html>'),
      '1234/api/v1/models': { models: 7 },
      '8080/props': { chat_template: null },
    };
    for (const answers of [lists, { ...lists, ...odd }])
      expect(await find(answers)).toMatchObject({ models: all, thinkers: [] });
  });

  it('are found with at most 30 requests', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `m${index}`);
    const { requests, models } = await find({
      '11434/v1/models': list(...ids),
      '11434/api/tags': { models: [] },
      '11434/api/show': { capabilities: ['thinking'] },
    });
    expect(models).toHaveLength(40);
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(30);
  });

  it('need no request if no model is listed', async () => {
    expect((await find({ '11434/api/tags': { models: [] } })).requests).toEqual([]);
  });
});
