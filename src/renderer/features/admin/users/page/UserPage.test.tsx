import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { idOf, startFakeConsole, userRow } from '../../testing/fake-console.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { UserName } from '../UserCells.tsx';
import { UserPage } from './UserPage.tsx';

const page = (
  <Routes>
    <Route path="/admin/users/:id" element={<UserPage />} />
    <Route path="/admin/users" element={<UserName user={userRow(2, 'Ada Lovelace')} isSelf={false} />} />
    <Route path="*" element={<p>elsewhere</p>} />
  </Routes>
);

const entry = {
  id: idOf(900),
  user_id: idOf(2),
  user_email: 'ada@example.com',
  admin_id: idOf(1),
  admin_email: 'root@example.com',
  action_type: 'user.set-plan',
  action_details: { plan: 'professional' },
  subject: null,
  ip_address: null,
  user_agent: null,
  created_at: '2026-11-20T10:00:00Z',
};

afterEach(() => focusManager.setFocused(undefined));

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function open({
  name = 'Ada Lovelace',
  budget = {},
  shown = {},
  address = `/admin/users/${idOf(2)}`,
} = {}) {
  const service = startFakeConsole();
  const account = userRow(2, 'Ada Lovelace', { name });
  const own = { own_tokens: null, own_cost: null, ...budget };
  service.on('users/show', {
    user: account,
    budget: { tokens_used: 5, tokens_allowed: null, cost_used: 0, cost_allowed: null, ...own },
    chats: 3,
    api_keys: 0,
    messages: { used: 1, allowed: 3 },
    sessions: [
      {
        id: idOf(60),
        created_at: '2026-11-01T10:00:00Z',
        last_active_at: '2026-11-02T10:00:00Z',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0',
      },
    ],
    usage: [],
    ...shown,
    has_second_factor: false,
    consents_to_support: false,
    encryption: null,
  });
  service.on('logs/list', { entries: [entry], total: 1, total_is_exact: true, actions: [] });
  service.on('users/current-impersonation', { session: null, user: null });
  const app = renderConsole(page, address);
  const choose = async (entry: string) => {
    await app.user.click(await screen.findByLabelText(/^Actions for/));
    await app.user.click(await screen.findByText(entry));
    return within(await screen.findByRole('dialog'));
  };
  return { ...app, service, choose };
}

describe('the page of an account', () => {
  it('returns to the list after a deletion, without another request [ADMIN-033]', async () => {
    const { user, service, choose, address } = await open({ name: ' Ada\n\u200BLovelace' });
    const dialog = await choose('Delete account');
    service.on('users/delete', { id: idOf(2) });
    service.refuse('users/show', 'not_found', 'There is no such account.');
    fill(dialog.getByRole('textbox'), 'ada lovelace');
    await user.click(dialog.getByRole('button', { name: 'Delete account' }));
    await waitFor(() => expect(address()).toBe('/admin/users'));
    expect(service.bodiesOf('users/show')).toHaveLength(1);
  });

  it('is not requested again when the administrator returns to the window', async () => {
    const { service, client } = await open();
    await screen.findByText('Plan limits');
    await client.invalidateQueries({ refetchType: 'none' });
    act(() => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    await waitFor(() => expect(service.bodiesOf('users/current-impersonation')).toHaveLength(2));
    expect(service.bodiesOf('users/show')).toHaveLength(1);
  });

  it('shows its own limits in the budget dialog, and saves changed and unchanged ones', async () => {
    const { user, service, choose } = await open({ budget: { own_tokens: 90_000, own_cost: 2.5 } });
    expect(await screen.findByText('Custom limits')).toBeVisible();
    service.on('users/set-budget', { user: userRow(2, 'Ada Lovelace') });
    const dialog = await choose('Set monthly budget');
    expect(await dialog.findByLabelText('Tokens per month')).toHaveValue('90000');
    fill(dialog.getByLabelText('US dollars per month'), 'much');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Enter a whole number of tokens');
    fill(dialog.getByLabelText('US dollars per month'), '');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(service.bodiesOf('users/set-budget')).toEqual([
        { user: idOf(2), tokens_per_month: 90_000, cost_per_month: null },
      ]),
    );
  });

  it('cannot save a budget that failed to load, because empty fields would remove the limits', async () => {
    const { service, choose } = await open();
    await screen.findByText('Plan limits');
    service.refuse('users/show', 'busy', 'Try again.');
    const dialog = await choose('Set monthly budget');
    expect(await dialog.findByRole('alert')).toHaveTextContent('Try again.');
    expect(service.bodiesOf('users/set-budget')).toEqual([]);
  });

  it('shows the messages left today, never fewer than none', async () => {
    const { unmount } = await open();
    expect(await screen.findByText('2 of 3')).toBeVisible();
    unmount();
    await open({ shown: { messages: { used: 9, allowed: 3 } } });
    expect(await screen.findByText('0 of 3')).toBeVisible();
  });

  it('lists sessions by device and ends one', async () => {
    const { user, service } = await open();
    service.on('users/end-session', { id: idOf(60) });
    await user.click(await screen.findByLabelText('End the session on Firefox on Linux'));
    expect(await screen.findByText('Session on Firefox on Linux ended')).toBeInTheDocument();
    expect(service.bodiesOf('users/end-session')).toEqual([{ user: idOf(2), session: idOf(60) }]);
    await waitFor(() => expect(service.bodiesOf('users/show')).toHaveLength(2));
  });

  it("doesn't end the administrator's own sessions", async () => {
    await open({ shown: { user: userRow(1, 'Root Admin') } });
    expect(await screen.findByText('Firefox on Linux')).toBeVisible();
    expect(screen.queryByText('End session')).toBeNull();
  });

  it('shows usage over time, and who did what to the account', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const usage = [{ day, requests: 7, prompt_tokens: 10, completion_tokens: 5, cost: 0 }];
    const { user, service } = await open({ shown: { usage } });
    expect(await screen.findByText(/^Replies: 7 in total/)).toBeVisible();
    expect(within(screen.getByRole('figure')).getAllByRole('row')).toHaveLength(31);
    await user.click(screen.getByLabelText('2 years'));
    expect(screen.getByText('Replies by month')).toBeVisible();
    expect(screen.getByRole('cell', { name: 'Plan set' })).toBeVisible();
    expect(service.bodiesOf('logs/list')).toEqual([{ user: idOf(2), page_size: 10 }]);
  });

  it('links back to the list with its previous filters', async () => {
    const { user, address } = await open({ address: '/admin/users?plan=starter&page=3' });
    await user.click(screen.getByText('Ada Lovelace'));
    expect(address()).toBe(`/admin/users/${idOf(2)}`);
    await user.click(screen.getByText('Back to users'));
    expect(address()).toBe('/admin/users?plan=starter&page=3');
  });
});
