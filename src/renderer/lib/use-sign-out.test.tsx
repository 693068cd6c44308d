import { openDB } from 'idb';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeService, fakeSession, startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { platform } from '../platform/index.ts';
import { accountDatabase, fileDatabase } from './account-database.ts';
import { draftKeys, keptShareKey } from './storage.ts';
import { storedDraftsOf } from './unsent.ts';
import { useSession } from './session.tsx';
import { getSupabase } from './supabase.ts';
import { useSignOut } from './use-sign-out.ts';

const userId = fakeSession().user.id;

let service: FakeService;

beforeEach(() => {
  service = startFakeService();
});
afterEach(async () => {
  await (await getSupabase()).auth.signOut({ scope: 'local' });
  vi.restoreAllMocks();
});

function Leaver() {
  const { user, status } = useSession();
  const signOut = useSignOut();
  return (
    <>
      <p>{status}</p>
      {user && signOut && (
        <button type="button" onClick={() => void signOut()}>
          Leave
        </button>
      )}
    </>
  );
}

function open() {
  storeSession();
  storedDraftsOf(userId).write('one', 'unsent');
  storedDraftsOf('someone-else').write('one', 'theirs');
  return renderApp(<Leaver />);
}

describe('signing out with unsent text on the device', () => {
  it('requires no confirmation for a blank draft', async () => {
    storeSession();
    storedDraftsOf(userId).write('one', ' \n\t ');
    const { user } = renderApp(<Leaver />);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('signed-out')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('requires a confirmation, and changes nothing after "no"', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('signed-in')).toBeVisible();
    expect(storedDraftsOf(userId).read('one')).toBe('unsent');
  });

  it('deletes the user\'s drafts after "yes", and no one else\'s', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('signed-out')).toBeVisible();
    await waitFor(() => expect(storedDraftsOf(userId).read('one')).toBe(''));
    expect(storedDraftsOf('someone-else').read('one')).toBe('theirs');
  });

  it('requires it for an encrypted draft that this page has not opened', async () => {
    storeSession();
    const envelope = `enc1.k.${'x'.repeat(60)}`;
    localStorage.setItem(draftKeys.of(userId, 'one'), envelope);
    const { user } = renderApp(<Leaver />);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(localStorage.getItem(draftKeys.of(userId, 'one'))).toBe(envelope);
  });

  it("deletes an administrator's saved views, which may name people", async () => {
    localStorage.setItem(`clover-admin-views:${userId}`, '[]');
    localStorage.setItem('clover-admin-views:someone-else', '[]');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(localStorage.getItem(`clover-admin-views:${userId}`)).toBeNull());
    expect(localStorage.getItem('clover-admin-views:someone-else')).toBe('[]');
  });

  it("deletes the user's databases, and no one else's", async () => {
    const others = [accountDatabase('someone-else'), fileDatabase('someone-else')];
    for (const name of [accountDatabase(userId), fileDatabase(userId), ...others])
      (await openDB(name)).close();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    const users = [accountDatabase(userId), fileDatabase(userId), ...others];
    const left = async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      return users.filter((name) => names.includes(name));
    };
    await waitFor(async () => expect(await left()).toEqual(others));
  });

  it('forgets the key of a shared chat that the user opened', async () => {
    sessionStorage.setItem(keptShareKey, 'one#key');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(sessionStorage.getItem(keptShareKey)).toBeNull());
  });

  it('is not offered to the owner of this computer, who could not sign in again', async () => {
    vi.spyOn(platform, 'ownerSession', 'get').mockReturnValue(async () => null);
    open();
    expect(await screen.findByText('signed-in')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  });

  it('keeps the text when the session expires', async () => {
    open();
    await screen.findByRole('button', { name: 'Leave' });
    await (await getSupabase()).auth.signOut({ scope: 'local' });
    expect(await screen.findByText('signed-out')).toBeVisible();
    expect(storedDraftsOf(userId).read('one')).toBe('unsent');
  });
});

describe('signing out as a guest', () => {
  const openAsGuest = (chats: readonly { id: string }[] | null) => {
    storeSession({ isAnonymous: true });
    service.answer('GET /rest/v1/chat_history', chats ? { body: chats } : { status: 500 });
    return renderApp(<Leaver />);
  };
  const leave = async ({ user }: ReturnType<typeof openAsGuest>) =>
    user.click(await screen.findByRole('button', { name: 'Leave' }));
  const dialog = () => screen.findByRole('dialog', { name: 'Sign out and lose your chats?' });

  it('requires no confirmation without chats', async () => {
    await leave(openAsGuest([]));
    expect(await screen.findByText('signed-out')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['with chats', [{ id: 'one' }]],
    ['if the service does not say whether there are chats', null],
  ])('warns %s, once, and signs out after "Sign out"', async (_when, chats) => {
    storedDraftsOf(userId).write('one', 'unsent');
    const app = openAsGuest(chats);
    await leave(app);
    expect(await dialog()).toHaveAccessibleDescription(/can't open these chats again/);
    await app.user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('signed-out')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays signed in after "Stay signed in"', async () => {
    const app = openAsGuest([{ id: 'one' }]);
    await leave(app);
    await dialog();
    await app.user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('signed-in')).toBeVisible();
  });

  it('opens the form for an account instead, which keeps the chats', async () => {
    const app = openAsGuest([{ id: 'one' }]);
    await leave(app);
    await dialog();
    await app.user.click(screen.getByRole('link', { name: 'Create account' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.address()).toBe('/account#profile');
    expect(screen.getByText('signed-in')).toBeVisible();
  });
});
