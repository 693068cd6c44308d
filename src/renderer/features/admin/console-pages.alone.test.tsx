import type { ComponentType } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { platform } from '../../platform/index.ts';
import { KeysPage } from './keys/KeysPage.tsx';
import { RolesPage } from './roles/RolesPage.tsx';
import { SettingsPage } from './settings/SettingsPage.tsx';
import { AnalyticsPage } from './stats/AnalyticsPage.tsx';
import { DashboardPage } from './stats/DashboardPage.tsx';
import { healthyStatus } from './stats/status/testing.ts';
import { idOf, startFakeConsole, userRow } from './testing/fake-console.ts';
import { renderConsole } from './testing/render-console.tsx';
import { ViewPage } from './users/view/ViewPage.tsx';

// jsdom has no layout for charts; the tables below them have the same values.
vi.mock('./charts/Chart.tsx', () => ({ Chart: () => <p>chart</p> }));

const open = (Page: ComponentType, address = '/admin') =>
  renderConsole(
    <Routes>
      <Route path="*" element={<Page />} />
    </Routes>,
    address,
  );

const rowOf = (text: string) => within(screen.getByText(text).closest('tr')!);
const figures = (changes = {}) => ({
  new_users: 2,
  active_users: 10,
  requests: 30,
  prompt_tokens: 1000,
  completion_tokens: 500,
  cost: 0.5,
  failures: 1,
  ...changes,
});

describe('the dashboard', () => {
  const dashboard = (changes = {}) => ({
    total_users: 1234,
    total_guests: 2,
    total_chats: 88,
    today: figures(),
    last_week: figures({ requests: 20, failures: 4, active_users: 10, cost: 0 }),
    days: Array.from({ length: 14 }, (_, at) => ({
      ...figures({ requests: at }),
      day: `2026-11-${String(at + 8).padStart(2, '0')}`,
    })),
    vendors: [
      { vendor: 'openai', display_name: 'OpenAI', requests: 75, failures: 25, p50_ms: 820, p95_ms: 4200 },
    ],
    active_vendor: 'OpenAI',
    ...changes,
  });

  it("compares today with last week, and shows each vendor's errors and speed [ADMIN-007, ADMIN-046, ADMIN-055]", async () => {
    startFakeConsole().on('stats/dashboard', dashboard());
    open(DashboardPage);
    expect(await screen.findByText('1,234')).toBeVisible();
    expect(screen.getByText('2 guests, 2 new today, 88 chats stored')).toBeVisible();
    expect(screen.getByText('Up 50% from last week')).toHaveAttribute('data-good', 'true');
    // Fewer errors are not marked as good, because the day is not over.
    expect(screen.getByText('Down 75% from last week')).not.toHaveAttribute('data-good');
    expect(screen.getByText('None on the same day last week')).toBeVisible();
    const vendor = rowOf('OpenAI');
    for (const text of ['Active', '75', '25', '25%', '820 ms', '4.2 s'])
      expect(vendor.getByText(text)).toBeVisible();
  });

  it('describes the chart in a summary and a table, by the chosen metric', async () => {
    startFakeConsole().on('stats/dashboard', dashboard());
    const { user } = open(DashboardPage);
    expect(await screen.findByText('Replies: 91 in total. Highest: Nov 21 (13).')).toBeVisible();
    await user.click(screen.getByLabelText('Cost'));
    expect(screen.getByText('Cost: $7.00 in total. Highest: Nov 8 ($0.50).')).toBeVisible();
    expect(within(screen.getByRole('figure')).getAllByText('$0.50')).toHaveLength(14);
    // Users can be active on several days, so there is no total.
    await user.click(screen.getByLabelText('Active users'));
    expect(screen.getByText('Active users, highest: Nov 8 (10).')).toBeVisible();
  });

  it('starts with the problems and links to solve them, or shows that everything works', async () => {
    const service = startFakeConsole();
    service.on('stats/dashboard', dashboard({ active_vendor: null, vendors: [] }));
    const backup = { last_at: new Date().toISOString(), has_failed: false };
    service.on('stats/status', { ...healthyStatus, host: { is_damaged: false, backup, unclean_starts: 0 } });
    const { unmount } = open(DashboardPage);
    expect(await screen.findByText('Everything works.')).toBeVisible();
    unmount();
    const demo = { ...healthyStatus.active_vendor, is_demo: true };
    service.on('stats/status', { ...healthyStatus, host: null, active_vendor: demo });
    const { unmount: close } = open(DashboardPage);
    expect(await screen.findByText('No problems. 1 note:')).toBeVisible();
    expect(screen.queryByText('Everything works.')).toBeNull();
    close();
    service.on('stats/status', { ...healthyStatus, host: null, active_vendor: null });
    open(DashboardPage);
    expect(await screen.findByText('Choose a provider')).toHaveAttribute('href', '/admin/api-vendors');
    expect(screen.getByText('1 problem needs your attention.')).toBeVisible();
    expect(screen.queryByText('Everything works.')).toBeNull();
  });
});

