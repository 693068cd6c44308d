import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { FakeVendor } from '../../../../e2e/vendor/vendor.ts';
import type { Database } from '../../../../src/service/database/database.ts';
import type { RunningTestService } from '../../../../src/service/testing/running-service.ts';
import { createHistoryService } from '../../../../src/shared/encrypted-history/service.ts';
import { readState } from '../../../../src/shared/encrypted-history/history.ts';
import {
  createAccountKeys,
  importKey,
  openVault,
  type StoredKeys,
  type Vault,
} from '../../../../src/shared/vault/account-keys.ts';
import {
  createSalt,
  type UnlockMethod,
  unwrapAccountKey,
  wrapAccountKey,
} from '../../../../src/shared/vault/unlock-method.ts';
import { signIn, type SignedIn } from '../callers.ts';
import { type EncryptedDevice, openEncryptedDevice } from '../encrypted-device.ts';
import { type Act, acts, ask, untilStored, type Writer } from './acts.ts';
import { Ledger } from './ledger.ts';

export interface RoundOptions {
  readonly database: Database;
  readonly service: RunningTestService;
  readonly vendor: FakeVendor;
  readonly devices: number;
  /** The acts of each device in each phase. */
  readonly acts: number;
  /** The share of requests that get lost, and of responses. */
  readonly loss: number;
  /** A random number from 0 to less than 1. */
  readonly random: () => number;
}

export interface RoundResult {
  readonly failures: readonly string[];
  readonly texts: number;
  readonly requests: number;
  readonly lost: number;
  readonly reloads: number;
}

/** The secret of the recovery words, which the user has written down. */
const secret = new Uint8Array(randomBytes(32));

/** Turns encrypted history on, or unlocks it with the words if another device was faster. */
async function turnOn(user: SignedIn, client: SupabaseClient): Promise<Vault> {
  const { rawKey, stored, vault } = await createAccountKeys(user.id);
  const wrap = async (kind: 'words' | 'passkey') => {
    const method = { id: randomUUID(), kind, keyVersion: 1, salt: createSalt() };
    const { keyVersion, wrappedKey, ...row } = await wrapAccountKey(user.id, method, secret, rawKey);
    const credential = kind === 'passkey' ? 'credential' : null;
    return {
      ...row,
      name: kind,
      key_version: keyVersion,
      wrapped_key: wrappedKey,
      credential_id: credential,
    };
  };
  const { publicKey, privateKey } = stored;
  const methods = await Promise.all([wrap('words'), wrap('passkey')]);
  const turning = { public_key: publicKey, private_key: privateKey, methods };
  const { error } = await client.rpc('turn_on_encryption', turning);
  if (!error) return vault;
  if (error.hint !== 'already_on') throw new Error(error.message);
  const columns =
    'key_version, public_key, private_key, unlock_methods(id, kind, key_version, salt, wrapped_key)';
  const { data } = await client.from('account_encryption').select(columns).single().throwOnError();
  const words = data.unlock_methods.find(({ kind }) => kind === 'words');
  const method: UnlockMethod = {
    id: String(words?.id),
    kind: 'words',
    keyVersion: Number(words?.key_version),
    salt: String(words?.salt),
    wrappedKey: String(words?.wrapped_key),
  };
  const keys: StoredKeys = {
    keyVersion: data.key_version as number,
    publicKey: data.public_key as string,
    privateKey: data.private_key as string,
  };
  return openVault(user.id, await importKey(await unwrapAccountKey(user.id, method, secret)), keys);
}

/**
 * An account with chats turns encrypted history on, uses it, and turns it off, always with several devices that write at
 * the same time, reload, and lose requests and responses. Compares all texts with what was written.
 */
