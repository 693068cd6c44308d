import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/service/database/database.ts';
import {
  createAccountKeys,
  createTurnOffStatements,
  type Vault,
} from '../../../src/shared/vault/account-keys.ts';
import { type Account, type AccountOptions, makeAccount } from './accounts.ts';

/**
 * Returns a text in the format of an envelope under a chat key. The database can't check whether it can be decrypted.
 */
export const envelope = (length = 60): string =>
  `enc1.k.${randomUUID().replaceAll('-', '')}`.padEnd(length + 'enc1.k.'.length, 'A');
/** Returns a text in the format of an envelope to the public key. */
export const replyEnvelope = (length = 100): string => `enc1.p.${'B'.repeat(length)}`;

export type EncryptionState = 'turning_on' | 'on' | 'turning_off';

/** Turns encrypted history on for an account with real keys, as its device does. Returns the unlocked keys. */
export async function encryptAccount(
  database: Database,
  id: string,
  state: EncryptionState = 'on',
): Promise<Vault> {
  const { stored, vault } = await createAccountKeys(id);
  await database.query(
    `insert into public.account_encryption (user_id, state, public_key, private_key) values ($1, $2, $3, $4)`,
    [id, state, stored.publicKey, stored.privateKey],
  );
  return vault;
}

/** Starts turning encrypted history off, with a device's statement. */
export async function startTurningOff(database: Database, vault: Vault): Promise<void> {
  const [statement = ''] = await createTurnOffStatements(vault);
  await database.query(`insert into public.turn_off_statements (user_id, statement) values ($1, $2)`, [
    vault.accountId,
    statement,
  ]);
  await database.query(`update public.account_encryption set state = 'turning_off' where user_id = $1`, [
    vault.accountId,
  ]);
}

export async function setEncryption(
  database: Database,
  { id }: Account,
  state: EncryptionState | null,
): Promise<void> {
  if (state === null) {
    await database.query(`delete from public.account_encryption where user_id = $1`, [id]);
    return;
  }
  await database.query(
    `insert into public.account_encryption (user_id, state, public_key, private_key) values ($1, $2, $3, $4)
     on conflict (user_id) do update set state = excluded.state`,
    [id, state, 'A'.repeat(43), envelope(101)],
  );
}

export async function makeEncryptedAccount(
  database: Database,
  state: EncryptionState = 'on',
  options: AccountOptions = { plan: 'professional' },
): Promise<Account> {
  const account = await makeAccount(database, options);
  await setEncryption(database, account, state);
  return account;
}
