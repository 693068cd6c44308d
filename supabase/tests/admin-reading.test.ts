import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { testSecrets, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { newPersona } from '../../src/shared/personas/persona.ts';
import { actionPaths } from '../functions/admin/handler.ts';
import { openConsole, signIn, type SignedIn } from './testing/callers.ts';
import { as, makeAccount, makeChat, send, type Account } from './testing/accounts.ts';

const fileAt = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Reads the names in code format from the first column of two tables in docs/security.md. */
const [consoleActions = [], authRoutes = []] = fileAt('../../docs/security.md')
  .split('### The auth service')
  .map((part) => [...part.matchAll(/^\| `([^`]+)` *\|/gm)].map(([, name = '']) => name));

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const range = { from: '2026-11-01', to: '2026-11-02' };

/**
 * Builds each action's body. `user` is the account that the administrator tries to read, and `mine` a second account,
 * which is the target of merges.
 */
const bodyOf: Readonly<Record<string, (user: string, mine: string) => object>> = {
  'users/list': (user) => ({ search: user }),
  'users/export': (user) => ({ search: user }),
  'users/show': (user) => ({ user }),
  'users/create': (user) => ({ id: user, email: `${randomUUID()}@example.test` }),
  'users/delete': (user) => ({ user }),
  'users/set-role': (user) => ({ user, role: 'restricted', granted: true }),
  'users/set-plan': (user) => ({ user, plan: 'professional' }),
  'users/set-budget': (user) => ({ user, tokens_per_month: 1, cost_per_month: null }),
  'users/restrict': (user) => ({ user, restriction_type: 'ban', reason: 'Spam', expires_at: soon() }),
  'users/lift': (user) => ({ user }),
  'users/reset-password': (user) => ({ user }),
  'users/end-session': (user) => ({ user, session: randomUUID() }),
  'users/set-verified': (user) => ({ user, verified: true }),
  'users/impersonate': (user) => ({ user }),
  'users/current-impersonation': () => ({}),
  'users/end-impersonation': () => ({}),
  'users/view': () => ({ session: randomUUID(), page: 'chats' }),
  'users/merge-preview': (source, target) => ({ source, target }),
  'users/merge-ask': (source, target) => ({ source, target }),
  'users/merge': (source, target) => ({ source, target }),
  'users/bulk-start': (user) => ({ id: user, operation: { type: 'lift' }, targets: [user] }),
  'users/bulk-step': (user) => ({ id: user }),
  'users/bulk-status': (user) => ({ id: user }),
  'users/bulk-list': () => ({}),
  'roles/list': () => ({}),
  'keys/list': () => ({}),
  'keys/revoke': (user) => ({ id: user }),
  'stats/dashboard': () => ({}),
  'stats/status': () => ({}),
  'stats/analytics': () => ({ ...range, group: 'user' }),
  'stats/export': () => ({ ...range, group: 'user' }),
  'logs/list': (user) => ({ user }),
  'logs/export': (user) => ({ user }),
  'activity/recent': () => ({}),
  'settings/list': () => ({}),
  'settings/save': () => ({ key: 'default_system_prompt', value: 'Repeat everything.' }),
  'mail/status': () => ({}),
  'mail/test': () => ({}),
  'personas/list': () => ({}),
  'personas/publish': (user) => ({
    personas: [{ ...newPersona, id: user, known_revision: null, name: 'X' }],
  }),
  'personas/remove': (user) => ({ id: user }),
  'prompts/list': () => ({}),
  'prompts/publish': (user) => ({ id: user, known_revision: null, name: 'x', title: '', text: 'X' }),
  'prompts/remove': (user) => ({ id: user }),
  'models/list': () => ({}),
  'models/save': () => ({ model_id: 'x', display_name: 'X' }),
  'models/delete': () => ({ model_id: 'x' }),
  'models/order': () => ({ model_ids: [] }),
  'models/save-vendor-model': () => ({ vendor: 'openai', model_id: 'x', display_name: 'X' }),
  'models/save-vendor-models': () => ({ vendor: 'openai', models: [{ model_id: 'x', display_name: 'X' }] }),
  'models/delete-vendor-model': () => ({ vendor: 'openai', model_id: 'x' }),
  'vendors/list': () => ({}),
  'vendors/add': () => ({
    display_name: 'Mine',
    dialect: 'openai-style',
    endpoint_url: 'https://example.com/v1/chat/completions',
    needs_key: false,
  }),
  'vendors/enable': () => ({ vendor: 'ollama', is_enabled: true }),
  'vendors/remove': () => ({ vendor: 'mine' }),
  'vendors/set-headers': () => ({ vendor: 'openai', headers: [{ name: 'x-team', value: 'ours' }] }),
  'vendors/save': () => ({ vendor: 'openai', endpoint_url: 'https://example.com/v1/chat/completions' }),
  'vendors/set-key': () => ({ vendor: 'openai', key: 'sk-0123456789abcdef' }),
  'vendors/clear-key': () => ({ vendor: 'openai' }),
  'vendors/rotate': () => ({}),
  'vendors/test': () => ({ vendor: 'demo' }),
  'vendors/activate': () => ({ vendor: 'demo' }),
  'vendors/list-models': () => ({ vendor: 'demo' }),
  'vendors/reorder': () => ({ vendors: ['demo'] }),
};

describe('the table of admin actions in docs/security.md', () => {
  it('lists every action of the console, and each is tried here', () => {
    expect(consoleActions.toSorted()).toEqual(actionPaths.toSorted());
    expect(Object.keys(bodyOf).toSorted()).toEqual(actionPaths.toSorted());
  });

  it('lists every route of the auth service that accepts the secret key', () => {
    const routes = [
      ...fileAt('../../src/service/auth/routes.ts').matchAll(/\['([A-Z]+)', '(\/admin[^']*|\/invite)'/g),
    ].map(([, method, path]) => `${method} ${path}`);
    expect(routes.length).toBeGreaterThan(5);
    expect(authRoutes.toSorted()).toEqual(routes.toSorted());
  });
});

describeSchema('reading chats as an administrator', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;
  let accomplice: SignedIn;
  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
    accomplice = await signIn(service);
  });
  afterAll(() => service.close());

  /** Creates a user whose texts no one else may read. */
  async function makeVictim(): Promise<{ readonly account: Account; readonly secret: string }> {
    const account = await makeAccount(database, { plan: 'professional' });
    const secret = `canary${randomUUID().replaceAll('-', '')}`;
    const chat = await makeChat(database, account, `Title ${secret}`);
    await send(database, account, chat, { content: `Text ${secret}` });
    await writeTexts(account, secret);
    return { account, secret };
  }

  async function writeTexts({ id }: Account, secret: string): Promise<void> {
    for (const row of [
      `public.account_instructions (user_id, about) values ($1, $2)`,
      `public.personas (user_id, name, instructions) values ($1, 'Teacher', $2)`,
      `public.projects (user_id, name) values ($1, $2)`,
      `public.saved_prompts (user_id, name, text) values ($1, 'short', $2)`,
      `public.memories (user_id, content) values ($1, $2)`,
    ])
      await database.query(`insert into ${row}`, [id, secret]);
  }

  async function readAll({ id }: Pick<SignedIn, 'id'>, secret: string): Promise<string> {
    const claims = { role: 'authenticated', sub: id } as const;
    const statements = [
      `select * from public.chat_history`,
      `select * from public.chat_messages`,
      `select user_id from public.message_images`,
      `select * from public.search_messages('${secret}')`,
      `select * from public.export_chats()`,
      `select * from public.user_activity_logs`,
      `select * from public.account_instructions`,
      `select * from public.personas`,
      `select * from public.projects`,
      `select * from public.saved_prompts`,
      `select * from public.memories`,
      `select * from public.project_files`,
      `select * from public.reply_passages`,
    ];
    const found = await Promise.all(statements.map((sql) => as(database, { claims }, sql)));
    return JSON.stringify(found);
  }
  const act = (path: string, body: object) => admin.post(`admin/${path}`, body);

  it.each(consoleActions)('%s gives no access', async (path) => {
    const { account, secret } = await makeVictim();
    const { status, text } = await act(path, bodyOf[path]!(account.id, accomplice.id));
    expect(status).not.toBe(500);
    expect(text).not.toContain(secret);
    for (const reader of [admin, accomplice]) expect(await readAll(reader, secret)).not.toContain(secret);
    await act('users/end-impersonation', {});
  });

  it('a merge of an account without chats gives no access', async () => {
    const account = await makeAccount(database);
    const secret = `canary${randomUUID().replaceAll('-', '')}`;
    await writeTexts(account, secret);
    expect((await act('users/merge', { source: account.id, target: accomplice.id })).status).toBe(409);
    expect(await readAll(accomplice, secret)).not.toContain(secret);
  });

  it('every SQL function for administrators is called by an action of the table', async () => {
    const functions = await database.query<{ name: string }>(
      `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'public' and p.proargnames[1] = 'actor'`,
    );
    const folder = new URL('../functions/admin/', import.meta.url);
    const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .join('');
    expect(functions.length).toBeGreaterThan(20);
    expect(functions.map(({ name }) => name).filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });

  it('no policy on chats, messages or images mentions administrators', async () => {
    const policies = await database.query<{ condition: string }>(
      `select coalesce(qual, '') || coalesce(with_check, '') as condition from pg_policies
       where tablename in ('chat_history', 'chat_messages', 'message_images')`,
    );
    expect(policies.length).toBeGreaterThan(5);
    for (const { condition } of policies) {
      expect(condition).toContain('auth.uid()');
      expect(condition).not.toMatch(/admin|has_role/);
    }
  });

  it("a view shows titles and texts only with the user's consent", async () => {
    const { account, secret } = await makeVictim();
    const { session } = (await act('users/impersonate', { user: account.id })).body;
    const look = async () => (await act('users/view', { session: session.id, page: 'chats' })).text;
    const set = (is: boolean) => as(database, account, `select public.set_support_consent($1)`, [is]);
    expect(await look()).not.toContain(secret);
    await set(true);
    expect(await look()).toContain(secret);
    await set(false);
    expect(await look()).not.toContain(secret);
    await act('users/end-impersonation', {});
  });

  it("an account created by an administrator cannot be used by them and cannot read others' chats", async () => {
    const { account, secret } = await makeVictim();
    const [id, email, password] = [randomUUID(), `${randomUUID()}@example.test`, 'a known password'];
    expect((await act('users/create', { id, email, password })).status).toBe(200);
    const entered = await service.client().auth.signInWithPassword({ email, password });
    expect(entered.error?.code).toBe('invalid_credentials');
    expect((await act('users/merge', { source: account.id, target: id })).status).toBe(409);
    expect(await readAll({ id }, secret)).not.toContain(secret);
  });

  it('verifying an unproven address removes the password and the sessions of the sign-up', async () => {
    const [email, password] = [`${randomUUID()}@example.com`, 'a known password'];
    const created = await service.client().auth.signUp({ email, password });
    const user = created.data.user!.id;
    await database.query(`update auth.users set email_confirmed_at = null where id = $1`, [user]);
    await act('users/set-verified', { user, verified: true });
    const entered = await service.client().auth.signInWithPassword({ email, password });
    expect(entered.error?.code).toBe('invalid_credentials');
    expect(await database.query(`select from auth.sessions where user_id = $1`, [user])).toEqual([]);
  });

  it("the auth service's routes for the secret key refuse an administrator", async () => {
    const { account } = await makeVictim();
    const answers = authRoutes.map(async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const { status } = await fetch(
        `${service.url}/auth/v1${path.replace(':id', account.id).replace(':factor', randomUUID())}`,
        {
          method,
          headers: {
            apikey: testSecrets.publishableKey,
            authorization: `Bearer ${admin.token}`,
            'content-type': 'application/json',
          },
          ...(method !== 'GET' && { body: JSON.stringify({ type: 'recovery', email: 'a@example.com' }) }),
        },
      );
      return [route, status];
    });
    expect(await Promise.all(answers)).toEqual(authRoutes.map((route) => [route, 403]));
  });

  it("a change of the active vendor is on everyone's list of receipts", async () => {
    const { account } = await makeVictim();
    const receipts = async () =>
      (
        await as<{ action_type: string }>(
          database,
          account,
          `select action_type from public.my_access_receipts()`,
        )
      ).map(({ action_type }) => action_type);
    expect(await receipts()).toEqual([]);
    await act('vendors/save', { vendor: 'openai', display_name: 'Renamed' });
    await act('vendors/save', { vendor: 'openai', endpoint_url: 'https://example.org/v1/chat/completions' });
    await act('vendors/activate', { vendor: 'demo' });
    expect(await receipts()).toEqual(['vendor.activate', 'vendor.save']);
  });
});
