import { describe, expect, it } from 'vitest';
import { type Effort, efforts } from '../../completion/completion.ts';
import { streamCompletion } from '../stream-completion.ts';
import { collectDeltas } from '../testing/collect.ts';
import { streamOptions, request, vendorAt } from '../testing/vendors.ts';
import type { ClientName } from '../vendor.ts';
import { bodyOf as anthropicBody } from './anthropic/request.ts';
import { claudeEfforts } from './anthropic/thinking.ts';
import { bodyOf as geminiBody } from './gemini/request.ts';
import { geminiEfforts } from './gemini/thinking.ts';
import { openAiEfforts } from './openai/effort.ts';
import { bodyOf as responsesBody } from './responses/request.ts';

const prompt = (model: string, effort: Effort | undefined, maxTokens: number | undefined = 1000) => ({
  ...request(),
  model,
  temperature: 0.7,
  topP: undefined,
  maxTokens,
  effort,
  isStreaming: true,
  isTest: false,
});
const all = [...efforts];
const levels = ['low', 'medium', 'high'];

async function openAiBody(client: ClientName, endpoint: string, changes: object) {
  let body: Record<string, unknown> = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    body = (await new Request(input, init).json()) as Record<string, unknown>;
    return Response.json({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] });
  };
  const vendor = vendorAt(client === 'openai-style' ? 'added' : client, endpoint, {
    config: client === 'openai-style' ? { dialect: client } : {},
  });
  await collectDeltas(
    streamCompletion(vendor, request({ stream: false, ...changes }), streamOptions({ fetch })),
  );
  return body;
}

