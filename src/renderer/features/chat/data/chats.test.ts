import { expect, it } from 'vitest';
import { storeSession } from '../../../testing/render-app.tsx';
import { startFakeChats } from '../testing/fake-chats.ts';
import { deleteEmptyChat } from './chats.ts';

it('a new chat with a refused first message stays if another device has sent a message to it', async () => {
  const service = startFakeChats();
  storeSession();
  const at = new Date(0).toISOString();
  service.chats.push({ id: 'empty', title: 'Empty', created_at: at, updated_at: at });
  service.chats.push({ id: 'used', title: 'Used', created_at: at, updated_at: at });
  service.messages.push({
    id: 'message',
    chat_id: 'used',
    role: 'user',
    content: 'From another device',
    status: 'complete',
    model_id: null,
    vendor_id: null,
    unavailable_vendor: null,
    created_at: at,
    seq: 1,
  });
  await deleteEmptyChat('empty');
  await deleteEmptyChat('used');
  expect(service.chats.map(({ id }) => id)).toEqual(['used']);
});
