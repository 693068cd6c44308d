import { expect, it } from 'vitest';
import { recipientText } from './RecipientNote.tsx';

it('names the selected model, and the demo if it replies instead', () => {
  const model = { name: 'Some Model' };
  expect(recipientText({ ...model, service: { client: 'demo', origin: null } })).toBe('To Some Model · Demo');
  expect(recipientText({ ...model, service: { client: 'openai', origin: null } })).toBe('To Some Model');
  expect(recipientText(model)).toBe('To Some Model');
});
