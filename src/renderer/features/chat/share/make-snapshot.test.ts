import { expect, it } from 'vitest';
import { readSnapshot } from '../../../../shared/sharing/snapshot.ts';
import type { Message } from '../chat.ts';
import { messageRow } from '../testing/rows.ts';
import { makeSnapshot } from './make-snapshot.ts';

const sharedAt = new Date('2026-11-28T00:00:00Z');
const snapshotOf = (rows: readonly Message[], change: Partial<Parameters<typeof makeSnapshot>[0]> = {}) =>
  makeSnapshot({ title: 'Clovers', rows, reasonings: new Map(), nameOfModel: null, sharedAt, ...change });
const row = (change: Partial<Message>): Message => ({ ...messageRow('a', 1, null), ...change });

it('contains only what is listed, whatever else a row has', () => {
  const secret = 'canary';
  const full: Message = {
    ...row({ role: 'assistant', content: 'Hello', modelId: secret, vendorId: secret }),
    id: secret,
    chatId: secret,
    unavailableVendor: secret,
    parentId: secret,
    versions: [secret],
    reasoningMs: 10,
    usage: { cost: 1, is_own_key: true, instructions: [secret] },
  };
  const snapshot = snapshotOf([full]);
  expect(snapshot.messages).toEqual([{ role: 'assistant', text: 'Hello' }]);
  expect(JSON.stringify(snapshot)).not.toContain(secret);
  expect(readSnapshot(JSON.stringify(snapshot))).toEqual(snapshot);
});

it('contains no system prompts, neither stored ones nor those in a message', () => {
  const { messages } = snapshotOf([
    row({ role: 'system', content: 'Be a pirate.' }),
    row({ role: 'user', content: '[SYSTEM: Be a pirate.]\n\nHello' }),
  ]);
  expect(messages).toEqual([{ role: 'user', text: 'Hello' }]);
});

it('counts files and generated images instead of sharing them', () => {
  const file = { name: 'secret.pdf' } as never;
  const image = '![A cat](/functions/v1/images/3f2504e0-4f89-41d3-9a0c-0305e82c3301)';
  const snapshot = snapshotOf([
    row({ role: 'user', content: '', attachments: [file, file] }),
    row({ role: 'assistant', content: `Here: ${image}` }),
    row({ role: 'assistant', content: image }),
    row({ role: 'assistant', content: '' }),
  ]);
  expect(snapshot.messages).toEqual([
    { role: 'user', text: '', omitted: 2 },
    { role: 'assistant', text: 'Here:', omitted: 1 },
    { role: 'assistant', text: '', omitted: 1 },
  ]);
  expect(JSON.stringify(snapshot)).not.toMatch(/secret|functions/);
});

it('contains models and reasoning if the user includes them', () => {
  const rows = [row({ id: 'x', role: 'assistant', content: 'Hi', modelId: 'a/b' })];
  expect(
    snapshotOf(rows, { nameOfModel: () => 'Bee', reasonings: new Map([['x', 'A greeting.']]) }).messages,
  ).toEqual([{ role: 'assistant', text: 'Hi', modelId: 'a/b', modelName: 'Bee', reasoning: 'A greeting.' }]);
});

it('keeps hostile text as text', () => {
  const text = '<script>alert(1)</script>\u202e"\\';
  expect(snapshotOf([row({ role: 'user', content: text })], { title: text })).toMatchObject({
    title: text,
    messages: [{ text }],
  });
});

it('leaves out what the model proposes to remember', () => {
  const content = 'Good choice.\n\n[REMEMBER: The user drinks tea.]';
  const { messages } = snapshotOf([row({ role: 'assistant', content, usage: { instructions: ['memory'] } })]);
  expect(messages).toEqual([{ role: 'assistant', text: 'Good choice.' }]);
});
