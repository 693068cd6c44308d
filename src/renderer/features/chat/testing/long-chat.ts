import type { FakeChats } from './fake-chats.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const timeAt = '2026-11-20T10:00:00Z';

/**
 * Returns the path of a chat with `count` messages ("Message 0" and so on), and a function that adds them to
 * a fake service.
 */
export function longChat(count: number): [address: string, prepare: (service: FakeChats) => void] {
  const id = (n: number) => `${String(n).padStart(8, '0')}-2222-4222-8222-222222222222`;
  const prepare = ({ chats, messages }: FakeChats) => {
    chats.push({ id: chatId, title: 'Long', created_at: timeAt, updated_at: timeAt });
    for (let n = 0; n < count; n += 1)
      messages.push({
        id: id(n),
        chat_id: chatId,
        role: n % 2 === 0 ? 'user' : 'assistant',
        content: `Message ${n}`,
        status: 'complete',
        model_id: null,
        vendor_id: null,
        unavailable_vendor: null,
        created_at: timeAt,
        seq: n + 1,
        parent_id: n === 0 ? null : id(n - 1),
      });
  };
  return [`/chat?id=${chatId}`, prepare];
}
