import { describe, expect, it } from 'vitest';
import type { Effort, ModelLimits } from '../../completion/completion.ts';
import { openAiStyle } from '../openai-style.ts';
import { anyOpenAiStyle, deepinfra, openai } from '../dialects.ts';
import { request } from '../testing/vendors.ts';
import { anthropic } from './anthropic/protocol.ts';
import { gemini } from './gemini/protocol.ts';
import type { Protocol } from './protocol.ts';
import { responses } from './responses/protocol.ts';

interface Asked {
  readonly maxTokens?: number | undefined;
  readonly effort?: Effort;
  readonly facts?: ModelLimits;
  readonly isTest?: boolean;
}

/** Returns the token limit in the request, whatever its field is called. Undefined if there is none. */
function limitOf(protocol: Protocol, endpoint: string, model: string, changes: Asked = {}): unknown {
  const { body } = protocol.write(endpoint, {
    ...request(),
    model,
    temperature: undefined,
    maxTokens: 'maxTokens' in changes ? changes.maxTokens : 1000,
    effort: changes.effort,
    facts: changes.facts,
    isStreaming: false,
    isTest: changes.isTest ?? false,
  });
  const config = body['generationConfig'] as Record<string, unknown> | undefined;
  const { max_tokens, max_completion_tokens, max_output_tokens } = body;
  return max_tokens ?? max_completion_tokens ?? max_output_tokens ?? config?.['maxOutputTokens'];
}

const vendors = {
  openai: [openAiStyle(openai), 'https://api.openai.com/v1/chat/completions'],
  deepinfra: [openAiStyle(deepinfra), 'https://api.deepinfra.com/v1/openai/chat/completions'],
  added: [openAiStyle(anyOpenAiStyle), 'https://vendor.example/v1/chat/completions'],
  local: [openAiStyle(anyOpenAiStyle), 'http://127.0.0.1:11434/v1/chat/completions'],
  responses: [responses, 'https://api.openai.com/v1/responses'],
  anthropic: [anthropic, 'https://api.anthropic.com/v1/messages'],
  gemini: [gemini, 'https://generativelanguage.googleapis.com/v1beta'],
} as const;
function limit(vendor: keyof typeof vendors, model: string, changes?: Asked) {
  const [protocol, endpoint] = vendors[vendor];
  return limitOf(protocol, endpoint, model, changes);
}

describe('the token limit of a reply', () => {
  it.each([
    ['openai', 'o3'],
    ['openai', 'gpt-5-mini'],
    ['responses', 'gpt-5-mini'],
    ['added', 'openai/gpt-oss-120b'],
    ['anthropic', 'claude-opus-5-5'],
    ['gemini', 'models/gemini-2.5-flash'],
    ['gemini', 'gemini-3-pro-preview'],
  ] as const)('includes thinking for %s/%s, which thinks by default', (vendor, model) => {
    expect(limit(vendor, model)).toBe(1000 + 16_384);
    expect(limit(vendor, model, { effort: 'low' })).toBe(1000 + 2048);
    expect(limit(vendor, model, { isTest: true })).toBeLessThanOrEqual(1000);
  });

  it.each(['openai', 'deepinfra', 'added', 'local', 'responses', 'gemini'] as const)(
    'includes thinking at %s for a model that is known to think',
    (vendor) => {
      expect(limit(vendor, 'some/thinker')).toBe(1000);
      expect(limit(vendor, 'some/thinker', { facts: { isReasoning: true } })).toBe(1000 + 16_384);
    },
  );

  it('includes the requested effort, and nothing if the model does not think', () => {
    expect(limit('deepinfra', 'x/y', { effort: 'medium' })).toBe(1000 + 8192);
    expect(limit('local', 'qwen3', { effort: 'off', facts: { isReasoning: true } })).toBe(1000);
    expect(limit('anthropic', 'claude-sonnet-4-5')).toBe(1000);
    expect(limit('anthropic', 'claude-opus-5', { effort: 'off' })).toBe(1000);
    expect(limit('gemini', 'gemini-2.5-flash', { effort: 'off' })).toBe(1000);
    expect(limit('openai', 'gpt-4.1', { effort: 'high' })).toBe(1000);
  });

  it("never exceeds the model's maximum", () => {
    for (const [vendor, model] of [
      ['openai', 'o3'],
      ['responses', 'o3'],
      ['anthropic', 'claude-sonnet-4-5'],
      ['gemini', 'gemini-2.5-pro'],
    ] as const)
      expect(limit(vendor, model, { effort: 'high', facts: { maxOutput: 8000 } })).toBe(8000);
  });

  it('leaves most of a small context to the conversation', () => {
    const facts = { isReasoning: true, contextLength: 8000 };
    expect(limit('added', 'some/thinker', { facts })).toBe(1000 + 2000);
    expect(limit('gemini', 'gemini-2.5-pro', { facts, effort: 'low' })).toBe(1000 + 2000);
  });

  it("leaves tokens for the answer if the model's maximum is low", () => {
    const budget = (maxOutput: number) =>
      anthropic.write('https://api.anthropic.com/v1/messages', {
        ...request(),
        model: 'claude-sonnet-4-5',
        temperature: 0.5,
        maxTokens: 1000,
        effort: 'high',
        facts: { maxOutput },
        isStreaming: false,
        isTest: false,
      }).body;
    expect(budget(8000)).toMatchObject({ max_tokens: 8000, thinking: { budget_tokens: 4000 } });
    expect(budget(2000)).toMatchObject({ max_tokens: 2000, temperature: 0.5 });
    expect(budget(2000)).not.toHaveProperty('thinking');
  });

  it("includes thinking if the dialect's default limit is used", () => {
    const none = { maxTokens: undefined };
    expect(limit('openai', 'gpt-4.1', none)).toBe(4000);
    expect(limit('openai', 'o3', none)).toBe(4000 + 16_384);
    expect(limit('anthropic', 'claude-opus-5-5', none)).toBe(4096 + 16_384);
    expect(limit('added', 'some/thinker', { ...none, facts: { isReasoning: true } })).toBeUndefined();
  });
});
