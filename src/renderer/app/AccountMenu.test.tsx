import { QueryClientProvider } from '@tanstack/react-query';
import { IconKeyboard } from '@tabler/icons-react';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { getSupabase } from '../lib/supabase.ts';
import { platform } from '../platform/index.ts';
import { type FakeService, type FakeUser, startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { UiProvider } from '../theme/UiProvider.tsx';
import { AccountMenu } from './AccountMenu.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  setColorScheme('auto');
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

const ada = { email: 'ada@example.com', data: { name: 'Ada' } };

async function open(prepare: (service: FakeService) => void = () => {}, person: FakeUser = ada) {
  const service = startFakeService();
  prepare(service);
  storeSession(person);
  const onSelect = vi.fn<() => void>();
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <AccountMenu look="row" entries={[{ label: 'Keyboard shortcuts', Icon: IconKeyboard, onSelect }]} />
      </UiProvider>
    </QueryClientProvider>,
    '/chat',
  );
  await app.user.click(await screen.findByRole('button', { name: /^Account menu/ }));
  const menu = within(await screen.findByRole('menu'));
  return { ...app, service, menu, onSelect };
}
const item = (name: string) => screen.queryByRole('menuitem', { name });

it('names the account, its plan and the messages left today, and links to its settings and plans', async () => {
  const { menu } = await open(({ answer }) => {
    answer('POST /rest/v1/rpc/get_message_quota', { body: { plan: 'starter', allowed: 3, used: 2 } });
  });
  expect(screen.getByRole('button', { name: 'Account menu: Ada Starter' })).toBeVisible();
  expect(menu.getByText('Hello, Ada')).toBeVisible();
  expect(await menu.findByText('Starter · 1 message left today')).toBeVisible();
  expect(item('Settings')).toHaveAttribute('href', '/account');
  expect(item('Upgrade')).toHaveAttribute('href', '/pricing');
  expect(item('Admin Panel')).toBeNull();
});

const guestNote = 'Your chats are available in this browser for 24 hours. Create an account to keep them.';

it('hides the upgrade from Professional users, and shows guests how to keep their chats', async () => {
  const { menu, unmount } = await open(({ answer, changeAccess }) => {
    changeAccess({ plan: 'professional' });
    answer('POST /rest/v1/rpc/get_message_quota', { body: { plan: 'professional', allowed: null, used: 2 } });
  });
  expect(await menu.findByText('Professional · No daily limit')).toBeVisible();
  expect(item('Upgrade')).toBeNull();
  expect(screen.queryByText(guestNote)).toBeNull();
  unmount();
  await open(() => {}, { ...ada, isAnonymous: true });
  expect(item('Create account')).toHaveAttribute('href', '/account#profile');
  expect(screen.getByText(guestNote)).toBeVisible();
  expect(item('Upgrade')).toBeNull();
});

it('links administrators to the console', async () => {
  await open(({ changeAccess }) => changeAccess({ is_admin: true }));
  await waitFor(() => expect(item('Admin Panel')).toHaveAttribute('href', '/admin'));
});

it('changes the theme and stays open', async () => {
  const { user } = await open();
  const theme = (name: string) => screen.getByRole('menuitemradio', { name });
  expect(theme('System')).toBeChecked();
  await user.click(theme('Dark'));
  expect(getColorScheme()).toBe('dark');
  expect(theme('Dark')).toBeChecked();
  expect(theme('System')).not.toBeChecked();
});

it("opens the chat's entries after the menu has closed", async () => {
  const { user, onSelect } = await open();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
  await waitFor(() => expect(onSelect).toHaveBeenCalledOnce());
});

it('signs out and opens the home page with one toast [ACCT-042, ACCT-046]', async () => {
  const { user, address } = await open();
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(screen.getAllByText('Signed Out')).toHaveLength(1);
});

it("hides sign-out on the desktop app's own account", async () => {
  vi.spyOn(platform, 'ownerSession', 'get').mockReturnValue(async () => null);
  await open();
  expect(item('Settings')).toBeVisible();
  expect(item('Sign Out')).toBeNull();
});
