import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { StoredKeys } from '../../../../shared/vault/account-keys.ts';
import type { UnlockMethod } from '../../../../shared/vault/unlock-method.ts';
import { type ClaimProblem, type HistoryClaim, toClaim } from '../../../../shared/vault/history-claim.ts';
import { encryptionQueryKey } from '../../../lib/encrypted-device.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { checkClaim } from '../../../lib/vault/pin.ts';

const rows = z.object({
  state: z.enum(['turning_on', 'on', 'turning_off']),
  key_version: z.number(),
  public_key: z.string(),
  private_key: z.string(),
  past_keys: z.string().nullable(),
  unlock_methods: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['passkey', 'passphrase', 'words']),
      name: z.string(),
      key_version: z.number(),
      salt: z.string(),
      credential_id: z.string().nullable(),
      wrapped_key: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
    }),
  ),
});

export interface StoredMethod extends UnlockMethod {
  readonly name: string;
  /** Base64url. Null for methods other than passkeys. */
  readonly credentialId: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface StoredEncryption {
  readonly state: z.infer<typeof rows>['state'];
  readonly keys: StoredKeys;
  readonly methods: readonly StoredMethod[];
}

/** `stored` is null if the account's history is not encrypted. */
export interface EncryptionStatus {
  readonly isOffered: boolean;
  readonly stored: StoredEncryption | null;
  /** Set if this device can't confirm the state that the service reports. */
  readonly problem: ClaimProblem | null;
}

export const encryptionQuery = (userId: string) =>
  queryOptions({
    queryKey: encryptionQueryKey(userId),
    queryFn: () => readStatus(userId),
    staleTime: 0,
  });

async function readStatus(userId: string): Promise<EncryptionStatus> {
  let stored: StoredEncryption | null = null;
  const read = async () => claimOf((stored = await readStored()));
  const [problem, setting] = await Promise.all([checkClaim(userId, read, readStatements), readSetting()]);
  return { stored, problem, isOffered: setting === 'offered' };
}

const claimOf = (stored: StoredEncryption | null): HistoryClaim =>
  toClaim(stored?.state, stored?.keys.publicKey, stored?.keys.keyVersion);

async function readStatements(): Promise<readonly string[]> {
  const client = await getSupabase();
  const { data } = await client.from('turn_off_statements').select('statement').throwOnError();
  return data.map(({ statement }) => statement);
}

async function readSetting(): Promise<string | undefined> {
  const client = await getSupabase();
  const { data } = await client
    .from('system_settings')
    .select('setting_value')
    .eq('setting_key', 'encrypted_history')
    .throwOnError();
  return data[0]?.setting_value;
}

async function readStored(): Promise<StoredEncryption | null> {
  const client = await getSupabase();
  const { data } = await client
    .from('account_encryption')
    .select(
      'state, key_version, public_key, private_key, past_keys, unlock_methods(id, kind, name, key_version, salt, credential_id, wrapped_key, created_at, last_used_at)',
    )
    .throwOnError();
  if (!data[0]) return null;
  const { state, unlock_methods: methods, ...row } = rows.parse(data[0]);
  return {
    state,
    keys: {
      keyVersion: row.key_version,
      publicKey: row.public_key,
      privateKey: row.private_key,
      pastKeys: row.past_keys,
    },
    methods: methods
      .map((method) => ({
        id: method.id,
        kind: method.kind,
        name: method.name,
        keyVersion: method.key_version,
        salt: method.salt,
        wrappedKey: method.wrapped_key,
        credentialId: method.credential_id,
        createdAt: method.created_at,
        lastUsedAt: method.last_used_at,
      }))
      .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt)),
  };
}

export type NewMethod = UnlockMethod & Pick<StoredMethod, 'name' | 'credentialId'>;

const toRow = ({ id, kind, name, keyVersion, salt, credentialId, wrappedKey }: NewMethod) => ({
  id,
  kind,
  name,
  key_version: keyVersion,
  salt,
  credential_id: credentialId,
  wrapped_key: wrappedKey,
});

export async function storeKeys(keys: StoredKeys, methods: readonly NewMethod[]): Promise<void> {
  const client = await getSupabase();
  await client
    .rpc('turn_on_encryption', {
      public_key: keys.publicKey,
      private_key: keys.privateKey,
      methods: methods.map(toRow),
    })
    .throwOnError();
}

/** Replaces the keys and all unlock methods. */
export async function storeNextKeys(keys: StoredKeys, methods: readonly NewMethod[]): Promise<void> {
  const client = await getSupabase();
  await client
    .rpc('change_keys', {
      key_version: keys.keyVersion,
      public_key: keys.publicKey,
      private_key: keys.privateKey,
      past_keys: keys.pastKeys ?? '',
      methods: methods.map(toRow),
    })
    .throwOnError();
}

export async function storeMethod(method: NewMethod, replaces: string | null): Promise<void> {
  const client = await getSupabase();
  await client
    .rpc('add_unlock_method', { method: toRow(method), ...(replaces !== null && { replaces }) })
    .throwOnError();
}

export async function removeMethod(id: string): Promise<void> {
  const client = await getSupabase();
  await client.rpc('remove_unlock_method', { method: id }).throwOnError();
}

/** Ignores failures, because a missing date must not keep users from their history. */
export async function recordUse(id: string): Promise<void> {
  const client = await getSupabase();
  await client.rpc('use_unlock_method', { method: id });
}
