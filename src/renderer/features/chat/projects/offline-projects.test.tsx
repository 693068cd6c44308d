import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { deleteAccountDatabase } from '../../../lib/account-database.ts';
import { useRefusedChanges } from '../../../lib/refused-changes.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../deferred-parts.ts';
import './ProjectsPage.tsx';
import '../history/HistoryPage.tsx';
import '../outbox/library/deferred.ts';

const userId = fakeSession().user.id;
const garden = '00000001-2222-4222-8222-222222222222';
const gardenPage = `/history?project=${garden}`;
const withGarden = ({ chats, projects }: FakeChats) => {
  projects.push({ id: garden, name: 'Garden', color: 'green', updated_at: '2026-11-01T00:00:00Z' });
  chats.push(storedChat(1, 'Bread'), storedChat(2, 'Milk'));
};
const goOnline = (service: FakeChats) => {
  service.setOffline(false);
  window.dispatchEvent(new Event('online'));
};
const group = async () => within(await screen.findByRole('region', { name: 'Projects' }));

beforeEach(() => deleteAccountDatabase(userId));

it('creates a project without a connection and moves a chat into it, in order', async () => {
  const { user, service, address } = openChat('/chat', withGarden);
  await screen.findByRole('button', { name: /^Bread/ });
  service.setOffline(true);
  await user.click((await group()).getByRole('button', { name: 'New project' }));
  await user.type(await screen.findByLabelText('Name'), 'Kitchen');
  await user.click(screen.getByRole('button', { name: 'Create project' }));
  expect(await (await group()).findByRole('link', { name: 'Kitchen' })).toBeVisible();
  await waitFor(() => expect(address()).toMatch(/project=/));
  await user.click(screen.getByRole('button', { name: 'Options for Bread' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to project…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to project' }));
  await user.click(await dialog.findByRole('button', { name: 'Kitchen' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Bread/ })).toBeNull());
  expect(service.projects).toHaveLength(1);
  goOnline(service);
  await waitFor(() => expect(service.projects).toMatchObject([{ name: 'Garden' }, { name: 'Kitchen' }]));
  // The service refuses chats of projects that don't exist.
  await waitFor(() => expect(service.chats[0]?.project_id).toBe(service.projects[1]?.id));
});

it('changes a project without a connection, also its instructions', async () => {
  const { user, service } = openChat(gardenPage, withGarden);
  await user.click(await screen.findByText('Project settings'));
  const field = await screen.findByLabelText('Instructions');
  service.setOffline(true);
  fireEvent.change(field, { target: { value: 'Grow roses.' } });
  await user.click(screen.getByRole('button', { name: 'Save instructions' }));
  expect(await screen.findByText('Waiting')).toBeVisible();
  expect(field).toHaveValue('Grow roses.');
  expect(screen.getByText('You can add files once you are back online.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add files' })).toBeDisabled();
  goOnline(service);
  await waitFor(() => expect(service.projects[0]).toMatchObject({ instructions: 'Grow roses.' }));
  await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull());
  expect(field).toHaveValue('Grow roses.');
});

it("keeps instructions that another device's change refuses", async () => {
  const { user, service } = openChat(gardenPage, withGarden);
  await user.click(await screen.findByText('Project settings'));
  const field = await screen.findByLabelText('Instructions');
  service.setOffline(true);
  fireEvent.change(field, { target: { value: 'Grow roses.' } });
  await user.click(screen.getByRole('button', { name: 'Save instructions' }));
  expect(await screen.findByText('Waiting')).toBeVisible();
  Object.assign(service.projects[0]!, { instructions: 'Grow tulips.', updated_at: 'later' });
  goOnline(service);
  await waitFor(() => expect(field).toHaveValue('Grow tulips.'));
  expect(service.projects[0]).toMatchObject({ instructions: 'Grow tulips.' });
  const { result } = renderHook(() => useRefusedChanges(userId, 'projects'));
  expect(result.current).toMatchObject([
    { value: { instructions: 'Grow roses.' }, reason: 'It was changed on another device.' },
  ]);
});

it('deletes a project only with a connection', async () => {
  const { user, service } = openChat(gardenPage, withGarden);
  await screen.findByText('Project settings');
  service.setOffline(true);
  window.dispatchEvent(new Event('offline'));
  await user.click(screen.getAllByRole('button', { name: 'Options for project Garden' })[0]!);
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Delete project/ }));
  expect(await dialog.findByText('You can delete the project once you are back online.')).toBeVisible();
  expect(dialog.getByRole('button', { name: /Keep chats|Delete project/ })).toBeDisabled();
});
