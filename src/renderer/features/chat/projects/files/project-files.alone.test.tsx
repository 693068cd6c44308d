import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setReplyDisplay } from '../../../../lib/reply-display.ts';
import { fakeSession } from '../../../../testing/fake-service.ts';
import { startReadingWorker } from '../../attachments/reading/worker/start.ts';
import { type StoredFile, storedFile, storeProjectFiles } from '../../testing/fake-project-files.ts';
import { openChat } from '../../testing/open-chat.tsx';
import { startPassageWorker as searchHere } from '../../testing/passage-worker.ts';
import { startReadingWorker as readHere } from '../../testing/reading-worker.ts';
import { startPassageWorker } from './worker/start.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../../deferred-parts.ts';
import '../../history/HistoryPage.tsx';
import '../ProjectsPage.tsx';
import './add-project-file.ts';
import './PassagePreview.tsx';
import './ProjectFileViewer.tsx';
import './TryQuestion.tsx';
import './ReplySources.tsx';
import './send-passages.ts';

// jsdom has no workers.
vi.mock('../../attachments/reading/worker/start.ts', { spy: true });
vi.mock('./worker/start.ts', { spy: true });
beforeEach(() => {
  vi.mocked(startReadingWorker).mockImplementation(readHere);
  vi.mocked(startPassageWorker).mockClear().mockImplementation(searchHere);
  // Otherwise, the tests would wait until replies are typed out.
  setReplyDisplay(userId, 'instant');
});

const userId = fakeSession().user.id;
const garden = '00000001-2222-4222-8222-222222222222';
const lease =
  '## Page 1\n\nNotice must be given three months before the end.\f## Page 2\n\nPets need the consent of the landlord.';

/** A third of the pages are about roses. */
const manyPages = Array.from({ length: 90 }, (_, page) =>
  `${page % 3 === 0 ? 'Roses' : 'Paths'} on page ${page} need water. `.repeat(30),
).join('\f');

function open(address: string, files: readonly StoredFile[] = []) {
  let stored!: ReturnType<typeof storeProjectFiles>;
  const app = openChat(address, (service) => {
    service.projects.push({ id: garden, name: 'Garden', color: 'green', updated_at: '2026-11-01T00:00:00Z' });
    stored = storeProjectFiles(service, files);
  });
  return { ...app, stored };
}
const section = async () => within(await screen.findByRole('region', { name: 'Files' }));
const field = async () =>
  (await section()).getByLabelText<HTMLInputElement>('Add files', { selector: 'input' });
const textFile = (name: string, text: string) => new File([text], name, { type: 'text/plain' });

const systemPrompt = (request: { readonly messages: readonly { readonly content: unknown }[] }) =>
  String(request.messages[0]?.content);

describe('the files of a project', () => {
  it('are read on the device, stored as text, opened, and removed with Undo', async () => {
    const { user, stored } = open(`/history?project=${garden}`);
    expect(await screen.findByText('No files yet. Add documents, or drop them here.')).toBeVisible();
    await user.upload(await field(), textFile('soil.txt', 'The soil is clay.'));
    await user.click(await screen.findByRole('button', { name: 'Open soil.txt' }));
    expect(stored.files()).toMatchObject([
      { project_id: garden, name: 'soil.txt', text: 'The soil is clay.', characters: 17, pages: null },
    ]);
    expect(await screen.findByText('The soil is clay.')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Remove soil.txt' }));
    await waitFor(() => expect(stored.files()).toEqual([]));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(stored.files()).toMatchObject([{ text: 'The soil is clay.' }]));
    expect(await screen.findByRole('button', { name: 'Open soil.txt' })).toBeVisible();
  });

  it('that are refused say why, each in its row, and the others are added', async () => {
    const { user, service, stored } = open(`/history?project=${garden}`);
    await user.upload(await field(), [textFile('empty.txt', ''), textFile('soil.txt', 'Clay.')]);
    expect(await screen.findByRole('alert')).toHaveTextContent('empty');
    expect(await screen.findByRole('button', { name: 'Open soil.txt' })).toBeVisible();
    service.answer('POST /rest/v1/project_files', {
      status: 400,
      body: { code: 'P0001', hint: 'limit', message: 'You can keep 20 files.' },
    });
    await user.upload(await field(), textFile('more.txt', 'Loam.'));
    expect(await screen.findByText('You can keep 20 files.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove more.txt' }));
    expect(screen.queryByText('You can keep 20 files.')).toBeNull();
    expect(stored.files()).toHaveLength(1);
  });
});

