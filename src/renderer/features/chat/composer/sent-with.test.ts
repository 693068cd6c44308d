import { expect, it } from 'vitest';
import { sentTo } from './SentWith.tsx';

it('names the demo instead of the selected model if the demo replies', () => {
  const model = { name: 'Some Model' };
  expect(sentTo({ ...model, service: { client: 'demo', origin: null } })).toBe('To the built-in demo');
  expect(sentTo({ ...model, service: { client: 'openai', origin: null } })).toBe('To Some Model');
  expect(sentTo(model)).toBe('To Some Model');
});
