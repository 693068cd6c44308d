import { randomBytes, randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import {
  createAccountKeys,
  importKey,
  openVault,
  type StoredKeys,
  type Vault,
} from '../../../../src/shared/vault/account-keys.ts';
import {
  createSalt,
  type UnlockMethod,
  unwrapAccountKey,
  wrapAccountKey,
} from '../../../../src/shared/vault/unlock-method.ts';
import type { SignedIn } from '../callers.ts';

/** The secret that the recovery words encode. */
const secret = new Uint8Array(randomBytes(32));

/** Turns encrypted history on. If another device has done that first, unlocks it with the recovery words. */
export async function turnOn(user: SignedIn, client: SupabaseClient): Promise<Vault> {
  const { rawKey, stored, vault } = await createAccountKeys(user.id);
  const wrap = async (kind: 'words' | 'passkey') => {
    const method = { id: randomUUID(), kind, keyVersion: 1, salt: createSalt() };
    const { keyVersion, wrappedKey, ...row } = await wrapAccountKey(user.id, method, secret, rawKey);
    const credential = kind === 'passkey' ? 'credential' : null;
    return {
      ...row,
      name: kind,
      key_version: keyVersion,
      wrapped_key: wrappedKey,
      credential_id: credential,
    };
  };
  const { publicKey, privateKey } = stored;
  const methods = await Promise.all([wrap('words'), wrap('passkey')]);
  const turning = { public_key: publicKey, private_key: privateKey, methods };
  const { error } = await client.rpc('turn_on_encryption', turning);
  if (!error) return vault;
  if (error.hint !== 'already_on') throw new Error(error.message);
  const columns =
    'key_version, public_key, private_key, unlock_methods(id, kind, key_version, salt, wrapped_key)';
  const { data } = await client.from('account_encryption').select(columns).single().throwOnError();
  const words = data.unlock_methods.find(({ kind }) => kind === 'words');
  const method: UnlockMethod = {
    id: String(words?.id),
    kind: 'words',
    keyVersion: Number(words?.key_version),
    salt: String(words?.salt),
    wrappedKey: String(words?.wrapped_key),
  };
  const keys: StoredKeys = {
    keyVersion: data.key_version as number,
    publicKey: data.public_key as string,
    privateKey: data.private_key as string,
    pastKeys: null,
  };
  return openVault(user.id, await importKey(await unwrapAccountKey(user.id, method, secret)), keys);
}
