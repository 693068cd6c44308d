import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { idOf, ownUserId, userRow } from '../testing/fake-console.ts';
import { openUsers, exampleUsers } from './testing/open-users.tsx';

const row = (name: string) => within(screen.getByText(name, { selector: 'a' }).closest('tr')!);

describe('the list of users', () => {
  it("shows each account with its access, plan and usage, and marks the administrator's own [ADMIN-010, ADMIN-029]", async () => {
    await openUsers();
    expect(row('Grace Hopper').getByText('Banned')).toBeVisible();
    expect(row('Grace Hopper').getByText('Not verified')).toBeVisible();
    expect(row('Alan Turing').getByText('Administrator')).toBeVisible();
    expect(row('Alan Turing').getByText('Professional')).toBeVisible();
    expect(row('Ada Lovelace').getByText('1,234')).toBeVisible();
    expect(row('Root Admin').getByText('You')).toBeVisible();
    expect(screen.getByText('Ada Lovelace', { selector: 'a' })).toHaveAttribute(
      'href',
      `/admin/users/${idOf(2)}`,
    );
  });

  it('requests the search, filters, order and page from the URL', async () => {
    const { service } = await openUsers({
      address: '/admin/users?search=ada&role=admin&plan=starter&sort=email&direction=asc&page=3',
      total: 500,
    });
    expect(service.bodiesOf('users/list')).toEqual([
      { search: 'ada', role: 'admin', plan: 'starter', sort: 'email', direction: 'asc', page: 3 },
    ]);
  });

  it('searches when typing stops, sorts by columns and changes pages; any other change returns to the first page', async () => {
    const { user, service, address } = await openUsers({ address: '/admin/users?page=2', total: 500 });
    await user.click(screen.getByText('Next'));
    await waitFor(() => expect(address()).toBe('/admin/users?page=3'));
    await user.type(screen.getByRole('searchbox'), 'grace');
    await waitFor(() => expect(address()).toBe('/admin/users?search=grace'));
    expect(service.bodiesOf('users/list').filter((body) => JSON.stringify(body).includes('gra'))).toEqual([
      { search: 'grace', sort: 'created_at', direction: 'desc', page: 1 },
    ]);
    await user.click(screen.getByText('User', { selector: 'button' }));
    await waitFor(() =>
      expect(screen.getByText('User', { selector: 'button' }).closest('th')).toHaveAttribute(
        'aria-sort',
        'ascending',
      ),
    );
    await user.click(screen.getByText('User', { selector: 'button' }));
    await waitFor(() => expect(address()).toContain('sort=email&direction=desc'));
  });

  it('shows "Error fetching users" and offers Retry [ADMIN-029]', async () => {
    const { user, service } = await openUsers({ users: [] });
    service.refuse('users/list', 'busy', 'The database is busy. Try again.');
    await user.type(screen.getByRole('searchbox'), 'x{Enter}');
    // A second failed request replaces the toast.
    await waitFor(() => expect(screen.getByText('Error fetching users')).toBeInTheDocument());
    expect(screen.getByText('The database is busy. Try again.', { selector: 'p' })).toBeVisible();
    service.on('users/list', {
      users: [userRow(9, 'Late Comer')],
      total: 1,
      total_is_exact: true,
      guests: null,
    });
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByText('Late Comer')).toBeVisible();
  });
});

