import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { platform } from '../../../platform/index.ts';
import { type Answer, fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { PromptTransfer } from './transfer/PromptTransfer.tsx';
import { maxPromptFileBytes } from './transfer/read-prompt-file.ts';

const own = { id: 'own', name: 'short', title: '', text: 'Shorten this.', revision: 1, isPublished: false };

function open(answer: Answer = { status: 201 }) {
  const service = startFakeService();
  service.answer('POST /rest/v1/saved_prompts', answer);
  storeSession();
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <PromptTransfer userId={fakeSession().user.id} prompts={[own]} />
    </QueryClientProvider>,
    '/account/prompts',
  );
  const choose = (content: unknown, size?: number) => {
    const file = new File([JSON.stringify(content)], 'prompts.json', { type: 'application/json' });
    if (size !== undefined) vi.spyOn(file, 'size', 'get').mockReturnValue(size);
    return app.user.upload(screen.getByLabelText('Choose a prompt file'), file);
  };
  const stored = () => service.to('/rest/v1/saved_prompts').map(({ body }) => body);
  return { ...app, service, choose, stored };
}

it('imports a file with one request, and reports what was imported and what was not', async () => {
  const { user, choose, stored } = open();
  await choose([
    { command: '/short', title: 'Short', content: 'Another text.' },
    { command: '/fix', title: 'Fix', content: 'Fix: {{text}}' },
    { command: '/empty', title: 'Empty', content: ' ' },
    { command: '/short', title: '', content: 'Shorten this.' },
  ]);
  const report = await screen.findByRole('region', { name: 'Import report' });
  expect(report).toHaveFocus();
  expect(within(report).getByText('2 prompts imported.')).toBeVisible();
  expect(within(report).getByText("2 prompts weren't imported:")).toBeVisible();
  expect(
    within(report)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['short is now short-2', 'empty: Enter the text.', 'short: You already have it.']);
  expect(stored()).toMatchObject([
    [
      { name: 'short-2', title: 'Short', text: 'Another text.' },
      { name: 'fix', title: 'Fix', text: 'Fix: {{text}}' },
    ],
  ]);
  await user.click(screen.getByRole('button', { name: 'Close report' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(screen.getByRole('button', { name: 'Import' })).toHaveFocus();
});

it.each([
  [
    'a file that is too large',
    [],
    maxPromptFileBytes + 1,
    'The file is larger than 8 MB. Nothing was imported.',
  ],
  [
    'another kind of file',
    { chats: [] },
    undefined,
    "The file isn't a list of prompts from Clover, Open WebUI or LibreChat. Nothing was imported.",
  ],
])('refuses %s without a request', async (_, content, size, message) => {
  const { choose, stored } = open();
  await choose(content, size);
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(stored()).toEqual([]);
});

it('imports nothing if the account has no space for all of it', async () => {
  const message = 'You can save 500 prompts. Delete prompts that you no longer need, then try again.';
  const { choose } = open({ status: 400, body: { code: 'P0001', hint: 'limit', message } });
  await choose([{ name: 'fix', text: 'Fix it.' }]);
  expect(await screen.findByRole('alert')).toHaveTextContent(`${message} Nothing was imported.`);
  expect(screen.queryByRole('region')).toBeNull();
});

it('exports a file that can be imported again', async () => {
  const saved = vi.spyOn(platform, 'saveFile').mockResolvedValue('clover-prompts.json');
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const [name, blob] = saved.mock.calls[0]!;
  expect(name).toMatch(/^clover-prompts-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await blob.text())).toEqual({
    format: 'clover-prompts',
    prompts: [{ name: 'short', title: '', text: 'Shorten this.' }],
  });
  saved.mockRestore();
});
