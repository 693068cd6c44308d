import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { History } from '../../../../src/shared/encrypted-history/history.ts';
import { completeThroughGateway } from '../../../../src/shared/providers/gateway.ts';
import { attachFile } from './attach.ts';
import { createImage } from './image.ts';
import type { Writer } from './writer.ts';

interface Result<Data> {
  readonly data: Data;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string | null } | null;
}

const maxAttempts = 400;

/** Repeats a request until it is stored, as the outbox does: after a lost connection, and while a reply is running. */
export async function untilStored<Data>(request: () => PromiseLike<Result<Data>>): Promise<Data> {
  for (let attempt = 1; ; attempt += 1) {
    const { data, error } = await request();
    // The row exists: an earlier response was lost.
    if (!error || error.code === '23505') return data;
    const isTemporary = error.code === '' || error.hint === 'busy';
    if (!isTemporary || attempt === maxAttempts)
      throw new Error(`${error.code} ${error.hint ?? ''} ${error.message}`);
    await pause(5);
  }
}

async function storeChat({ client, ledger }: Writer, id: string): Promise<void> {
  const row = { title: ledger.text('Title'), parameters: { instructions: ledger.text('Be') } };
  await untilStored(() =>
    client()
      .from('chat_history')
      .insert({ id, ...row }),
  );
  ledger.write('chat_history', id, row);
}

async function say(
  { client, ledger }: Writer,
  chat: string,
  parentId: string | null = null,
): Promise<{ id: string; content: string }> {
  const [id, content] = [randomUUID(), ledger.text('Message')];
  const row = { id, chat_id: chat, role: 'user', content, parent_id: parentId, parameters: null };
  await untilStored(() => client().from('chat_messages').insert([row]).select('id, content'));
  ledger.write('chat_messages', id, { content });
  return { id, content };
}

/** Sends a message, and lets the gateway write the reply. Resolves when it is stored. */
export async function ask(writer: Writer, chat: string): Promise<void> {
  const { id: questionId, content } = await say(writer, chat);
  const { service, user, ledger } = writer;
  const replyId = randomUUID();
  const at = { url: service.url, key: 'sb_publishable_test', token: user.token };
  const { text } = await completeThroughGateway(
    at,
    {
      messageId: questionId,
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content }],
      reply: { replyId, questionId },
    },
    { signal: new AbortController().signal, fetch, onDelta: () => {} },
  );
  ledger.write('chat_messages', replyId, { content: text });
}

const pickFrom = ({ below }: Writer, chats: readonly string[]): string => chats[below(chats.length)] ?? '';

/** Picks a shared chat. Only these get files and images: the app can't restore a deleted chat that contains any. */
async function pickShared(writer: Writer): Promise<string> {
  if (writer.shared.length === 0) {
    const first = randomUUID();
    await storeChat(writer, first);
    writer.shared.push(first);
  }
  return pickFrom(writer, writer.shared);
}

interface ExportedMessage {
  readonly id: string;
  readonly content: string;
}

const exported = async ({ client }: Writer, chat: string): Promise<readonly ExportedMessage[]> =>
  (await untilStored(() => client().rpc('export_messages', { chat }))) as ExportedMessage[];

/** Imports messages in parts, with a reload between them. */
async function importParts(
  writer: Writer,
  chat: Readonly<Record<string, unknown>>,
  messages: readonly object[],
): Promise<void> {
  const half = Math.ceil(messages.length / 2);
  const parts = [messages.slice(0, half), messages.slice(half)].filter((part) => part.length > 0);
  let offset = 0;
  for (const part of parts) {
    const sent = { ...chat, offset, total: messages.length, messages: part };
    const results = await untilStored(() => writer.client().rpc('import_chats', { chats: [sent] }));
    const [{ outcome, code } = { outcome: '' }] = results as { outcome: string; code?: string }[];
    if (outcome === 'refused') throw new Error(`The import was refused: ${code}`);
    offset += part.length;
    await writer.reload();
  }
}

/** Repeats lost requests, because the app checks a chat again when it changes. */
async function expectNothingMissing(writer: Writer, history: History, chat: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1)
    try {
      const found = await writer.check({ service: writer.requests(), history }, chat);
      if (found && (found.isOlder || found.missing > 0))
        throw new Error(`A false alarm about a chat: ${JSON.stringify(found)}`);
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
}

