import type { Session } from '@supabase/supabase-js';
import { platform } from '../platform/index.ts';
import { deleteAccountDatabase, signalLock } from './account-database.ts';
import { endWithoutRequests } from './session-requests.ts';
import {
  encryptedDeviceKey,
  forgetShareKey,
  historyPinKey,
  instructionsKey,
  renewedKeysKey,
  sessionKey,
  vaultActivityKey,
  writeStored,
} from './storage.ts';
import { forgetUnsent } from './unsent.ts';
import type { Supabase } from './supabase.ts';

/** Where the session ends: on this device or on all devices. `deleted`: the account was deleted, with its sessions. */
export type SignOutScope = 'local' | 'global' | 'deleted';

/**
 * Ends a session, and deletes the account's chats, drafts and own keys from this device. Returns the error,
 * or null.
 *
 * This module is in the auth client's chunk, because visitors without a session never need it.
 */
export async function endSession(
  client: Supabase,
  session: Session | null,
  scope: SignOutScope,
): Promise<Error | null> {
  const token = session?.access_token;
  if (token) await platform.replyKeeper?.settle(token);
  // Otherwise the auth client would query the service about the ended session.
  if (scope === 'deleted') writeStored(sessionKey(platform.service), null);
  const error = await endSessionOnly(client, scope === 'global' ? scope : 'local');
  if (error || !session) return error;
  forgetUnsent(session.user.id);
  forgetShareKey();
  writeStored(instructionsKey(session.user.id), null);
  writeStored(`clover-proposals:${session.user.id}`, null);
  writeStored(vaultActivityKey(session.user.id), null);
  writeStored(encryptedDeviceKey(session.user.id), null);
  writeStored(renewedKeysKey(session.user.id), null);
  // Only for a deleted account. Otherwise, the service could end the session to delete what this device knows about the
  // encrypted history.
  if (scope === 'deleted') writeStored(historyPinKey(session.user.id), null);
  signalLock(session.user.id);
  // An administrator's saved views may name people.
  writeStored(`clover-admin-views:${session.user.id}`, null);
  await deleteAccountDatabase(session.user.id);
  await platform.replyKeeper?.forget(session.access_token);
  await platform.ownKeys.forget(session.access_token).catch(() => undefined);
  return null;
}

/** Ends a session but keeps the data on this device, for example after a ban. */
export function endSessionOnly(client: Supabase, scope: 'local' | 'global' = 'local'): Promise<Error | null> {
  return endWithoutRequests(async () => (await client.auth.signOut({ scope })).error);
}
