import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { strFromU8 } from 'fflate';
import { afterEach, expect, it, vi } from 'vitest';
import { libraryDatabase } from '../../../lib/account-database.ts';
import { readCachedResponse } from '../../../lib/library-cache.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { hasStoredDrafts } from '../../../lib/unsent.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { closeOutbox, forgetOutboxAfterTest } from '../../../testing/library-outbox.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { PersonasSection } from './PersonasSection.tsx';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../../../lib/read-library.ts';

const cook = (changed: Partial<Row> = {}): Row => ({
  ...teacher,
  id: '88888888-8888-4888-8888-888888888888',
  name: 'Cook',
  instructions: 'Answer with a recipe.',
  model_id: 'some/model',
  ...changed,
});
const teacher = {
  id: '77777777-7777-4777-8777-777777777777',
  name: 'Latin teacher',
  color: 'purple',
  instructions: 'Answer in Latin.',
  model_id: null as string | null,
  vendor_id: null,
  parameters: { temperature: 0.2 } as Readonly<Record<string, unknown>>,
  starters: ['Translate "hello".'],
  revision: 1,
};
type Row = typeof teacher;

const ModelField = ({ label }: { readonly label: string }) => <p>{label}</p>;

const show = (client: QueryClient) =>
  renderApp(
    <QueryClientProvider client={client}>
      <PersonasSection userId="ada" ModelField={ModelField} />
    </QueryClientProvider>,
  );

/** Fakes a service that stores personas, like the database. */
async function open(stored: readonly Row[] = [teacher], published: readonly Row[] = []) {
  const service = startFakeService();
  forgetOutboxAfterTest('ada');
  service.answer('GET /rest/v1/published_personas', { body: published });
  let rows = stored.map((row) => ({ ...row }));
  const filter = (search: string, name: string) => new URLSearchParams(search).get(name)?.replace('eq.', '');
  service.answer('GET /rest/v1/personas', ({ search }) => {
    const id = filter(search, 'id');
    return { body: rows.filter((row) => id === undefined || row.id === id) };
  });
  service.answer('POST /rest/v1/personas', ({ body }) => {
    rows.push(...(body as Row[]).map((row) => ({ ...row, revision: 1 })));
    return { status: 201 };
  });
  service.answer('PATCH /rest/v1/personas', ({ search, body }) => {
    const found = rows.find(
      ({ id, revision }) => id === filter(search, 'id') && String(revision) === filter(search, 'revision'),
    );
    if (found) Object.assign(found, body, { revision: found.revision + 1 });
    return { body: found ? [{ id: found.id }] : [] };
  });
  service.answer('DELETE /rest/v1/personas', ({ search }) => {
    const found = rows.filter(({ id }) => id === filter(search, 'id'));
    rows = rows.filter((row) => !found.includes(row));
    return { body: found };
  });
  storeSession();
  const client = createQueryClient();
  let app = show(client);
  await screen.findByRole('button', { name: 'New persona' });
  return {
    ...app,
    service,
    /** Leaves the page and opens it again without a reload. */
    reopen: () => {
      app.unmount();
      app = show(client);
    },
    unmount: () => app.unmount(),
    rows: () => rows,
    /** Simulates a change or, with null, a deletion on another device. */
    change: (changed: Partial<Row> | null) =>
      (rows = changed ? rows.map((row) => ({ ...row, ...changed, revision: row.revision + 1 })) : []),
  };
}
const press = (name: string | RegExp) => screen.findByRole('button', { name });
const chooseFile = async (user: Awaited<ReturnType<typeof open>>['user'], content: string) =>
  user.upload(screen.getByLabelText('Persona file'), new File([content], 'personas.json'));

