import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/query-client.ts';
import { platform } from '../../../../platform/index.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { UiProvider } from '../../../../theme/UiProvider.tsx';
import { type ChatEngine, EngineContext } from '../../chat-context.ts';
import { Drafts } from '../../drafts.ts';
import type { AttachedImage } from '../attachment.ts';
import { openMemoryFiles } from '../device/memory-files.ts';
import { DraftFileDialog } from '../DraftFileDialog.tsx';
import { writeDraftFiles } from '../draft-files.ts';
import type { RecognizerFiles } from '../../../../../shared/recognizer.ts';

const build = vi.hoisted(() => ({ files: null as RecognizerFiles | null }));
vi.mock('./files.ts', () => ({
  get recognizerFiles() {
    return build.files;
  },
}));

const files: RecognizerFiles = {
  isInstalled: false,
  script: '/core.js',
  engine: { url: '/engine.bin', bytes: 1_048_576 },
  models: [{ language: 'en', name: 'eng', url: '/eng.bin', bytes: 3 * 1_048_576 }],
};
const file: AttachedImage = {
  id: 'note',
  path: 'ada/note',
  kind: 'image',
  name: 'note.png',
  mediaType: 'image/png',
  size: 10,
  width: 10,
  height: 10,
};

const config = { supabaseUrl: 'https://abc.supabase.co', supabaseKey: 'publishable', demo: null };

async function openDialog(recognizesText = true, isReadable = Promise.resolve()) {
  const loadConfig = vi.spyOn(platform, 'loadConfig').mockResolvedValue({ ...config, recognizesText });
  const drafts = new Drafts();
  writeDraftFiles(drafts, 'a-chat', [file]);
  const opened = openMemoryFiles();
  await opened.keep(file.path, { blob: new Blob(['note']), text: null });
  const readBlob: typeof opened.readBlob = (from) => isReadable.then(() => opened.readBlob(from));
  const engine = {
    userId: 'ada',
    drafts,
    files: async () => ({ ...opened, readBlob }),
  } as unknown as ChatEngine;
  renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <EngineContext value={engine}>
          <DraftFileDialog draftKey="a-chat" path={file.path} onReplaced={() => {}} onClose={() => {}} />
        </EngineContext>
      </UiProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog', { name: 'note.png' });
  await act(async () => void (await loadConfig.mock.results[0]?.value));
}

it('offers to extract text, and names size and origin of the download', async () => {
  build.files = files;
  await openDialog();
  expect(await screen.findByRole('button', { name: 'Extract text' })).toBeVisible();
  expect(screen.getByText(/This downloads 4 MB from localhost\S* first\.$/)).toBeVisible();
});

it('can be canceled with the button that started it', async () => {
  build.files = files;
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  );
  await openDialog();
  const button = await screen.findByRole('button', { name: 'Extract text' });
  expect(fetching).not.toHaveBeenCalled();
  await userEvent.click(button);
  expect(await screen.findByText('Downloading, 1 kB of 4 MB')).toBeVisible();
  expect(fetching.mock.calls.map(([url]) => url)).toEqual(['/engine.bin', '/eng.bin']);
  expect(button).toHaveFocus();
  expect(button).toHaveTextContent('Cancel');
  await userEvent.click(button);
  await waitFor(() => expect(button).toHaveTextContent('Extract text'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is canceled by a second press while the image is being read', async () => {
  build.files = files;
  const fetching = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (_, init) => Promise.reject(init?.signal?.reason));
  const read = Promise.withResolvers<void>();
  await openDialog(true, read.promise);
  const button = await screen.findByRole('button', { name: 'Extract text' });
  await userEvent.dblClick(button);
  expect(button).toHaveTextContent('Cancel');
  read.resolve();
  await waitFor(() => expect(button).toHaveTextContent('Extract text'));
  for (const [, init] of fetching.mock.calls) expect(init?.signal?.aborted).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('names no download in the installed app', async () => {
  build.files = { ...files, isInstalled: true };
  await openDialog();
  expect(await screen.findByRole('button', { name: 'Extract text' })).toBeVisible();
  expect(screen.queryByText(/downloads/)).toBeNull();
});

it.each([
  ['without the files', null, true],
  ['on a host that the recognizer cannot run on', files, false],
])('offers nothing %s', async (_, found, recognizesText) => {
  build.files = found;
  await openDialog(recognizesText);
  expect(screen.queryByRole('button', { name: 'Extract text' })).toBeNull();
});
