import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openChat } from '../testing/open-chat.tsx';
import type { FakeChats } from '../testing/fake-chats.ts';
import { startReadingWorker as startHere } from '../testing/reading-worker.ts';
import { workbook } from '../testing/workbook.ts';
import type { ReadReply } from './reading/worker/protocol.ts';
import { type ReadingWorker, startReadingWorker } from './reading/worker/start.ts';

// jsdom has no workers.
vi.mock('./reading/worker/start.ts', { spy: true });
beforeEach(() => vi.mocked(startReadingWorker).mockImplementation(startHere));

const notes = () => new File(['The shed key is under the pot.'], 'notes.txt', { type: 'text/plain' });
const field = () => document.querySelector<HTMLInputElement>('input[type=file]')!;
const chip = (name: string) => screen.findByRole('button', { name: `Remove ${name}` });
const storage = (service: FakeChats) => service.requests.filter(({ path }) => path.startsWith('/storage/'));

/** Simulates the storage and the attachments table in memory. */
function acceptFiles(service: FakeChats) {
  const paths = new Set<string>();
  vi.stubGlobal(
    'fetch',
    (
      (original: typeof fetch): typeof fetch =>
      (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
        if (init?.method === 'POST' && pathname.startsWith('/storage/') && !paths.has(pathname)) {
          paths.add(pathname);
          service.answer(`POST ${pathname}`, { body: {} });
        }
        return original(input, init);
      }
    )(fetch),
  );
}

it('a file is read on the device, survives a reload, and is stored and sent with its message', async () => {
  const first = openChat('/chat', acceptFiles);
  await first.input();
  await first.user.upload(field(), notes());
  expect(await chip('notes.txt')).toBeVisible();
  first.engine().drafts.flush();
  expect(storage(first.service)).toEqual([]);
  first.unmount();

  const { user, input, completion, service } = openChat('/chat', acceptFiles);
  expect(await chip('notes.txt')).toBeVisible();
  await user.type(await input(), 'Where is it?{Enter}');
  const { request, end } = await completion();
  expect(request.messages.at(-1)).toEqual({
    role: 'user',
    content: '<document-1 name="notes.txt">\nThe shed key is under the pot.\n</document-1>\n\nWhere is it?',
  });
  expect(storage(service)).toHaveLength(1);
  expect(service.to('/rest/v1/message_attachments')[0]?.body).toMatchObject({
    message_id: service.messages[0]?.id,
    name: 'notes.txt',
  });
  end('Under the pot.');
  const sent = await screen.findByRole('article', { name: 'You' });
  const opener = await within(sent).findByRole('button', { name: 'Open notes.txt' });
  expect(opener).toHaveAccessibleDescription('1 kB');
  await user.click(opener);
  expect(await screen.findByText('The shed key is under the pot.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove notes.txt' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use in the next message' }));
  expect(await chip('notes.txt')).toBeVisible();
  expect(await input()).toHaveFocus();
});

it('adds only as many pages of scans as the message has room for, and says how many', async () => {
  const image = { kind: 'image', mediaType: 'image/jpeg', width: 1, height: 1, notes: [] } as const;
  const images = Array.from({ length: 8 }, () => ({ ...image, blob: new Blob(['page']) }));
  const data: ReadReply = {
    kind: 'read',
    reading: { kind: 'scan', images, pages: 9 },
    mediaType: 'application/pdf',
  };
  vi.mocked(startReadingWorker).mockImplementation(() => {
    const worker: ReadingWorker = {
      onmessage: null,
      onerror: null,
      postMessage: () =>
        queueMicrotask(() => worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data }))),
      terminate: () => {},
    };
    return worker;
  });
  const { user, input } = openChat();
  await input();
  await user.upload(field(), [new File(['%PDF'], 'lease.pdf'), new File(['%PDF'], 'plan.pdf')]);
  expect(await screen.findByRole('button', { name: 'Open lease 1.jpg' })).toHaveTextContent(/: 8 of 9\.$/);
  expect(await screen.findByRole('button', { name: 'Open plan 1.jpg' })).toHaveTextContent(/: 2 of 9\.$/);
  expect(screen.getAllByRole('button', { name: /^Open (?:lease|plan) / })).toHaveLength(10);
});

