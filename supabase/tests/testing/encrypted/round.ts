import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FakeVendor } from '../../../../e2e/vendor/vendor.ts';
import type { Database } from '../../../../src/service/database/database.ts';
import { createTurnOffStatements, type Vault } from '../../../../src/shared/vault/account-keys.ts';
import { openEncryptedDevice } from '../encrypted-device.ts';
import { type AccountOptions, LossyAccount } from './account.ts';
import { ask, untilStored } from './acts.ts';
import { countPlainImages } from './image.ts';
import { turnOn } from './turn-on.ts';
import type { Writer } from './writer.ts';

export interface RoundOptions extends AccountOptions {
  readonly vendor: FakeVendor;
  readonly devices: number;
  readonly acts: number;
}

export interface RoundResult {
  readonly failures: readonly string[];
  readonly texts: number;
  readonly requests: number;
  readonly lost: number;
  readonly reloads: number;
}

/**
 * Turns encrypted history on for an account with chats, uses it, and turns it off. In each phase, several devices write
 * at the same time, reload, and lose requests and responses. Compares all texts with what was written.
 */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const account = await LossyAccount.create(options);
  const chats = await writeHistory(account);
  const [vault, ...others] = await Promise.all([
    turnOn(account.user, account.plain),
    turnOn(account.user, account.plain),
  ]);
  const vaults = [vault, ...others];
  const devices = Array.from({ length: options.devices }, (_, index) =>
    account.writer(vaults[index % vaults.length]),
  );
  await writeWhileTurningOn(account, vault, devices, chats, options.acts);
  await writeWhileOn(account, vault, devices, options);
  await writeWhileTurningOff(account, vault, devices, options);
  return { failures: account.failures, texts: account.ledger.size, ...account.figures };
}

/** Writes chats and other texts before encrypted history is turned on. Returns the ids of the chats. */
export async function writeHistory(account: LossyAccount): Promise<readonly string[]> {
  const { ledger, plain, user } = account;
  const writer = account.writer();
  await account.perform(writer, [
    'begin',
    'begin',
    'begin',
    'begin',
    'ask',
    'import',
    'attach',
    'attach',
    'image',
  ]);
  await account.perform(writer, ['library', 'library', 'library']);
  const chats = [...account.shared, ...writer.own];
  const [chat = ''] = chats;
  const draft = { text: ledger.text('Draft') };
  await plain
    .from('shared_drafts')
    .insert({ chat_id: chat, ...draft })
    .throwOnError();
  ledger.write('shared_drafts', chat, draft);
  const about = ledger.text('About');
  const instructions = { about, style: '', is_used: true, known_revision: 0 };
  await plain.rpc('save_account_instructions', instructions).throwOnError();
  ledger.write('account_instructions', user.id, { about });
  await account.compare(null, 'before');
  return chats;
}

async function writeWhileTurningOn(
  account: LossyAccount,
  vault: Vault,
  devices: readonly Writer[],
  plainChats: readonly string[],
  acts: number,
): Promise<void> {
  account.isWatched = true;
  for (const device of devices) {
    await device.reload();
    while (device.own.length === 0 || account.shared.length === 0) await account.perform(device, ['begin']);
  }
  // All devices write to the chats that are still plain. Each of these chats needs a key.
  for (const chat of plainChats)
    await Promise.all(devices.map((device) => account.perform({ ...device, shared: [chat] }, ['say'])));
  const converting = [account.convert(vault, 'turning_on'), account.convert(vault, 'turning_on')];
  await Promise.all([...converting, account.performAll(devices, acts)]);
  if ((await account.state()) !== 'on') account.failures.push('It was not turned on');
}

async function writeWhileOn(
  account: LossyAccount,
  vault: Vault,
  devices: readonly Writer[],
  { database, service, acts }: RoundOptions,
): Promise<void> {
  const { ledger } = account;
  await account.performAll(devices, acts);
  // The database can't compare encrypted names, so prompts may have the same name.
  const name = `about-${ledger.marker}`;
  for (const { client } of devices) {
    const prompt = { id: randomUUID(), name, text: ledger.text('Write') };
    await untilStored(() => client().from('saved_prompts').insert(prompt));
    ledger.write('saved_prompts', prompt.id, { name, text: prompt.text });
  }
  await account.compare(openEncryptedDevice(service, account.user, vault), 'while it is on');
  for (const table of await ledger.leaks(database)) account.failures.push(`plain text in ${table}`);
  for (const name of await ledger.leakingObjects(database, service))
    account.failures.push(`plain text in the object ${name}`);
  const images = await countPlainImages(database, account);
  if (images > 0) account.failures.push(`${images} images are not encrypted`);
}

/**
 * Turns encrypted history off while a reply is running and devices write. Some of the devices don't know that it is
 * turned off.
 */
async function writeWhileTurningOff(
  account: LossyAccount,
  vault: Vault,
  devices: readonly Writer[],
  { database, vendor, acts }: RoundOptions,
): Promise<void> {
  const [first, ...others] = devices;
  const { ledger, plain, user } = account;
  const end = Promise.withResolvers<void>();
  const isRunning = async () =>
    (await database.query(`select from private.reply_progress where user_id = $1`, [user.id])).length > 0;
  vendor.script({ kind: 'pace', text: `A long reply of several words ${ledger.marker}`, end: end.promise });
  let isAsking = true;
  const asking = Promise.resolve(first && ask(first, first.own[0] ?? ''))
    .catch((error: unknown) => void account.failures.push(`ask: ${String(error)}`))
    .finally(() => (isAsking = false));
  while (isAsking && !(await isRunning())) await pause(5);

  account.isWatched = false;
  const [statement = ''] = await createTurnOffStatements(vault);
  await plain.rpc('start_turning_off', { statement }).throwOnError();
  const writing = account.performAll(others, acts);
  const converting = account.convert(vault, 'turning_off');
  await pause(50);
  end.resolve();
  await Promise.all([writing, converting, asking]);
  if ((await account.state()) !== 'off') account.failures.push('It was not turned off');
  // Some devices have not noticed that encrypted history is off.
  await account.performAll(devices, acts);
  await account.compare(null, 'after it was turned off');
  const envelopes = await database.query<{ place: string }>(
    `select 'message' as place from public.chat_messages where user_id = $1 and content_format = 'encrypted'
     union all select 'file' from public.message_attachments where user_id = $1 and private.is_envelope(name)
     union all select 'image' from public.message_images
       where user_id = $1 and content_type = 'application/vnd.clover.encrypted'
     union all select 'chat' from public.chat_history where user_id = $1 and chat_key is not null`,
    [user.id],
  );
  for (const { place } of envelopes) account.failures.push(`still encrypted: ${place}`);
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
