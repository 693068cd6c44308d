import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import { restClient, serviceClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import type { Rest } from './rest.ts';
import { openWorkshop } from './testing/workshop.ts';

describeDatabases('values over REST', (open) => {
  let rest: Rest;
  let client: SupabaseClient;
  beforeAll(async () => {
    rest = await openWorkshop(await open());
    client = restClient(rest, serviceClaims);
  });

  const text = async (path: string, init?: RequestInit) =>
    (await rest.handle(new Request(`http://service.test/rest/v1/${path}`, init), serviceClaims)).text();

  it('are numbers with every digit, in rows and in embeds', async () => {
    expect(await text('measures?select=amount,big&order=id')).toBe(
      '[{"amount":12345678901234567890.123456789,"big":9007199254740993},' +
        '{"amount":1.50,"big":-9223372036854775808}]',
    );
  });

  it('keep every digit when written, and in filters', async () => {
    const written = await text('measures?select=amount,big', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: '{"amount": 0.10000000000000000000001, "big": 9007199254740995}',
    });
    expect(written).toBe('[{"amount":0.10000000000000000000001,"big":9007199254740995}]');
    const { data } = await client.from('measures').select('id').eq('big', '9007199254740993');
    expect(data).toEqual([{ id: 1 }]);
    expect((await client.from('measures').select('id').eq('big', '9007199254740992')).data).toEqual([]);
  });

  it('are bytes in hexadecimal', async () => {
    const { data, error } = await client.from('measures').select('bytes').order('id').limit(2);
    expect(error).toBeNull();
    expect(data).toEqual([{ bytes: String.raw`\x00ff41` }, { bytes: String.raw`\x` }]);
    const written = await client
      .from('measures')
      .insert({ bytes: String.raw`\xdeadbeef` })
      .select('bytes')
      .single();
    expect(written.data).toEqual({ bytes: String.raw`\xdeadbeef` });
    const found = await client
      .from('measures')
      .select('id')
      .eq('bytes', String.raw`\x00ff41`);
    expect(found.data).toEqual([{ id: 1 }]);
  });

  it('are timestamps in ISO format, and ranges', async () => {
    const { data } = await client
      .from('measures')
      .select('taken_at, span')
      .contains('span', '[2,3)')
      .single();
    expect(data).toEqual({ taken_at: '2026-01-02T03:04:05.678+00:00', span: '[1,5)' });
    expect((await client.from('measures').select('id').rangeGt('span', '[7,9)')).data).toEqual([]);
  });

  it('are cast, and nulls are stripped, on request', async () => {
    const { data } = await client.from('measures').select('big::text, half:amount::int').eq('id', 2).single();
    expect(data).toEqual({ big: '-9223372036854775808', half: 2 });
    const stripped = await client.from('measures').select('id, span').eq('id', 2).stripNulls().single();
    expect(stripped.data).toEqual({ id: 2 });
    const refused = await client.from('measures').select('note::regclass');
    expect({ status: refused.status, code: refused.error?.code }).toEqual({ status: 400, code: '42704' });
  });

  it('are CSV lines on request', async () => {
    const { data } = await client.from('jobs').select('id, title').order('id').csv();
    expect(data).toBe('id,title\n1,bench\n2,door\n3,null');
  });

  it('are found by the text null', async () => {
    expect((await client.from('jobs').select('id').eq('title', 'null')).data).toEqual([{ id: 3 }]);
  });

  it.each(['exact', 'planned', 'estimated'] as const)('are counted exactly with count %s', async (count) => {
    const answer = await client.from('jobs').select('id', { count, head: true });
    expect(answer).toMatchObject({ error: null, count: 3 });
  });

  it('are refused beyond the last row, but not for an empty page', async () => {
    const beyond = await client.from('jobs').select('id', { count: 'exact' }).range(10, 12);
    expect({ status: beyond.status, code: beyond.error?.code }).toEqual({ status: 416, code: 'PGRST103' });
    const none = await client.from('jobs').select('id', { count: 'exact' }).limit(0);
    expect(none).toMatchObject({ data: [], count: 3 });
  });
});
