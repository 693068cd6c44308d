import { type Asked, type FakeService, startFakeService } from '../../../testing/fake-service.ts';

export interface StoredChat {
  id: string;
  title: string;
  created_at: string;
  updated_at: string;
}

export interface StoredMessage {
  id: string;
  chat_id: string;
  role: string;
  content: string;
  status: string;
  model_id: string | null;
  vendor_id: string | null;
  unavailable_vendor: string | null;
  created_at: string;
  seq: number;
}

export interface FakeChats extends FakeService {
  readonly chats: StoredChat[];
  readonly messages: StoredMessage[];
  /** Refuses every message from now on, as the quota does. */
  readonly refuseMessages: (message: string) => void;
}

/** A service with the two tables of the chat, in memory. */
export function startFakeChats(): FakeChats {
  const service = startFakeService();
  const chats: StoredChat[] = [];
  const messages: StoredMessage[] = [];
  let refusal: string | null = null;
  const at = () => new Date(Date.now() + messages.length).toISOString();
  const idOf = ({ search }: Asked) => /[?&]id=eq\.([^&]+)/.exec(search)?.[1];

  service.answer('GET /rest/v1/ai_models', { body: [] });
  service.answer('GET /rest/v1/system_settings', { body: [{ setting_value: 'Be helpful.' }] });
  service.answer('GET /rest/v1/chat_history', (asked) => {
    const id = idOf(asked);
    return {
      body: id
        ? chats.filter((chat) => chat.id === id)
        : chats.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)),
    };
  });
  service.answer('POST /rest/v1/chat_history', ({ body }) => {
    const { id, title } = body as StoredChat;
    chats.push({ id, title, created_at: at(), updated_at: at() });
    return { status: 201 };
  });
  service.answer('PATCH /rest/v1/chat_history', (asked) => {
    const chat = chats.find(({ id }) => id === idOf(asked));
    if (chat) chat.title = (asked.body as StoredChat).title;
    return { status: 204 };
  });
  service.answer('DELETE /rest/v1/chat_history', (asked) => {
    const index = chats.findIndex(({ id }) => id === idOf(asked));
    if (index >= 0) chats.splice(index, 1);
    return { status: 204 };
  });
  service.answer('GET /rest/v1/chat_messages', ({ search }) => {
    const chatId = /chat_id=eq\.([^&]+)/.exec(search)?.[1];
    return { body: messages.filter(({ chat_id }) => chat_id === chatId).toReversed() };
  });
  service.answer('POST /rest/v1/chat_messages', ({ body }) => {
    if (refusal)
      return { status: 400, body: { code: 'P0001', message: refusal, hint: 'quota', details: null } };
    const rows = (body as StoredMessage[]).map((row, index) => {
      const { id, chat_id, role, content, status, model_id, vendor_id, unavailable_vendor } = row;
      const known = { id, chat_id, role, content, status, model_id, vendor_id, unavailable_vendor };
      return { ...known, created_at: at(), seq: messages.length + index + 1 };
    });
    messages.push(...rows);
    return { status: 201, body: rows };
  });
  return { ...service, chats, messages, refuseMessages: (message) => void (refusal = message) };
}
