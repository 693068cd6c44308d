import { expect, it } from 'vitest';
import { storeSession } from '../../../../testing/render-app.tsx';
import { startFakeChats } from '../../testing/fake-chats.ts';
import { storedFile } from '../../testing/fake-project-files.ts';
import { listProjectFiles } from './data.ts';

const garden = '00000001-2222-4222-8222-222222222222';
const facts = { media_type: 'text/plain', size: 1, characters: 1, created_at: '2026-11-01T12:00:00Z' };

it('lists all files of a project, although a response has only 1,000', async () => {
  const service = startFakeChats();
  storeSession();
  const files = Array.from({ length: 2_100 }, (_, number) => ({
    ...storedFile(garden, `${number}.txt`, 'x'),
    ...facts,
  }));
  service.answer('GET /rest/v1/project_files', ({ search }) => {
    const from = Number(new URLSearchParams(search).get('offset') ?? 0);
    return { body: files.slice(from, from + 1_000) };
  });
  expect((await listProjectFiles(garden)).map(({ name }) => name)).toEqual(files.map(({ name }) => name));
});
