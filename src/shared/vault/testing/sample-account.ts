import { createAccountKeys, createChatKey } from '../account-keys.ts';
import type { Context } from '../context.ts';

/** Creates an unlocked account with one chat, and functions to decrypt that chat's texts. */
export async function createSampleAccount() {
  const accountId = crypto.randomUUID();
  const chatId = crypto.randomUUID();
  const { rawKey, stored, vault } = await createAccountKeys(accountId);
  const { key, envelope } = await createChatKey(vault, chatId);
  const keys = { key, pair: vault.pair };
  return { accountId, chatId, rawKey, stored, vault, chatKey: key, chatKeyEnvelope: envelope, keys };
}

export const messageContext = (
  { accountId, chatId }: { readonly accountId: string; readonly chatId: string },
  changes: Partial<Extract<Context, { kind: 'message' }>> = {},
): Extract<Context, { kind: 'message' }> => ({
  kind: 'message',
  accountId,
  chatId,
  messageId: '11111111-1111-4111-8111-111111111111',
  parentId: null,
  role: 'assistant',
  ...changes,
});
