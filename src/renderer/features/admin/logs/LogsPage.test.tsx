import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import { idOf, startFakeConsole } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { LogsPage } from './LogsPage.tsx';

describe('the audit log', () => {
  const entry = {
    id: idOf(900),
    user_id: idOf(2),
    user_email: null,
    admin_id: idOf(1),
    admin_email: 'root@example.com',
    action_type: 'user.grant-role',
    action_details: { role: 'banned', reason: '=cmd()' },
    subject: null,
    ip_address: '10.1.2.3',
    user_agent: 'A browser',
    created_at: '2026-11-20T10:00:00Z',
  };

  it('filters by action, account and days, has pages of 50 and shows all details [ADMIN-016, ADMIN-017, ADMIN-045, ADMIN-047]', async () => {
    const service = startFakeConsole();
    service.on('logs/list', {
      entries: [entry],
      total: 120,
      total_is_exact: true,
      actions: ['user.delete', 'user.grant-role'],
    });
    const { user, address } = renderConsole(
      <LogsPage />,
      `/admin/logs?page=2&user=${idOf(2)}&from=2026-11-01`,
    );
    expect(await screen.findByRole('cell', { name: 'Role granted' })).toBeVisible();
    expect(screen.getByRole('option', { name: 'Account deleted' })).toBeVisible();
    expect(screen.getByText('51–51 of 120')).toBeVisible();
    expect(service.bodiesOf('logs/list')).toEqual([
      { page: 2, account: idOf(2), from: new Date('2026-11-01T00:00:00').toISOString() },
    ]);
    expect(screen.queryByText('10.1.2.3')).toBeNull();
    await user.click(screen.getByLabelText('Details of Role granted'));
    // In a separate row, so that the columns keep their widths.
    expect(screen.getByText('10.1.2.3').closest('td')).toHaveAttribute('colspan', '5');
    for (const text of ['user.grant-role', '=cmd()', '10.1.2.3', 'A browser'])
      expect(screen.getByText(text)).toBeVisible();
    fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'user.delete' } });
    await waitFor(() => expect(address()).toContain('action=user.delete'));
    expect(service.bodiesOf('logs/list').at(-1)).toMatchObject({ action: 'user.delete', page: 1 });
  });

  it('is searched by email, and names the provider of an action', async () => {
    const service = startFakeConsole();
    const entries = [{ ...entry, action_type: 'vendor.activate', subject: 'DeepInfra' }];
    service.on('logs/list', { entries, total: 1, total_is_exact: true, actions: [] });
    const { user } = renderConsole(<LogsPage />, '/admin/logs');
    expect(await screen.findByRole('cell', { name: /^Provider activated\s*DeepInfra$/ })).toBeVisible();
    await user.type(screen.getByLabelText('Email or account ID'), 'root@{Enter}');
    await waitFor(() => expect(service.bodiesOf('logs/list').at(-1)).toEqual({ page: 1, account: 'root@' }));
    service.refuse('logs/list', 'too_many', 'More than 100 emails start like this.');
    await user.type(screen.getByLabelText('Email or account ID'), '{Backspace}{Enter}');
    expect(await screen.findByText('More than 100 emails start like this.')).toBeVisible();
  });

  it('exports the filtered entries, and shows a message if there were too many', async () => {
    const service = startFakeConsole();
    service.on('logs/list', { entries: [], total: 0, total_is_exact: true, actions: [] });
    service.on('logs/export', { file_name: 'log.csv', csv: 'x', rows: 50_000, is_cut: true });
    vi.spyOn(platform, 'saveTextFile').mockImplementation(async (name) => name);
    const { user } = renderConsole(<LogsPage />, '/admin/logs?action=user.');
    await user.click(await screen.findByText('Export CSV'));
    expect(await screen.findByText('The first 50,000 rows were exported')).toBeInTheDocument();
    expect(service.bodiesOf('logs/export')).toEqual([{ action: 'user.' }]);
  });
});
