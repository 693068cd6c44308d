import { type ChatKey, createChatKey } from '../vault/account-keys.ts';
import { chatMemories } from './chat-memory.ts';
import type { FunctionCall } from './function-call.ts';
import { emptyHeads } from './heads.ts';
import { encryptChat } from './history.ts';
import type { Row } from './rows.ts';

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** An attempt fails if the chat has another key by now. */
const maxAttempts = 3;

/** Returns the stored key of the chat to import, otherwise a new one. Null if the chat is stored as plain text. */
async function keyFor({ history, service }: FunctionCall, id: string, isStored: boolean) {
  if (isStored) {
    const chat = await history.prepareChat(id, service);
    if (chat) return chat.key;
  }
  if (history.writesPlain()) return null;
  const known = await history.keys.get(id);
  return known && !known.isOutdated ? known : createChatKey(history.vault, id);
}

async function encryptImport({ cipher }: FunctionCall, chat: Row, key: ChatKey | null): Promise<Row> {
  if (!key) return chat;
  const { messages, ...row } = chat;
  return {
    ...(await encryptChat(row, key, cipher)),
    messages: await Promise.all(
      rowsOf(messages).map((message) =>
        cipher.encrypt('chat_messages', { ...message, chat_id: row['id'] }, key.key),
      ),
    ),
  };
}

/**
 * Encrypts chats and imports them. If another device, or this one before a reload, has started to import a chat, the
 * service refuses the new key, and the remaining parts are encrypted under the stored one.
 */
export async function importChats(
  call: FunctionCall,
  chats: readonly Row[],
  send: (chats: readonly Row[]) => Promise<unknown>,
): Promise<readonly Row[]> {
  await call.history.refresh(call.service);
  const newChats = chats.filter(({ offset }) => offset === undefined || offset === 0);
  await emptyHeads(
    call,
    newChats.map(({ id }) => String(id)),
    chatMemories.get(call.history.vault.accountId) ?? null,
  );
  const results: Row[] = [];
  let missing = chats.map((chat, index) => ({ chat, index, isStored: false }));
  for (let attempt = 1; missing.length > 0; attempt += 1) {
    const encrypted = await Promise.all(
      missing.map(async ({ chat, isStored }) => {
        const key = await keyFor(call, String(chat['id']), isStored);
        return { key, row: await encryptImport(call, chat, key) };
      }),
    );
    const responses = rowsOf(await send(encrypted.map(({ row }) => row)));
    const refused: typeof missing = [];
    for (const [place, part] of missing.entries()) {
      const response = responses[place] ?? {};
      results[part.index] = response;
      const isOther = response['code'] === 'key';
      if (isOther && attempt < maxAttempts) refused.push({ ...part, isStored: true });
      const key = encrypted[place]?.key;
      // The service has accepted this key, so cache it for the other parts.
      if (key && response['messages'] !== undefined)
        await call.history.keys.open(String(part.chat['id']), key.envelope);
    }
    missing = refused;
  }
  return results;
}
