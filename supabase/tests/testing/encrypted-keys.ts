import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/service/database/database.ts';
import { createAccountKeys, createNextKeys } from '../../../src/shared/vault/account-keys.ts';
import { createSalt, wrapAccountKey } from '../../../src/shared/vault/unlock-method.ts';
import type { EncryptedDevice } from './encrypted-device.ts';

export type AccountKeys = Awaited<ReturnType<typeof createAccountKeys>>;

/** Creates an unlock method with a random secret for these keys. */
export async function createMethod(
  accountId: string,
  { rawKey, stored: { keyVersion } }: AccountKeys,
  kind: 'passphrase' | 'words' = 'passphrase',
) {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const method = { id: randomUUID() as string, kind, keyVersion, salt: createSalt() };
  const { wrappedKey } = await wrapAccountKey(accountId, method, secret, rawKey);
  const { id, salt } = method;
  return {
    id,
    kind,
    name: kind,
    key_version: keyVersion,
    salt,
    wrapped_key: wrappedKey,
    credential_id: null,
  };
}

/** Turns encrypted history on for an account, with two unlock methods. */
export async function storeFirstKeys(database: Database, accountId: string): Promise<AccountKeys> {
  const keys = await createAccountKeys(accountId);
  await database.query(
    `insert into public.account_encryption (user_id, state, public_key, private_key) values ($1, 'on', $2, $3)`,
    [accountId, keys.stored.publicKey, keys.stored.privateKey],
  );
  for (const kind of ['passphrase', 'words'] as const)
    await database.query(`select private.add_method($1, $2)`, [
      accountId,
      await createMethod(accountId, keys, kind),
    ]);
  return keys;
}

/** Creates the request that replaces the keys of an account. */
export async function prepareChange(accountId: string, { rawKey, stored }: AccountKeys) {
  const next = await createNextKeys(accountId, rawKey, stored);
  const request = {
    key_version: next.stored.keyVersion,
    public_key: next.stored.publicKey,
    private_key: next.stored.privateKey,
    past_keys: next.stored.pastKeys,
    methods: [await createMethod(accountId, next), await createMethod(accountId, next, 'words')],
  };
  return { next, request };
}

/** Changes the keys on a device. Returns the new ones. */
export async function changeKeys(device: EncryptedDevice, keys: AccountKeys): Promise<AccountKeys> {
  const { next, request } = await prepareChange(device.history.vault.accountId, keys);
  await device.client.rpc('change_keys', request).throwOnError();
  return next;
}
