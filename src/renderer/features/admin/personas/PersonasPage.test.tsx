import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import { startFakeConsole } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { PersonasPage } from './PersonasPage.tsx';

const teacher = {
  id: '77777777-7777-4777-8777-777777777777',
  name: 'Latin teacher',
  color: 'purple',
  instructions: 'Answer in Latin.',
  model_id: 'some/model',
  vendor_id: null,
  parameters: { temperature: 0.2 },
  starters: ['Translate "hello".'],
  revision: 3,
  updated_at: '2026-11-20T10:00:00Z',
};

async function open(personas = [teacher]) {
  const service = startFakeConsole();
  service.on('personas/list', { personas });
  service.on('personas/publish', { personas: [teacher] });
  service.on('personas/remove', { personas: [] });
  const app = renderConsole(<PersonasPage />, '/admin/personas');
  await screen.findByRole('heading', { level: 1, name: 'Personas' });
  return { service, ...app };
}
const dialog = async () => within(await screen.findByRole('dialog'));
const chooseFile = async ({ user }: Awaited<ReturnType<typeof open>>, content: unknown) =>
  user.upload(
    await screen.findByLabelText('Persona file'),
    new File([JSON.stringify(content)], 'personas.json'),
  );

it('publishes a persona, and names what is missing', async () => {
  const { user, service } = await open([]);
  expect(await screen.findByText('No published personas yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Publish a persona' }));
  const form = await dialog();
  expect(form.getByText("Model: The user's default model")).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Publish' }));
  expect(form.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name.');
  expect(service.bodiesOf('personas/publish')).toEqual([]);
  await user.type(form.getByLabelText('Name'), ' Cook ');
  await user.selectOptions(form.getByLabelText('Color'), 'Red');
  await user.type(form.getByLabelText('Instructions'), 'Answer with a recipe.');
  await user.type(form.getByLabelText('Starter prompt 1'), 'What can I cook?');
  await user.click(form.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('cell', { name: /Latin teacher/ })).toBeVisible();
  expect(service.bodiesOf('personas/publish')).toMatchObject([
    {
      personas: [
        {
          known_revision: null,
          name: 'Cook',
          color: 'red',
          instructions: 'Answer with a recipe.',
          starters: ['What can I cook?'],
        },
      ],
    },
  ]);
});

it('changes the revision that the administrator has read, and keeps the texts if that is refused', async () => {
  const { user, service } = await open();
  service.refuse('personas/publish', 'conflict', 'Another administrator has changed this persona.');
  await user.click(await screen.findByRole('button', { name: 'Edit Latin teacher' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Instructions'), ' Be brief.');
  await user.click(form.getByRole('button', { name: 'Publish' }));
  expect(await form.findByText('Another administrator has changed this persona.')).toBeVisible();
  expect(form.getByLabelText('Instructions')).toHaveValue('Answer in Latin. Be brief.');
  expect(service.bodiesOf('personas/publish')).toMatchObject([
    {
      personas: [
        {
          id: teacher.id,
          known_revision: 3,
          model: { id: 'some/model', vendorName: null },
          parameters: { temperature: 0.2 },
        },
      ],
    },
  ]);
});

it('lists the instructions of each persona', async () => {
  await open();
  expect(await screen.findByRole('columnheader', { name: 'Instructions' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'Answer in Latin.' })).toBeVisible();
});

it('removes a persona after a confirmation', async () => {
  const { user, service } = await open();
  await user.click(await screen.findByRole('button', { name: 'Remove Latin teacher' }));
  const question = await dialog();
  expect(
    question.getByText("Users can no longer choose it. Chats that use it and users' copies are kept."),
  ).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Remove persona' }));
  expect(await screen.findByText('No published personas yet')).toBeVisible();
  expect(service.bodiesOf('personas/remove')).toEqual([{ id: teacher.id }]);
});

it('publishes a character card, and replaces a persona of the same name', async () => {
  const page = await open();
  await chooseFile(page, { name: 'LATIN TEACHER', description: 'Teaches Latin.', first_mes: 'Salve!' });
  expect(await screen.findByText('1 persona published')).toBeVisible();
  await chooseFile(page, {
    format: 'clover-personas',
    personas: [{ name: 'Cook', instructions: 'Answer with a recipe.', starters: [] }, { name: '' }],
  });
  expect(await screen.findByText("1 persona in the file isn't valid and was skipped.")).toBeVisible();
  expect(page.service.bodiesOf('personas/publish')).toMatchObject([
    { personas: [{ id: teacher.id, known_revision: 3, name: 'LATIN TEACHER' }] },
    { personas: [{ known_revision: null, name: 'Cook' }] },
  ]);
});

it('explains why a file was not published', async () => {
  const page = await open();
  await chooseFile(page, { unknown: true });
  expect(await screen.findByText('Nothing was published')).toBeVisible();
  expect(screen.getByText(/^This file contains no personas/)).toBeVisible();
  const cooks = ['Cook', 'COOK'].map((name) => ({ name, instructions: '', starters: [] }));
  await chooseFile(page, { format: 'clover-personas', personas: cooks });
  expect(await screen.findByText(/^The file contains more than one persona called "COOK"/)).toBeVisible();
  expect(page.service.bodiesOf('personas/publish')).toEqual([]);
});

it('exports the published personas as a file that can be imported again', async () => {
  const saveFile = vi.spyOn(platform, 'saveFile').mockResolvedValue('personas.json');
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Export all' }));
  const blob = saveFile.mock.calls[0]?.[1];
  expect(JSON.parse((await blob?.text()) ?? '')).toMatchObject({
    format: 'clover-personas',
    personas: [{ name: 'Latin teacher', model: { id: 'some/model' }, starters: ['Translate "hello".'] }],
  });
  saveFile.mockRestore();
});
