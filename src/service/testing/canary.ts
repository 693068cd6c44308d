import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FakeVendor } from '../../../e2e/vendor/vendor.ts';
import type { QuickActionName } from '../../shared/quick-actions/contract.ts';
import type { Queryable } from '../database/database.ts';

/**
 * Creates a secret that is easy to find. URLs escape its special characters, JSON doesn't, and it doesn't look like a
 * known kind of key.
 */
export const makeCanary = (name: string) => `canary+${name}/${randomBytes(15).toString('base64url')}=%`;

/**
 * Encodes a text in base64 after `before` other bytes, and keeps the middle part, which doesn't depend on what follows.
 */
function base64Core(text: string, before: number): string {
  const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
  return whole.slice(before === 0 ? 0 : before + 1, Math.floor((before + text.length) / 3) * 4);
}

const urlSafe = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_');

/**
 * Lists every form that a leaked secret could have: plain, in URLs, in hex, and in base64 at each of its three offsets.
 */
export function canaryForms(secret: string): ReadonlyMap<string, string> {
  const hex = Buffer.from(secret).toString('hex');
  const cores = [0, 1, 2].map((before) => base64Core(secret, before));
  return new Map([
    ['plain', secret],
    ['plain, without its last characters', secret.slice(0, -8)],
    ['URL', encodeURIComponent(secret)],
    ['form', new URLSearchParams({ k: secret }).toString().slice(2)],
    ['hex', hex],
    ['hex, capitals', hex.toUpperCase()],
    ...cores.map((core, offset): [string, string] => [`base64 at ${offset}`, core]),
    ...cores.map((core, offset): [string, string] => [`base64url at ${offset}`, urlSafe(core)]),
  ]);
}

/** How much was searched, and every place where a secret was found. */
export interface SearchResult {
  readonly bytes: number;
  readonly found: readonly string[];
}

export function searchPieces(
  pieces: Iterable<readonly [string, string | Uint8Array]>,
  secrets: readonly string[],
): SearchResult {
  const found: string[] = [];
  let bytes = 0;
  for (const [place, piece] of pieces) {
    const content = Buffer.from(piece);
    bytes += content.length;
    for (const secret of secrets)
      for (const [form, text] of canaryForms(secret))
        if (content.includes(text)) found.push(`${place}: ${secret.slice(0, 13)}… as ${form}`);
  }
  return { bytes, found };
}

/** Reads every file below the folders. Compressed files are not unpacked. */
export async function filesBelow(folders: readonly string[]): Promise<[string, Uint8Array][]> {
  const files: [string, Uint8Array][] = [];
  for (const folder of folders)
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.push([path, await readFile(path)]);
    }
  return files;
}

/** Reads every row of every table as text, like a dump. */
export async function dumpTables(database: Queryable): Promise<[string, string][]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const dumped: [string, string][] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(`select t::text as row from ${name} t`);
    dumped.push([`table ${name}`, rows.map(({ row }) => row).join('\n')]);
  }
  return dumped;
}

/** The service, with the tokens of an administrator and of a Professional user. */
export interface CanaryTarget {
  readonly url: string;
  readonly admin: string;
  readonly user: string;
}

export interface CanaryRun {
  /** The entered keys, by how they were entered. */
  readonly secrets: Readonly<Record<'vendor key' | 'own key' | 'API key', string>>;
  /** Every response with its headers, except the one that must show the API key. */
  readonly responses: readonly (readonly [string, string])[];
  /** All requests to the vendor. They must contain the keys, otherwise the run proves nothing. */
  readonly sent: string;
  readonly faults: number;
}

/** Writes a text with the key in all its forms, as a careless or hostile vendor might send it. */
function echoText(secret: string): string {
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), btoa(secret)];
  return `You sent ${forms.join(' and ')}`;
}

/** Lists vendor responses that contain the key in all its forms. */
export function echoFaults(secret: string) {
  const message = echoText(secret);
  const address = `https://elsewhere.test/?key=${encodeURIComponent(secret)}`;
  const statuses = [400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 529];
  return [
    ...statuses.map((status) => ({ kind: 'status', status, body: { error: { message } } }) as const),
    { kind: 'status', status: 400, body: message },
    { kind: 'status', status: 500, body: `<html><body><p title="${secret}">${message}</p></body></html>` },
    { kind: 'status', status: 422, body: { detail: `${'x'.repeat(190)} ${message}` } },
    { kind: 'status', status: 418, body: { error: `Authorization: Bearer ${secret}` } },
    { kind: 'error-event', after: 0, error: { message, code: 500 } },
    { kind: 'error-event', after: 2, error: { message, code: 'bad_key' } },
    { kind: 'redirect', location: address },
    // Used as a list of models and as an image with an external URL.
    { kind: 'raw', body: JSON.stringify({ data: [{ id: secret, name: message, url: address }] }) },
    { kind: 'malformed-json' },
    { kind: 'wrong-shape' },
    { kind: 'empty' },
    { kind: 'cut', after: 1 },
    { kind: 'end-early', after: 1 },
  ] as const;
}

