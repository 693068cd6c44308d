import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deleteAccountDatabase } from '../../../lib/account-database.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { keepRefusedChange } from '../../../lib/refused-changes.ts';
import { ToastHost } from '../../../components/ToastHost.tsx';
import { startFakeService } from '../../../testing/fake-service.ts';
import { closeOutbox, forgetOutboxAfterTest } from '../../../testing/library-outbox.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { noInstructions } from '../../../../shared/account/instructions.ts';
import { InstructionsSection } from '../instructions/InstructionsSection.tsx';
import { MemorySection } from './MemorySection.tsx';

const tea = {
  id: 'm1',
  content: 'I drink tea.',
  chat_id: 'c1',
  message_id: 'q1',
  revision: 1,
  created_at: '2026-11-01T12:00:00+00:00',
};
const lyon = { ...tea, id: 'm2', content: 'I live in Lyon.', chat_id: null, message_id: null };
type Row = typeof tea | typeof lyon;

/** Fakes a service that stores memories, like the database. */
async function open(first: readonly Row[] = [tea, lyon]) {
  const service = startFakeService();
  forgetOutboxAfterTest('ada');
  let rows = [...first];
  let isOn = false;
  const named = (search: string) => rows.filter(({ id }) => search.includes(id));
  service.answer('GET /rest/v1/memories', ({ search }) => ({
    body: search.includes('id=eq.') ? named(search) : rows,
  }));
  service.answer('POST /rest/v1/memories', ({ body }) => {
    rows = [...rows, ...(body as Row[]).map((row) => ({ ...row, revision: 1 }))];
    return { status: 201 };
  });
  service.answer('PATCH /rest/v1/memories', ({ search, body }) => {
    const found = named(search).filter(({ revision }) => search.includes(`revision=eq.${revision}`));
    rows = rows.map((row) =>
      found.includes(row) ? { ...row, ...(body as object), revision: row.revision + 1 } : row,
    );
    return { body: found.map(({ id }) => ({ id })) };
  });
  service.answer('DELETE /rest/v1/memories', ({ search }) => {
    const found = named(decodeURIComponent(search));
    rows = rows.filter((row) => !found.includes(row));
    return { body: found };
  });
  service.answer('POST /rest/v1/rpc/use_memory', ({ body }) => {
    isOn = (body as { is_on: boolean }).is_on;
    return { status: 204 };
  });
  service.answer('GET /rest/v1/account_instructions', () => ({
    body: [{ about: '', style: '', is_used: true, revision: 1, uses_memory: isOn }],
  }));
  storeSession();
  /** Opens the settings, like on a new page. */
  const show = () => {
    closeOutbox();
    return renderApp(
      <QueryClientProvider client={createQueryClient()}>
        <MemorySection userId="ada" />
        <ToastHost />
      </QueryClientProvider>,
    );
  };
  return {
    ...show(),
    service,
    show,
    isOn: () => isOn,
    rows: () => rows,
    change: (next: Row[]) => (rows = next),
  };
}

const list = () => screen.findByRole('list', { name: 'Remembered facts' });
const press = (name: string) => screen.findByRole('button', { name });

