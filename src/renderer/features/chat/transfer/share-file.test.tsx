import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';

it('shares a chat as a Markdown file where the system has a share menu', async () => {
  const share = vi.fn<NonNullable<Platform['shareFile']>>(async () => {});
  vi.spyOn(platform, 'shareFile', 'get').mockReturnValue(share);
  const { user, service } = openChat(`/chat?id=${chatId(1)}`, ({ chats, messages }) => {
    chats.push(storedChat(1, 'Garden plans'));
    messages.push({
      id: '33333333-3333-4333-8333-333333333333',
      chat_id: chatId(1),
      role: 'user',
      content: 'What grows?',
      status: 'complete',
      model_id: null,
      vendor_id: null,
      unavailable_vendor: null,
      created_at: '2026-11-20T10:00:00Z',
      seq: 1,
    });
  });
  expect(await screen.findByText('What grows?')).toBeVisible();
  service.answer('GET /rest/v1/chat_history', {
    body: { ...service.chats[0], active_message_id: null },
  });
  // The export reads each message with columns that the fake doesn't have.
  service.messages.length = 0;
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Share as Markdown…' }));
  await waitFor(() =>
    expect(share).toHaveBeenCalledWith(
      expect.stringMatching(/^Garden plans .*\.md$/),
      expect.stringContaining('# Garden plans'),
    ),
  );
});
