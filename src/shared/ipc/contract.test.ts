import { describe, expect, it } from 'vitest';
import { channels } from './channels.ts';
import { completionRequestSchema, contract } from './contract.ts';
import { limits } from './limits.ts';

const request = {
  messageId: '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
  model: 'demo',
  messages: [{ role: 'user', content: 'Hello' }],
};
const reference = { accessToken: 'token', vendor: 'deepinfra', endpointOrigin: 'https://api.example' };

describe('a request for a reply', () => {
  it('is taken as the app writes it, also with everything set', () => {
    expect(completionRequestSchema.parse(request)).toStrictEqual(request);
    const full = { ...request, vendor: 'openai', temperature: 0.7, maxTokens: 2048, stream: false };
    expect(completionRequestSchema.parse(full)).toStrictEqual(full);
  });

  it.each([
    ['an id that is none', { messageId: 'x' }],
    ['no message', { messages: [] }],
    ['an unknown role', { messages: [{ role: 'tool', content: 'x' }] }],
    [
      'a message beyond 1 MiB',
      { messages: [{ role: 'user', content: 'x'.repeat(limits.messageCharacters + 1) }] },
    ],
    [
      'messages beyond the limit of all',
      {
        messages: Array.from({ length: 17 }, () => ({
          role: 'user',
          content: 'x'.repeat(limits.messageCharacters),
        })),
      },
    ],
    ['a temperature above 2', { temperature: 2.1 }],
    ['half a token', { maxTokens: 1.5 }],
    ['an undefined vendor', { vendor: undefined }],
  ])('is refused with %s', (_name, change) => {
    expect(completionRequestSchema.safeParse({ ...request, ...change }).success).toBe(false);
  });
});

describe('the place that a key belongs to', () => {
  const { input } = contract[channels.hasKey];

  it.each(['https://api.example', 'http://127.0.0.1:11434'])('may be %s', (endpointOrigin) => {
    expect(input.safeParse({ ...reference, endpointOrigin }).success).toBe(true);
  });

  it.each([
    'https://api.example/',
    'https://api.example/v1',
    'https://me@api.example',
    'HTTPS://API.example',
    'file:///etc',
    'api.example',
    '',
  ])('may not be %j, which is no origin', (endpointOrigin) => {
    expect(input.safeParse({ ...reference, endpointOrigin }).success).toBe(false);
  });

  it('keeps a key trimmed and refuses a blank one', () => {
    const { input: set } = contract[channels.setKey];
    expect(set.parse({ ...reference, key: ' sk-1 ' }).key).toBe('sk-1');
    expect(set.safeParse({ ...reference, key: '   ' }).success).toBe(false);
  });
});
