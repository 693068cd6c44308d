import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { signIn } from '../../../supabase/tests/testing/callers.ts';
import { canaryForms, dumpTables, makeCanary, runCanary, searchPieces, type CanaryRun } from './canary.ts';
import { describeDatabases } from './databases.ts';
import { startTestService, type RunningTestService } from './running-service.ts';

describe('the search for a canary', () => {
  const secret = makeCanary('test');

  it.each([0, 1, 2])('finds it in base64 after %d bytes, whatever follows', (before) => {
    for (let after = 0; after < 3; after += 1) {
      const text = Buffer.from(`${'x'.repeat(before)}${secret}${'y'.repeat(after)}`).toString('base64');
      expect(searchPieces([['here', text]], [secret]).found.length).toBeGreaterThan(0);
    }
  });

  it('finds each form, and finds nothing in text without it', () => {
    for (const text of canaryForms(secret).values())
      expect(searchPieces([['here', `before ${text} behind`]], [secret]).found.length).toBeGreaterThan(0);
    expect(searchPieces([['here', makeCanary('test')]], [secret]).found).toEqual([]);
  });
});

describeDatabases('an entered key', (open) => {
  let service: RunningTestService;
  let vendor: FakeVendor;
  let run: CanaryRun;
  let tables: [string, string][];
  const logged: string[] = [];

  beforeAll(async () => {
    vendor = await startVendor();
    const database = await open({ migrated: true });
    service = await startTestService(database, (event, fields) =>
      logged.push(JSON.stringify({ event, ...fields })),
    );
    await database.query(`update public.api_vendors set endpoint_url = $1 where name = 'openai'`, [
      vendor.endpoints.openai,
    ]);
    const [admin, user] = await Promise.all([
      signIn(service, { roles: ['admin'] }),
      signIn(service, { plan: 'professional' }),
    ]);
    run = await runCanary({ url: service.url, admin: admin.token, user: user.token }, vendor, 24);
    tables = await dumpTables(database);
  }, 180_000);
  afterAll(async () => {
    await service.close();
    await vendor.close();
  });

  it('reached the vendor, and is stored encrypted', () => {
    const stored = tables.find(([name]) => name === 'table public.api_vendors')?.[1] ?? '';
    expect(stored).toContain('v1.test.');
    const { 'vendor key': vendorKey, 'own key': ownKey } = run.secrets;
    for (const secret of [vendorKey, ownKey])
      expect(searchPieces([['requests', run.sent]], [secret]).found.length).toBeGreaterThan(0);
    expect(run.faults).toBeGreaterThanOrEqual(15);
    // Without this, the flows may have been refused before they used a key.
    const done = run.responses.map(([name]) => name).filter((name) => /^[a-z]+-[a-z]+ \(200\)$/.test(name));
    expect(new Set(done).size).toBe(5);
    expect(JSON.stringify(run.responses)).toContain('[hidden]');
  });

  it('is in no response, whatever the vendor returns', () => {
    expect(searchPieces(run.responses, Object.values(run.secrets)).found).toEqual([]);
  });

  it('is in no log and in no table, in any form', () => {
    const places: [string, string][] = [...tables, ['the log', logged.join('\n')]];
    expect(searchPieces(places, Object.values(run.secrets)).found).toEqual([]);
  });
});
