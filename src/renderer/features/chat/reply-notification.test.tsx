import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { platform } from '../../platform/index.ts';
import { createFakeShell } from '../../platform/testing/fake-shell.ts';
import { openChat } from './testing/open-chat.tsx';

it('notifies the desktop app of each stored reply, but not of user messages, and only passes the chat and its title', async () => {
  const shell = createFakeShell();
  vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
  const { user, input, completion } = openChat();
  await user.type(await input(), 'How many leaves?{Enter}');
  const request = await completion();
  expect(shell.calls).toEqual([]);
  request.end('Three, as a rule.');
  await waitFor(() => expect(shell.calls).toEqual([['reply', expect.any(String), 'How many leaves?']]));
});
