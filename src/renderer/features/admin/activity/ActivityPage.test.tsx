import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FakeSocket } from '../../../testing/fake-socket.ts';
import { idOf, startFakeConsole } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { ActivityPage } from './ActivityPage.tsx';

it('shows new actions immediately, and none while paused [ADMIN-009, ADMIN-017]', async () => {
  const service = startFakeConsole();
  const entry = {
    id: 'one',
    kind: 'act',
    at: '2026-11-20T10:00:00Z',
    user_id: idOf(2),
    user_email: 'ada@example.com',
    admin_id: idOf(1),
    admin_email: 'root@example.com',
    action_type: 'user.set-plan',
    subject: null,
  };
  service.on('activity/recent', { entries: [entry], active_users: 3 });
  const { user } = renderConsole(<ActivityPage />);
  expect(await screen.findByText('3 users active in the last 15 minutes')).toBeVisible();
  const line = screen.getByRole('listitem');
  expect(line).toHaveTextContent('root@example.com set the plan of ada@example.com');
  await waitFor(() => expect(FakeSocket.isJoined('user_activity_logs')).toBe(true));
  const next = { ...entry, id: 'two', user_id: null, action_type: 'vendor.activate', subject: 'DeepInfra' };
  service.on('activity/recent', { entries: [next, entry], active_users: 3 });
  act(() => service.emitChange('user_activity_logs'));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(
    'root@example.com activated a provider DeepInfra',
  );
  await user.click(screen.getByText('Pause'));
  expect(screen.getByText('Paused')).toBeVisible();
  await waitFor(() => expect(FakeSocket.isJoined('user_activity_logs')).toBe(false));
  await user.click(screen.getByText('Resume'));
  await waitFor(() => expect(FakeSocket.isJoined('user_activity_logs')).toBe(true));
});
