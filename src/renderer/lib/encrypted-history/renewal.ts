import type { History } from '../../../shared/encrypted-history/history.ts';
import { renewAllChatKeys } from '../../../shared/encrypted-history/renew-chat-keys.ts';
import { readStored, renewedKeysKey, writeStored } from '../storage.ts';
import { currentVault } from '../vault/vault.ts';
import { openService } from './conversion.ts';

/** Milliseconds to wait after a failure, for example without a connection. */
const retryPause = 60_000;

/**
 * Renews the keys of chats in the background after the account's keys were changed, once on each device. Only one tab
 * does this at a time. Several devices may, because renewing a key again has no effect.
 */
export function startRenewal(history: History): void {
  const { vault } = history;
  const key = renewedKeysKey(vault.accountId);
  const isDone = () => readStored(key) === vault.publicKey;
  if (vault.pastKeys === null || history.state() !== 'on' || isDone()) return;
  const renew = async () => {
    // Another tab may have finished meanwhile, or the history was locked.
    if (isDone() || currentVault() !== vault) return;
    await renewAllChatKeys(vault, async () => (await openService()).service);
    writeStored(key, vault.publicKey);
  };
  navigator.locks
    .request(`clover-renewal:${vault.accountId}`, renew)
    .catch(() => setTimeout(() => startRenewal(history), retryPause));
}
