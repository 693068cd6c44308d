import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storeSession } from '../../../testing/render-app.tsx';
import { openChat } from '../testing/open-chat.tsx';

it.each([
  ['is gone', () => localStorage.removeItem('clover-session')],
  ["is someone else's", () => storeSession({ id: '99999999-9999-4999-8999-999999999999' })],
])(
  'a message sent when the session %s is not stored, and stays in the input [CHAT-094]',
  async (_, change) => {
    const { user, input, service } = openChat();
    // Waits until the chats are loaded, because loading them needs the session.
    await screen.findByText('No chats yet');
    await user.type(await input(), 'Whose words are these?');
    change();
    await user.keyboard('{Enter}');
    const toasts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
    await waitFor(() => expect(toasts()).toContain('ErrorUser information not available'));
    expect(await input()).toHaveValue('Whose words are these?');
    expect(
      service.requests.filter(({ method, path }) => method === 'POST' && path.includes('chat_')),
    ).toEqual([]);
  },
);