describe('analytics', () => {
  const row = (key: string, changes = {}) => ({
    key,
    label: key,
    requests: 10,
    failures: 2,
    prompt_tokens: 100,
    completion_tokens: 50,
    cost: 0.25,
    estimated_requests: 3,
    ...changes,
  });

  it('shows the usage of a range by day, model, vendor or user, and exports it [ADMIN-008, ADMIN-017, ADMIN-048]', async () => {
    const service = startFakeConsole();
    service.on('stats/analytics', ({ group }: { group: string }) => ({
      rows: group === 'user' ? [row(idOf(5), { label: 'ada@example.com' })] : [row('2026-11-20')],
      totals: row('total', { requests: 7777 }),
    }));
    service.on('stats/export', { file_name: 'usage.csv', csv: 'day\n', rows: 1, is_cut: false });
    const saved = vi.spyOn(platform, 'saveTextFile').mockImplementation(async (name) => name);
    const { user, address } = open(
      AnalyticsPage,
      '/admin/analytics?range=custom&from=2026-11-01&to=2026-11-20',
    );
    expect(await screen.findByText('7,777')).toBeVisible();
    expect(service.bodiesOf('stats/analytics')).toEqual([
      { from: '2026-11-01', to: '2026-11-20', group: 'day' },
    ]);
    await user.click(screen.getByLabelText('User'));
    expect(await screen.findByRole('link', { name: 'ada@example.com' })).toHaveAttribute(
      'href',
      `/admin/users/${idOf(5)}`,
    );
    expect(address()).toContain('group=user');
    await user.click(screen.getByText('Export CSV'));
    await waitFor(() => expect(saved).toHaveBeenCalledWith('usage.csv', 'day\n'));
    expect(service.bodiesOf('stats/export')).toEqual([
      { from: '2026-11-01', to: '2026-11-20', group: 'user' },
    ]);
  });

  it('requests nothing for a range that ends before it starts', async () => {
    const service = startFakeConsole();
    open(AnalyticsPage, '/admin/analytics?range=custom&from=2026-11-20&to=2026-11-01');
    expect(await screen.findByRole('alert')).toHaveTextContent('The range ends before it starts.');
    expect(service.bodiesOf('stats/analytics')).toEqual([]);
  });
});