describe('the effort of OpenAI-style vendors', () => {
  const openai = 'https://api.openai.com/v1/chat/completions';
  it.each([
    ['openai', openai, 'o3', 'low', { reasoning_effort: 'low' }],
    ['openai', openai, 'gpt-5.1', 'off', { reasoning_effort: 'none' }],
    ['openai-style', 'https://my.azure.example/v1', 'gpt-5-mini', 'high', { reasoning_effort: 'high' }],
    [
      'openrouter',
      'https://openrouter.ai/api/v1/chat/completions',
      'x/y',
      'medium',
      { reasoning: { effort: 'medium' } },
    ],
    [
      'openai-style',
      'https://openrouter.ai/api/v1/chat/completions',
      'x/y',
      'off',
      { reasoning: { effort: 'none' } },
    ],
    [
      'openai-style',
      'https://api.deepseek.com/v1/chat/completions',
      'deepseek-flash',
      'low',
      { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
    ],
    [
      'openai-style',
      'https://api.deepseek.com/v1/chat/completions',
      'deepseek-flash',
      'off',
      { thinking: { type: 'disabled' } },
    ],
    [
      'deepinfra',
      'https://api.deepinfra.com/v1/openai/chat/completions',
      'x/y',
      'off',
      { reasoning_effort: 'none' },
    ],
    ['ollama', 'http://localhost:11434', 'qwen3:8b', 'off', { reasoning_effort: 'none' }],
    ['ollama', 'http://localhost:11434', 'gpt-oss:20b', 'low', { reasoning_effort: 'low' }],
    ['openai-style', 'http://127.0.0.1:1234/v1', 'qwen/qwen3-8b', 'off', { reasoning_effort: 'none' }],
    [
      'openai-style',
      'http://127.0.0.1:8080/v1',
      'qwen3',
      'off',
      { chat_template_kwargs: { enable_thinking: false } },
    ],
    [
      'openai-style',
      'http://127.0.0.1:8080/v1',
      'gpt-oss-20b',
      'high',
      { chat_template_kwargs: { reasoning_effort: 'high' } },
    ],
    ['openai-style', 'http://localhost:8000/v1', 'some/thinker', 'high', { reasoning_effort: 'high' }],
  ] as const)('%s at %s: %s gets the effort %s', async (client, endpoint, model, effort, fields) => {
    const plain = await openAiBody(client, endpoint, { model });
    expect(plain).not.toHaveProperty('reasoning_effort');
    const { max_completion_tokens: _, ...sent } = await openAiBody(client, endpoint, { model, effort });
    expect({ ...plain, ...sent }).toEqual({ ...plain, ...fields });
  });

  it.each([
    ['openai', openai, 'gpt-4.1', 'high'],
    ['openai', openai, 'gpt-5-mini', 'off'],
    ['openai', openai, 'gpt-5-chat-latest', 'low'],
    ['openai-style', 'https://api.x.ai/v1/chat/completions', 'grok-4-0709', 'high'],
    ['openai-style', 'https://api.mistral.ai/v1/chat/completions', 'mistral-large', 'high'],
    ['openai-style', 'http://localhost:1234/v1', 'gpt-oss-20b', 'off'],
    ['ollama', 'http://localhost:11434', 'qwen3:8b', 'low'],
    ['openai-style', 'http://127.0.0.1:8080/v1', 'qwen3', 'medium'],
  ] as const)(
    '%s at %s: %s does not get the effort %s, which would be refused',
    async (client, endpoint, model, effort) => {
      const plain = await openAiBody(client, endpoint, { model });
      expect(await openAiBody(client, endpoint, { model, effort })).toEqual(plain);
    },
  );

  it('is offered only for models that are known to support it', () => {
    expect(openAiEfforts('openrouter.ai', 'x/y', true)).toEqual(all);
    expect(openAiEfforts('openrouter.ai', 'x/y', false)).toEqual([]);
    expect(openAiEfforts('localhost:1234', 'x/y', false)).toEqual([]);
    expect(openAiEfforts('localhost:11434', 'gpt-oss:20b', false)).toEqual(levels);
    for (const host of ['127.0.0.1:11434', '127.0.0.1:1234', '127.0.0.1:8080'])
      expect(openAiEfforts(host, 'qwen3', true)).toEqual(['off']);
    expect(openAiEfforts('models.example:8080', 'qwen3', true)).toEqual(levels);
    expect(openAiEfforts('api.openai.com', 'gpt-4.1', true)).toEqual([]);
    expect(openAiEfforts('api.openai.com', 'gpt-6-mini', false)).toEqual(all);
    expect(openAiEfforts('api.groq.com', 'qwen/qwen3-32b', true)).toEqual(['off']);
    expect(openAiEfforts('api.x.ai', 'grok-4.3', true)).toEqual(all);
    expect(openAiEfforts('api.x.ai', 'grok-4.20-non-reasoning', false)).toEqual([]);
  });

  it('is sent only to the requested model, because a fallback model may refuse it', async () => {
    const bodies: Record<string, unknown>[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      bodies.push((await new Request(input, init).json()) as Record<string, unknown>);
      return bodies.length === 1
        ? Response.json({ error: { message: 'no such model' } }, { status: 404 })
        : Response.json({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] });
    };
    const config = { default_model: 'a/thinker', fallback_models: ['b/other'] };
    const vendor = vendorAt('openrouter', 'https://openrouter.ai/api/v1/chat/completions', { config });
    await collectDeltas(
      streamCompletion(vendor, request({ model: 'a/thinker', effort: 'low' }), streamOptions({ fetch })),
    );
    expect(bodies.map(({ reasoning }) => reasoning)).toEqual([{ effort: 'low' }, undefined]);
  });
});

it("the effort is sent to OpenAI's Responses API with tokens for thinking, if the model supports it", () => {
  const bodyFor = (effort: Effort | undefined) =>
    responsesBody(prompt('gpt-5-mini', effort), 'api.openai.com');
  const plain = bodyFor(undefined);
  expect(plain).toMatchObject({ reasoning: { summary: 'auto' } });
  expect(bodyFor('low')).toEqual({
    ...plain,
    reasoning: { effort: 'low', summary: 'auto' },
    max_output_tokens: 1000 + 2048,
  });
  expect(bodyFor('off')).toEqual(plain);
  expect(responsesBody(prompt('o1-mini', 'high'), 'api.openai.com')).not.toHaveProperty('reasoning.effort');
});