afterEach(async () => {
  localStorage.clear();
  await deleteAccountDatabase('ada');
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('is off until it is turned on, and says who receives the facts', async () => {
  const { user, isOn } = await open([]);
  const use = await screen.findByRole('checkbox', { name: 'Remember facts about me' });
  await waitFor(() => expect(use).toBeEnabled());
  expect(use).not.toBeChecked();
  expect(use).toHaveAccessibleDescription(/Sends these facts to the model .* only those that you keep/);
  expect(await screen.findByText(/Nothing is remembered yet/)).toBeVisible();
  await user.click(use);
  await waitFor(() => expect(use).toBeChecked());
  expect(isOn()).toBe(true);
});

it('can be turned on while the first instructions are typed, which are then saved', async () => {
  const { service, unmount } = await open([]);
  unmount();
  let stored: object & { readonly revision: number; readonly uses_memory: boolean } = {
    ...noInstructions,
  };
  service.answer('GET /rest/v1/account_instructions', () => ({ body: stored.uses_memory ? [stored] : [] }));
  service.answer('POST /rest/v1/rpc/use_memory', () => {
    stored = { ...stored, uses_memory: true };
    return { status: 204 };
  });
  service.answer('POST /rest/v1/rpc/save_account_instructions', ({ body }) => {
    const { known_revision: known, ...texts } = body as { readonly known_revision: number };
    const isSaved = known === stored.revision;
    if (isSaved) stored = { ...stored, ...texts, revision: known + 1 };
    return { body: { is_saved: isSaved, stored } };
  });
  const { user } = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <InstructionsSection userId="ada" />
      <MemorySection userId="ada" />
    </QueryClientProvider>,
  );
  await user.type(await screen.findByLabelText('What should Clover know about you?'), 'I am a nurse.');
  const use = await screen.findByRole('checkbox', { name: 'Remember facts about me' });
  await waitFor(() => expect(use).toBeEnabled());
  await user.click(use);
  await waitFor(() => expect(use).toBeChecked());
  await user.click(await press('Save'));
  await waitFor(() =>
    expect(stored).toMatchObject({ about: 'I am a nurse.', uses_memory: true, revision: 1 }),
  );
  expect(screen.queryByRole('region', { name: /changed on another device/ })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(use).toBeChecked();
});

it('links each fact to its message, as long as there is one', async () => {
  await open();
  const facts = within(await list()).getAllByRole('listitem');
  expect(facts.map((fact) => fact.querySelector('p')?.textContent)).toEqual([tea.content, lyon.content]);
  expect(within(facts[0]!).getByRole('link', { name: 'Go to message: I drink tea.' })).toHaveAttribute(
    'href',
    '/chat?id=c1&message=q1',
  );
  expect(within(facts[1]!).queryByRole('link')).toBeNull();
});

it('changes a fact, and keeps the text if another device has changed it', async () => {
  const { user, rows, change } = await open([tea]);
  await user.click(await press('Edit: I drink tea.'));
  const field = screen.getByLabelText('Fact');
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, 'I drink coffee.');
  change([{ ...tea, content: 'I drink milk.', revision: 2 }]);
  await user.click(await press('Save'));
  expect(await screen.findByText('This fact was changed on another device')).toBeVisible();
  expect(field).toHaveValue('I drink coffee.');
  expect(await screen.findByText('I drink milk.')).toBeVisible();
  await user.click(await press('Save'));
  await waitFor(() => expect(rows()).toMatchObject([{ content: 'I drink coffee.' }]));
  expect(await press('Edit: I drink coffee.')).toHaveFocus();
});

/** Edits the first fact. Meanwhile another device deletes it. */
async function editDeleted() {
  const app = await open([tea, lyon]);
  await app.user.click(await press('Edit: I drink tea.'));
  await app.user.type(screen.getByLabelText('Fact'), ' With milk.');
  app.change([lyon]);
  await app.user.click(await press('Save'));
  const saveNew = await press('Save as a new fact');
  return { ...app, saveNew };
}
const deletedElsewhere = 'This fact was deleted on another device';
const firstItem = async () => within(within(await list()).getAllByRole('listitem')[0]!);

it('keeps an edited text if another device has deleted the fact, until it is saved as a new one', async () => {
  const { user, saveNew, rows, change, service, unmount, show } = await editDeleted();
  await waitFor(() => expect(saveNew).toHaveFocus());
  expect((await firstItem()).getByText(deletedElsewhere)).toBeVisible();
  expect(screen.queryByText('This fact was changed on another device')).toBeNull();
  unmount();
  show();
  expect(await screen.findByLabelText('Fact')).toHaveValue('I drink tea. With milk.');
  expect(screen.getByLabelText('Fact')).not.toHaveFocus();
  const message = 'You can keep 50 facts. Delete facts that you no longer need, then try again.';
  const refusal = { code: 'P0001', hint: 'limit', message };
  service.answer('POST /rest/v1/memories', { status: 400, body: refusal });
  await user.click(await press('Save as a new fact'));
  expect(await screen.findByText(message)).toBeVisible();
  service.answer('POST /rest/v1/memories', ({ body }) => {
    change([...rows(), { ...lyon, ...(body as Row[])[0] }]);
    return { status: 201 };
  });
  await user.click(await press('Save as a new fact'));
  expect(await press('Edit: I drink tea. With milk.')).toBeVisible();
  expect(rows().map(({ id }) => id)).toEqual(['m2', expect.not.stringMatching('m1')]);
  await waitFor(() => expect(screen.queryByLabelText('Fact')).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Memory' })).toHaveFocus());
});

it('forgets an edited text of a deleted fact if the user discards it', async () => {
  const { user, rows, unmount, show } = await editDeleted();
  await user.click(await press('Discard'));
  expect(screen.queryByLabelText('Fact')).toBeNull();
  unmount();
  show();
  expect(await screen.findByText(lyon.content)).toBeVisible();
  expect(screen.queryByLabelText('Fact')).toBeNull();
  expect(rows()).toEqual([lyon]);
});

it('keeps a text that is too long or not saved yet', async () => {
  const { user, unmount, show } = await open([tea]);
  await user.click(await press('Edit: I drink tea.'));
  await user.click(screen.getByLabelText('Fact'));
  await user.paste('x'.repeat(200));
  expect(await press('Save')).toBeDisabled();
  unmount();
  show();
  expect(await screen.findByLabelText('Fact')).toHaveValue(`I drink tea.${'x'.repeat(200)}`);
});

it('deletes a fact, and Undo brings it back with its message', async () => {
  const { user, rows, service } = await open();
  await user.click(await press('Delete: I drink tea.'));
  await waitFor(() => expect(rows()).toEqual([lyon]));
  await user.click(await press('Undo'));
  await waitFor(() => expect(rows()).toHaveLength(2));
  const { revision: _, ...stored } = tea;
  expect(service.to('/rest/v1/memories').find(({ method }) => method === 'POST')?.body).toEqual([
    { ...stored, user_id: 'ada' },
  ]);
});

it('deletes all facts only after a confirmation', async () => {
  const { user, rows } = await open();
  await user.click(await press('Delete all'));
  expect(rows()).toHaveLength(2);
  await user.click(await press('Delete all facts'));
  expect(await screen.findByText(/Nothing is remembered yet/)).toBeVisible();
  await waitFor(() => expect(rows()).toEqual([]));
});

it('loads the list once after all facts are deleted', async () => {
  const { user, rows, service } = await open();
  const loads = () => service.to('/rest/v1/memories').filter(({ search }) => search.includes('order='));
  await list();
  const before = loads().length;
  await user.click(await press('Delete all'));
  await user.click(await press('Delete all facts'));
  await waitFor(() => expect(rows()).toEqual([]));
  await waitFor(() => expect(loads()).toHaveLength(before + 1));
});

it('does not call a refused new fact deleted, also after a reload', async () => {
  const { show, unmount } = await open([tea]);
  unmount();
  keepRefusedChange(
    'ada',
    {
      id: 'one',
      createdAt: 1,
      kind: 'library',
      list: 'memories',
      itemId: crypto.randomUUID(),
      value: { content: 'I ride.', chat_id: null, message_id: null },
      seen: null,
    },
    'You can keep 100 facts.',
  );
  const opened = show();
  const isKept = async () => {
    expect(await screen.findByLabelText('Fact')).toHaveValue('I ride.');
    expect(screen.queryByText('This fact was deleted on another device')).toBeNull();
  };
  await opened.user.click(await press('Edit the unsaved change: I ride.'));
  await isKept();
  opened.unmount();
  show();
  await isKept();
});

it('forgets edited texts when all facts are deleted', async () => {
  const { user } = await open();
  await user.click(await press('Edit: I drink tea.'));
  await user.type(screen.getByLabelText('Fact'), ' With milk.');
  await user.click(await press('Delete all'));
  await user.click(await press('Delete all facts'));
  expect(await screen.findByText(/Nothing is remembered yet/)).toBeVisible();
  await waitFor(() => expect(screen.queryByLabelText('Fact')).toBeNull());
  expect(JSON.stringify(localStorage)).not.toContain('milk');
});

it("shows this device's copy without a connection", async () => {
  const { service, show, unmount } = await open([tea]);
  await list();
  unmount();
  service.answer('GET /rest/v1/memories', { status: 503 });
  show();
  expect(await screen.findByText('I drink tea.')).toBeVisible();
  expect(
    await screen.findByText(/These are the facts from your last visit/, {}, { timeout: 5000 }),
  ).toBeVisible();
});

it('saves changes on the device without a connection, and sends them later', async () => {
  const { user, rows, service } = await open();
  await list();
  service.setOffline(true);
  await user.click(await press('Edit: I drink tea.'));
  await user.type(screen.getByLabelText('Fact'), ' With milk.');
  await user.click(await press('Save'));
  await waitFor(async () => expect(await list()).toHaveTextContent(/With milk\.Waiting/));
  await user.click(await press('Delete: I live in Lyon.'));
  await waitFor(() => expect(screen.queryByText(lyon.content)).toBeNull());
  expect(rows()).toEqual([tea, lyon]);
  service.setOffline(false);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(rows()).toMatchObject([{ content: 'I drink tea. With milk.' }]));
  await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull());
});

it('keeps a fact that is refused after it has waited, and lets the user save it again', async () => {
  const { user, rows, service, change } = await open([tea]);
  await user.click(await press('Edit: I drink tea.'));
  service.setOffline(true);
  await user.type(screen.getByLabelText('Fact'), ' With milk.');
  await user.click(await press('Save'));
  await waitFor(() => expect(screen.getByText('Waiting')).toBeVisible());
  change([{ ...tea, content: 'I drink coffee.', revision: 2 }]);
  service.setOffline(false);
  window.dispatchEvent(new Event('online'));
  const unsaved = await screen.findByRole('list', { name: 'Unsaved changes' });
  expect(unsaved).toHaveTextContent('It was changed on another device.');
  await user.click(await press('Edit the unsaved change: I drink tea. With milk.'));
  expect(screen.getByLabelText('Fact')).toHaveValue('I drink tea. With milk.');
  await user.click(await press('Save'));
  await waitFor(() => expect(rows()).toMatchObject([{ content: 'I drink tea. With milk.' }]));
});
