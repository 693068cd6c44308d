import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { longChat } from '../../testing/long-chat.ts';
import { openChat } from '../../testing/open-chat.tsx';
import { entryAt, mapEntries } from './map-entries.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './MessageMap.tsx';

// jsdom has no layout.
beforeEach(() => void vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue());

async function openMap(count = 60) {
  const app = openChat(...longChat(count));
  await screen.findByText(`Message ${count - 1}`);
  await app.user.click(screen.getByRole('button', { name: 'Chat actions' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Message map' }));
  return { ...app, map: within(await screen.findByRole('dialog', { name: 'Message map' })) };
}

describe('the message map', () => {
  it('lists all messages by the user, including those that were not loaded, and jumps to one', async () => {
    const { user, map } = await openMap();
    await waitFor(() => expect(map.getAllByRole('listitem')).toHaveLength(30));
    expect(document.activeElement).toHaveTextContent('Message 58');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toHaveTextContent('Message 54');
    await user.keyboard('{Home}{ArrowUp}');
    expect(document.activeElement).toHaveTextContent('Message 0');
    await user.keyboard('{End}{ArrowUp}{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.querySelector('[data-marked]')).toHaveTextContent('Message 56'));
    expect(document.activeElement).toHaveTextContent('Message 56');
  });

  it('is not offered for short conversations', async () => {
    const { user } = openChat(...longChat(6));
    await screen.findByText('Message 5');
    await user.click(screen.getByRole('button', { name: 'Chat actions' }));
    await screen.findByRole('menuitem', { name: 'Find in chat' });
    expect(screen.queryByRole('menuitem', { name: 'Message map' })).toBeNull();
  });

  const message = (id: string, role: 'user' | 'assistant', content: string) =>
    ({ id, role, content }) as Parameters<typeof mapEntries>[0][number];

  it('shows the first line without formatting', () => {
    const lines = mapEntries([
      message('a', 'user', '\n\n## Fix **this**\nplease'),
      message('b', 'assistant', 'Done.'),
      message('c', 'user', '```sh\nnpm start\n```'),
      message('d', 'user', 'word '.repeat(100)),
    ]).map(({ line }) => line);
    expect(lines).toEqual(['Fix this', 'npm start', 'word '.repeat(32)]);
  });

  it('starts at the question of the visible reply', () => {
    const messages = [message('a', 'user', ''), message('b', 'assistant', ''), message('c', 'user', '')];
    expect(entryAt(messages, 'b')).toBe('a');
    expect(entryAt(messages, null)).toBe('c');
    expect(entryAt([], null)).toBeNull();
  });
});
