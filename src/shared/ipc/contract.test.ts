import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { maxImageDataLength } from '../completion/completion.ts';
import { channels } from './channels.ts';
import { completionRequestSchema, contract } from './contract.ts';
import { limits } from './limits.ts';

const request = {
  messageId: '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
  model: 'demo',
  messages: [{ role: 'user', content: 'Hello' }],
};
/** Changes the request's messages to one with images. */
const picture = (changes: object, role = 'user', count = 1) => ({
  messages: [
    {
      role,
      content: '',
      images: Array.from({ length: count }, () => ({ mediaType: 'image/png', data: 'AAAA', ...changes })),
    },
  ],
});
const reference = { accessToken: 'token', vendor: 'deepinfra', endpointOrigin: 'https://api.example' };

describe('a request for a reply', () => {
  it('is accepted with few and with all fields', () => {
    expect(completionRequestSchema.parse(request)).toStrictEqual(request);
    const reply = {
      replyId: request.messageId,
      questionId: request.messageId,
      continues: request.messageId,
    };
    const images = [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }];
    const full = {
      ...request,
      messages: [{ role: 'user', content: '', images }],
      vendor: 'openai',
      temperature: 0.7,
      topP: 0.9,
      maxTokens: 2048,
      effort: 'low',
      stream: false,
      reply,
    };
    expect(completionRequestSchema.parse(full)).toStrictEqual(full);
  });

  it.each([
    ['an invalid id', { messageId: 'x' }],
    ['no message', { messages: [] }],
    ['an unknown role', { messages: [{ role: 'tool', content: 'x' }] }],
    [
      'a message beyond 1 MiB',
      { messages: [{ role: 'user', content: 'x'.repeat(limits.messageCharacters + 1) }] },
    ],
    [
      'messages beyond their total limit',
      {
        messages: Array.from({ length: 17 }, () => ({
          role: 'user',
          content: 'x'.repeat(limits.messageCharacters),
        })),
      },
    ],
    ['an image of another type', picture({ mediaType: 'image/svg+xml' })],
    ['an image that is not base64', picture({ data: 'https://example.com/a.png' })],
    ['images of the model', picture({}, 'assistant')],
    ['images beyond the limit of all', picture({ data: 'A'.repeat(maxImageDataLength / 2 + 4) }, 'user', 2)],
    ['a temperature above 2', { temperature: 2.1 }],
    ['a top-p above 1', { topP: 1.1 }],
    ['half a token', { maxTokens: 1.5 }],
    ['an unknown effort', { effort: 'endless' }],
    ['an undefined vendor', { vendor: undefined }],
    ['a reply without its question', { reply: { replyId: request.messageId } }],
    ['a reply whose id is a path', { reply: { replyId: '../../settings', questionId: request.messageId } }],
  ])('is refused with %s', (_name, change) => {
    expect(completionRequestSchema.safeParse({ ...request, ...change }).success).toBe(false);
  });
});

describe('the reference of a key', () => {
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
  ])('may not be %j, which is not an origin', (endpointOrigin) => {
    expect(input.safeParse({ ...reference, endpointOrigin }).success).toBe(false);
  });

  it.each(['', ' ', 'a\0b', '\ud800', 'x'.repeat(limits.name + 1)])('has no vendor called %j', (vendor) => {
    expect(input.safeParse({ ...reference, vendor }).success).toBe(false);
  });

  it('trims a key and refuses a blank one', () => {
    const { input: set } = contract[channels.setKey];
    const input = { ...reference, keepIn: 'keychain' };
    expect(set.parse({ ...input, key: ' sk-1 ' }).key).toBe('sk-1');
    expect(set.safeParse({ ...input, key: '   ' }).success).toBe(false);
    expect(set.safeParse({ ...input, key: 'k'.repeat(limits.key + 1) }).success).toBe(false);
    expect(set.safeParse({ ...input, key: 'sk-1', keepIn: 'a file' }).success).toBe(false);
  });
});

describe('a key to verify', () => {
  const { input, output } = contract[channels.verifyKey];
  const call = { ...reference, requestId: '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11', key: 'sk-1', model: 'm' };

  it('has a vendor, an origin, a model and an id to cancel with', () => {
    expect(input.parse({ ...call, key: ' sk-1\n' })).toStrictEqual(call);
  });

  it.each(['requestId', 'key', 'model', 'vendor', 'endpointOrigin', 'accessToken'])(
    'is refused without its %s',
    (field) => {
      expect(input.safeParse({ ...call, [field]: undefined }).success).toBe(false);
      expect(input.safeParse({ ...call, [field]: '' }).success).toBe(false);
    },
  );

  it('has a result that cannot contain it [DESK-004]', () => {
    const details = { vendor: 'openai', model: 'm', status: 200, code: null };
    const result = { success: true, latency: 12, message: 'Connection successful (12ms)', details };
    expect(output.parse({ ...result, key: 'sk-1', details: { ...details, key: 'sk-1' } })).toStrictEqual(
      result,
    );
  });
});

/** Lists the parts of a schema that accept input of any length. */
function unboundedIn(part: unknown, path: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, format, maxLength, maxItems, pattern } = part as Record<string, unknown>;
  const isBound = maxLength !== undefined || format === 'uuid' || 'enum' in part || 'const' in part;
  const here = [
    ...(type === 'string' && !isBound ? [`${path}: a text, pattern ${String(pattern)}`] : []),
    ...(type === 'array' && maxItems === undefined ? [`${path}: a list`] : []),
    ...('additionalProperties' in part && part.additionalProperties !== false ? [`${path}: any fields`] : []),
  ];
  return [...here, ...Object.entries(part).flatMap(([name, value]) => unboundedIn(value, `${path}.${name}`))];
}

it.each(Object.entries(contract))('has a limit for every text and list of %s', (channel, { input }) => {
  expect(unboundedIn(z.toJSONSchema(input, { unrepresentable: 'any' }), channel)).toEqual([]);
});

it('drops unknown fields from a list of models', () => {
  const { output } = contract[channels.listModels];
  const model = { id: 'llama3.1:8b', displayName: 'llama3.1:8b', contextLength: 8192 };
  expect(output.parse({ models: [{ ...model, path: '/home/me/models' }] })).toStrictEqual({
    models: [model],
  });
  expect(output.safeParse({ models: Array(limits.modelsPerList + 1).fill(model) }).success).toBe(false);
});