afterEach(async () => {
  vi.restoreAllMocks();
  indexedDB.deleteDatabase(libraryDatabase('ada'));
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('creates a persona, and explains what is missing', async () => {
  const { user, rows } = await open([]);
  expect(await screen.findByText(/^No personas yet\./)).toBeVisible();
  await user.click(await press('New persona'));
  await user.click(await press('Save'));
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name.');
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.type(screen.getByLabelText('Name'), 'Latin teacher');
  await user.selectOptions(screen.getByLabelText('Color'), 'Purple');
  await user.type(screen.getByLabelText('Instructions'), ' Answer in Latin. ');
  await user.type(screen.getByLabelText('Starter prompt 1'), 'Translate this.');
  await user.type(screen.getByLabelText('Starter prompt 2'), 'Ask me.');
  await user.click(await press('Save'));
  expect(await screen.findByRole('list', { name: 'Your personas' })).toHaveTextContent('Latin teacher');
  expect(await press('New persona')).toHaveFocus();
  expect(rows()).toMatchObject([
    {
      name: 'Latin teacher',
      color: 'purple',
      instructions: 'Answer in Latin.',
      starters: ['Translate this.', 'Ask me.'],
    },
  ]);
});

it('changes a persona, and can remove the parameters of the chat that it was made from', async () => {
  const { user, rows } = await open();
  await user.click(await press('Edit Latin teacher'));
  expect(screen.getByText(/Also sets: temperature 0.2\./)).toBeVisible();
  await user.click(await press('Use the defaults instead'));
  await user.clear(screen.getByLabelText('Starter prompt 1'));
  await user.click(await press('Save'));
  await waitFor(() => expect(rows()).toMatchObject([{ starters: [], revision: 2 }]));
  expect(rows()[0]?.parameters).toEqual({});
});

it('reports that another device changed the persona, and loses neither text', async () => {
  const { user, rows, change } = await open();
  await user.click(await press('Edit Latin teacher'));
  await user.type(screen.getByLabelText('Instructions'), ' Slowly.');
  change({ instructions: 'Answer in Greek.' });
  await user.click(await press('Save'));
  const notice = await screen.findByRole('region', {
    name: 'This persona was changed on another device',
  });
  expect(notice).toHaveTextContent('Answer in Greek.');
  expect(notice).toHaveFocus();
  expect(screen.getByLabelText('Instructions')).toHaveValue('Answer in Latin. Slowly.');
  expect(rows()).toMatchObject([{ instructions: 'Answer in Greek.' }]);
  await user.click(await press('Keep my version'));
  await waitFor(() => expect(rows()).toMatchObject([{ instructions: 'Answer in Latin. Slowly.' }]));
});

it('treats a change whose response was lost as saved', async () => {
  const { user, rows, change } = await open();
  await user.click(await press('Edit Latin teacher'));
  await user.type(screen.getByLabelText('Instructions'), ' Slowly.');
  change({ instructions: 'Answer in Latin. Slowly.' });
  await user.click(await press('Save'));
  expect(await screen.findByRole('list', { name: 'Your personas' })).toHaveTextContent('Slowly.');
  expect(rows()).toMatchObject([{ revision: 2 }]);
});

it("can use another device's version instead", async () => {
  const { user, rows, change } = await open();
  await user.click(await press('Edit Latin teacher'));
  await user.type(screen.getByLabelText('Instructions'), ' Slowly.');
  change({ instructions: 'Answer in Greek.' });
  await user.click(await press('Save'));
  await user.click(await press('Use the other version'));
  expect(await screen.findByRole('list', { name: 'Your personas' })).toHaveTextContent('Answer in Greek.');
  await user.click(await press('Edit Latin teacher'));
  expect(screen.getByLabelText('Instructions')).toHaveValue('Answer in Greek.');
  expect(rows()).toMatchObject([{ instructions: 'Answer in Greek.', revision: 2 }]);
});

it('keeps unsaved text when the settings are closed, until the persona is deleted', async () => {
  const { user, unmount } = await open();
  await user.click(await press('Edit Latin teacher'));
  await user.type(screen.getByLabelText('Instructions'), ' Slowly.');
  unmount();
  const again = await open();
  await again.user.click(await press('Edit Latin teacher'));
  expect(screen.getByLabelText('Instructions')).toHaveValue('Answer in Latin. Slowly.');
  again.unmount();
  const last = await open();
  expect(hasStoredDrafts('ada')).toBe(true);
  await last.user.click(await press('Delete Latin teacher'));
  await last.user.click(await press('Delete persona'));
  await waitFor(() => expect(hasStoredDrafts('ada')).toBe(false));
});

it('saves a persona that another device deleted as a new one', async () => {
  const { user, rows, change } = await open();
  await user.click(await press('Edit Latin teacher'));
  await user.type(screen.getByLabelText('Instructions'), ' Slowly.');
  change(null);
  await user.click(await press('Save'));
  await user.click(await press('Save as a new persona'));
  await waitFor(() => expect(rows()).toMatchObject([{ instructions: 'Answer in Latin. Slowly.' }]));
});

it('deletes a persona after a confirmation', async () => {
  const { user, rows } = await open();
  await user.click(await press('Delete Latin teacher'));
  expect(screen.getByText('Chats with this persona keep its instructions.')).toBeVisible();
  await user.click(await press('Delete persona'));
  await waitFor(() => expect(rows()).toEqual([]));
});

it('imports what it exports, and character cards', async () => {
  const saveFile = vi.spyOn(platform, 'saveFile').mockImplementation(async (name) => name);
  const { user, rows } = await open();
  await user.click(await press('Export all'));
  const [name, file] = saveFile.mock.calls[0]!;
  expect(name).toBe('clover-personas.json');
  await chooseFile(user, strFromU8(new Uint8Array(await file.arrayBuffer())));
  expect(await screen.findByText('1 persona imported.')).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[1]).toMatchObject({ name: 'Latin teacher', parameters: { temperature: 0.2 } });
  await chooseFile(user, JSON.stringify({ name: 'Ada', description: 'x'.repeat(9000) }));
  expect(await screen.findByText("Ada's instructions were too long and were shortened.")).toBeVisible();
  expect(await press('Edit Ada')).toBeVisible();
});

it('explains why a file was not imported, and stores nothing', async () => {
  const { user, rows, service } = await open();
  await chooseFile(user, '{"name": 7}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This file contains no personas or character cards. Choose a JSON file.',
  );
  service.answer('POST /rest/v1/personas', {
    status: 400,
    body: { code: 'P0001', hint: 'limit', message: 'You can keep 10 personas.', details: null },
  });
  await chooseFile(user, JSON.stringify({ name: 'Ada', description: 'curious' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('You can keep 10 personas.'));
  expect(rows()).toHaveLength(1);
});

it('lists published personas, which the user can duplicate but not change', async () => {
  const { user, rows } = await open([], [cook()]);
  const list = within(await screen.findByRole('list', { name: 'Personas for everyone' }));
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Duplicate']);
  expect(screen.queryByRole('button', { name: 'Export all' })).toBeNull();
  await user.click(await press('Duplicate Cook'));
  expect(screen.getByRole('heading', { name: 'New persona' })).toHaveFocus();
  await user.type(screen.getByLabelText('Instructions'), ' Be brief.');
  await user.click(await press('Save'));
  expect(await screen.findByRole('list', { name: 'Your personas' })).toHaveTextContent('Cook');
  expect(rows()).toMatchObject([
    {
      name: 'Cook',
      instructions: 'Answer with a recipe. Be brief.',
      model_id: 'some/model',
      parameters: { temperature: 0.2 },
      starters: ['Translate "hello".'],
    },
  ]);
  expect(rows()[0]?.id).not.toBe(cook().id);
});

it('shows the changes of another device when it opens again, and without a connection those of the last visit', async () => {
  const first = await open();
  expect(await screen.findByText('Latin teacher')).toBeVisible();
  first.change({ name: 'Greek teacher' });
  first.reopen();
  expect(await screen.findByText('Greek teacher')).toBeVisible();
  await waitFor(async () =>
    expect(JSON.stringify(await readCachedResponse('ada', 'personas'))).toContain('Greek'),
  );
  first.unmount();
  const service = startFakeService();
  service.answer('GET /rest/v1/personas', () => Promise.reject(new TypeError('Failed to fetch')));
  service.answer('GET /rest/v1/published_personas', () => Promise.reject(new TypeError('Failed to fetch')));
  storeSession();
  show(createQueryClient());
  expect(await screen.findByText('Greek teacher')).toBeVisible();
  expect(await screen.findByText(/These are the ones from your last visit/)).toBeVisible();
});

it('opens the form for a new persona directly, but not again after it was closed', async () => {
  startFakeService();
  const { user, address } = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <PersonasSection userId="ada" ModelField={ModelField} />
    </QueryClientProvider>,
    '/account/personas#new',
  );
  expect(await screen.findByRole('heading', { name: 'New persona' })).toBeVisible();
  await user.click(await press('Cancel'));
  expect(await press('New persona')).toHaveFocus();
  expect(address()).toBe('/account/personas');
});

it('keeps changes without a connection, also after a reload, and sends them in order later', async () => {
  const { user, rows, service, reopen } = await open();
  await press('Edit Latin teacher');
  service.setOffline(true);
  await user.click(await press('New persona'));
  await user.type(screen.getByLabelText('Name'), 'Cook');
  await user.click(await press('Save'));
  expect(await screen.findByText('Saved on this device')).toBeVisible();
  await user.click(await press('Edit Cook'));
  await user.type(screen.getByLabelText('Instructions'), 'Be brief.');
  await user.click(await press('Save'));
  await user.click(await press('Delete Latin teacher'));
  await user.click(await press('Delete persona'));
  await waitFor(() => expect(screen.queryByText('Latin teacher')).toBeNull());
  closeOutbox();
  reopen();
  const list = await screen.findByRole('list', { name: 'Your personas' });
  await waitFor(() => expect(list).toHaveTextContent(/Cook.*Waiting.*Be brief\./));
  expect(list).not.toHaveTextContent('Latin teacher');
  expect(rows()).toMatchObject([{ name: 'Latin teacher' }]);
  service.setOffline(false);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(rows()).toMatchObject([{ name: 'Cook', instructions: 'Be brief.' }]));
  await waitFor(() => expect(list).not.toHaveTextContent('Waiting'));
});

it('keeps a text that is refused after it has waited, with the reason', async () => {
  const { user, rows, service, change, reopen } = await open();
  await user.click(await press('Edit Latin teacher'));
  service.setOffline(true);
  await user.type(screen.getByLabelText('Instructions'), ' Slowly.');
  await user.click(await press('Save'));
  expect(await screen.findByText('Saved on this device')).toBeVisible();
  change({ instructions: 'Answer in Greek.' });
  service.setOffline(false);
  window.dispatchEvent(new Event('online'));
  const unsaved = await screen.findByRole('list', { name: 'Unsaved changes' });
  expect(unsaved).toHaveTextContent('It was changed on another device.');
  expect(unsaved).toHaveTextContent('Answer in Latin. Slowly.');
  expect(rows()).toMatchObject([{ instructions: 'Answer in Greek.' }]);
  // Both texts are kept if the user edits the other device's version too.
  await screen.findByText('Answer in Greek.');
  await user.click(await press('Edit Latin teacher'));
  await user.type(screen.getByLabelText('Instructions'), ' Quickly.');
  closeOutbox();
  reopen();
  await user.click(await press('Edit the unsaved change: Latin teacher'));
  expect(screen.getByLabelText('Instructions')).toHaveValue('Answer in Latin. Slowly.');
  await user.click(await press('Save'));
  await user.click(await press('Keep my version'));
  await waitFor(() => expect(rows()).toMatchObject([{ instructions: 'Answer in Latin. Slowly.' }]));
  expect(screen.queryByRole('list', { name: 'Unsaved changes' })).toBeNull();
  await user.click(await press('Edit Latin teacher'));
  expect(screen.getByLabelText('Instructions')).toHaveValue('Answer in Greek. Quickly.');
});
