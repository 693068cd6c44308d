import type { CompletionRequest } from '../../completion/completion.ts';
import type { StreamOptions } from '../provider.ts';
import type { Vendor } from '../vendor.ts';

export const testKey = 'sk-test-0123456789abcdef';

export const vendorAt = (name: string, endpointUrl: string, changes: Partial<Vendor> = {}): Vendor => ({
  name,
  displayName: 'The Vendor',
  endpointUrl,
  apiKey: testKey,
  config: {},
  ...changes,
});

export const request = (changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messageId: 'd0000000-0000-4000-8000-000000000001',
  model: 'some/model',
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hello there' },
  ],
  ...changes,
});

/** Options for a call over the real network that is never aborted. */
export const streamOptions = (changes: Partial<StreamOptions> = {}): StreamOptions => ({
  signal: new AbortController().signal,
  fetch: (input, init) => fetch(input, init),
  requestId: 'request-1',
  ...changes,
});
