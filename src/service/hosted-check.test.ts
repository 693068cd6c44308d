import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from './database/opened-database.ts';
import { checkHosted } from './hosted-check.ts';
import { openTestDatabase } from './testing/databases.ts';
import { expiredCertificate, trustExpiredCertificate } from './testing/expired-certificate.ts';
import { startTestService, testSecrets, type RunningTestService } from './testing/running-service.ts';

const future = '20990101000000_make_something.sql';

describe('checking a hosted service', () => {
  let service: RunningTestService;
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await openTestDatabase('pglite', { migrated: true });
    service = await startTestService(database);
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });
  const check = (migrations: readonly string[], key = testSecrets.publishableKey) =>
    checkHosted({ url: service.url, key }, migrations);

  it('finds no problem if key and schema are right', async () => {
    expect(await check(['20261129100900_create_operations.sql'])).toBeNull();
  });

  it('names the migration that is missing in its database', async () => {
    const problem = await check(['20261129100900_create_operations.sql', future]);
    expect(problem?.kind).toBe('schema-behind');
    expect(problem?.message).toContain('it lacks the migration 20990101000000_make_something.');
  });

  it('reports that the key is refused', async () => {
    expect((await check([], 'sb_publishable_of_another_project'))?.kind).toBe('key-refused');
  });

  it('distinguishes an expired certificate, to which it sends nothing, from an unreachable service', async () => {
    let requests = 0;
    const server = createServer(expiredCertificate, () => (requests += 1)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hosted = { url: `https://${host}`, key: 'sb_publishable_x' };
    const problem = await trustExpiredCertificate(() => checkHosted(hosted, [])).finally(() =>
      server.close(),
    );
    expect(problem?.kind).toBe('certificate');
    expect(problem?.message).toContain(`The certificate of ${host} has expired or is not valid`);
    expect(requests).toBe(0);

    await once(server, 'close');
    expect(await checkHosted(hosted, [])).toEqual({
      kind: 'unreachable',
      message: `${host} did not respond. Check the URL and your connection.`,
    });
  });
});
