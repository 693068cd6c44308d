import { expect, it } from 'vitest';
import { readSnapshot, type Snapshot } from './snapshot.ts';

const snapshot: Snapshot = {
  version: 1,
  title: 'Clovers',
  sharedAt: '2026-11-28T00:00:00.000Z',
  messages: [
    { role: 'user', text: 'Hello', omitted: 2 },
    { role: 'assistant', text: 'Hi', modelId: 'a/llama', modelName: 'Llama', reasoning: 'A greeting.' },
  ],
};

it('reads what was shared', () => {
  expect(readSnapshot(JSON.stringify(snapshot))).toEqual(snapshot);
});

it('reads the longest title that a chat can have', () => {
  const title = '\u{1f340}'.repeat(500);
  expect(readSnapshot(JSON.stringify({ ...snapshot, title }))?.title).toBe(title);
});

it('drops unknown fields', () => {
  expect(readSnapshot(JSON.stringify({ ...snapshot, script: '<script>' }))).toEqual(snapshot);
});

it.each([
  'x',
  'null',
  '[]',
  JSON.stringify({ ...snapshot, version: 2 }),
  JSON.stringify({ ...snapshot, title: '' }),
  JSON.stringify({ ...snapshot, title: 'x'.repeat(1_001) }),
  JSON.stringify({ ...snapshot, messages: [] }),
  JSON.stringify({ ...snapshot, messages: Array.from({ length: 30_001 }, () => snapshot.messages[0]) }),
  JSON.stringify({ ...snapshot, messages: [{ role: 'system', text: 'x' }] }),
  JSON.stringify({ ...snapshot, messages: [{ role: 'user', text: {} }] }),
  JSON.stringify({ ...snapshot, messages: [{ role: 'user', text: 'x', omitted: -1 }] }),
  JSON.stringify({ ...snapshot, sharedAt: 'yesterday' }),
])('refuses %.60s', (text) => {
  expect(readSnapshot(text)).toBeNull();
});
