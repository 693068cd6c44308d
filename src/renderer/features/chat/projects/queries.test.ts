import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { startFakeChats } from '../testing/fake-chats.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { AccountDatabase } from '../store/database.ts';
import { ChatStore } from '../store/chat-store.ts';
import { projectInstructions } from './project-instructions.ts';
import { projectsQuery } from './queries.ts';

const id = '00000001-2222-4222-8222-222222222222';

it('projects and their instructions are read from the device without a connection', async () => {
  storeSession({});
  const service = startFakeChats();
  service.projects.push({
    id,
    name: 'Garden',
    color: 'green',
    instructions: 'Answer in Latin.',
    updated_at: '2026-11-01T00:00:00Z',
  });
  const user = crypto.randomUUID();
  const read = async (userId: string) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    const database = new AccountDatabase(userId, () => {});
    onTestFinished(() => database.close());
    const store = new ChatStore(database);
    return [
      await client.fetchQuery(projectsQuery(userId, store)),
      await client.fetchQuery(projectInstructions(id, store)),
    ];
  };
  const online = await read(user);
  expect(online).toEqual([[expect.objectContaining({ id, name: 'Garden' })], 'Answer in Latin.']);
  service.setOffline(true);
  await waitFor(async () => expect(await read(user)).toEqual(online));
  await expect(read(crypto.randomUUID())).rejects.toMatchObject({ code: 'offline' });
  // A damaged copy is not shown.
  const database = new AccountDatabase(user, () => {});
  await database.use((open) => open.put('meta', [{ id }], 'projects'));
  database.close();
  await expect(read(user)).rejects.toMatchObject({ code: 'offline' });
});
