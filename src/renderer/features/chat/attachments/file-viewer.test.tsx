import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { AttachPictureContext } from '../../../components/markdown/image/attach-picture.ts';
import * as toasts from '../../../lib/toast.ts';
import { UiProvider } from '../../../theme/UiProvider.tsx';
import { type ChatEngine, EngineContext } from '../chat-context.ts';
import { document, picture } from '../testing/fake-attachments.ts';
import type { Attachment } from './attachment.ts';
import { FileViewer } from './FileViewer.tsx';
import { NewerDatabaseError } from './device/newer-database-error.ts';

const readBlob = vi.fn<() => Promise<Blob | null>>();
const use = vi.fn<(file: File) => void>();
const onClose = vi.fn<() => void>();
let messages: (string | undefined)[];

beforeEach(() => {
  readBlob.mockReset();
  use.mockReset();
  onClose.mockReset();
  messages = [];
  vi.spyOn(toasts, 'showToast').mockImplementation(({ message }) => void messages.push(message));
});

function open(file: Attachment = document('plan.txt', 3), text = 'abc') {
  const engine = { userId: 'ada', files: async () => ({ readBlob, readText: async () => text }) };
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider>
        <EngineContext value={engine as unknown as ChatEngine}>
          <AttachPictureContext value={use}>
            <FileViewer file={file} onClose={onClose} />
          </AttachPictureContext>
        </EngineContext>
      </UiProvider>
    </QueryClientProvider>,
  );
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('a file is not used in the next message if its dialog was closed while it was loading', async () => {
  const { promise, resolve } = Promise.withResolvers<Blob>();
  readBlob.mockReturnValue(promise);
  const { unmount } = open();
  await press('Use in the next message');
  unmount();
  resolve(new Blob(['abc']));
  await promise;
  await Promise.resolve();
  expect([use.mock.calls, onClose.mock.calls]).toEqual([[], []]);
  open();
  await press('Use in the next message');
  await waitFor(() => expect(use).toHaveBeenCalledOnce());
  expect(onClose).toHaveBeenCalledOnce();
});

it('an image is copied by a call within the click, because Safari refuses later ones', async () => {
  const write = vi.fn<(items: { png: Promise<Blob> }[]) => Promise<void>>(
    async ([item]) => void (await item?.png),
  );
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly png: Promise<Blob>;
      constructor(items: Record<string, Promise<Blob>>) {
        this.png = items['image/png']!;
      }
    },
  );
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:0';
      static override revokeObjectURL() {}
    },
  );
  readBlob.mockResolvedValueOnce(new Blob(['x'], { type: 'image/png' }));
  const loading = Promise.withResolvers<Blob | null>();
  readBlob.mockReturnValueOnce(loading.promise);
  readBlob.mockResolvedValueOnce(null);
  open(picture('bed.png'));
  const copy = await screen.findByRole('button', { name: 'Copy image' });
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { write } } }));
  copy.click();
  expect(write).toHaveBeenCalledOnce();
  loading.resolve(new Blob(['x'], { type: 'image/png' }));
  await waitFor(() => expect(messages).toEqual(['Image copied to clipboard']));
  copy.click();
  await waitFor(() => expect(messages.at(-1)).toBe('The file no longer exists.'));
  expect(messages).toHaveLength(2);
});

it('a tab that is too old to read its files says so', async () => {
  readBlob.mockRejectedValue(new NewerDatabaseError());
  open();
  await press('Save file');
  await waitFor(() => expect(messages).toEqual([expect.stringContaining('Reload this page')]));
});

it('the tables of a spreadsheet are shown as tables, or as the text that is sent', async () => {
  const text = '\n| Bed | Rows |\n| --- | --- |\n| Beans | 4 |\n';
  open({ ...document('beds.csv', text.length), mediaType: 'text/csv' }, text);
  expect(await screen.findByRole('columnheader', { name: 'Rows' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Beans 4' })).toBeVisible();
  await press('Show the text as it is sent');
  expect(screen.getByRole('document', { name: 'File text, as it is sent' })).toHaveTextContent(
    '| Beans | 4 |',
  );
  expect(screen.queryByRole('table')).toBeNull();
  await press('Show as a table');
  expect(screen.getByRole('table')).toBeVisible();
});
