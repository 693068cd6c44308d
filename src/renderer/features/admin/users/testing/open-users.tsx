import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { ownUserId, startFakeConsole, userRow } from '../../testing/fake-console.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { UsersPage } from '../UsersPage.tsx';

const page = (
  <Routes>
    <Route path="/admin/users" element={<UsersPage />} />
    <Route path="*" element={<p>elsewhere</p>} />
  </Routes>
);

/** Root Admin (signed in), Ada Lovelace, Grace Hopper (banned) and Alan Turing (an administrator). */
export const exampleUsers = () => [
  userRow(1, 'Root Admin', { id: ownUserId, roles: ['admin'] }),
  userRow(2, 'Ada Lovelace'),
  userRow(3, 'Grace Hopper', { access: 'banned', roles: ['banned'], email_verified: false }),
  userRow(4, 'Alan Turing', { roles: ['admin'], plan: 'professional' }),
];

interface OpenUsersOptions {
  readonly address?: string;
  readonly users?: readonly AdminUser[];
  readonly total?: number;
  readonly operations?: readonly unknown[];
}

export async function openUsers({
  address = '/admin/users',
  users = exampleUsers(),
  total = users.length,
  operations = [],
}: OpenUsersOptions = {}) {
  const service = startFakeConsole();
  service.on('users/list', {
    users,
    total,
    total_is_exact: true,
    guests: users.filter(({ is_guest }) => is_guest).length,
  });
  service.on('users/bulk-list', { operations, total: operations.length, total_is_exact: true });
  service.on('users/current-impersonation', { session: null, user: null });
  const one = ({ user }: { user: string }) => ({ user: users.find(({ id }) => id === user) });
  for (const act of ['set-role', 'set-plan', 'set-verified', 'reset-password', 'restrict', 'lift'])
    service.on(`users/${act}`, one);
  const app = renderConsole(page, address);
  if (users.length > 0) await screen.findByRole('table');
  const choose = async (name: string, entry: string) => {
    await app.user.click(screen.getByLabelText(`Actions for ${name}`));
    await app.user.click(await screen.findByText(entry));
    return within(await screen.findByRole('dialog'));
  };
  const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  return { ...app, service, choose, fill };
}
