import { renewChatKey, type Vault } from '../vault/account-keys.ts';
import { VerificationError } from '../vault/verification-error.ts';
import type { Row } from './rows.ts';
import type { TextService } from './service.ts';

/** Renews the keys of chats [{id, chat_key}] that are encrypted under an earlier account key. */
export async function renewChatKeys(
  vault: Vault,
  service: Pick<TextService, 'call'>,
  chats: readonly Row[],
): Promise<void> {
  const renewed = (await Promise.all(chats.map((chat) => renew(vault, chat)))).flat();
  if (renewed.length > 0) await service.call('convert_chats', { chats: renewed });
}

async function renew(vault: Vault, { id, chat_key: stored }: Row): Promise<Row[]> {
  try {
    const key = await renewChatKey(vault, String(id), String(stored));
    return key ? [{ id, chat_key: key.envelope, stored: { chat_key: stored } }] : [];
  } catch (error) {
    // Reading the chat says so.
    if (error instanceof VerificationError) return [];
    throw error;
  }
}

const chatsPerBatch = 50;

/**
 * Renews the keys of all chats after the account's keys were changed. Can be interrupted at any time and continued on
 * another device. A key is replaced only if it is still the one that this device has read.
 *
 * @param open opens the service with credentials that are still valid
 */
export async function renewAllChatKeys(vault: Vault, open: () => Promise<TextService>): Promise<void> {
  for (let after = ''; ;) {
    const service = await open();
    const filter = after === '' ? '' : `&id=gt.${after}`;
    const query = `select=id,chat_key&chat_key=not.is.null&order=id&limit=${chatsPerBatch}${filter}`;
    const chats = await service.read('chat_history', query);
    await renewChatKeys(vault, service, chats);
    if (chats.length < chatsPerBatch) return;
    after = String(chats.at(-1)?.['id']);
  }
}
