import { copiedId } from './copied-id.ts';
import { copyFiles } from './fork-files.ts';
import { copyImages, linkCopies } from './fork-images.ts';
import type { FunctionCall } from './function-call.ts';
import { importChats } from './imports.ts';
import type { Row } from './rows.ts';
import { failureOf, ServiceRefusal } from './service.ts';
import { sentences } from './sentences.ts';

/** Messages per call of import_chats. */
const messagesPerCall = 100;
const rowsPerPage = 500;

const refusal = (): ServiceRefusal =>
  new ServiceRefusal(
    Response.json({ code: 'P0001', hint: 'quota', message: sentences().noSpaceForFork }, { status: 400 }),
  );

/** Converts the refusal of a limit to the database's format, which callers of `fork_chat` expect. */
async function limitOf(error: ServiceRefusal): Promise<ServiceRefusal | null> {
  const { hint, error: name, message } = await failureOf(error);
  if (hint === 'limit' || hint === 'quota') return error;
  if (name !== 'LimitExceeded') return null;
  return new ServiceRefusal(Response.json({ code: 'P0001', hint: 'limit', message }, { status: 400 }));
}

/** Deletes the new chat if a limit stops the copy, because it would be incomplete. */
async function deleteAtLimit(
  { service }: FunctionCall,
  newChat: string,
  copying: () => Promise<void>,
): Promise<void> {
  try {
    await copying();
  } catch (error) {
    const limit = error instanceof ServiceRefusal ? await limitOf(error) : null;
    if (!limit) throw error;
    await service.remove('chat_history', `id=eq.${newChat}`);
    throw limit;
  }
}

/**
 * Returns the messages of the branch that ends with `last`, in reading order. With `since`, returns only those from
 * there on, and the system prompt that applies to them.
 */
function branchOf(rows: readonly Row[], last: unknown, since: unknown): readonly Row[] {
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const branch: Row[] = [];
  for (let row = byId.get(last); row; row = byId.get(row['parent_id'])) branch.unshift(row);
  const start = branch.findIndex(({ id }) => id === since);
  if (start < 1) return branch;
  const prompt = branch.slice(0, start).findLast(({ role }) => role === 'system');
  return [...(prompt ? [prompt] : []), ...branch.slice(start)];
}

/**
 * Copies a branch into a new chat. The service can't do that, because envelopes are bound to their message. The texts
 * must be re-encrypted for the copies.
 */
export async function forkOnDevice(call: FunctionCall): Promise<unknown> {
  const { parameters: given, cipher, service } = call;
  const { message, new_chat: newChat, since } = given;
  const [found] = await service.read('chat_messages', `select=chat_id&id=eq.${String(message)}`);
  const source = String(found?.['chat_id']);
  const [chat] = await service.read('chat_history', `select=*&id=eq.${source}`);
  if (!chat) return null;
  const rows: Row[] = [];
  for (let page: readonly Row[] | null = null; page === null || page.length === rowsPerPage;) {
    page = await service.read(
      'chat_messages',
      `select=*&chat_id=eq.${source}&order=seq&offset=${rows.length}&limit=${rowsPerPage}`,
    );
    rows.push(...page);
  }
  const branch = branchOf(rows, message, since);
  const ids = new Map<unknown, string>(
    await Promise.all(
      branch.map(async ({ id }) => [id, await copiedId(String(newChat), String(id))] as const),
    ),
  );
  const linked = await Promise.all(
    branch.map(async (row, index) => {
      const { seq: _seq, user_id: _user, ...plain } = await cipher.decrypt('chat_messages', row);
      const previous = branch[index - 1];
      return linkCopies(String(newChat), {
        ...plain,
        id: ids.get(row['id']),
        chat_id: newChat,
        parent_id: previous ? ids.get(previous['id']) : null,
      });
    }),
  );
  const copies = linked.map(({ message: copy }) => copy);
  const { title, parameters, ...plain } = await cipher.decrypt('chat_history', chat);
  // Left out, because it refers to a message of the source.
  const { summary: _, ...others } = (parameters ?? {}) as Row;
  const copied = {
    id: newChat,
    title,
    parameters: Object.keys(others).length === 0 ? null : others,
    model_id: plain['model_id'],
    vendor_id: plain['vendor_id'],
    active_message_id: copies.at(-1)?.['id'],
  };
  const total = copies.length;
  await deleteAtLimit(call, String(newChat), async () => {
    for (let offset = 0; offset < total;) {
      const messages = copies.slice(offset, offset + messagesPerCall);
      const part = { ...copied, offset, total, messages };
      const [result] = await importChats(call, [part], (chats) => service.call('import_chats', { chats }));
      if (result?.['outcome'] === 'refused') throw refusal();
      // An earlier attempt may have stored some or all of the parts.
      offset = Number(result?.['next'] ?? total);
    }
    await copyImages(
      call,
      linked.flatMap(({ images }) => images),
    );
    await copyFiles(call, { source, newChat: String(newChat), messages: ids });
  });
  return newChat;
}
