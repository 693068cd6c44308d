import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { idOf, ownUserId } from '../../testing/fake-console.ts';
import { openUsers, exampleUsers } from '../testing/open-users.tsx';

describe('a bulk operation', () => {
  const state = (progress: number, changes = {}) => ({
    operation: {
      id: idOf(50),
      admin_id: ownUserId,
      operation_type: 'set-role',
      operation_details: { role: 'restricted', granted: true },
      status: progress === 2 ? 'completed' : 'in_progress',
      total_count: 2,
      progress,
      refused: 0,
      created_at: '2026-11-20T10:00:00+00:00',
      completed_at: progress === 2 ? '2026-11-20T10:01:00+00:00' : null,
      ...changes,
    },
    refusals: [],
  });

  it('runs on the selection, step by step, until it is completed [ADMIN-040, ADMIN-041, ADMIN-042]', async () => {
    const { user, service, fill } = await openUsers();
    let done = 0;
    service.on('users/bulk-start', state(0));
    service.on('users/bulk-step', () => state((done += 1)));
    expect(screen.getByLabelText('Select Root Admin')).toBeDisabled();
    await user.click(screen.getByLabelText('Select Ada Lovelace'));
    await user.click(screen.getByLabelText('Select Grace Hopper'));
    fill(screen.getByLabelText('Bulk actions'), 'restrict');
    const dialog = within(await screen.findByRole('dialog', { name: 'Restrict: 2 accounts' }));
    await user.click(dialog.getByRole('button', { name: 'Start' }));
    expect(await screen.findByText('Restrict: completed')).toBeVisible();
    expect(service.bodiesOf('users/bulk-start')).toEqual([
      expect.objectContaining({
        operation: { type: 'set-role', role: 'restricted', granted: true },
        targets: [idOf(2), idOf(3)],
      }),
    ]);
    expect(service.bodiesOf('users/bulk-step')).toHaveLength(2);
    expect(screen.getByText('2 of 2')).toBeVisible();
    await user.click(screen.getByText('Dismiss'));
  });

  it('sends the filter if all that match are chosen; deleting requires the number [ADMIN-040]', async () => {
    const { user, service, fill } = await openUsers({ address: '/admin/users?search=spam', total: 4321 });
    service.refuse('users/bulk-start', 'conflict', 'Too many.');
    await user.click(screen.getByLabelText('All 4,321 that match'));
    fill(screen.getByLabelText('Bulk actions'), 'delete');
    const dialog = within(await screen.findByRole('dialog'));
    const start = dialog.getByRole('button', { name: 'Start' });
    expect(start).toBeDisabled();
    fill(dialog.getByLabelText('Type delete 4321 to confirm'), 'delete 4321');
    await user.click(start);
    expect(await dialog.findByRole('alert')).toHaveTextContent('Too many.');
    expect(service.bodiesOf('users/bulk-start')).toEqual([
      expect.objectContaining({ operation: { type: 'delete' }, targets: { filter: { search: 'spam' } } }),
    ]);
  });

  it('is not offered if no account matches the filter', async () => {
    await openUsers({ address: '/admin/users?search=spam', users: [], total: 0 });
    expect(await screen.findByText('No matching users')).toBeVisible();
    expect(screen.queryByLabelText('Bulk actions')).toBeNull();
  });

  it('resets "All that match" when the filter changes, and waits for the new number', async () => {
    const { user, service, fill } = await openUsers({ address: '/admin/users?search=spam', total: 4321 });
    await user.click(screen.getByLabelText('All 4,321 that match'));
    const reply = Promise.withResolvers<{ readonly body: object }>();
    service.answer('POST /functions/v1/admin/users/list', () => reply.promise);
    fill(screen.getByLabelText('Roles'), 'banned');
    const all = await screen.findByLabelText('All 4,321 that match');
    expect(all).not.toBeChecked();
    await user.click(all);
    expect(screen.getByLabelText('Bulk actions')).toBeDisabled();
    reply.resolve({ body: { users: exampleUsers(), total: 2, total_is_exact: true, guests: null } });
    expect(await screen.findByLabelText('All 2 that match')).toBeChecked();
    expect(screen.getByLabelText('Bulk actions')).toBeEnabled();
  });

  it('selects a range with Shift, and the page with the checkbox in the table header', async () => {
    const { user } = await openUsers();
    await user.click(screen.getByLabelText('Select Ada Lovelace'));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByLabelText('Select Alan Turing'));
    await user.keyboard('{/Shift}');
    expect(screen.getByLabelText('Select Grace Hopper')).toBeChecked();
    expect(screen.getByText('3 accounts selected')).toBeVisible();
    await user.click(screen.getByLabelText('Select all on this page'));
    expect(screen.getByLabelText('Select Ada Lovelace')).not.toBeChecked();
  });

  it('can be resumed if it was not finished, and shows the refusals [ADMIN-040]', async () => {
    const { user, service } = await openUsers({ operations: [state(1).operation] });
    service.on('users/bulk-step', {
      ...state(2, { refused: 1 }),
      refusals: [{ user_id: idOf(4), message: 'The last administrator stays.' }],
    });
    expect(await screen.findByText('Not finished')).toBeVisible();
    await user.click(screen.getByText('Resume'));
    expect(await screen.findByText(/1 account not changed/)).toBeInTheDocument();
    expect(screen.getByText(/The last administrator stays/)).toBeInTheDocument();
    await user.click(screen.getByText('Dismiss'));
  });

  it('suspends the selected accounts with an end and a reason [ADMIN-039, ADMIN-040]', async () => {
    const { user, service, fill } = await openUsers();
    const suspension = { restriction_type: 'ban', reason: 'Raid', expires_at: '2026-11-21T10:00:00+00:00' };
    const suspended = state(2, { operation_type: 'restrict', operation_details: suspension });
    service.refuse('users/bulk-start', 'busy', 'Try again.');
    await user.click(screen.getByLabelText('Select Ada Lovelace'));
    fill(screen.getByLabelText('Bulk actions'), 'suspend');
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend temporarily: 1 account' }));
    const start = () => user.click(dialog.getByRole('button', { name: 'Start' }));
    await start();
    expect(dialog.getByRole('alert')).toHaveTextContent('Enter a reason.');
    fill(dialog.getByLabelText('Type'), 'ban');
    fill(dialog.getByLabelText('Duration'), 'until');
    fill(dialog.getByLabelText('Until'), '2030-01-01T00:00');
    fill(dialog.getByLabelText('Reason'), ' Raid ');
    await start();
    expect(await dialog.findByText('Try again.')).toBeVisible();
    await start();
    await waitFor(() => expect(service.bodiesOf('users/bulk-start')).toHaveLength(2));
    fill(dialog.getByLabelText('Reason'), 'Raid of bots');
    service.on('users/bulk-start', suspended);
    await start();
    expect(await screen.findByText('Suspend temporarily: completed')).toBeVisible();
    type Start = { readonly id: string; readonly operation: object; readonly targets: readonly string[] };
    const [first, again, other] = service.bodiesOf('users/bulk-start') as readonly Start[];
    expect(first?.operation).toEqual({
      type: 'restrict',
      restriction_type: 'ban',
      reason: 'Raid',
      expires_at: new Date('2030-01-01T00:00').toISOString(),
    });
    // A retry keeps its id; a different operation gets another one.
    expect(again).toEqual(first);
    expect(other).toMatchObject({ operation: { reason: 'Raid of bots' }, targets: [idOf(2)] });
    expect(other?.id).not.toBe(first?.id);
    await user.click(screen.getByText('Dismiss'));
  });
});
