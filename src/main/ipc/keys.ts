import { channels } from '../../shared/ipc/channels.ts';
import type { Input } from '../../shared/ipc/contract.ts';
import type { KeyBinding } from '../keychain/key-vault.ts';
import type { UsedVault } from '../keychain/key-uses.ts';
import { userOfToken } from '../../shared/domain/token-user.ts';
import { isEncryptedOrLocal } from '../providers/outbound.ts';
import { handle, UserFacingError } from './handle.ts';

/** Saves, finds and deletes keys; never returns one (DESK-004). */
export function registerKeys(vault: UsedVault, service: string): void {
  const bindingOf = ({ accessToken, vendor, endpointOrigin }: Input<typeof channels.hasKey>): KeyBinding => {
    const userId = userOfToken(accessToken);
    if (userId === null) throw new UserFacingError('Sign in again.');
    return { service, userId, vendor, endpointOrigin };
  };

  handle(channels.describeVault, async () => {
    const state = await vault.state();
    // Check the encryption only if needed, because the system may ask for a password.
    return { state, canEncrypt: state !== 'available' && (await vault.canEncrypt()) };
  });
  handle(channels.hasKey, async (reference) => {
    const binding = bindingOf(reference);
    const keptIn = await vault.has(binding);
    if (keptIn === null) return { keptIn, elsewhere: await vault.findElsewhere(binding) };
    const lastUsed = vault.lastUse(binding);
    return { keptIn, elsewhere: null, ...(lastUsed !== undefined && { lastUsed }) };
  });
  handle(channels.setKey, async ({ key, keepIn, ...reference }) => {
    // Keys are never sent to another computer over an unencrypted connection, so such a key is useless.
    if (!isEncryptedOrLocal(new URL(reference.endpointOrigin)))
      throw new UserFacingError(
        'Keys can be saved only for URLs that start with https://, or for this computer. Otherwise, others could read them.',
      );
    return { keptIn: await vault.set(bindingOf(reference), key, keepIn) };
  });
  handle(channels.deleteKey, async (reference) => ({ deleted: await vault.delete(bindingOf(reference)) }));
}
