import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { describeDatabases } from '../testing/databases.ts';
import { runQuotaRounds } from '../testing/quota-rounds.ts';
import { startTestService } from '../testing/running-service.ts';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

describeDatabases("the running service's quota", (open) => {
  // `npm run prove -- quota` does the same with 200 sends in 50 rounds.
  it('accepts exactly three of 30 simultaneous messages, whether sent through REST or the gateway [ROLE-013] [ROLE-020]', async () => {
    const database = await open({ migrated: true });
    await database.query(`update public.api_vendors set is_active = false where is_active`);
    await database.query(
      `update public.api_vendors set is_active = true, endpoint_url = $1 where name = 'ollama'`,
      [vendor.endpoints.ollama],
    );
    const service = await startTestService(database);
    try {
      const report = await runQuotaRounds(service, database, { rounds: 1, sends: 30 });
      expect(report).toEqual({ accepted: [3], counted: [3], unexpected: new Map() });
    } finally {
      await service.close();
    }
  }, 60_000);
});
