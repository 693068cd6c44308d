import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { idOf, startFakeConsole, userRow } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { UserPage } from './UserPage.tsx';

const page = (
  <Routes>
    <Route path="/admin/users/:id" element={<UserPage />} />
    <Route path="*" element={<p>elsewhere</p>} />
  </Routes>
);

afterEach(() => focusManager.setFocused(undefined));

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function open({ name = 'Ada Lovelace', budget = {} } = {}) {
  const service = startFakeConsole();
  const account = userRow(2, 'Ada Lovelace', { name });
  const own = { own_tokens: null, own_cost: null, ...budget };
  service.on('users/show', {
    user: account,
    budget: { tokens_used: 5, tokens_allowed: null, cost_used: 0, cost_allowed: null, ...own },
    chats: 3,
    api_keys: 0,
    sessions: 1,
    has_second_factor: false,
    consents_to_support: false,
  });
  service.on('users/current-impersonation', { session: null, user: null });
  const app = renderConsole(page, `/admin/users/${idOf(2)}`);
  const choose = async (entry: string) => {
    await app.user.click(await screen.findByText('Actions'));
    await app.user.click(await screen.findByText(entry));
    return within(await screen.findByRole('dialog'));
  };
  return { ...app, service, choose };
}

describe('the page of an account', () => {
  it('goes back to the list after a deletion, without another request [ADMIN-033]', async () => {
    const { user, service, choose, address } = await open({ name: ' Ada\n\u200BLovelace' });
    const dialog = await choose('Delete account');
    service.on('users/delete', { id: idOf(2) });
    service.refuse('users/show', 'not_found', 'There is no such account.');
    fill(dialog.getByRole('textbox'), 'ada lovelace');
    await user.click(dialog.getByRole('button', { name: 'Delete account' }));
    await waitFor(() => expect(address()).toBe('/admin/users'));
    expect(service.bodiesOf('users/show')).toHaveLength(1);
  });

  it('is not requested again when someone returns to the window', async () => {
    const { service, client } = await open();
    await screen.findByText('Limits of the plan');
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
    expect(dialog.getByRole('alert')).toHaveTextContent('Enter whole tokens and dollars');
    fill(dialog.getByLabelText('US dollars per month'), '');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(service.bodiesOf('users/set-budget')).toEqual([
        { user: idOf(2), tokens_per_month: 90_000, cost_per_month: null },
      ]),
    );
  });

  it('cannot save a budget that did not load, because empty fields would remove the limits', async () => {
    const { service, choose } = await open();
    await screen.findByText('Limits of the plan');
    service.refuse('users/show', 'busy', 'Try again.');
    const dialog = await choose('Set monthly budget');
    expect(await dialog.findByRole('alert')).toHaveTextContent('Try again.');
    expect(service.bodiesOf('users/set-budget')).toEqual([]);
  });
});
