import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from './database/opened-database.ts';
import { functions } from './functions/registry.ts';
import { describeDatabases } from './testing/databases.ts';
import { startTestService, testSecrets, type RunningTestService } from './testing/running-service.ts';

function speech(): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])]), 'speech.webm');
  return form;
}

/** One request for every function. All of them are valid if the session has no requirement. */
const requests: Readonly<Record<string, readonly (readonly [path: string, body: object | null])[]>> = {
  account: [
    ['account/delete', { confirmation: 'delete my account' }],
    ['account/api-keys/create', { name: 'A key' }],
    ['account/api-keys/revoke', { id: randomUUID() }],
  ],
  admin: [['admin/stats/overview', {}]],
  'advice-generation': [['advice-generation', { question: 'Advise me' }]],
  billing: [['billing/subscribe', { billing: 'monthly' }]],
  chat: [['chat/completions', { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }]],
  'code-assistance': [['code-assistance', { code: 'Help me' }]],
  'data-analysis': [['data-analysis', { data: 'Analyze this' }]],
  audio: [['audio/transcriptions', speech()]],
  embeddings: [['embeddings', { model: 'm', input: 'Hello' }]],
  'image-generation': [['image-generation', { prompt: 'A clover' }]],
  images: [[`images/${randomUUID()}`, null]],
  models: [
    ['models', null],
    ['models/check', { vendor: 'demo', model: 'm' }],
  ],
  'text-summarization': [['text-summarization', { text: 'Summarize this' }]],
};

describeDatabases('a session that still requires its second factor', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let headers: Record<string, string>;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    const client = service.client();
    const { data } = await client.auth.signUp({
      email: `${randomUUID()}@example.com`,
      password: 'a good long password',
    });
    headers = {
      apikey: testSecrets.publishableKey,
      authorization: `Bearer ${data.session!.access_token}`,
      'content-type': 'application/json',
    };
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [
      data.user!.id,
    ]);
    await database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [data.user!.id],
    );
  });
  afterAll(() => service.close());

  it('is refused by every function', async () => {
    expect(Object.keys(requests).toSorted()).toEqual([...functions.keys()].toSorted());
    const statuses: Record<string, number> = {};
    // A form has its own content type.
    const { 'content-type': _, ...withoutType } = headers;
    for (const [path, body] of Object.values(requests).flat()) {
      const answer = await fetch(`${service.url}/functions/v1/${path}`, {
        headers: body instanceof FormData ? withoutType : headers,
        ...(body && { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      statuses[path] = answer.status;
      await answer.text();
    }
    const allowed = Object.entries(statuses).filter(([, status]) => status !== 403 && status !== 404);
    expect(allowed).toEqual([]);
    expect(statuses['models/check']).toBe(403);
  });

  it('reads no table through REST', async () => {
    for (const table of ['chat_history', 'chat_messages', 'llm_api_keys', 'ai_models']) {
      const answer = await fetch(`${service.url}/rest/v1/${table}?select=id`, { headers });
      expect([table, await answer.json()]).toEqual([table, []]);
    }
  });

  it('gets 400 for JSON that is nested too deeply, on every path', async () => {
    const body = `{"chats":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    for (const path of ['/rest/v1/rpc/import_chats', '/functions/v1/chat/completions']) {
      const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.text()).not.toContain('stack');
    }
  });
});
