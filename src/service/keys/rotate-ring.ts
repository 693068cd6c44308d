import { randomBytes } from 'node:crypto';
import {
  EnvelopeError,
  readKeyRing,
  reseal,
  type Binding,
} from '../../../supabase/functions/_shared/envelope.ts';
import type { Queryable } from '../database/database.ts';

/** Where a ring of encryption keys is kept: text as `CLOVER_ENCRYPTION_KEYS` has it, the first key seals. */
export interface RingStore {
  readonly read: () => Promise<string>;
  /** Whole or not at all, and on the disk when it resolves. */
  readonly write: (ring: string) => Promise<void>;
}

export interface Resealing {
  readonly resealed: number;
  readonly unchanged: number;
  /** Names of vendors whose key no key of the ring opens: it must be entered again. */
  readonly failed: readonly string[];
}

const entriesOf = (ring: string) => ring.split(',').map((entry) => entry.trim());

/** A new key as an entry of a ring: `id:base64`. */
export const makeRingEntry = () => `${randomBytes(6).toString('hex')}:${randomBytes(32).toString('base64')}`;

/**
 * Puts a new key in front of the ring, unless a rotation that broke off has left one there: then that one is used up
 * first. Resolves to the ring.
 */
export async function beginRotation(store: RingStore): Promise<string> {
  const ring = await store.read();
  if (entriesOf(ring).length > 1) return ring;
  const grown = `${makeRingEntry()},${ring}`;
  await store.write(grown);
  return grown;
}

interface SealedRow {
  readonly id: string;
  readonly name: string;
  readonly endpoint_url: string | null;
  readonly api_key_encrypted: string;
}

/** What the key of this vendor is sealed to. */
export const bindingOf = ({ id, endpoint_url }: Pick<SealedRow, 'id' | 'endpoint_url'>): Binding => ({
  vendorId: id,
  origin: endpoint_url === null ? '' : new URL(endpoint_url).origin,
});

type Fate = 'resealed' | 'unchanged' | 'failed';

/**
 * Seals every vendor's key again under the ring's first key, and notes it in the audit log. May break off anywhere and
 * be repeated: each key is replaced by itself in one statement, and the ring still opens both.
 */
export async function resealKeys(database: Queryable, ringText: string): Promise<Resealing> {
  const ring = await readKeyRing(ringText);
  const rows = await database.query<SealedRow>(
    `select id, name, endpoint_url, api_key_encrypted from public.api_vendors where has_key order by name`,
  );
  const resealOne = async (row: SealedRow): Promise<Fate> => {
    try {
      const sealed = await reseal(ring, row.api_key_encrypted, bindingOf(row));
      if (sealed === null) return 'unchanged';
      await database.query(
        `update public.api_vendors set api_key_encrypted = $1 where id = $2 and api_key_encrypted = $3`,
        [sealed, row.id, row.api_key_encrypted],
      );
      return 'resealed';
    } catch (error) {
      if (error instanceof EnvelopeError) return 'failed';
      throw error;
    }
  };
  const fates: (readonly [string, Fate])[] = [];
  for (const row of rows) fates.push([row.name, await resealOne(row)]);
  const named = (wanted: Fate) => fates.filter(([, fate]) => fate === wanted).map(([name]) => name);
  const result = {
    resealed: named('resealed').length,
    unchanged: named('unchanged').length,
    failed: named('failed'),
  };
  await database.query(
    `insert into public.user_activity_logs (action_type, action_details) values ('vendor.rotate-keys', $1::jsonb)`,
    [{ resealed: result.resealed, failed: result.failed }],
  );
  return result;
}

/**
 * Drops every key but the first from the ring. Only when all keys of vendors were sealed under the first one, and that
 * is safe on the disk: what is sealed under a dropped key is lost. Resolves to the number of keys dropped.
 */
export async function endRotation(store: RingStore, { failed }: Resealing): Promise<number> {
  const [first = '', ...old] = entriesOf(await store.read());
  if (failed.length > 0 || old.length === 0) return 0;
  await store.write(first);
  return old.length;
}
