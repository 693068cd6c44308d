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

/** The keys under which an installation seals. */
export interface InstallationKeys {
  /** For the keys of vendors; null where none is known. */
  readonly ring: KeyRing | null;
  /** For the secrets of second factors; null where the auth service keeps them as they are, as the hosted one does. */
  readonly factors: Encryption | null;
}

/** What is sealed, opened, by row id: the keys of vendors and the secrets of second factors. In memory only, never told. */
export interface OpenedSecrets {
  readonly 'public.api_vendors': ReadonlyMap<string, string>;
  readonly 'auth.mfa_factors': ReadonlyMap<string, string>;
}

/** A table with a sealed column. */
export type SealedTable = keyof OpenedSecrets;

interface VendorRow {
  readonly id: string;
  readonly name: string;
  readonly endpoint_url: string | null;
  readonly sealed: string;
}

async function openVendorKeys(side: Queryable, ring: KeyRing | null): Promise<Map<string, string>> {
  const rows = await side.query<VendorRow>(
    `select id, name, endpoint_url, api_key_encrypted as sealed from public.api_vendors where has_key order by name`,
  );
  const opened = new Map<string, string>();
  const closed: string[] = [];
  for (const row of rows) {
    try {
      if (ring === null) throw new EnvelopeError('There is no encryption key');
      opened.set(row.id, await decryptKey(ring, row.sealed, bindingOf(row)));
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      closed.push(row.name);
    }
  }
  if (closed.length > 0)
    throw new MoveRefused(
      `No encryption key opens the key of the vendors ${closed.join(', ')}. Give the source's CLOVER_ENCRYPTION_KEYS, or clear these keys in the Admin Panel and enter them again after the move.`,
    );
  return opened;
}

/** How an authenticator's secret is written where it is not sealed. */
const plainSecret = /^[A-Z2-7]+=*$/;

async function openFactors(side: Queryable, encryption: Encryption | null): Promise<Map<string, string>> {
  const rows = await side.query<{ id: string; secret: string }>(
    `select id, secret from auth.mfa_factors where secret <> ''`,
  );
  const opened = new Map<string, string>();
  let closed = 0;
  for (const { id, secret } of rows) {
    try {
      const text = encryption ? encryption.decrypt(secret, id) : secret;
      if (!plainSecret.test(text)) throw new Error('no secret of an authenticator');
      opened.set(id, text);
    } catch {
      closed += 1;
    }
  }
  if (closed > 0)
    throw new MoveRefused(
      `${closed} of ${rows.length} second factors cannot be opened: they were sealed under other keys than those at hand. Use the secrets.json that belongs to the database.`,
    );
  return opened;
}

export const isSealed = (table: string, secrets: OpenedSecrets): table is SealedTable => table in secrets;

/** Opens what is sealed in a table. Throws MoveRefused naming what does not open. */
const openTable = (
  side: Queryable,
  keys: InstallationKeys,
  table: SealedTable,
): Promise<ReadonlyMap<string, string>> =>
  table === 'public.api_vendors' ? openVendorKeys(side, keys.ring) : openFactors(side, keys.factors);

/** Opens everything that is sealed. Throws MoveRefused naming what does not open. */
export async function openSecrets(side: Queryable, keys: InstallationKeys): Promise<OpenedSecrets> {
  return {
    'public.api_vendors': await openTable(side, keys, 'public.api_vendors'),
    'auth.mfa_factors': await openTable(side, keys, 'auth.mfa_factors'),
  };
}

/** Whether the table holds these secrets, opened with these keys. */
export async function holdsSecrets(
  side: Queryable,
  keys: InstallationKeys,
  table: SealedTable,
  secrets: OpenedSecrets,
): Promise<boolean> {
  const expected = secrets[table];
  const found = await openTable(side, keys, table).catch((error: unknown) => {
    if (error instanceof MoveRefused) return new Map<string, string>();
    throw error;
  });
  return found.size === expected.size && [...expected].every(([id, text]) => found.get(id) === text);
}

/** Throws MoveRefused when there is something to seal and the target's keys are not known. */
export function requireRing(keys: InstallationKeys, secrets: OpenedSecrets): void {
  const vendorKeys = secrets['public.api_vendors'];
  if (vendorKeys.size > 0 && keys.ring === null)
    throw new MoveRefused(
      `There are ${vendorKeys.size} vendor keys to move. Set CLOVER_TARGET_ENCRYPTION_KEYS to the ring that the target's functions have as CLOVER_ENCRYPTION_KEYS.`,
    );
}

/** Seals under the keys of `keys` what belongs into the sealed column of this row; null where nothing does. */
export async function sealFor(
  keys: InstallationKeys,
  secrets: OpenedSecrets,
  table: SealedTable,
  row: Readonly<Record<string, string | null>>,
): Promise<string | null> {
  const id = row['id'] ?? '';
  const text = secrets[table].get(id);
  if (text === undefined) return null;
  if (table === 'auth.mfa_factors') return keys.factors ? keys.factors.encrypt(text, id) : text;
  if (keys.ring === null) throw new EnvelopeError('There is no encryption key');
  return encryptKey(keys.ring, text, bindingOf({ id, endpoint_url: row['endpoint_url'] ?? null }));
}
