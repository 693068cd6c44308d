import { randomBytes } from 'node:crypto';
import {
  EnvelopeError,
  readKeyRing,
  reencryptKey,
  type EnvelopeBinding,
} from '../../../supabase/functions/_shared/envelope.ts';
import type { Queryable } from '../database/database.ts';

/** Stores a key ring as text, in the format of `CLOVER_ENCRYPTION_KEYS`. The first key encrypts. */
export interface RingStore {
  readonly read: () => Promise<string>;
  /** Writes atomically. Once it resolves, the ring is on the disk. */
  readonly write: (ring: string) => Promise<void>;
}

export interface ReencryptionResult {
  readonly reencrypted: number;
  readonly unchanged: number;
  /** Vendors whose key can't be decrypted with the ring and must be entered again. */
  readonly failed: readonly string[];
}

const entriesOf = (ring: string) => ring.split(',').map((entry) => entry.trim());

/** Creates a key in the format of a ring's entries: `id:base64`. */
export const createRingEntry = () =>
  `${randomBytes(6).toString('hex')}:${randomBytes(32).toString('base64')}`;

/**
 * Adds a new key to the front of the ring, unless an interrupted rotation has already added one. Resolves to the ring.
 */
export async function beginRotation(store: RingStore): Promise<string> {
  const ring = await store.read();
  if (entriesOf(ring).length > 1) return ring;
  const newRing = `${createRingEntry()},${ring}`;
  await store.write(newRing);
  return newRing;
}

interface VendorRow {
  readonly id: string;
  readonly name: string;
  readonly endpoint_url: string | null;
  readonly api_key_encrypted: string;
}

export const bindingOf = ({ id, endpoint_url }: Pick<VendorRow, 'id' | 'endpoint_url'>): EnvelopeBinding => ({
  vendorId: id,
  origin: endpoint_url === null ? '' : new URL(endpoint_url).origin,
});

type Outcome = 'reencrypted' | 'unchanged' | 'failed';

/**
 * Re-encrypts every vendor's key with the ring's first key and writes to the audit log. Can be interrupted and
 * repeated: each key is replaced in one statement, and the ring still decrypts both versions.
 */
export async function reencryptKeys(database: Queryable, ringText: string): Promise<ReencryptionResult> {
  const ring = await readKeyRing(ringText);
  const rows = await database.query<VendorRow>(
    `select id, name, endpoint_url, api_key_encrypted from public.api_vendors where has_key order by name`,
  );
  const reencryptOne = async (row: VendorRow): Promise<Outcome> => {
    try {
      const encrypted = await reencryptKey(ring, row.api_key_encrypted, bindingOf(row));
      if (encrypted === null) return 'unchanged';
      await database.query(
        `update public.api_vendors set api_key_encrypted = $1 where id = $2 and api_key_encrypted = $3`,
        [encrypted, row.id, row.api_key_encrypted],
      );
      return 'reencrypted';
    } catch (error) {
      if (error instanceof EnvelopeError) return 'failed';
      throw error;
    }
  };
  const names: Record<Outcome, string[]> = { reencrypted: [], unchanged: [], failed: [] };
  for (const row of rows) names[await reencryptOne(row)].push(row.name);
  const result = {
    reencrypted: names.reencrypted.length,
    unchanged: names.unchanged.length,
    failed: names.failed,
  };
  await database.query(
    `insert into public.user_activity_logs (action_type, action_details) values ('vendor.rotate-keys', $1::jsonb)`,
    [{ reencrypted: result.reencrypted, failed: result.failed }],
  );
  return result;
}

/**
 * Removes every key but the first from the ring. Call it only once all vendor keys are re-encrypted and stored, because
 * values encrypted with a removed key are lost. Resolves to the number of removed keys.
 */
export async function endRotation(store: RingStore, { failed }: ReencryptionResult): Promise<number> {
  const [first = '', ...old] = entriesOf(await store.read());
  if (failed.length > 0 || old.length === 0) return 0;
  await store.write(first);
  return old.length;
}
