import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chatQueries } from '../data/queries.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { storedChat } from '../testing/stored-chats.ts';

const row = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });
const lines = () =>
  within(screen.getByRole('navigation', { name: 'Chats' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('h2, button span')?.textContent);

describe('pinned chats', () => {
  const pin = (hour: number) => ({ pinned_at: `2026-11-01T0${hour}:00:00.000Z` });
  const withPins = ({ chats }: FakeChats) =>
    void chats.push(
      storedChat(1, 'First', 0, pin(3)),
      storedChat(2, 'Second', 0, pin(2)),
      storedChat(3, 'Third', 0, pin(1)),
      storedChat(4, 'Other'),
    );
  const pinsOf = () => lines().slice(1, 4);

  it('that another device has deleted leave an outdated list when they are opened', async () => {
    const { user, service, client, engine } = openChat('/chat', withPins);
    const entry = await row('Third');
    service.chats.splice(2, 1);
    const { queryKey } = chatQueries.list(engine().userId);
    await act(() => client.invalidateQueries({ queryKey, exact: true }));
    expect(entry).toBeVisible();
    await user.click(entry);
    expect(await screen.findByText('Chat not found')).toBeVisible();
    await waitFor(() => expect(pinsOf()).not.toContain('Third'));
  });

  it('are moved with their menus, on all devices', async () => {
    const { user, service } = openChat('/chat', withPins);
    await row('Third');
    expect(pinsOf()).toEqual(['First', 'Second', 'Third']);
    const press = async (title: string, entry: string) => {
      await user.click(screen.getByRole('button', { name: `Options for ${title}` }));
      await user.click(await screen.findByRole('menuitem', { name: entry }));
    };
    await press('Third', 'Move up');
    await waitFor(() => expect(pinsOf()).toEqual(['First', 'Third', 'Second']));
    await press('First', 'Move down');
    await waitFor(() => expect(pinsOf()).toEqual(['Third', 'First', 'Second']));
    await waitFor(() =>
      expect(service.to('/rest/v1/chat_history').filter(({ method }) => method === 'PATCH')).toHaveLength(2),
    );
    await user.click(screen.getByRole('button', { name: 'Options for Third' }));
    await screen.findByRole('menuitem', { name: 'Move down' });
    expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull();
  });

  it('are moved by dragging, and ignore other dragged items', async () => {
    openChat('/chat', withPins);
    const item = async (title: string) => (await row(title)).closest('li')!;
    const data = new Map<string, string>();
    const dataTransfer = {
      get types() {
        return [...data.keys()];
      },
      setData: (type: string, text: string) => void data.set(type, text),
      getData: (type: string) => data.get(type) ?? '',
    };
    fireEvent.dragStart(await item('Other'), { dataTransfer });
    expect(fireEvent.dragOver(await item('First'), { dataTransfer })).toBe(true);
    data.clear();
    data.set('Files', '');
    expect(fireEvent.dragOver(await item('First'), { dataTransfer })).toBe(true);
    data.clear();
    fireEvent.dragStart(await item('Third'), { dataTransfer });
    expect(fireEvent.dragOver(await item('First'), { dataTransfer })).toBe(false);
    expect(await item('First')).toHaveAttribute('data-drop');
    fireEvent.drop(await item('First'), { dataTransfer });
    await waitFor(() => expect(pinsOf()).toEqual(['Third', 'First', 'Second']));
  });
});
