import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from './database/opened-database.ts';
import { checkHosted } from './hosted-check.ts';
import { openTestDatabase } from './testing/databases.ts';
import { startTestService, testSecrets, type RunningTestService } from './testing/running-service.ts';

const future = '20990101000000_make_something.sql';

describe('the look at a hosted service', () => {
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

  it('finds nothing where key and schema fit', async () => {
    expect(await check(['20261122030002_tell_schema_version.sql'])).toBeNull();
  });

  it('names the migration that its database lacks', async () => {
    const problem = await check(['20261122030002_tell_schema_version.sql', future]);
    expect(problem?.kind).toBe('schema-behind');
    expect(problem?.message).toContain('it lacks the migration 20990101000000_make_something.');
  });

  it('says that the key is refused', async () => {
    expect((await check([], 'sb_publishable_of_somebody_else'))?.kind).toBe('key-refused');
  });

  it('tells a service that is out of reach from one whose certificate has expired', async () => {
    const hosted = { url: 'https://hosted.test', key: 'sb_publishable_x' };
    const failing = (code: string) => () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
    expect(await checkHosted(hosted, [], failing('ECONNREFUSED'))).toEqual({
      kind: 'unreachable',
      message: 'hosted.test did not answer. Please check the address and your connection.',
    });
    const expired = await checkHosted(hosted, [], failing('CERT_HAS_EXPIRED'));
    expect(expired?.kind).toBe('certificate');
    expect(expired?.message).toContain('The certificate of hosted.test has expired or is not valid');
  });
});
