import { expect, it } from 'vitest';
import { recipientText } from './RecipientNote.tsx';

it('names the demo instead of the selected model if the demo replies', () => {
  const model = { name: 'Some Model' };
  expect(recipientText({ ...model, service: { client: 'demo', origin: null } })).toBe('To the built-in demo');
  expect(recipientText({ ...model, service: { client: 'openai', origin: null } })).toBe('To Some Model');
  expect(recipientText(model)).toBe('To Some Model');
});
