import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { decryptKey, encryptKey, readKeyRing } from '../../../supabase/functions/_shared/envelope.ts';
import type { Database } from '../database/database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { writePrivately } from '../secrets.ts';
import { beginRotation, endRotation, createRingEntry, reencryptKeys, type RingStore } from './rotate-ring.ts';

const names = ['deepinfra', 'openai', 'openrouter'];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly endpoint_url: string;
  readonly api_key_encrypted: string;
}

describeDatabases('encryption key rotation', (open) => {
  let database: Database;
  let folder: string;
  let store: RingStore;
  let first: string;

  beforeAll(async () => {
    database = await open({ migrated: true });
    folder = await mkdtemp(join(tmpdir(), 'clover-ring-'));
    const path = join(folder, 'ring');
    store = { read: () => readFile(path, 'utf8'), write: (ring) => writePrivately(path, ring) };
  });
  afterAll(() => rm(folder, { recursive: true }));

  const rows = () =>
    database.query<Row>(
      `select id, name, endpoint_url, api_key_encrypted from public.api_vendors where has_key order by name`,
    );
  const binding = ({ id, endpoint_url }: Row) => ({ vendorId: id, origin: new URL(endpoint_url).origin });
  const opened = async (ring: string) => {
    const keys = await readKeyRing(ring);
    return Promise.all((await rows()).map((row) => decryptKey(keys, row.api_key_encrypted, binding(row))));
  };
  const secrets = names.map((name) => `sk-${name}`);

  beforeEach(async () => {
    first = createRingEntry();
    await store.write(first);
    const ring = await readKeyRing(first);
    for (const name of names) {
      const [row] = await database.query<Row>(`select * from public.api_vendors where name = $1`, [name]);
      await database.query(`update public.api_vendors set api_key_encrypted = $1 where name = $2`, [
        await encryptKey(ring, `sk-${name}`, binding(row!)),
        name,
      ]);
    }
  });

  it('re-encrypts every key with a new one and removes the old one', async () => {
    const ring = await beginRotation(store);
    const result = await reencryptKeys(database, ring);
    expect(result).toEqual({ reencrypted: 3, unchanged: 0, failed: [] });
    expect(await endRotation(store, result)).toBe(1);
    const last = await store.read();
    expect(last).not.toContain(first);
    expect(await opened(last)).toEqual(secrets);
    await expect(opened(first)).rejects.toThrow('No key of the ring decrypts this envelope');
    expect((await stat(join(folder, 'ring'))).mode & 0o777).toBe(0o600);
  });

  it('loses nothing if interrupted at any point, and completes in another run', async () => {
    for (let statements = 0; statements <= 4; statements += 1) {
      await store.write(first);
      let left = statements;
      const breaking = {
        query: <R>(sql: string, parameters?: readonly unknown[]) => {
          if (left === 0) throw new Error('killed');
          left -= 1;
          return database.query<R>(sql, parameters);
        },
      };
      const interrupted = await beginRotation(store);
      await expect(reencryptKeys(breaking, interrupted)).rejects.toThrow('killed');
      // Reads the ring as a service that starts now would.
      expect(await opened(await store.read())).toEqual(secrets);

      const ring = await beginRotation(store);
      expect(ring).toBe(interrupted);
      const result = await reencryptKeys(database, ring);
      expect(result.reencrypted + result.unchanged).toBe(3);
      await endRotation(store, result);
      first = await store.read();
      expect(await opened(first)).toEqual(secrets);
    }
  });

  it("keeps the old keys if a vendor's key cannot be decrypted, and names that vendor", async () => {
    await database.query(
      `update public.api_vendors set api_key_encrypted = 'v1.gone.AAAA.AAAA' where name = 'openai'`,
    );
    const result = await reencryptKeys(database, await beginRotation(store));
    expect(result).toEqual({ reencrypted: 2, unchanged: 0, failed: ['openai'] });
    expect(await endRotation(store, result)).toBe(0);
    expect(await store.read()).toContain(first);
  });

  it('is recorded in the audit log, without keys', async () => {
    await reencryptKeys(database, await beginRotation(store));
    const [row] = await database.query<{ action_details: unknown }>(
      `select action_details from public.user_activity_logs where action_type = 'vendor.rotate-keys'
       order by created_at desc limit 1`,
    );
    expect(row).toEqual({ action_details: { reencrypted: 3, failed: [] } });
  });
});
