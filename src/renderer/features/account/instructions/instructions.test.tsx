import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { closeOutbox, forgetOutboxAfterTest } from '../../../testing/library-outbox.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { InstructionsSection } from './InstructionsSection.tsx';

interface Saved {
  readonly about: string;
  readonly style: string;
  readonly is_used: boolean;
  readonly known_revision: number;
}

const row = { about: 'I am a nurse.', style: '', is_used: true, revision: 1 };

/** Fakes a service that checks revisions, like the database. */
async function open(stored: typeof row | null = row, userId = 'ada') {
  const service = startFakeService();
  closeOutbox();
  forgetOutboxAfterTest(userId);
  let current = stored;
  service.answer('GET /rest/v1/account_instructions', () => ({ body: current ? [current] : [] }));
  service.answer('POST /rest/v1/rpc/save_account_instructions', ({ body }) => {
    const { known_revision: known, ...texts } = body as Saved;
    const isSaved = known === (current?.revision ?? 0);
    if (isSaved) current = { ...texts, revision: known + 1 };
    return { body: { is_saved: isSaved, stored: current } };
  });
  storeSession();
  const page = (
    <QueryClientProvider client={createQueryClient()}>
      <InstructionsSection userId={userId} />
    </QueryClientProvider>
  );
  const app = renderApp(page);
  const about = await screen.findByLabelText('What should Clover know about you?');
  return {
    ...app,
    service,
    about,
    stored: () => current,
    change: (changed: Partial<typeof row>) =>
      (current = { ...row, ...current, ...changed, revision: (current?.revision ?? 0) + 1 }),
  };
}
const press = (name: string) => screen.findByRole('button', { name });
const conflict = () =>
  screen.findByRole('region', { name: 'Your instructions were changed on another device' });

