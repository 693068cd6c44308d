import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';

describeSchema("a vendor's row, for every role", (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  it.each([
    ['another host', 'https://api.example.com.evil.test/v1'],
    ['another scheme', 'http://api.example.com/v1'],
    ['another port', 'https://api.example.com:8443/v1'],
    ['the same port written out', 'https://api.example.com:443/v1'],
    ['a dot at the end of the host', 'https://api.example.com./v1'],
    ['an escaped letter of the host', 'https://%61pi.example.com/v1'],
    ['no address', null],
  ])('sends no key to %s', async (what, endpoint) => {
    await database.query(
      `update public.api_vendors set endpoint_url = 'https://api.example.com/v1', key_last4 = 'cdef',
         api_key_encrypted = $1 where name = 'openai'`,
      [`encrypted, for ${what}`],
    );
    const moved = await database.query(
      `update public.api_vendors set endpoint_url = $1 where name = 'openai'
       returning has_key, key_last4, api_key_encrypted`,
      [endpoint],
    );
    expect(moved).toEqual([{ has_key: false, key_last4: null, api_key_encrypted: null }]);
  });

  it('keeps the key on another path of the same origin', async () => {
    await database.query(
      `update public.api_vendors set endpoint_url = 'https://api.example.com/v1', api_key_encrypted = 'encrypted'
       where name = 'openai'`,
    );
    const moved = await database.query(
      `update public.api_vendors set endpoint_url = 'https://API.example.com/v2' where name = 'openai'
       returning has_key`,
    );
    expect(moved).toEqual([{ has_key: true }]);
  });

  it.each([
    'https://api.example.com\\@evil.test/v1',
    'https://\u212Aey.example.com/v1',
    'https://a@b.test/v1',
  ])('refuses a URL that two parsers read differently: %s', async (endpoint) => {
    const write = database.query(`update public.api_vendors set endpoint_url = $1 where name = 'openai'`, [
      endpoint,
    ]);
    await expect(write).rejects.toMatchObject({ code: '23514' });
  });
});