/** The acts of a device. Each act ends when all of its texts are stored. */
export const acts = {
  begin: async (writer: Writer) => {
    const id = randomUUID();
    await storeChat(writer, id);
    // The page is closed before its first message is sent.
    if (writer.below(3) === 0) await writer.reload();
    await say(writer, id);
    (writer.below(2) === 0 ? writer.shared : writer.own).push(id);
  },
  say: async (writer: Writer) => void (await say(writer, pickFrom(writer, writer.shared))),
  attach: async (writer: Writer) => {
    const chat = await pickShared(writer);
    const { id } = await say(writer, chat);
    await attachFile(writer, chat, id);
  },
  image: async (writer: Writer) => {
    const { id } = await say(writer, await pickShared(writer));
    await createImage(writer, id);
  },
  ask: (writer: Writer) => ask(writer, pickFrom(writer, [...writer.shared, ...writer.own])),
  rename: async (writer: Writer) => {
    const [id, title] = [pickFrom(writer, writer.own), writer.ledger.text('Renamed')];
    await untilStored(() => writer.client().from('chat_history').update({ title }).eq('id', id).select('id'));
    writer.ledger.write('chat_history', id, { title });
  },
  reload: (writer: Writer) => writer.reload(),
  /** The service is honest, so any alarm is false. */
  check: async (writer: Writer) => {
    const chats = [...writer.shared, ...writer.own];
    const [history, chat] = [writer.history(), pickFrom(writer, chats)];
    if (history) await expectNothingMissing(writer, history, chat);
  },
  /** Stores another version of a message, shows it, and deletes it. */
  version: async (writer: Writer) => {
    const chat = pickFrom(writer, writer.own);
    const messages = await exported(writer, chat);
    const parent = messages[writer.below(messages.length)];
    const { id } = await say(writer, chat, parent?.id);
    const history = writer.history();
    if (history) await expectNothingMissing(writer, history, chat);
    await untilStored(() => writer.client().rpc('delete_version', { message: id }));
    writer.ledger.erase('chat_messages', id);
    if (history) await expectNothingMissing(writer, history, chat);
  },
  import: async (writer: Writer) => {
    const { ledger, below } = writer;
    const chat = { id: randomUUID(), title: ledger.text('Imported') };
    const ids = Array.from({ length: 2 + below(8) }, () => randomUUID());
    const messages = ids.map((id, index) => ({
      id,
      parent_id: ids[index - 1] ?? null,
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: ledger.text('Imported'),
    }));
    await importParts(writer, { ...chat, active_message_id: ids.at(-1) }, messages);
    ledger.write('chat_history', chat.id, { title: chat.title });
    for (const { id, content } of messages) ledger.write('chat_messages', id, { content });
    writer.own.push(chat.id);
  },
  /** Deletes a chat and restores it in a reloaded page, then continues it in the page from before the reload. */
  restore: async (writer: Writer) => {
    const id = pickFrom(writer, writer.own);
    const page = writer.client();
    const columns = 'id, title, parameters, active_message_id';
    const chat = await untilStored(() =>
      writer.client().from('chat_history').select(columns).eq('id', id).single(),
    );
    const messages = await exported(writer, id);
    await writer.reload();
    await untilStored(() => writer.client().from('chat_history').delete().eq('id', id));
    await importParts(writer, chat as object as Readonly<Record<string, unknown>>, messages);
    await say({ ...writer, client: () => page }, id);
  },
  fork: async (writer: Writer) => {
    const { ledger, client } = writer;
    const source = pickFrom(writer, writer.own);
    const id = randomUUID();
    const last = (await exported(writer, source)).at(-1);
    await untilStored(() => client().rpc('fork_chat', { message: last?.id, new_chat: id }));
    await writer.reload();
    const columns = 'title, parameters';
    const chat = await untilStored(() => client().from('chat_history').select(columns).eq('id', id).single());
    const copies = await exported(writer, id);
    // A copy that could not be decrypted does not contain the account's marker.
    for (const { content } of copies)
      if (!content.includes(ledger.marker)) throw new Error(`A copy contains "${content}"`);
    ledger.write('chat_history', id, chat as Readonly<Record<string, unknown>>);
    for (const copy of copies) ledger.write('chat_messages', copy.id, { content: copy.content });
    writer.own.push(id);
  },
  library: async ({ ledger, client, below }: Writer) => {
    const id = randomUUID();
    const rows = {
      personas: { name: ledger.text('P'), instructions: ledger.text('Be'), starters: [ledger.text('Ask')] },
      saved_prompts: { name: ledger.text('p'), text: ledger.text('Write') },
      projects: { name: ledger.text('Project') },
    };
    const table = (['personas', 'saved_prompts', 'projects'] as const)[below(3)] ?? 'personas';
    await untilStored(() =>
      client()
        .from(table)
        .insert({ id, ...rows[table] }),
    );
    const changed = { name: ledger.text('n') };
    await untilStored(() => client().from(table).update(changed).eq('id', id));
    ledger.write(table, id, { ...rows[table], ...changed });
  },
} as const;

export type Act = keyof typeof acts;
