import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FakeChats } from '../../testing/fake-chats.ts';
import { type StoredFile, storedFile, storeProjectFiles } from '../../testing/fake-project-files.ts';
import { gardenChat } from '../../testing/garden-chat.ts';
import { openChat } from '../../testing/open-chat.tsx';
import { startPassageWorker as searchHere } from '../../testing/passage-worker.ts';
import type { Passage } from './passage.ts';
import { startPassageWorker } from './worker/start.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './ProjectFileViewer.tsx';
import './ReplySources.tsx';

// jsdom has no workers.
vi.mock('./worker/start.ts', { spy: true });
beforeEach(() => void vi.mocked(startPassageWorker).mockClear().mockImplementation(searchHere));

const garden = '00000001-2222-4222-8222-222222222222';
const text = 'The rent is due in May.\fPets need consent. Dogs need more than consent.';
const lease = storedFile(garden, 'lease.pdf', text);
const rules = storedFile(garden, 'rules.pdf', 'The stairs are swept every second Monday.');

const passageOf = (words: string, page: number): Passage => ({
  file: lease.id,
  name: lease.name,
  type: 'application/pdf',
  page,
  line: 1,
  from: text.indexOf(words),
  to: text.indexOf(words) + words.length,
});
const rent = passageOf('The rent is due in May.', 1);

interface OpenedReply {
  readonly content: string;
  readonly files?: readonly StoredFile[];
  /** Null if they failed verification. */
  readonly passages?: readonly Passage[] | null;
  readonly prepare?: (service: FakeChats) => void;
}

/** Opens a chat of a project with a stored reply. */
function openReply({ content, files = [lease, rules], passages = [rent], prepare }: OpenedReply) {
  const [address, addChat] = gardenChat({ content, usage: { instructions: ['files'] } });
  return openChat(address, (service) => {
    addChat(service);
    service.projects.push({ id: garden, name: 'Garden', color: 'green', updated_at: '2026-11-01T00:00:00Z' });
    for (const chat of service.chats) chat.project_id = garden;
    storeProjectFiles(service, files, [{ id: 'reply', passages: passages && JSON.stringify(passages) }]);
    prepare?.(service);
  });
}

it('lists places best first, each once, and opens the best passage of a place', async () => {
  const dogs = passageOf('Dogs need more than consent.', 2);
  const passages = [dogs, rent, passageOf('Pets need consent.', 2)];
  const { user } = openReply({ content: 'Only with consent.', passages });
  const places = within(await screen.findByRole('list', { name: 'From your files:' })).getAllByRole('button');
  expect(places.map(({ textContent }) => textContent)).toEqual(['lease.pdf, page 2', 'lease.pdf, page 1']);
  await user.click(places[0]!);
  expect((await screen.findByText('Dogs need more than consent.')).tagName).toBe('MARK');
});

it('checks quotations once the project of the chat is known', async () => {
  const loaded = Promise.withResolvers<void>();
  openReply({
    content: 'It says “The stairs are swept every second Monday.” and “They are swept on every Friday.”',
    prepare(service) {
      const body = service.chats.map((chat) => ({
        pinned_at: null,
        archived_at: null,
        model_id: null,
        vendor_id: null,
        ...chat,
      }));
      service.answer('GET /rest/v1/chat_history', () => loaded.promise.then(() => ({ body })));
    },
  });
  await screen.findByRole('list', { name: 'From your files:' });
  loaded.resolve();
  expect(await screen.findByText(/^Not found word for word.*Friday/)).toBeVisible();
  expect(screen.getAllByText(/^Not found word for word/)).toHaveLength(1);
  // Once with the passages, once with the other files of the project.
  expect(startPassageWorker).toHaveBeenCalledTimes(2);
});

it('says that quotations could not be checked if a file that was sent failed verification', async () => {
  openReply({
    content: 'It says “The rent is due in every May.”',
    files: [{ ...lease, text: null }, rules],
  });
  expect(
    await screen.findByText(
      "Quotations couldn't be checked, because a file was removed or failed verification.",
    ),
  ).toBeVisible();
});

it('checks quotations although another file failed verification', async () => {
  openReply({
    content: 'It says “The rent is due in every May.”',
    files: [lease, { ...rules, text: null }],
  });
  expect(await screen.findByText(/^Not found word for word/)).toBeVisible();
});

it('says that the list of files failed verification, without Retry', async () => {
  openReply({ content: 'Only with consent.', passages: null });
  expect(
    await screen.findByText(
      "Can't show the files used for this reply, because their list failed verification.",
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
