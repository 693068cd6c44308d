import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ownUserId, startFakeConsole } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { readViews, writeViews } from './saved-views.ts';
import { SavedViews } from './SavedViews.tsx';

const key = `clover-admin-views:${ownUserId}`;

afterEach(() => localStorage.removeItem(key));

function open(address: string) {
  startFakeConsole();
  return renderConsole(<SavedViews page="users" />, address);
}

describe('saved views', () => {
  it('save the filters of the URL under a name, without the page, and set them again', async () => {
    const { user, address, unmount } = open('/admin/users?sort=name&plan=starter&page=3');
    await user.click(await screen.findByText('Save view'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByText('Save'));
    expect(dialog.getByRole('alert')).toHaveTextContent('Enter a name.');
    await user.type(dialog.getByLabelText('Name'), ' Trial {Enter}');
    expect(await screen.findByText('Trial')).toHaveAttribute('aria-current', 'true');
    expect(readViews(ownUserId, 'users')).toEqual([{ name: 'Trial', search: 'plan=starter&sort=name' }]);
    unmount();
    const again = open('/admin/users');
    await again.user.click(await screen.findByText('Trial'));
    expect(again.address()).toBe('/admin/users?plan=starter&sort=name');
    expect(address()).toContain('page=3');
  });

  it('are removed, which can be undone', async () => {
    writeViews(ownUserId, 'users', [{ name: 'Trial', search: 'plan=starter' }]);
    const { user } = open('/admin/users');
    await user.click(await screen.findByLabelText('Remove the view Trial'));
    await waitFor(() => expect(readViews(ownUserId, 'users')).toEqual([]));
    await user.click(screen.getByText('Undo'));
    expect(await screen.findByText('Trial')).toBeVisible();
    expect(readViews(ownUserId, 'users')).toHaveLength(1);
  });

  it('of another administrator or list are not shown, and damaged ones are ignored', () => {
    writeViews('someone-else', 'users', [{ name: 'Theirs', search: 'a=1' }]);
    writeViews(ownUserId, 'logs', [{ name: 'Logs', search: 'a=1' }]);
    expect(readViews(ownUserId, 'users')).toEqual([]);
    localStorage.setItem(key, '{"users": [{"name": 1}], "logs": [{"name": "Logs", "search": "a=1"}]}');
    expect(readViews(ownUserId, 'users')).toEqual([]);
    expect(readViews(ownUserId, 'logs')).toHaveLength(1);
    localStorage.setItem(key, 'damaged');
    expect(readViews(ownUserId, 'logs')).toEqual([]);
    localStorage.removeItem('clover-admin-views:someone-else');
  });
});