export async function runRound({
  database,
  service,
  vendor,
  devices: count,
  acts: actCount,
  loss,
  random,
}: RoundOptions): Promise<RoundResult> {
  const ledger = new Ledger();
  const failures: string[] = [];
  const figures = { requests: 0, lost: 0, reloads: 0 };
  const user = await signIn(service, { plan: 'professional' });
  const below = (limit: number) => Math.floor(random() * limit);

  let isWatched = false;
  const lossy: typeof fetch = async (input, init) => {
    figures.requests += 1;
    if (isWatched && typeof init?.body === 'string' && init.body.includes(ledger.marker))
      failures.push(`sent as plain text: ${new Request(input).url}`);
    await pause(below(4));
    const isLost = random() < loss;
    const response = isLost && below(2) === 0 ? null : await fetch(input, init);
    if (!isLost && response) return response;
    await response?.arrayBuffer();
    figures.lost += 1;
    throw new TypeError('fetch failed');
  };
  /** The service as the account reads it, without encryption. */
  const plain = createClient(service.url, 'sb_publishable_test', {
    auth: { persistSession: false },
    accessToken: async () => user.token,
  });
  const shared: string[] = [];
  const writerOf = (load: () => Promise<SupabaseClient>): Writer => {
    let client = plain;
    return {
      service,
      user,
      ledger,
      shared,
      own: [],
      below,
      client: () => client,
      reload: async () => {
        figures.reloads += 1;
        client = await load();
      },
    };
  };
  const perform = async (writer: Writer, acting: readonly Act[]) => {
    for (const act of acting)
      try {
        await acts[act](writer);
      } catch (error) {
        failures.push(`${act}: ${String(error)}`);
      }
  };
  const compare = async (client: SupabaseClient, when: string) => {
    for (const difference of await ledger.compare(client)) failures.push(`${when}: ${difference}`);
  };
  const kinds = Object.keys(acts) as Act[];
  const choose = () => Array.from({ length: actCount }, () => kinds[below(kinds.length)] ?? 'say');

  // The existing history.
  const first = writerOf(async () => plain);
  await perform(first, [
    'begin',
    'begin',
    'begin',
    'begin',
    'ask',
    'import',
    'library',
    'library',
    'library',
  ]);
  const others = { text: ledger.text('Draft'), about: ledger.text('About') };
  const [draft = ''] = shared.concat(first.own);
  await plain.from('shared_drafts').insert({ chat_id: draft, text: others.text }).throwOnError();
  ledger.write('shared_drafts', draft, { text: others.text });
  const instructions = { about: others.about, style: '', is_used: true, known_revision: 0 };
  await plain.rpc('save_account_instructions', instructions).throwOnError();
  ledger.write('account_instructions', user.id, { about: others.about });
  await compare(plain, 'before');

  const old = [...shared, ...first.own];
  // Two devices turn it on at once. All convert it, and write.
  const [vault] = await Promise.all([turnOn(user, plain), turnOn(user, plain)]);
  isWatched = true;
  const credentials = { apikey: 'sb_publishable_test', authorization: `Bearer ${user.token}` };
  const reader = createHistoryService(fetch, `${service.url}/rest/v1/`, credentials, null);
  const open = async () => openEncryptedDevice(service, user, vault, await readState(user.id, reader), lossy);
  const writers = Array.from({ length: count }, () => writerOf(async () => (await open()).client));
  // They have no chats of their own yet.
  for (const writer of writers) {
    await writer.reload();
    await perform(writer, ['begin', 'begin']);
    while (writer.own.length === 0 || shared.length === 0) await perform(writer, ['begin']);
  }
  const stateOf = () => readState(user.id, reader);
  /** Converts the history until the state has changed. It may be interrupted at any request. */
  const convert = async (from: string) => {
    for (let attempt = 1; attempt <= 500 && (await stateOf()) === from; attempt += 1) {
      const device: EncryptedDevice = await open();
      await device.convert().catch((error: unknown) => {
        if (!(error instanceof TypeError) && !String(error).includes('409')) failures.push(String(error));
      });
    }
  };
  const write = () => writers.map((writer) => perform(writer, choose()));
  // All write to the chats that are still plain, each of which needs a key.
  for (const chat of old)
    await Promise.all(writers.map((writer) => perform({ ...writer, shared: [chat] }, ['say'])));
  await Promise.all([convert('turning_on'), convert('turning_on'), ...write()]);
  if ((await stateOf()) !== 'on') failures.push('It was not turned on');

  // It is on.
  await Promise.all(write());
  const name = `about-${ledger.marker}`;
  for (const writer of writers) {
    const id = randomUUID();
    const prompt = { name, text: ledger.text('Write') };
    await untilStored(() =>
      writer
        .client()
        .from('saved_prompts')
        .insert({ id, ...prompt }),
    );
    ledger.write('saved_prompts', id, prompt);
  }
  const { client: fresh } = openEncryptedDevice(service, user, vault);
  await compare(fresh, 'while it is on');
  for (const table of await ledger.leaks(database)) failures.push(`plain text in ${table}`);

  // It is turned off while a reply is running and devices write, some of which don't know it.
  const end = Promise.withResolvers<void>();
  vendor.script({ kind: 'pace', text: `A long reply of several words ${ledger.marker}`, end: end.promise });
  const [slow] = writers;
  const asking = slow && ask(slow, slow.own[0] ?? '');
  while (
    (await database.query(`select from private.reply_progress where user_id = $1`, [user.id])).length === 0
  )
    await pause(5);
  isWatched = false;
  await plain.rpc('start_turning_off').throwOnError();
  const turningOff = [convert('turning_off'), ...writers.slice(1).map((writer) => perform(writer, choose()))];
  await pause(50);
  end.resolve();
  await Promise.all([...turningOff, asking]);
  await convert('turning_off');
  if ((await stateOf()) !== 'off') failures.push('It was not turned off');
  // Devices that have not noticed yet.
  await Promise.all(write());
  await compare(plain, 'after it was turned off');
  const envelopes = await database.query<{ place: string }>(
    `select 'message' as place from public.chat_messages where user_id = $1 and content_format = 'encrypted'
     union all select 'chat' from public.chat_history where user_id = $1 and chat_key is not null`,
    [user.id],
  );
  for (const { place } of envelopes) failures.push(`still encrypted: ${place}`);
  return { failures, texts: ledger.size, ...figures };
}

/** Makes the vendor the active one, and allows as many writes as the rounds need. */
export async function prepareRounds(database: Database, vendor: FakeVendor): Promise<void> {
  await database.query(`update public.api_vendors set is_active = false where is_active`);
  await database.query(
    `update public.api_vendors set is_active = true, endpoint_url = $1 where name = 'ollama'`,
    [vendor.endpoints.ollama],
  );
  await database.query(
    `update public.system_settings set setting_value = 'offered' where setting_key = 'encrypted_history'`,
  );
  await database.query(
    `update public.system_settings set setting_value = '1000000' where setting_key = 'professional_writes_per_minute'`,
  );
}
