import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeConsole } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { PromptsPage } from './PromptsPage.tsx';

const prompt = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'report',
  title: 'Weekly report',
  text: 'Write my report.',
  revision: 3,
  updated_at: '2026-11-20T10:00:00Z',
};

async function open(prompts = [prompt]) {
  const service = startFakeConsole();
  service.on('prompts/list', { prompts });
  service.on('prompts/publish', { prompts });
  service.on('prompts/remove', { prompts: [] });
  const app = renderConsole(<PromptsPage />, '/admin/prompts');
  await screen.findByRole('heading', { level: 1, name: 'Prompts' });
  return { service, ...app };
}
const dialog = async () => within(await screen.findByRole('dialog'));

it('publishes a prompt, and names what is missing', async () => {
  const { user, service } = await open([]);
  expect(await screen.findByText('No published prompts yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Publish a prompt' }));
  const form = await dialog();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'two words');
  await user.type(form.getByRole('textbox', { name: 'Text' }), 'Fix this.');
  await user.click(form.getByRole('button', { name: 'Publish' }));
  expect(await form.findByText("A name can't contain spaces, slashes or braces.")).toBeVisible();
  expect(service.bodiesOf('prompts/publish')).toEqual([]);
  await user.clear(form.getByRole('textbox', { name: 'Name' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'fix');
  await user.click(form.getByRole('button', { name: 'Publish' }));
  await waitFor(() =>
    expect(service.bodiesOf('prompts/publish')).toMatchObject([
      { known_revision: null, name: 'fix', title: '', text: 'Fix this.' },
    ]),
  );
});

it('changes the revision that the administrator has read, and keeps the text if that is refused', async () => {
  const { user, service } = await open();
  service.refuse('prompts/publish', 'conflict', 'Another administrator has changed this prompt.');
  await user.click(await screen.findByRole('button', { name: 'Edit report' }));
  const form = await dialog();
  await user.type(form.getByRole('textbox', { name: 'Text' }), ' Be brief.');
  await user.click(form.getByRole('button', { name: 'Publish' }));
  expect(await form.findByText('Another administrator has changed this prompt.')).toBeVisible();
  expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue('Write my report. Be brief.');
  expect(service.bodiesOf('prompts/publish')).toMatchObject([{ id: prompt.id, known_revision: 3 }]);
});

it('removes a prompt after a confirmation', async () => {
  const { user, service } = await open();
  await user.click(await screen.findByRole('button', { name: 'Remove report' }));
  const question = await dialog();
  expect(question.getByText('Users can no longer insert it. Their copies are kept.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Remove prompt' }));
  expect(await screen.findByText('No published prompts yet')).toBeVisible();
  expect(service.bodiesOf('prompts/remove')).toEqual([{ id: prompt.id }]);
});