it('API keys show their first characters and last use, and are revoked after confirmation [ADMIN-014, ADMIN-055]', async () => {
  const service = startFakeConsole();
  const key = {
    id: idOf(31),
    user_id: idOf(2),
    email: 'ada@example.com',
    name: 'Backup script',
    prefix: 'clv_a1b2',
    created_at: '2026-11-01T00:00:00Z',
    last_used_at: null,
    revoked_at: null,
  };
  service.on('keys/list', { keys: [key], total: 1, total_is_exact: true });
  service.on('keys/revoke', { id: key.id });
  const { user } = open(KeysPage, '/admin/api-keys?state=live');
  expect(await screen.findByText('clv_a1b2…')).toBeVisible();
  expect(rowOf('Backup script').getByText('Never')).toBeVisible();
  await user.click(screen.getByLabelText('Revoke Backup script'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(service.bodiesOf('keys/revoke')).toEqual([]);
  service.on('keys/list', { keys: [{ ...key, revoked_at: key.created_at }], total: 1, total_is_exact: true });
  await user.click(dialog.getByText('Revoke key'));
  await waitFor(() => expect(service.bodiesOf('keys/revoke')).toEqual([{ id: key.id }]));
  expect(await screen.findByText('Revoked', { selector: 'span' })).toBeVisible();
});

it('roles show their members and the permissions in force [ADMIN-011]', async () => {
  startFakeConsole().on('roles/list', {
    roles: [
      { role: 'admin', members: 2 },
      { role: 'banned', members: 1 },
      { role: 'restricted', members: 0 },
    ],
    permissions: [
      {
        table: 'user_roles',
        operation: 'select',
        database_role: 'authenticated',
        sentence: 'Users can read their own roles, administrators every role',
        names_administrators: true,
      },
      {
        table: 'chat_history',
        operation: 'delete',
        database_role: 'authenticated',
        sentence: 'Users can delete their own chats',
        names_administrators: false,
      },
    ],
    acts: [{ name: 'set_user_role', sentence: 'Grants or takes a role. {ok, user}' }],
  });
  const { user } = open(RolesPage);
  expect(await screen.findByText('2 accounts')).toBeVisible();
  expect(screen.getByRole('link', { name: /^\d accounts? with the role Banned$/ })).toHaveAttribute(
    'href',
    '/admin/users?role=banned',
  );
  // Only the table of roles is open at first. SQL names and rules are collapsed.
  expect(screen.getByText('set_user_role')).not.toBeVisible();
  await user.click(screen.getByRole('heading', { name: '1 admin action' }));
  expect(screen.getByText('Grants or takes a role.')).toBeVisible();
  await user.click(screen.getByRole('heading', { name: '2 database permissions' }));
  expect(rowOf('Users can delete their own chats').queryByText('Administrators')).toBeNull();
  await user.type(screen.getByRole('searchbox'), 'every role{Enter}');
  await waitFor(() => expect(screen.queryByText('Users can delete their own chats')).toBeNull());
  expect(
    rowOf('Users can read their own roles, administrators every role').getByText('Administrators'),
  ).toBeVisible();
});

describe('the settings', () => {
  const stored = {
    signup_open: 'true',
    starter_messages_per_day: '3',
    guest_messages_per_day: '3',
    guest_tokens_per_month: 'none',
  };
  function openSettings() {
    const service = startFakeConsole();
    const values = new Map<string, string>(Object.entries(stored));
    service.on('settings/list', () => ({
      settings: [...values].map(([key, value]) => ({ key, value, description: null, updated_at: '' })),
    }));
    service.on(
      'settings/save',
      ({ key, value }: { key: string; value: string | number | boolean | null }) => {
        values.set(key, value === null ? 'none' : String(value));
        return { key, value: values.get(key) };
      },
    );
    service.on('mail/status', { mail: null });
    return { service, ...open(SettingsPage) };
  }
  const group = (name: string) => within(screen.getByText(name).closest('form')!);

  it('are switched immediately, and reverted with Undo [ADMIN-015, ADMIN-055]', async () => {
    const { user, service } = openSettings();
    await user.click(await screen.findByRole('switch', { name: 'Allow sign-up' }));
    await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked());
    await user.click(screen.getByText('Undo'));
    await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
    expect(service.bodiesOf('settings/save')).toEqual([
      { key: 'signup_open', value: false },
      { key: 'signup_open', value: true },
    ]);
  });

  it('save only what changed; invalid numbers are rejected before they are sent', async () => {
    const { user, service } = openSettings();
    const field = await screen.findByLabelText('Starter');
    fireEvent.change(field, { target: { value: '2.5' } });
    await user.click(group('Messages per day').getByText('Save'));
    expect(screen.getByRole('alert')).toHaveTextContent('Starter: enter a whole number of 0 or more.');
    expect(service.bodiesOf('settings/save')).toEqual([]);
    fireEvent.change(field, { target: { value: '25' } });
    await user.click(group('Messages per day').getByText('Save'));
    await waitFor(() =>
      expect(service.bodiesOf('settings/save')).toEqual([{ key: 'starter_messages_per_day', value: 25 }]),
    );
    const undo = await screen.findByText('Undo');
    const guests = group('Messages per day').getByLabelText('Guest');
    fireEvent.change(guests, { target: { value: '7' } });
    await user.click(undo);
    await waitFor(() => expect(field).toHaveValue('3'));
    expect(guests).toHaveValue('7');
  });
});

describe('the read-only view of an account', () => {
  const session = () => ({
    id: idOf(70),
    user_id: idOf(2),
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 59.5 * 60_000).toISOString(),
  });
  const chat = {
    id: idOf(80),
    messages: 2,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-02T00:00:00Z',
  };

  it('shows whose account it is and for how long, hides what the user does not share, and ends [ADMIN-037]', async () => {
    const service = startFakeConsole();
    const ada = userRow(2, 'Ada Lovelace');
    service.on('users/current-impersonation', { session: session(), user: ada });
    service.on('users/end-impersonation', { ended: true });
    service.on('users/view', ({ page }: { page: string }) =>
      page === 'account'
        ? { page, user: ada, consents: false, chats: 1, messages: 2 }
        : page === 'chats'
          ? { page, consents: false, chats: [{ ...chat, title: null }], has_more: false }
          : {
              page,
              consents: false,
              has_more: false,
              messages: [
                {
                  id: idOf(81),
                  role: 'user',
                  content: null,
                  length: 42,
                  status: 'complete',
                  model_id: null,
                  vendor_id: null,
                  created_at: chat.created_at,
                },
              ],
            },
    );
    const { user, client } = open(ViewPage, '/admin/view');
    expect(await screen.findByText(/You are viewing Ada Lovelace, read-only/)).toBeVisible();
    expect(screen.getByText('Ends in 60 minutes')).toBeVisible();
    expect(
      await screen.findByText(/does not let support see chats. Titles and messages are hidden/),
    ).toBeVisible();
    await user.click(await screen.findByLabelText('Open Chat from Nov 2, 2026'));
    expect(await screen.findByText('Hidden: this user does not let support see chats')).toBeVisible();
    expect(screen.getByText(/42 characters/)).toBeVisible();
    // Each request is logged, so nothing may be requested twice.
    expect(service.bodiesOf('users/view')).toEqual([
      { session: idOf(70), page: 'account' },
      { session: idOf(70), page: 'chats' },
      { session: idOf(70), page: 'messages', chat: idOf(80) },
    ]);
    await user.click(screen.getByText('Stop viewing'));
    await waitFor(() => expect(service.bodiesOf('users/end-impersonation')).toHaveLength(1));
    expect(await screen.findByText("You're not viewing a user")).toBeVisible();
    await waitFor(() => expect(client.getQueriesData({ queryKey: ['admin', 'view'] })).toEqual([]));
  });
});