describe('an action on one account', () => {
  it('grants and revokes the administrator role, and undoes it [ADMIN-030, ADMIN-043]', async () => {
    const { user, service, choose } = await openUsers();
    const dialog = await choose('Ada Lovelace', 'Make administrator');
    await user.click(dialog.getByRole('button', { name: 'Make administrator' }));
    await waitFor(() => expect(screen.getByLabelText('Actions for Ada Lovelace')).toHaveFocus());
    await user.click(screen.getByText('Undo'));
    await waitFor(() =>
      expect(service.bodiesOf('users/set-role')).toEqual([
        { user: idOf(2), role: 'admin', granted: true },
        { user: idOf(2), role: 'admin', granted: false },
      ]),
    );
    expect(screen.getByLabelText('Actions for Ada Lovelace')).toHaveFocus();
  });

  it.each([
    ['Remove administrator role', 'Alan Turing', 'Permission Change Failed'],
    ['Lift bans and restrictions', 'Grace Hopper', 'Action Failed'],
    ['Mark email as verified', 'Grace Hopper', 'Action Failed'],
  ])("shows the service's refusal and stays open: %s [ADMIN-049, ADMIN-050]", async (action, name, title) => {
    const { user, service, choose } = await openUsers();
    for (const path of ['set-role', 'lift', 'set-verified'])
      service.refuse(`users/${path}`, 'conflict', 'Another administrator was faster.');
    const dialog = await choose(name, action);
    await user.click(dialog.getAllByRole('button').at(-1)!);
    expect(await screen.findByText(title)).toBeVisible();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Another administrator was faster.');
  });

  it.each([
    ['Ban', { role: 'banned', granted: true, reason: 'Spam' }],
    ['Restrict', { role: 'restricted', granted: true, reason: 'Spam' }],
  ])('requires a reason, which may not contain emails: %s [ADMIN-031, ADMIN-032]', async (action, sent) => {
    const { user, service, choose, fill } = await openUsers();
    const dialog = await choose('Ada Lovelace', action);
    const reason = dialog.getByLabelText('Reason (optional)');
    fill(reason, 'wrote to ada@example.com');
    expect(dialog.getByRole('button', { name: action })).toBeDisabled();
    expect(dialog.getByText(/Remove email addresses/)).toBeVisible();
    fill(reason, 'Spam');
    await user.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(service.bodiesOf('users/set-role')).toEqual([{ user: idOf(2), ...sent }]));
  });

  it('forces a password reset and sets verification [ADMIN-035, ADMIN-036]', async () => {
    const { user, service, choose } = await openUsers();
    const reset = await choose('Ada Lovelace', 'Force password reset');
    await user.click(reset.getByRole('button', { name: 'Force reset' }));
    await waitFor(() => expect(service.bodiesOf('users/reset-password')).toEqual([{ user: idOf(2) }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const verify = await choose('Ada Lovelace', 'Mark email as not verified');
    await user.click(verify.getByRole('button', { name: 'Mark as not verified' }));
    await waitFor(() =>
      expect(service.bodiesOf('users/set-verified')).toEqual([{ user: idOf(2), verified: false }]),
    );
  });

  it('suspends an account temporarily with a reason, and rejects a date in the past [ADMIN-039]', async () => {
    const { user, service, choose, fill } = await openUsers();
    const dialog = await choose('Ada Lovelace', 'Suspend temporarily');
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Enter a reason.');
    fill(dialog.getByLabelText('Reason'), 'Cooling down');
    fill(dialog.getByLabelText('Duration'), 'until');
    fill(dialog.getByLabelText('Until'), '2020-01-01T00:00');
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(dialog.getByRole('alert')).toHaveTextContent(
      'Choose a date and time at least one minute from now.',
    );
    expect(service.bodiesOf('users/restrict')).toEqual([]);
    fill(dialog.getByLabelText('Type'), 'ban');
    fill(dialog.getByLabelText('Duration'), 'week');
    const from = Date.now();
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(service.bodiesOf('users/restrict')).toHaveLength(1));
    const [sent] = service.bodiesOf('users/restrict') as [{ expires_at: string }];
    expect(sent).toMatchObject({ user: idOf(2), restriction_type: 'ban', reason: 'Cooling down' });
    expect(Date.parse(sent.expires_at) - from).toBeGreaterThanOrEqual(7 * 86_400_000);
  });

  it("offers no action that the service refuses for the administrator's own account or another administrator [ADMIN-056]", async () => {
    const own = userRow(1, 'Root Admin', {
      id: ownUserId,
      roles: ['admin', 'restricted'],
      access: 'restricted',
    });
    const { user } = await openUsers({ users: [own, userRow(4, 'Alan Turing', { roles: ['admin'] })] });
    const entriesOf = async (name: string) => {
      await user.click(screen.getByLabelText(`Actions for ${name}`));
      const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
      return entries;
    };
    expect(await entriesOf('Root Admin')).toEqual(['Set monthly budget']);
    const ofColleague = await entriesOf('Alan Turing');
    expect(ofColleague).toContain('Remove administrator role');
    expect(ofColleague).not.toContain('Mark email as not verified');
  });

  it('deletes after the name is typed; an unexplained failure shows the documented hint [ADMIN-033, ADMIN-051]', async () => {
    const { user, service, choose, fill } = await openUsers();
    service.refuse('users/delete', 'failed', 'Database error');
    const dialog = await choose('Ada Lovelace', 'Delete account');
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    expect(confirm).toBeDisabled();
    fill(dialog.getByLabelText('Type Ada Lovelace to confirm'), 'ada lovelace');
    await user.click(confirm);
    expect(await screen.findByText('Deletion Failed')).toBeVisible();
    expect(screen.getByText('You may need service_role permissions')).toBeVisible();
    service.on('users/delete', { id: idOf(2) });
    await user.click(confirm);
    expect(await screen.findByText('Ada Lovelace was deleted')).toBeVisible();
    expect(service.bodiesOf('users/delete').at(-1)).toEqual({ user: idOf(2) });
  });

  it('does not let administrators ban or delete themselves, or view administrators [ADMIN-037, ADMIN-056]', async () => {
    const { user } = await openUsers();
    await user.click(screen.getByLabelText('Actions for Root Admin'));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.queryByText('Remove administrator role')).toBeNull();
    expect(menu.queryByText('Ban')).toBeNull();
    expect(menu.queryByText('Delete account')).toBeNull();
    expect(menu.queryByText('View as this user')).toBeNull();
  });

  it('merges into the account found by a search, after a preview and typing the name [ADMIN-038]', async () => {
    const { user, service, choose, fill } = await openUsers();
    const [, ada, grace] = exampleUsers();
    const moves = { chats: 12, messages: 340, images: 2, usage_rows: 9 };
    service.on('users/merge-preview', {
      source: ada,
      target: grace,
      consent: 'given',
      moves,
      api_keys_ended: 1,
      access: 'banned',
      plan: 'starter',
    });
    service.on('users/merge', { target: grace, moved: moves });
    const dialog = await choose('Ada Lovelace', 'Merge into another account');
    expect(dialog.getByRole('button', { name: 'Merge accounts' })).toBeDisabled();
    await user.type(dialog.getByRole('searchbox'), 'gra{Enter}');
    await user.click(await dialog.findByLabelText('Merge into Grace Hopper'));
    expect(await dialog.findByText('340')).toBeVisible();
    expect(dialog.getByText('Banned')).toBeVisible();
    fill(dialog.getByLabelText('Type Ada Lovelace to confirm'), 'Ada Lovelace');
    await user.click(dialog.getByRole('button', { name: 'Merge accounts' }));
    await waitFor(() =>
      expect(service.bodiesOf('users/merge')).toEqual([{ source: idOf(2), target: idOf(3) }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // A deleted account must cause no more requests.
    expect(service.bodiesOf('users/merge-preview')).toHaveLength(1);
  });

  it("requires the owner's consent before the merge [ADMIN-038]", async () => {
    const { user, service, choose } = await openUsers();
    const [, ada, grace] = exampleUsers();
    const preview = {
      source: ada,
      target: grace,
      moves: { chats: 1, messages: 2, images: 0, usage_rows: 0 },
      api_keys_ended: 0,
      access: 'active',
      plan: 'starter',
    };
    service.on('users/merge-preview', { ...preview, consent: 'needed' });
    service.on('users/merge-ask', { consent: 'asked' });
    const dialog = await choose('Ada Lovelace', 'Merge into another account');
    await user.type(dialog.getByRole('searchbox'), 'gra{Enter}');
    await user.click(await dialog.findByLabelText('Merge into Grace Hopper'));
    expect(await dialog.findByText('Needed: the owner has not agreed')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Merge accounts' })).toBeNull();
    service.on('users/merge-preview', { ...preview, consent: 'asked' });
    await user.click(dialog.getByRole('button', { name: 'Ask the owner' }));
    expect(await dialog.findByText('Requested, not answered yet')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Ask the owner' })).toHaveAttribute('aria-disabled', 'true');
    expect(service.bodiesOf('users/merge-ask')).toEqual([{ source: idOf(2), target: idOf(3) }]);
    expect(service.bodiesOf('users/merge')).toEqual([]);
  });

  it('starts a view after explaining it [ADMIN-037]', async () => {
    const { user, service, choose, address } = await openUsers();
    const [, ada] = exampleUsers();
    service.on('users/impersonate', {
      session: {
        id: idOf(77),
        user_id: idOf(2),
        created_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      },
      user: ada,
    });
    const dialog = await choose('Ada Lovelace', 'View as this user');
    expect(dialog.getByText(/at most 60 minutes/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Start view' }));
    await waitFor(() => expect(address()).toBe('/admin/view'));
    expect(service.bodiesOf('users/impersonate')).toEqual([{ user: idOf(2) }]);
  });
});

describe('a new user', () => {
  async function openForm() {
    const app = await openUsers();
    await app.user.click(screen.getByText('Create user'));
    const dialog = within(await screen.findByRole('dialog'));
    const save = () => app.user.click(dialog.getByRole('button', { name: 'Create user' }));
    return { ...app, dialog, save };
  }

  it('is created with roles and plan, with the same id for every attempt [ADMIN-034, ADMIN-054]', async () => {
    const { user, service, dialog, save, fill } = await openForm();
    await save();
    expect(dialog.getByRole('alert')).toHaveTextContent('Enter an email address.');
    fill(dialog.getByLabelText('Email'), ' new@example.com ');
    fill(dialog.getByLabelText('Name'), 'New Person');
    await user.click(dialog.getByLabelText('Administrator'));
    service.refuse('users/create', 'busy', 'Try again.');
    await save();
    expect(await dialog.findByText('Try again.')).toBeVisible();
    service.on('users/create', { user: userRow(8, 'New Person'), roles_error: null });
    await save();
    expect(await screen.findByText('User Created Successfully')).toBeVisible();
    const [first, second] = service.bodiesOf('users/create');
    expect(second).toEqual(first);
    expect(first).toMatchObject({ email: 'new@example.com', roles: ['admin'], plan: 'starter' });
  });

  it('is refused with the documented text if the email is in use [ADMIN-052]', async () => {
    const { service, dialog, save, fill } = await openForm();
    service.refuse('users/create', 'email_exists', 'taken');
    fill(dialog.getByLabelText('Email'), 'ada@example.com');
    await save();
    const sentence =
      'A user with email ada@example.com already exists. Please use a different email address.';
    expect(await dialog.findByRole('alert')).toHaveTextContent(sentence);
    expect(await screen.findByText('User Creation Failed')).toBeVisible();
  });

  it('is created even if assigning the roles fails, and the error is shown [ADMIN-053]', async () => {
    const { service, dialog, save, fill } = await openForm();
    service.on('users/create', { user: userRow(8, 'New Person'), roles_error: 'The role is not there.' });
    fill(dialog.getByLabelText('Email'), 'new@example.com');
    await save();
    expect(await screen.findByText('Roles Assignment Failed')).toBeVisible();
    expect(screen.getByText('The role is not there.')).toBeVisible();
  });
});