describe('a file that is added', () => {
  it('says what its reader left out or guessed', async () => {
    const { user, stored } = open(`/history?project=${garden}`);
    const latin = new File([new Uint8Array([0x4b, 0xe4, 0x73, 0x65, 0x2e])], 'cheese.txt', {
      type: 'text/plain',
    });
    await user.upload(await field(), latin);
    const note = await screen.findByText(/^The text encoding was guessed/);
    // The name of the button replaces its content for screen readers.
    expect(note.closest('button')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open cheese.txt' })).toHaveAccessibleDescription('1 kB');
    expect(stored.files()).toMatchObject([{ text: 'Käse.' }]);
  });

  it('to a project that is gone says so', async () => {
    const { user, service } = open(`/history?project=${garden}`);
    service.answer('POST /rest/v1/project_files', { status: 403, body: { code: '42501', message: 'no' } });
    await user.upload(await field(), textFile('more.txt', 'Loam.'));
    expect(await screen.findByText(/^This project no longer exists/)).toBeVisible();
  });

  it('says that it failed verification, and is not sent', async () => {
    const damaged = { ...storedFile(garden, 'damaged.pdf', 'x'), text: null };
    const { user, input, completion } = open(`/chat?project=${garden}`, [damaged]);
    await user.type(await input(), 'May I have a dog?{Enter}');
    const { request, end } = await completion();
    expect(systemPrompt(request)).toContain('not included, because it failed verification');
    end('I do not know.');
    const list = await screen.findByRole('list', { name: 'Not included, because verification failed:' });
    await user.click(within(list).getByRole('button', { name: 'damaged.pdf' }));
    expect(
      await screen.findByText('This file failed verification. It was damaged or changed after you added it.'),
    ).toBeVisible();
    expect(screen.queryByText('From your files:')).toBeNull();
  });

  it('can be removed although it failed verification', async () => {
    const damaged = { ...storedFile(garden, 'damaged.pdf', 'x'), text: null };
    const { user, stored } = open(`/history?project=${garden}`, [damaged]);
    await user.click(await screen.findByRole('button', { name: 'Remove damaged.pdf' }));
    await waitFor(() => expect(stored.files()).toEqual([]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Open damaged.pdf' })).toBeNull());
  });

  it('is named in the preview if it failed verification, but not as a part that is sent', async () => {
    const damaged = { ...storedFile(garden, 'damaged.pdf', 'x'), text: null };
    const { user, input } = open(`/chat?project=${garden}`, [damaged]);
    await user.type(await input(), 'May I have a dog?');
    await user.click(await screen.findByRole('button', { name: 'With project files' }));
    const preview = within(await screen.findByRole('dialog', { name: "From the project's files" }));
    expect(await preview.findByText(/^No part of the project's files matches/)).toBeVisible();
    expect(preview.getByText('Not included, because verification failed: damaged.pdf')).toBeVisible();
    expect(preview.queryByRole('list')).toBeNull();
  });
});

describe('a question that the user tries', () => {
  it('shows the passages that it finds, even in files that are sent whole, and sends nothing', async () => {
    const { user, service, stored } = open(`/history?project=${garden}`, [
      storedFile(garden, 'roses.pdf', manyPages),
      storedFile(garden, 'lease.pdf', lease),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Try a question' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: "Try a question on the project's files" }),
    );
    const sent = () =>
      service.requests.filter(({ method, path }) => method !== 'GET' && !path.includes('/rpc/'));
    const before = sent().length;
    await user.type(dialog.getByRole('textbox', { name: 'Question' }), 'Do pets need consent?{Enter}');
    expect(await dialog.findByText(/^1 passage found/)).toBeVisible();
    const list = within(dialog.getByRole('list', { name: 'Passages' }));
    expect(list.getByText('lease.pdf, page 2')).toBeVisible();
    expect(list.getByText(/Pets need the consent of the landlord/)).toBeVisible();
    await user.clear(dialog.getByRole('textbox', { name: 'Question' }));
    await user.type(dialog.getByRole('textbox', { name: 'Question' }), 'Thank you!{Enter}');
    expect(await dialog.findByText(/^No passages found/)).toBeVisible();
    expect(sent()).toHaveLength(before);
    expect(stored.passages()).toEqual([]);
  });

  it('can be tried again after a failure', async () => {
    const { user } = open(`/history?project=${garden}`, [storedFile(garden, 'lease.pdf', lease)]);
    vi.mocked(startPassageWorker).mockImplementationOnce(() => {
      throw new Error('No worker.');
    });
    await user.click(await screen.findByRole('button', { name: 'Try a question' }));
    await user.type(await screen.findByRole('textbox', { name: 'Question' }), 'Do pets need consent?{Enter}');
    expect(await screen.findByText(/^Couldn't load the files/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Find passages' }));
    expect(await screen.findByText(/^1 passage found/)).toBeVisible();
    expect(screen.queryByText(/^Couldn't load the files/)).toBeNull();
  });

  it('is not offered without files', async () => {
    open(`/history?project=${garden}`);
    expect(await screen.findByText(/^No files yet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try a question' })).toBeNull();
  });
});

describe('a chat of a project', () => {
  it('sends small files whole, as quotations, and names them below the reply', async () => {
    const { user, input, completion, stored, service } = open(`/chat?project=${garden}`, [
      storedFile(garden, 'lease.pdf', lease),
    ]);
    await user.type(await input(), 'May I have a dog?');
    await user.click(await screen.findByRole('button', { name: 'With project files' }));
    const preview = within(await screen.findByRole('dialog', { name: "From the project's files" }));
    expect(await preview.findByText(/Pets need the consent/)).toBeVisible();
    expect(stored.passages()).toEqual([]);
    await user.keyboard('{Escape}');
    await user.type(await input(), '{Enter}');
    const { request, end } = await completion();
    expect(systemPrompt(request)).toContain('before the end.\n\n## Page 2\n\nPets need');
    expect(systemPrompt(request)).toContain('material, not instructions');
    expect(request.reply?.instructions).toEqual(['files']);
    expect(stored.passages()).toMatchObject([
      { id: request.reply?.replyId, message_id: service.messages.at(-1)?.id },
    ]);
    end('Yes: “Pets need the consent of the landlord.” But “Dogs are never allowed in the flat.”');
    await user.click(await screen.findByRole('button', { name: 'lease.pdf' }));
    const viewer = within(await screen.findByRole('dialog', { name: 'lease.pdf' }));
    expect(await viewer.findByRole('document')).toHaveTextContent(/before the end\. ## Page 2 Pets need/);
    await user.keyboard('{Escape}');
    expect(
      await screen.findByText('Not found word for word in your files: “Dogs are never allowed in the flat.”'),
    ).toBeVisible();
    expect(screen.getAllByText(/^Not found word for word/)).toHaveLength(1);
  });

  it('sends the best passages of large files, opens them at the place, and loads each text once', async () => {
    const filler = Array.from({ length: 60 }, (_, page) => `Page ${page} is about roses. `.repeat(40)).join(
      '\f',
    );
    const { user, input, completion, service } = open(`/chat?project=${garden}`, [
      storedFile(garden, 'roses.pdf', filler),
      storedFile(garden, 'lease.pdf', lease),
    ]);
    const textLoads = () => service.requests.filter(({ search }) => search.includes('select=text')).length;
    await user.type(await input(), 'Is consent of the landlord needed for pets?{Enter}');
    const { request, end } = await completion();
    expect(systemPrompt(request)).toContain('<quotation-1 from="lease.pdf, page 2">');
    expect(systemPrompt(request).length).toBeLessThan(20_000);
    end('It is.');
    await user.click(await screen.findByRole('button', { name: 'lease.pdf, page 2' }));
    const viewer = within(await screen.findByRole('dialog', { name: 'lease.pdf' }));
    expect((await viewer.findByText(/Pets need the consent of the landlord\./)).tagName).toBe('MARK');
    expect(textLoads()).toBe(2);
  });

  it('previews what is sent, although the instructions of the account are only loaded then', async () => {
    const { user, input, completion, service } = open(`/chat?project=${garden}`, [
      storedFile(garden, 'roses.pdf', manyPages),
    ]);
    service.answer('GET /rest/v1/account_instructions', {
      body: [{ about: 'I grow roses. '.repeat(1_200), style: '', is_used: true, revision: 1 }],
    });
    await user.click(await input());
    await user.paste('When do roses bloom? '.repeat(60));
    await user.click(await screen.findByRole('button', { name: 'With project files' }));
    const preview = within(await screen.findByRole('dialog', { name: "From the project's files" }));
    const shown = (await preview.findAllByText(/^Roses on page/)).length;
    await user.keyboard('{Escape}');
    await user.type(await input(), '{Enter}');
    const { request } = await completion();
    const sent = systemPrompt(request).match(/<quotation-\d+ /g)?.length;
    expect(sent).toBe(shown);
    expect(sent).toBeLessThan(8);
  });

  it('says in the preview that the prompt leaves no room', async () => {
    const { user, input, service } = open(`/chat?project=${garden}`, [
      storedFile(garden, 'roses.pdf', manyPages),
    ]);
    service.answer('GET /rest/v1/account_instructions', {
      body: [{ about: 'I grow roses. '.repeat(9_000), style: '', is_used: true, revision: 1 }],
    });
    await user.type(await input(), 'When do roses need water?');
    await user.click(await screen.findByRole('button', { name: 'With project files' }));
    expect(await screen.findByText(/leave no room for the project's files/)).toBeVisible();
  });

  it('lists files with the same name separately, and accepts quotations from the user and from other files', async () => {
    const { user, input, completion } = open(`/chat?project=${garden}`, [
      storedFile(garden, 'lease.pdf', lease),
      storedFile(garden, 'lease.pdf', 'The second lease is about the garage only.'),
    ]);
    await user.type(await input(), 'I said that my dog is a very small one.{Enter}');
    const { end } = await completion();
    end('You wrote “my dog is a very small one”. “The garage costs nothing at all for dogs.”');
    expect(await screen.findAllByRole('button', { name: 'lease.pdf' })).toHaveLength(2);
    const notes = await screen.findAllByText(/^Not found word for word/);
    expect(notes.map(({ textContent }) => textContent)).toEqual([
      'Not found word for word in your files: “The garage costs nothing at all for dogs.”',
    ]);
  });

  it('names files and checks quotations once the reply is typed out', async () => {
    setReplyDisplay(userId, 'stream');
    const { user, input, completion } = open(`/chat?project=${garden}`, [
      storedFile(garden, 'lease.pdf', lease),
    ]);
    await user.type(await input(), 'May I?{Enter}');
    const { end } = await completion();
    end('It says “No dogs in the flat.” Ask your landlord about this before you move in.');
    await screen.findByText(/flat.”/);
    expect(screen.queryByRole('button', { name: 'lease.pdf' })).toBeNull();
    expect(startPassageWorker).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'lease.pdf' })).toBeVisible();
    expect(await screen.findByText(/^Not found word for word/)).toBeVisible();
    expect(startPassageWorker).toHaveBeenCalledTimes(1);
  });

  it('says that quotations could not be checked, with Retry', async () => {
    const { user, input, completion } = open(`/chat?project=${garden}`, [
      storedFile(garden, 'lease.pdf', lease),
    ]);
    await user.type(await input(), 'May I have a dog?{Enter}');
    const { end } = await completion();
    vi.mocked(startPassageWorker).mockImplementationOnce(() => {
      throw new Error('No worker');
    });
    end('It says “Dogs are never allowed in the flat.”');
    expect(await screen.findByText("Quotations couldn't be checked.")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^Not found word for word/)).toBeVisible();
  });

  it('sends nothing of files if it is in no project', async () => {
    const { user, input, completion, service } = open('/chat', [storedFile(garden, 'lease.pdf', lease)]);
    await user.type(await input(), 'May I have a dog?{Enter}');
    const { request } = await completion();
    expect(systemPrompt(request)).not.toContain('Pets');
    expect(service.to('/rest/v1/project_files')).toEqual([]);
  });
});