afterEach(async () => {
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('saves both texts and whether chats use them, and shows what is sent', async () => {
  const { user, about, stored } = await open(null);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.type(about, ' I am a pilot. ');
  await user.type(screen.getByLabelText('How should it answer?'), 'Briefly.');
  await user.click(screen.getByRole('checkbox', { name: 'Use in my chats' }));
  expect(screen.getByText(/# How the user wants you to answer/)).toHaveTextContent(/I am a pilot\./);
  expect(screen.getByText("Your changes aren't saved yet.")).toBeVisible();
  await user.click(await press('Save'));
  await waitFor(() =>
    expect(stored()).toEqual({ about: 'I am a pilot.', style: 'Briefly.', is_used: false, revision: 1 }),
  );
  await waitFor(() => expect(screen.queryByText("Your changes aren't saved yet.")).toBeNull());
});

it('counts the characters, and keeps a text that is too long without saving it', async () => {
  const { user, about, service } = await open();
  expect(about).toHaveAccessibleDescription('13 of 1,500 characters');
  await user.clear(about);
  await user.click(about);
  await user.paste('x'.repeat(1501));
  await user.click(await press('Save'));
  expect(about).toHaveAccessibleDescription('1,501 of 1,500 characters. Shorten the text.');
  expect(about).toHaveValue('x'.repeat(1501));
  expect(about).toHaveFocus();
  expect(service.to('/rest/v1/rpc/save_account_instructions')).toEqual([]);
});

it('reports that another device changed them, and loses neither text', async () => {
  const { user, about, stored, change } = await open();
  await user.type(about, ' In Lyon.');
  change({ about: 'I am a doctor.' });
  await user.click(await press('Save'));
  const notice = await conflict();
  expect(notice).toHaveFocus();
  expect(within(notice).getByText('I am a doctor.')).toBeVisible();
  expect(about).toHaveValue('I am a nurse. In Lyon.');
  expect(stored()).toMatchObject({ about: 'I am a doctor.' });
  await user.click(await press('Keep my version'));
  await waitFor(() => expect(stored()).toMatchObject({ about: 'I am a nurse. In Lyon.', revision: 3 }));
  await waitFor(() => expect(notice).not.toBeInTheDocument());
});

it('checks the text again before it overwrites the other version', async () => {
  const { user, about, stored, change } = await open();
  await user.type(about, ' In Lyon.');
  change({ about: 'I am a doctor.' });
  await user.click(await press('Save'));
  await conflict();
  await user.click(about);
  await user.paste('x'.repeat(1501));
  await user.click(await press('Keep my version'));
  expect(about).toHaveFocus();
  expect(stored()).toMatchObject({ about: 'I am a doctor.' });
});

it("can use another device's version instead", async () => {
  const { user, about, stored, change } = await open();
  await user.type(about, ' In Lyon.');
  change({ about: '' });
  await user.click(await press('Save'));
  expect(await screen.findByText('The other version is empty.')).toBeVisible();
  await user.click(await press('Use the other version'));
  expect(about).toHaveValue('');
  expect(stored()).toMatchObject({ about: '', revision: 2 });
});

it('keeps unsaved text for this user when the settings are closed', async () => {
  const { user, about, unmount } = await open();
  await user.type(about, ' In Lyon.');
  unmount();
  const again = await open();
  expect(again.about).toHaveValue('I am a nurse. In Lyon.');
  await again.user.click(await press('Discard changes'));
  expect(again.about).toHaveValue('I am a nurse.');
  await again.user.type(again.about, ' In Lyon.');
  again.unmount();
  expect((await open(row, 'bob')).about).toHaveValue('I am a nurse.');
});

it("keeps the text if saving fails, and shows this device's copy without a connection", async () => {
  const { user, about, service, unmount } = await open();
  service.answer('POST /rest/v1/rpc/save_account_instructions', { status: 400, body: { message: 'broken' } });
  await user.type(about, ' In Lyon.');
  await user.click(await press('Save'));
  expect(await screen.findByRole('alert')).toHaveTextContent("The service couldn't save the change.");
  expect(about).toHaveValue('I am a nurse. In Lyon.');
  await user.click(await press('Discard changes'));
  unmount();
  service.answer('GET /rest/v1/account_instructions', { status: 503 });
  renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <InstructionsSection userId="ada" />
    </QueryClientProvider>,
  );
  expect(await screen.findByLabelText('What should Clover know about you?')).toHaveValue('I am a nurse.');
});

it('saves changes on this device without a connection, and sends them later', async () => {
  const { user, about, service, stored, unmount } = await open();
  service.setOffline(true);
  await user.type(about, ' In Lyon.');
  await user.click(await press('Save'));
  expect(await screen.findByText('Waiting')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Your changes are not saved yet.')).toBeNull());
  expect(about).toHaveValue('I am a nurse. In Lyon.');
  await user.type(about, ' And in Paris.');
  await user.click(await press('Save'));
  await waitFor(() => expect(screen.queryByText('Your changes are not saved yet.')).toBeNull());
  expect(stored()).toEqual(row);
  service.setOffline(false);
  window.dispatchEvent(new Event('online'));
  await waitFor(() =>
    expect(stored()).toMatchObject({ about: 'I am a nurse. In Lyon. And in Paris.', revision: 3 }),
  );
  await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull());
  expect(about).toHaveValue('I am a nurse. In Lyon. And in Paris.');
  unmount();
});

it('keeps a text that is refused after it has waited, and lets the user save it again', async () => {
  const { user, about, service, stored, change } = await open();
  service.setOffline(true);
  await user.type(about, ' In Lyon.');
  await user.click(await press('Save'));
  expect(await screen.findByText('Waiting')).toBeVisible();
  change({ about: 'I am a doctor.' });
  service.setOffline(false);
  window.dispatchEvent(new Event('online'));
  const unsaved = await screen.findByRole('list', { name: 'Unsaved changes' });
  expect(unsaved).toHaveTextContent('It was changed on another device.');
  await waitFor(() => expect(about).toHaveValue('I am a doctor.'));
  await user.click(await press('Edit the unsaved change: Your instructions'));
  const field = screen.getByLabelText('What should Clover know about you?');
  expect(field).toHaveValue('I am a nurse. In Lyon.');
  await user.click(await press('Save'));
  expect(within(await conflict()).getByText('I am a doctor.')).toBeVisible();
  await user.click(await press('Keep my version'));
  await waitFor(() => expect(stored()).toMatchObject({ about: 'I am a nurse. In Lyon.' }));
});
