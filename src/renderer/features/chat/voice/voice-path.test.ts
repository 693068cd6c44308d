import { expect, it } from 'vitest';
import type { ModelService } from '../../../lib/model-choice.ts';
import type { ChatModel } from '../turn/live-turn.ts';
import { choosePath } from './voice-path.ts';

const model = (service: ModelService, more: Partial<ChatModel> = {}): ChatModel => ({
  id: 'm',
  name: 'Model',
  service,
  ...more,
});
const openai = model({ client: 'openai', origin: 'https://api.openai.example' });
const url = 'https://clover.example';

it('is the device if it can recognize speech, so that nothing leaves it', () => {
  expect(choosePath(openai, 'en-US', url)).toEqual({ kind: 'device', language: 'en-US' });
  expect(choosePath(null, 'en-US', url)).toEqual({ kind: 'device', language: 'en-US' });
});

it('is otherwise the vendor of the model, through the service', () => {
  expect(choosePath(openai, null, url)).toEqual({
    kind: 'vendor',
    host: 'api.openai.example',
    gateway: 'clover.example',
    vendor: undefined,
  });
});

it.each<[string, ModelService, boolean]>([
  ['a vendor without a known model', { client: 'ollama', origin: 'http://localhost:1' }, false],
  [
    'a vendor whose model was named',
    { client: 'ollama', origin: 'http://localhost:1', transcriptionModel: 'w' },
    true,
  ],
  [
    'a protocol that has no such request',
    { client: 'anthropic', origin: 'https://a.example', transcriptionModel: 'w' },
    false,
  ],
  ['the demo', { client: 'demo', origin: null }, false],
  ['a vendor without a client', { client: null, origin: 'https://b.example' }, false],
])('exists or not for %s', (_, service, exists) => {
  expect(choosePath(model(service), null, url) !== null).toBe(exists);
});

it('is missing while there is no model', () => {
  expect(choosePath(null, null, url)).toBeNull();
});
