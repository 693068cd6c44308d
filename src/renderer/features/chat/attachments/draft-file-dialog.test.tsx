import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { UiProvider } from '../../../theme/UiProvider.tsx';
import { type ChatEngine, EngineContext } from '../chat-context.ts';
import { Drafts } from '../drafts.ts';
import type { AttachedDocument } from './attachment.ts';
import { openMemoryFiles } from './device/memory-files.ts';
import { DraftFileDialog } from './DraftFileDialog.tsx';
import { readDraftFiles, writeDraftFiles } from './draft-files.ts';

it('uses the typed pages when Escape closes the dialog, and writes sentences', async () => {
  const drafts = new Drafts();
  const file: AttachedDocument = {
    id: crypto.randomUUID(),
    path: 'a-user/plan.pdf',
    kind: 'document',
    name: 'plan.pdf',
    mediaType: 'application/pdf',
    size: 10,
    pages: 3,
    textLength: 30,
    allPages: 3,
  };
  writeDraftFiles(drafts, 'a-chat', [file]);
  const files = openMemoryFiles();
  const parts = [1, 2, 3].map((number) => ({ number, name: '', text: `Text ${number}` }));
  await files.keep(file.path, { blob: new Blob(), text: 'All', parts });
  const engine = { userId: 'ada', drafts, files: async () => files } as unknown as ChatEngine;
  const { unmount } = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <EngineContext value={engine}>
          <DraftFileDialog
            draftKey="a-chat"
            path={file.path}
            onReplaced={() => {}}
            onClose={() => unmount()}
          />
        </EngineContext>
      </UiProvider>
    </QueryClientProvider>,
  );
  const field = await screen.findByLabelText('Pages to send');
  expect(screen.getByText(/^About \d+ tokens\. Only your selection/)).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, '2-3{Escape}');
  await waitFor(() => expect(readDraftFiles(drafts, 'a-chat')).toMatchObject([{ chosen: [2, 3] }]));
  expect(await files.readText(file)).not.toContain('Text 1');
});
