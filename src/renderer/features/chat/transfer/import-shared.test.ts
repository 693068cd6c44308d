import { expect, it } from 'vitest';
import type { Snapshot } from '../../../../shared/sharing/snapshot.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { ContinueError, importSharedChat, toPortable } from './import-shared.ts';

const id = '00000000-0000-4000-8000-000000000001';
const snapshot: Snapshot = {
  version: 1,
  title: 'Clovers',
  sharedAt: '2026-11-01T00:00:00.000Z',
  messages: [
    { role: 'user', text: '', omitted: 2 },
    { role: 'assistant', text: 'Hi', modelId: 'a/b', modelName: 'Bee', reasoning: 'A greeting.' },
  ],
};

function open(outcome: object | { readonly status: number }) {
  storeSession();
  const service = startFakeService();
  service.answer(
    'POST /rest/v1/rpc/import_chats',
    'status' in outcome ? { status: 403, body: outcome } : { body: [outcome] },
  );
  return service;
}

it('makes a new chat, in order, with notes for what was not shared', () => {
  const now = new Date('2026-11-28T00:00:00Z');
  const { messages, ...chat } = toPortable(snapshot, id, now);
  expect(chat).toMatchObject({ id, title: 'Clovers', parameters: null, activeMessageId: messages[1]?.id });
  expect(messages).toMatchObject([
    { role: 'user', content: '*2 files not shared*', parentId: null },
    { role: 'assistant', content: 'Hi', modelId: 'a/b', parentId: messages[0]?.id },
  ]);
  expect(messages.every(({ createdAt }) => new Date(createdAt) < now)).toBe(true);
});

it.each(['imported', 'present'])('is stored once: %s', async (outcome) => {
  const service = open({ outcome });
  await importSharedChat(snapshot, id);
  expect(service.to('/rest/v1/rpc/import_chats')).toMatchObject([
    { body: { chats: [{ id, title: 'Clovers' }] } },
  ]);
});

it('says why the service refuses', async () => {
  open({ outcome: 'refused', code: 'limit' });
  await expect(importSharedChat(snapshot, id)).rejects.toThrow("Your account can't store more chats.");
  open({ status: 403, hint: 'restricted', code: '42501', message: 'Your account is restricted.' });
  await expect(importSharedChat(snapshot, id)).rejects.toThrow(ContinueError);
});

it('fails if the service does not store the chat', async () => {
  open({ outcome: 'refused' });
  await expect(importSharedChat(snapshot, id)).rejects.not.toBeInstanceOf(ContinueError);
});
