import type { FunctionCall } from './function-call.ts';
import { chatMemories } from './chat-memory.ts';
import { forkOnDevice } from './fork.ts';
import { deleteOnDevice } from './heads.ts';
import { importChats } from './imports.ts';
import type { Row, RowCipher } from './rows.ts';

type EncryptedFunction = (call: FunctionCall) => Promise<unknown>;

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

const decryptAll = (cipher: RowCipher, table: string, rows: unknown): Promise<Row[]> =>
  Promise.all(rowsOf(rows).map((row) => cipher.decrypt(table, row)));

/** The database functions whose parameters or results contain texts. */
export const encryptedFunctions: Readonly<Record<string, EncryptedFunction>> = {
  app_start: async ({ send, parameters, cipher }) => {
    const start = (await send(parameters)) as Row;
    const [chats, pinned, projects] = await Promise.all([
      decryptAll(cipher, 'chat_history', start['chats']),
      decryptAll(cipher, 'chat_history', start['pinned']),
      decryptAll(cipher, 'projects', start['projects']),
    ]);
    return { ...start, chats, pinned, projects };
  },
  list_branch: async ({ send, parameters, cipher }) =>
    decryptAll(cipher, 'chat_messages', await send(parameters)),
  export_account: async ({ send, parameters, cipher }) => {
    const account = (await send(parameters)) as Row;
    return { ...account, files: await decryptAll(cipher, 'message_attachments', account['files']) };
  },
  export_chats: async ({ send, parameters, cipher }) =>
    decryptAll(cipher, 'chat_history', await send(parameters)),
  export_messages: async ({ send, parameters, cipher }) => {
    const rows = rowsOf(await send(parameters));
    return decryptAll(
      cipher,
      'chat_messages',
      rows.map((row) => ({ ...row, chat_id: parameters['chat'] })),
    );
  },
  // Reads the whole message instead of only the prompt, because the envelope is bound to the message's id.
  find_system_prompt: async ({ service, parameters, cipher }) => {
    const found = await decryptAll(
      cipher,
      'chat_messages',
      await service.call('find_system_message', parameters),
    );
    return found[0]?.['content'] ?? null;
  },
  save_account_instructions: async ({ send, parameters, cipher, history, service }) => {
    await history.refresh(service);
    const encrypted = history.writesPlain()
      ? parameters
      : await cipher.encrypt('account_instructions', parameters, history.vault.accountKey);
    const result = (await send(encrypted)) as Row;
    const stored = await cipher.decrypt('account_instructions', result['stored'] as Row);
    // A repeated call after a lost response counts as saved. The service can't detect that, because envelopes always
    // differ.
    const isSame = ['about', 'style', 'is_used'].every((name) => stored[name] === parameters[name]);
    return { is_saved: result['is_saved'] === true || isSame, stored };
  },
  import_chats: (call) =>
    importChats(call, rowsOf(call.parameters['chats']), (chats) => call.send({ ...call.parameters, chats })),
  fork_chat: (call) => forkOnDevice(call),
  delete_version: (call) => deleteOnDevice(call, chatMemories.get(call.history.vault.accountId) ?? null),
};