it('a refused file disappears when the message is sent without it', async () => {
  const { user, input } = openChat();
  await input();
  await user.upload(field(), [new File([], 'empty.txt')]);
  expect(await screen.findByText(/^The file is empty/)).toBeVisible();
  await user.type(await input(), 'Never mind{Enter}');
  expect(await screen.findByRole('article', { name: 'You' })).toHaveTextContent('Never mind');
  expect(screen.queryByText(/^The file is empty/)).toBeNull();
});

it('a refused file shows the reason in its row, and the others are attached', async () => {
  const { user, input } = openChat();
  await input();
  await user.upload(field(), [new File([], 'empty.txt'), notes()]);
  expect(await screen.findByText(/^The file is empty/)).toHaveAttribute('role', 'alert');
  expect(await chip('notes.txt')).toBeVisible();
  await user.click(await chip('empty.txt'));
  expect(screen.queryByText(/^The file is empty/)).toBeNull();
  expect(await input()).toHaveFocus();
});

it('a preview shows the message with its size and recipient before anything is sent', async () => {
  const { user, input, service } = openChat();
  await input();
  await user.upload(field(), notes());
  await chip('notes.txt');
  await user.type(await input(), 'Where is it?');
  await user.click(screen.getByRole('button', { name: 'What will be sent' }));
  const dialog = await screen.findByRole('dialog', { name: 'What will be sent' });
  expect(await within(dialog).findByRole('document')).toHaveTextContent(
    '<document-1 name="notes.txt"> The shed key is under the pot. </document-1> Where is it?',
  );
  expect(dialog).toHaveTextContent('about 11 tokens');
  expect(dialog).toHaveTextContent('Some Model at localhost');
  expect(storage(service)).toEqual([]);
});

it('a message needs no text if it has files', async () => {
  const { user, input, completion, service } = openChat('/chat', acceptFiles);
  await input();
  await user.upload(field(), notes());
  await screen.findByRole('button', { name: 'Open notes.txt' });
  await user.type(await input(), '{Enter}');
  const { request, end } = await completion();
  expect(request.messages.at(-1)?.content).toBe(
    '<document-1 name="notes.txt">\nThe shed key is under the pot.\n</document-1>',
  );
  expect(service.messages[0]).toMatchObject({ role: 'user', content: '' });
  expect(service.chats[0]).toMatchObject({ title: 'notes.txt' });
  end('It is about a key.');
  await screen.findByText('It is about a key.');
  await user.type(await input(), 'Which one?{Enter}');
  const next = await completion(1);
  expect(next.request.messages.slice(1).map(({ content }) => content)).toEqual([
    expect.stringContaining('under the pot'),
    'It is about a key.',
    'Which one?',
  ]);
});

const region = () => within(screen.getByRole('region', { name: 'Attached files' }));
const opened = (name: string) => region().getByRole('button', { name: `Open ${name}` });
const order = () =>
  region()
    .getAllByRole('button', { name: /^Open/ })
    .map((button) => button.ariaLabel);

