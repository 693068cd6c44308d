import type { ReplyUsage } from '../chat.ts';
import type { FakeChats } from './fake-chats.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const timeAt = '2026-11-20T10:00:00Z';

/**
 * Returns the path of a chat with a question and its reply, and a function that adds both to a fake service.
 */
export function gardenChat(
  reply: {
    id?: string;
    content?: string;
    status?: string;
    model_id?: string;
    vendor_id?: string;
    unavailable_vendor?: string;
    reasoning_ms?: number;
    usage?: ReplyUsage;
  } = {},
  question = 'What grows?',
): [address: string, prepare: (service: FakeChats) => void] {
  const row = {
    chat_id: chatId,
    status: 'complete',
    vendor_id: null,
    unavailable_vendor: null,
    created_at: timeAt,
  };
  const prepare = ({ chats, messages }: FakeChats) => {
    chats.push({ id: chatId, title: 'Garden plans', created_at: timeAt, updated_at: timeAt });
    messages.push(
      { ...row, id: 'question', role: 'user', content: question, model_id: null, seq: 1, parent_id: null },
      {
        ...row,
        id: 'reply',
        role: 'assistant',
        content: 'Clover.',
        model_id: 'some/model',
        seq: 2,
        parent_id: 'question',
        ...reply,
      },
    );
  };
  return [`/chat?id=${chatId}`, prepare];
}