describe('the effort of Claude', () => {
  it.each([
    ['claude-3-7-sonnet-20250219', { thinking: { type: 'enabled', budget_tokens: 8192 } }],
    ['claude-sonnet-4-20250514', { thinking: { type: 'enabled', budget_tokens: 8192 } }],
    ['claude-haiku-4-5', { thinking: { type: 'enabled', budget_tokens: 8192 } }],
    ['claude-opus-4-6', { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } }],
    [
      'anthropic/claude-opus-4.8',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'medium' } },
    ],
    [
      'claude-sonnet-5-5',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'medium' } },
    ],
  ])('is sent to %s with tokens for thinking and without a temperature', (model, fields) => {
    const { temperature: _, ...plain } = anthropicBody(prompt(model, undefined)) as Record<string, unknown>;
    expect(anthropicBody(prompt(model, 'medium'))).toEqual({
      ...plain,
      ...fields,
      max_tokens: 1000 + 8192,
    });
  });

  it('is off by default, disabled, or cannot be turned off', () => {
    const off = (model: string) => anthropicBody(prompt(model, 'off'));
    const plain = (model: string) => anthropicBody(prompt(model, undefined));
    expect(off('claude-opus-4-8')).toEqual(plain('claude-opus-4-8'));
    expect(off('claude-sonnet-4-5')).toHaveProperty('temperature', 0.7);
    expect(off('claude-opus-5')).toEqual({
      ...plain('claude-opus-5'),
      thinking: { type: 'disabled' },
      max_tokens: 1000,
    });
    expect(off('claude-opus-5-5')).toEqual(plain('claude-opus-5-5'));
    expect(claudeEfforts('claude-opus-5-5')).toEqual(levels);
    expect(claudeEfforts('claude-haiku-5-5')).toEqual(all);
  });

  it.each(['claude-3-5-sonnet-20241022', 'claude-2.1', 'another-model'])(
    'is not supported by %s',
    (model) => {
      expect(claudeEfforts(model)).toEqual([]);
      expect(anthropicBody(prompt(model, 'high'))).toEqual(anthropicBody(prompt(model, undefined)));
    },
  );
});

describe('the effort of Gemini', () => {
  const configOf = (model: string, effort: Effort | undefined) =>
    geminiBody(prompt(model, effort))['generationConfig'] as Record<string, unknown>;

  it.each([
    ['gemini-2.5-pro', 'low', { includeThoughts: true, thinkingBudget: 2048 }],
    ['models/gemini-2.5-flash', 'off', { thinkingBudget: 0 }],
    ['gemini-3-flash-preview', 'medium', { includeThoughts: true, thinkingLevel: 'MEDIUM' }],
    ['gemini-3.1-pro', 'high', { includeThoughts: true, thinkingLevel: 'HIGH' }],
    ['gemini-2.5-pro', undefined, { includeThoughts: true }],
  ] as const)('is sent to %s for %s', (model, effort, thinkingConfig) => {
    expect(configOf(model, effort)).toHaveProperty('thinkingConfig', thinkingConfig);
  });

  it('is sent only if the model thinks and supports this effort', () => {
    for (const model of ['gemini-2.0-flash', 'gemma-3', 'gemini-2.5-flash-lite'])
      expect(configOf(model, 'low')).not.toHaveProperty('thinkingConfig');
    expect(configOf('gemini-2.5-pro', 'off')).toEqual(configOf('gemini-2.5-pro', undefined));
    expect(configOf('gemini-3-pro-preview', 'medium')).toEqual(configOf('gemini-3-pro-preview', undefined));
    expect(geminiEfforts('gemini-2.5-flash')).toEqual(all);
  });
});

describe('top-p', () => {
  it('is sent if the vendor supports it', async () => {
    const deepinfra = 'https://api.deepinfra.com/v1/openai/chat/completions';
    expect(await openAiBody('deepinfra', deepinfra, { topP: 0.5 })).toMatchObject({ top_p: 0.5 });
    const sent = geminiBody({ ...prompt('gemini-2.0-flash', undefined), topP: 0.5 });
    expect(sent).toMatchObject({ generationConfig: { topP: 0.5 } });
  });

  it("is not sent to OpenAI's reasoning models and Claude, which refuse it", async () => {
    const openai = 'https://api.openai.com/v1/chat/completions';
    expect(await openAiBody('openai', openai, { model: 'o3', topP: 0.5 })).not.toHaveProperty('top_p');
    expect(anthropicBody({ ...prompt('claude-sonnet-4-5', undefined), topP: 0.5 })).not.toHaveProperty(
      'top_p',
    );
  });
});
