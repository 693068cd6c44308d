import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { libraryDatabase } from '../../../lib/account-database.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { hasStoredDrafts } from '../../../lib/unsent.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { closeOutbox, forgetOutboxAfterTest } from '../../../testing/library-outbox.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { promptDraftOf, promptForm } from './prompt-draft.ts';
import { PromptLibrary } from './PromptLibrary.tsx';
import '../../../lib/read-library.ts';

interface Row {
  id: string;
  name: string;
  title: string;
  text: string;
  revision: number;
}
const published = [
  { id: 'published', name: 'report', title: 'Weekly report', text: 'Write my report.', revision: 1 },
];
const userId = fakeSession().user.id;
const row = (name: string, text: string, title = ''): Row => ({
  id: `id-${name}`,
  name,
  title,
  text,
  revision: 1,
});

/** Opens the library. The service has a table of prompts that checks names and revisions. */
function open(
  isOffline = false,
  rows: Row[] = [row('greet', 'Greet {{name}}.', 'Write a greeting'), row('short', 'Shorten this.')],
) {
  const service = startFakeService();
  forgetOutboxAfterTest(userId);
  const valueOf = (search: string, column: string) =>
    new URLSearchParams(search).get(column)?.replace(/^eq\./, '');
  const find = (search: string) => {
    const [id, revision] = [valueOf(search, 'id'), valueOf(search, 'revision')];
    return rows.find((each) => each.id === id && String(each.revision) === revision);
  };
  const nameFailure = {
    status: 409,
    body: { code: '23505', message: 'duplicate key value … "saved_prompts_name_idx"' },
  };
  const isTaken = (name: string, id: string) => rows.some((each) => each.name === name && each.id !== id);
  service.answer('GET /rest/v1/saved_prompts', ({ search }) => {
    const id = valueOf(search, 'id');
    return { body: rows.filter((each) => id === undefined || each.id === id) };
  });
  service.answer('GET /rest/v1/published_prompts', { body: published });
  service.answer('POST /rest/v1/saved_prompts', ({ body }) => {
    const created = body as Omit<Row, 'revision'>[];
    if (created.some(({ id, name }) => isTaken(name, id))) return nameFailure;
    rows.push(...created.map((each) => ({ ...each, revision: 1 })));
    return { status: 201 };
  });
  service.answer('PATCH /rest/v1/saved_prompts', ({ search, body }) => {
    const stored = find(search);
    const change = body as Row;
    if (stored && isTaken(change.name, stored.id)) return nameFailure;
    if (stored) Object.assign(stored, change, { revision: stored.revision + 1 });
    return { body: stored ? [{ id: stored.id }] : [] };
  });
  service.answer('DELETE /rest/v1/saved_prompts', ({ search }) => {
    const stored = find(search);
    if (stored) rows.splice(rows.indexOf(stored), 1);
    return { body: stored ? [{ id: stored.id }] : [] };
  });
  service.setOffline(isOffline);
  storeSession();
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <PromptLibrary userId={userId} />
    </QueryClientProvider>,
    '/account/prompts',
  );
  return { ...app, service, rows };
}

const names = () =>
  within(screen.getByRole('list', { name: 'Your prompts' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('bdi')?.textContent);
const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });
const loaded = () => screen.findByRole('list', { name: 'Your prompts' });

afterEach(() => {
  localStorage.clear();
  indexedDB.deleteDatabase(libraryDatabase(userId));
});

describe('the list of prompts', () => {
  it('searches names, titles and texts', async () => {
    const { user } = open();
    await loaded();
    expect(names()).toEqual(['/greet', '/short']);
    for (const [text, ...found] of [
      ['shorten', '/short'],
      ['writ', '/greet'],
    ]) {
      await user.clear(screen.getByRole('searchbox'));
      await user.type(screen.getByRole('searchbox'), text!);
      expect(names()).toEqual(found);
    }
    await user.type(screen.getByRole('searchbox'), ' nothing');
    expect(screen.getByText('No matching prompts')).toBeVisible();
  });

  it('deletes a prompt, and Undo restores it under the same id', async () => {
    const { user, rows } = open();
    await loaded();
    promptDraftOf(userId, promptForm('id-short')).write({ ...rows[1]!, text: 'Not saved', seen: null });
    await user.click(button('Delete short'));
    expect(await screen.findByText('Prompt deleted: short')).toBeVisible();
    expect(hasStoredDrafts(userId)).toBe(false);
    await waitFor(() => expect(names()).toEqual(['/greet']));
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await user.click(button('Undo'));
    await waitFor(() => expect(names()).toEqual(['/greet', '/short']));
    await waitFor(() => expect(rows[1]).toMatchObject({ id: 'id-short', text: 'Shorten this.' }));
    await waitFor(() => expect(screen.queryByText('Prompt deleted: short')).toBeNull());
  });

  it('does not delete a prompt that another device has changed', async () => {
    const { user, rows } = open();
    await loaded();
    Object.assign(rows[1]!, { text: 'Changed elsewhere.', revision: 2 });
    await user.click(button('Delete short'));
    expect(await screen.findByText('Changed elsewhere.')).toBeVisible();
    expect(rows).toHaveLength(2);
  });

  it('shows the prompts of the last visit without a connection', async () => {
    const first = open();
    await loaded();
    first.unmount();
    open(true);
    await waitFor(() => expect(names()).toEqual(['/greet', '/short']));
    // The query is retried once.
    const note = await screen.findByText(/These are the ones from your last visit/, {}, { timeout: 5_000 });
    expect(note).toBeVisible();
    expect(names()).toEqual(['/greet', '/short']);
  });
});

