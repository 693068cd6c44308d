import { expect, it } from 'vitest';
import { replyModel } from './reply-model.ts';

const [sentFor, selected] = [
  { id: 'first', name: 'First' },
  { id: 'second', name: 'Second' },
];

it('is the model for which the message was sent, as long as it is offered', () => {
  expect(replyModel(sentFor, { model: selected, models: [sentFor, selected] })).toBe(sentFor);
  expect(replyModel(sentFor, { model: selected, models: [selected] })).toBe(selected);
  const elsewhere = { ...sentFor, vendorName: 'other' };
  expect(replyModel(sentFor, { model: selected, models: [elsewhere, selected] })).toBe(selected);
});

it.each([
  ['a vendor that the user has chosen', { ...sentFor, vendorName: 'mistral' }, selected],
  ['this computer', { ...sentFor, vendorName: 'local:ollama' }, selected],
  ['the active vendor', sentFor, { ...selected, vendorName: 'mistral' }],
])('is not a model of another vendor if the message was sent for %s', (_, waiting, model) => {
  expect(replyModel(waiting, { model, models: [model] })).toBe(waiting);
});

it('does not change while the models are loading', () => {
  expect(replyModel(sentFor, { model: selected })).toBe(sentFor);
  expect(replyModel(sentFor, { model: null, models: [selected] })).toBe(sentFor);
});

it('is the selected model if the message was sent before the models had loaded', () => {
  expect(replyModel(null, { model: selected, models: [] })).toBe(selected);
  expect(replyModel(null, { model: null })).toBeNull();
});