/**
 * Enters a canary in every possible way, then runs every flow that uses a key, against a vendor that repeats the key in
 * its replies and errors. Each flow gets every faulty response, or only one in `oneIn`.
 */
export async function runCanary(target: CanaryTarget, vendor: FakeVendor, oneIn = 1): Promise<CanaryRun> {
  const responses: (readonly [string, string])[] = [];
  const secrets = { 'vendor key': makeCanary('vendor'), 'own key': makeCanary('own'), 'API key': '' };

  const call = async (
    bearer: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const response = await fetch(`${target.url}/functions/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    responses.push([`${path} (${response.status})`, `${JSON.stringify([...response.headers])}\n${text}`]);
    return text;
  };
  const messages = [{ role: 'user', content: 'Hello' }];
  const ownHeaders = {
    'x-provider-key': secrets['own key'],
    'x-clover-vendor': 'openai',
    'x-provider-origin': vendor.url,
  };
  const chat = (bearer: string, stream: boolean, headers = {}) =>
    call(bearer, 'chat/completions', { model: 'gpt-4.1-2025-04-14', messages, stream }, headers);

  const created = await fetch(`${target.url}/functions/v1/account/api-keys/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.user}` },
    body: JSON.stringify({ name: 'canary' }),
  });
  // Not added to `responses`, because this response must show the key.
  secrets['API key'] = ((await created.json()) as { key: string }).key;

  await call(target.admin, 'admin/vendors/set-key', { vendor: 'openai', key: secrets['vendor key'] });
  await call(target.admin, 'admin/vendors/activate', { vendor: 'openai' });
  await call(target.admin, 'admin/vendors/set-key', { vendor: 'openai', key: `${secrets['vendor key']} x` });

  const act = (name: QuickActionName, body: unknown) => call(target.user, name, body);

  const test = () => call(target.admin, 'admin/vendors/test', { vendor: 'openai' });
  const check = () => call(target.user, 'models/check', { vendor: 'openai', model: 'gpt-4o' });
  /** The results of these flows are cached for a while. Unless the cache is cleared, the next fault is not reached. */
  const cachedFlows: ReadonlySet<() => Promise<unknown>> = new Set([test, check]);
  /** Clears the cache, as any change to the vendor does. */
  const clearCache = (count: number) =>
    call(target.admin, 'admin/vendors/save', { vendor: 'openai', config: { stream: count % 2 === 0 } });

  const flows: readonly (readonly [keyof typeof secrets, () => Promise<unknown>])[] = [
    ['vendor key', () => chat(target.user, false)],
    ['vendor key', () => chat(target.user, true)],
    ['vendor key', () => chat(secrets['API key'], true)],
    ['vendor key', () => call(target.admin, 'admin/vendors/list-models', { vendor: 'openai' })],
    ['vendor key', test],
    ['vendor key', check],
    ['vendor key', () => act('image-generation', { prompt: 'A cat' })],
    ['vendor key', () => act('text-summarization', { text: 'Much' })],
    ['vendor key', () => act('data-analysis', { data: '1, 2' })],
    ['vendor key', () => act('code-assistance', { code: 'x = 1' })],
    ['vendor key', () => act('advice-generation', { question: 'Why?' })],
    ['own key', () => chat(target.user, false, ownHeaders)],
    ['own key', () => chat(target.user, true, ownHeaders)],
    [
      'own key',
      () => chat(target.user, true, { ...ownHeaders, 'x-provider-origin': 'https://elsewhere.test' }),
    ],
    ['own key', () => call(target.user, 'models/check', { vendor: 'openai', model: 'gpt-4o' }, ownHeaders)],
  ];
  for (const [name, flow] of flows) {
    vendor.always({ kind: 'reply', text: echoText(secrets[name]) });
    await flow();
  }
  const sent = JSON.stringify(vendor.requests.map(({ headers, body }) => [headers, body]));
  let faults = 0;
  for (const [place, [name, flow]] of flows.entries())
    for (const fault of echoFaults(secrets[name]).filter((_, index) => (index + place) % oneIn === 0)) {
      vendor.reset();
      vendor.always(fault);
      faults += 1;
      await flow();
      if (cachedFlows.has(flow)) await clearCache(faults);
    }
  vendor.reset();

  const readings = ['list', 'rotate'].map((action) => call(target.admin, `admin/vendors/${action}`, {}));
  await Promise.all([...readings, call(target.user, 'models'), call(secrets['API key'], 'models')]);
  return { secrets, responses, sent, faults };
}