describe('published prompts', () => {
  const list = () => within(screen.getByRole('list', { name: 'Prompts for everyone' }));

  it('are in a separate list and can only be duplicated', async () => {
    const { user, rows } = open();
    await loaded();
    expect(names()).toEqual(['/greet', '/short']);
    expect(list().getByText('/report')).toBeVisible();
    expect(
      list()
        .getAllByRole('button')
        .map((each) => each.ariaLabel),
    ).toEqual(['Duplicate report']);
    await user.click(button('Duplicate report'));
    await user.click(button('Save'));
    await loaded();
    expect(rows[2]).toMatchObject({ name: 'report', title: 'Weekly report', text: 'Write my report.' });
  });

  it('are found by the search', async () => {
    const { user } = open();
    await loaded();
    await user.type(screen.getByRole('searchbox'), 'weekly');
    expect(list().getByText('/report')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Your prompts' })).toBeNull();
  });
});

describe('the form', () => {
  it('creates a prompt and names the fields that it asks for', async () => {
    const { user, rows } = open();
    await loaded();
    await user.click(button('New prompt'));
    expect(field('Name')).toHaveFocus();
    await user.type(field('Name'), '/translate');
    await user.type(field('Title (optional)'), 'Translate a text');
    await user.click(field('Text'));
    await user.paste('To {{language}}: {{text}}');
    expect(screen.getByText('Asks for: language, text')).toBeVisible();
    await user.click(button('Save'));
    await loaded();
    expect(names()).toEqual(['/greet', '/short', '/translate']);
    expect(rows[2]).toMatchObject({
      name: 'translate',
      title: 'Translate a text',
      text: 'To {{language}}: {{text}}',
    });
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('explains bad names and keeps the text', async () => {
    const { user, service } = open();
    await loaded();
    await user.click(button('New prompt'));
    await user.type(field('Text'), 'Something');
    for (const [name, error] of [
      ['', 'Enter a name.'],
      ['two words', "A name can't contain spaces, slashes or braces."],
      ['greet', 'You already have a prompt with this name. Choose another name.'],
    ] as const) {
      await user.clear(field('Name'));
      if (name) await user.type(field('Name'), name);
      await user.click(button('Save'));
      expect(await screen.findByText(error)).toBeVisible();
    }
    expect(field('Text')).toHaveValue('Something');
    expect(service.to('/rest/v1/saved_prompts').filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('duplicates a prompt under a free name', async () => {
    const { user, rows } = open();
    await loaded();
    await user.click(button('Duplicate greet'));
    expect(field('Name')).toHaveValue('greet-2');
    await user.click(button('Save'));
    await loaded();
    expect(rows[2]).toMatchObject({ name: 'greet-2', title: 'Write a greeting', text: 'Greet {{name}}.' });
  });

  it('keeps unsaved text after the settings were closed', async () => {
    const { user, unmount } = open();
    await loaded();
    await user.click(button('Edit short'));
    await user.type(field('Text'), ' Keep the tone.');
    unmount();
    const again = open();
    await loaded();
    await again.user.click(button('Edit short'));
    expect(field('Text')).toHaveValue('Shorten this. Keep the tone.');
    expect(screen.getByText('Your unsaved changes were restored. Cancel discards them.')).toBeVisible();
    await again.user.click(button('Save'));
    await waitFor(() => expect(again.rows[1]?.text).toBe('Shorten this. Keep the tone.'));
    await loaded();
    await again.user.click(button('Edit short'));
    expect(screen.queryByText('Your unsaved changes were restored. Cancel discards them.')).toBeNull();
  });

  it('names the prompt whose draft of an older version is restored', async () => {
    promptDraftOf(userId, promptForm('id-short')).write({
      name: 'brief',
      title: '',
      text: 'Shorten it.',
      seen: null,
    });
    const { user } = open();
    await loaded();
    await user.click(button('Edit short'));
    expect(screen.getByRole('heading', { name: 'Edit short' })).toBeVisible();
    expect(field('Text')).toHaveValue('Shorten it.');
  });

  it('saves changes on the device without a connection, and sends them in order later', async () => {
    const { user, service, rows } = open();
    await loaded();
    service.setOffline(true);
    await user.click(button('Edit short'));
    await user.type(field('Text'), ' Keep the tone.');
    await user.click(button('Save'));
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Your prompts' })).getByText('Waiting')).toBeVisible(),
    );
    expect(screen.getByText('Shorten this. Keep the tone.')).toBeVisible();
    await user.click(button('Edit short'));
    await user.type(field('Text'), ' And the names.');
    await user.click(button('Save'));
    await loaded();
    await user.click(button('Delete greet'));
    await waitFor(() => expect(names()).toEqual(['/short']));
    expect(rows[1]?.text).toBe('Shorten this.');
    service.setOffline(false);
    window.dispatchEvent(new Event('online'));
    await waitFor(() =>
      expect(rows).toMatchObject([{ name: 'short', text: 'Shorten this. Keep the tone. And the names.' }]),
    );
    await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull());
  });

  it('keeps a prompt whose name was taken while it waited', async () => {
    const { user, service, rows } = open();
    await loaded();
    service.setOffline(true);
    await user.click(button('New prompt'));
    await user.type(field('Name'), 'new');
    await user.type(field('Text'), 'Something');
    await user.click(button('Save'));
    await waitFor(() => expect(screen.getByText('Waiting')).toBeVisible());
    rows.push(row('new', 'From another device'));
    closeOutbox();
    service.setOffline(false);
    await user.click(button('Duplicate greet'));
    await user.click(button('Save'));
    const unsaved = await screen.findByRole('list', { name: 'Unsaved changes' });
    expect(unsaved).toHaveTextContent('You already have a prompt with this name. Choose another name.');
    expect(unsaved).toHaveTextContent('Something');
    await user.click(button('Edit the unsaved change: /new'));
    await user.type(field('Name'), '-2');
    await user.click(button('Save'));
    await waitFor(() => expect(rows.at(-1)).toMatchObject({ name: 'new-2', text: 'Something' }));
    await loaded();
    expect(screen.queryByRole('list', { name: 'Unsaved changes' })).toBeNull();
  });

  describe('of a prompt that another device has changed', () => {
    async function conflict() {
      const opened = open();
      await loaded();
      await opened.user.click(button('Edit short'));
      await opened.user.type(field('Text'), ' Mine.');
      Object.assign(opened.rows[1]!, { text: 'Theirs.', revision: 2 });
      await opened.user.click(button('Save'));
      const notice = await screen.findByRole('region', { name: /changed on another device/ });
      expect(notice).toHaveTextContent('Theirs.');
      expect(notice).toHaveFocus();
      expect(opened.rows[1]?.text).toBe('Theirs.');
      return opened;
    }

    it('shows both and saves mine as a copy', async () => {
      const { user, rows } = await conflict();
      await user.click(button('Save mine as a copy'));
      await loaded();
      expect(rows.map(({ name, text }) => `${name}: ${text}`).slice(1)).toEqual([
        'short: Theirs.',
        'short-2: Shorten this. Mine.',
      ]);
    });

    it('replaces theirs with mine, if the user says so', async () => {
      const { user, rows } = await conflict();
      await user.click(button('Keep my version'));
      await loaded();
      expect(rows[1]).toMatchObject({ text: 'Shorten this. Mine.', revision: 3 });
    });

    it('creates it again if it was deleted', async () => {
      const { user, rows } = open();
      await loaded();
      await user.click(button('Edit short'));
      await user.type(field('Text'), ' Mine.');
      rows.pop();
      await user.click(button('Save'));
      expect(await screen.findByText(/deleted on another device. To keep it, save again/)).toBeVisible();
      await user.click(button('Save'));
      await loaded();
      expect(rows[1]).toMatchObject({ name: 'short', text: 'Shorten this. Mine.' });
    });
  });

  it('treats a request whose response was lost as saved', async () => {
    const { user, service, rows } = open();
    await loaded();
    await user.click(button('New prompt'));
    await user.type(field('Name'), 'new');
    await user.type(field('Text'), 'Something');
    service.answer('POST /rest/v1/saved_prompts', ({ body }) => {
      const [created] = body as Row[];
      if (rows.some(({ id }) => id === created!.id))
        return {
          status: 409,
          body: { code: '23505', message: 'duplicate key value … "saved_prompts_pkey"' },
        };
      rows.push({ ...created!, revision: 1 });
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    await user.click(button('Save'));
    await waitFor(() => expect(screen.getByText('Waiting')).toBeVisible());
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull());
    expect(rows.filter(({ name }) => name === 'new')).toHaveLength(1);
  });
});
