import {
  decryptKey,
  encryptKey,
  EnvelopeError,
  type KeyRing,
} from '../../../supabase/functions/_shared/envelope.ts';
import type { Encryption } from '../auth/encryption.ts';
import type { Queryable } from '../database/database.ts';
import { bindingOf } from '../keys/rotate-ring.ts';
import { MoveRefused } from './errors.ts';

export interface InstallationKeys {
  /** The key ring for vendor keys; null if unknown. */
  readonly ring: KeyRing | null;
  /** The key for secrets of second factors; null if the auth service stores them unencrypted, like the hosted one. */
  readonly factors: Encryption | null;
}

/** Decrypted vendor keys and secrets of second factors, by row id. They stay in memory and are never logged. */
export interface DecryptedValues {
  readonly 'public.api_vendors': ReadonlyMap<string, string>;
  readonly 'auth.mfa_factors': ReadonlyMap<string, string>;
}

type EncryptedTable = keyof DecryptedValues;

interface VendorRow {
  readonly id: string;
  readonly name: string;
  readonly endpoint_url: string | null;
  readonly encrypted: string;
}

async function decryptVendorKeys(side: Queryable, ring: KeyRing | null): Promise<Map<string, string>> {
  const rows = await side.query<VendorRow>(
    `select id, name, endpoint_url, api_key_encrypted as encrypted from public.api_vendors where has_key order by name`,
  );
  const decrypted = new Map<string, string>();
  const failed: string[] = [];
  for (const row of rows) {
    try {
      if (ring === null) throw new EnvelopeError('There is no encryption key');
      decrypted.set(row.id, await decryptKey(ring, row.encrypted, bindingOf(row)));
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      failed.push(row.name);
    }
  }
  if (failed.length > 0)
    throw new MoveRefused(
      `These vendors' keys can't be decrypted: ${failed.join(', ')}. Set CLOVER_ENCRYPTION_KEYS to the source's, or clear these keys in the Admin Panel and enter them again after the move.`,
    );
  return decrypted;
}

/** An authenticator's secret that is not encrypted. */
const plainSecret = /^[A-Z2-7]+=*$/;

async function decryptFactors(side: Queryable, encryption: Encryption | null): Promise<Map<string, string>> {
  const rows = await side.query<{ id: string; secret: string }>(
    `select id, secret from auth.mfa_factors where secret <> ''`,
  );
  const decrypted = new Map<string, string>();
  let failed = 0;
  for (const { id, secret } of rows) {
    try {
      const text = encryption ? encryption.decrypt(secret, id) : secret;
      if (!plainSecret.test(text)) throw new Error('not a secret of an authenticator');
      decrypted.set(id, text);
    } catch {
      failed += 1;
    }
  }
  if (failed > 0)
    throw new MoveRefused(
      `${failed} of ${rows.length} second factors can't be decrypted, because they were encrypted with other keys. Use the secrets.json that belongs to the database.`,
    );
  return decrypted;
}

export const isEncryptedTable = (table: string, values: DecryptedValues): table is EncryptedTable =>
  table in values;

/** Decrypts a table's values. Throws MoveRefused, whose message names those that can't be decrypted. */
const decryptTable = (
  side: Queryable,
  keys: InstallationKeys,
  table: EncryptedTable,
): Promise<ReadonlyMap<string, string>> =>
  table === 'public.api_vendors' ? decryptVendorKeys(side, keys.ring) : decryptFactors(side, keys.factors);

/** Decrypts all values. Throws MoveRefused, whose message names those that can't be decrypted. */
export async function decryptValues(side: Queryable, keys: InstallationKeys): Promise<DecryptedValues> {
  return {
    'public.api_vendors': await decryptTable(side, keys, 'public.api_vendors'),
    'auth.mfa_factors': await decryptTable(side, keys, 'auth.mfa_factors'),
  };
}

/** Checks whether the table contains these values, encrypted with these keys. */
export async function hasValues(
  side: Queryable,
  keys: InstallationKeys,
  table: EncryptedTable,
  values: DecryptedValues,
): Promise<boolean> {
  const expectedValues = values[table];
  const storedValues = await decryptTable(side, keys, table).catch((error: unknown) => {
    if (error instanceof MoveRefused) return new Map<string, string>();
    throw error;
  });
  return (
    storedValues.size === expectedValues.size &&
    [...expectedValues].every(([id, text]) => storedValues.get(id) === text)
  );
}

/** Throws MoveRefused if there are vendor keys but the target's encryption keys are unknown. */
export function requireKeyRing(keys: InstallationKeys, values: DecryptedValues): void {
  const vendorKeys = values['public.api_vendors'];
  if (vendorKeys.size > 0 && keys.ring === null)
    throw new MoveRefused(
      `There are ${vendorKeys.size} vendor keys to move. Set CLOVER_TARGET_ENCRYPTION_KEYS to the CLOVER_ENCRYPTION_KEYS of the target's functions.`,
    );
}

/** Encrypts the value for the encrypted column of a row. Returns null if the row has no value. */
export async function encryptFor(
  keys: InstallationKeys,
  values: DecryptedValues,
  table: EncryptedTable,
  row: Readonly<Record<string, string | null>>,
): Promise<string | null> {
  const id = row['id'] ?? '';
  const text = values[table].get(id);
  if (text === undefined) return null;
  if (table === 'auth.mfa_factors') return keys.factors ? keys.factors.encrypt(text, id) : text;
  if (keys.ring === null) throw new EnvelopeError('There is no encryption key');
  return encryptKey(keys.ring, text, bindingOf({ id, endpoint_url: row['endpoint_url'] ?? null }));
}
