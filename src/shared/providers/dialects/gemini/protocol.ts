import { invalidFormatError } from '../../failures.ts';
import { isRecord } from '../../upstream-error.ts';
import type { Protocol } from '../protocol.ts';
import { readGeminiModel } from './models.ts';
import { createGeminiReader } from './reply-reader.ts';
import { bodyOf, nameOf } from './request.ts';

/** The largest page that Gemini allows. All of its models fit. */
const listedModels = '1000';

/** Returns the base of all URLs. The endpoint may be the URL of one model. */
function baseOf(endpointUrl: string): string {
  const url = new URL(endpointUrl);
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/models(?:\/.*)?$/, '') || '/v1beta';
  return url.href;
}

/** Returns a URL below the base. Keeps the base's parameters and adds one. */
function addressOf(base: string, path: string, [name, value]: readonly [string, string] | [] = []): string {
  const url = new URL(base);
  url.pathname += path;
  if (name && value) url.searchParams.set(name, value);
  return url.href;
}

export const gemini: Protocol = {
  access: {
    needsKey: true,
    missingKey: (name) => `API key not configured for ${name}. Please set it in the admin settings.`,
    address: baseOf,
    headers: () => ({}),
    // Proxies would log a key in the URL.
    keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  },
  passes: ['messages', 'tools', 'tool_choice', 'stop', 'seed'],
  write: (base, prompt) => {
    // An unpaired surrogate cannot be encoded.
    const model = `/models/${encodeURIComponent(nameOf(prompt.model).toWellFormed())}`;
    return {
      url: prompt.isStreaming
        ? // Otherwise the stream would be a JSON array.
          addressOf(base, `${model}:streamGenerateContent`, ['alt', 'sse'])
        : addressOf(base, `${model}:generateContent`),
      body: bodyOf(prompt),
    };
  },
  createReader: createGeminiReader,
  isReply: ({ candidates }) => Array.isArray(candidates),
  empty: invalidFormatError,
  embeddings: null,
  transcriptions: null,
  models: {
    address: (base) => addressOf(base, '/models', ['pageSize', listedModels]),
    entriesOf: (value) => (isRecord(value) ? value['models'] : undefined),
    read: readGeminiModel,
  },
};