it('attached files are moved by keyboard, by dragging and in their dialog', async () => {
  const { user, input } = openChat();
  await input();
  const names = ['one.txt', 'two.txt', 'three.txt'];
  await user.upload(
    field(),
    names.map((name) => new File([name], name)),
  );
  for (const name of names) await screen.findByRole('button', { name: `Open ${name}` });
  const first = order()[0]!.replace('Open ', '');
  opened(first).focus();
  await user.keyboard('{Shift>}{ArrowLeft}{ArrowRight}{/Shift}');
  expect(order()[1]).toBe(`Open ${first}`);
  expect(opened(first)).toHaveFocus();
  expect(region().getByText(`${first} moved to position 2 of 3`)).toBeInTheDocument();

  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  const [, , last] = order().map((label) => label!.replace('Open ', ''));
  const item = (name: string) => opened(name).closest('li')!;
  // Text dragged from another page is not a file.
  expect(fireEvent.dragOver(item(first), { dataTransfer })).toBe(true);
  fireEvent.dragStart(item(last!), { dataTransfer });
  expect(fireEvent.dragOver(item(first), { dataTransfer })).toBe(false);
  fireEvent.drop(item(first), { dataTransfer, clientX: -1 });
  expect(order()[1]).toBe(`Open ${last}`);

  await user.click(opened(last!));
  await user.click(await screen.findByRole('button', { name: 'Move earlier' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(order()[0]).toBe(`Open ${last}`));
});

it('only the chosen sheets of a workbook are sent', async () => {
  const { user, input, completion, service } = openChat('/chat', acceptFiles);
  await input();
  const book = workbook({ Costs: [['Rent', '500']], Secrets: [['Code', 'ABC']] });
  await user.upload(field(), new File([book], 'book.xlsx'));
  await user.click(await screen.findByRole('button', { name: 'Open book.xlsx' }));
  await user.click(await screen.findByRole('checkbox', { name: /Secrets/ }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /Costs/ })).toBeDisabled());
  await waitFor(() => expect(screen.getByRole('document')).not.toHaveTextContent('ABC'));
  await user.keyboard('{Escape}');
  expect(region().getByText(/^1 of 2 sheets/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'What will be sent' }));
  const preview = within(await screen.findByRole('dialog', { name: 'What will be sent' }));
  expect(await preview.findByRole('document')).toHaveTextContent('Rent');
  expect(preview.getByRole('list', { name: 'Files' })).toHaveTextContent(/1 of 2 sheets .* about \d+ tokens/);
  await user.keyboard('{Escape}');
  await user.type(await input(), 'How much?{Enter}');
  const { request } = await completion();
  expect(request.messages.at(-1)?.content).toContain('Rent | 500');
  expect(request.messages.at(-1)?.content).not.toContain('ABC');
  expect(service.to('/rest/v1/message_attachments')[0]?.body).toMatchObject({ pages: 1 });
});

it('a message has at most ten files', async () => {
  const { user, input } = openChat();
  await input();
  await user.upload(
    field(),
    Array.from({ length: 11 }, (_, index) => new File([`Text ${index}`], `${index}.txt`)),
  );
  expect(await screen.findByText(/^A message can have up to 10 files/)).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remove \d/ })).toHaveLength(11));
});

it('files can be pasted and dropped, but not the image of copied formatted text', async () => {
  const { input } = openChat();
  const types = ['Files'];
  fireEvent.paste(await input(), { clipboardData: { files: [notes()], types, getData: () => '' } });
  expect(await chip('notes.txt')).toBeVisible();
  const copied = { files: [new File(['x'], 'table.png')], types: ['text/plain', 'text/html', 'Files'] };
  fireEvent.paste(await input(), { clipboardData: { ...copied, getData: () => '' } });
  const dragged = { dataTransfer: { files: [new File(['Drop'], 'dropped.txt')], types } };
  fireEvent.dragOver(await input(), dragged);
  expect(screen.getByText('Drop files to attach them')).toBeVisible();
  fireEvent.drop(await input(), dragged);
  expect(await chip('dropped.txt')).toBeVisible();
  expect(screen.queryByText('table.png')).toBeNull();
});

it('a refused message returns its text and files to the draft', async () => {
  const { user, input } = openChat('/chat', (service) => {
    acceptFiles(service);
    service.refuseMessages('No messages left.');
  });
  await input();
  await user.upload(field(), notes());
  await chip('notes.txt');
  await user.type(await input(), 'Where is it?{Enter}');
  await waitFor(async () => expect(await input()).toHaveValue('Where is it?'));
  expect(await chip('notes.txt')).toBeVisible();
});

it('a message whose files are refused is not stored', async () => {
  const { user, input, service } = openChat('/chat', (chats) => {
    acceptFiles(chats);
    chats.answer('POST /rest/v1/message_attachments', {
      status: 400,
      body: { code: 'P0001', hint: 'limit', message: 'You can keep 20 files in your chats.' },
    });
  });
  await input();
  await user.upload(field(), notes());
  await chip('notes.txt');
  await user.type(await input(), 'Where is it?{Enter}');
  expect(await screen.findByText('You can keep 20 files in your chats.')).toBeVisible();
  await waitFor(async () => expect(await input()).toHaveValue('Where is it?'));
  expect(await chip('notes.txt')).toBeVisible();
  expect(service.chats).toEqual([]);
});
