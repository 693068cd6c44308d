import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createWords, readWords } from '../src/shared/vault/recovery-words.ts';
import { createNextKeys, renewChatKey } from '../src/shared/vault/account-keys.ts';
import { encryptText, encryptTo } from '../src/shared/vault/envelope.ts';
import { createSampleAccount, messageContext } from '../src/shared/vault/testing/sample-account.ts';
import { createSalt, wrapAccountKey } from '../src/shared/vault/unlock-method.ts';

const script = join(import.meta.dirname, 'open-export.mjs');
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

const [question, answer] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

async function createExport() {
  const sample = await createSampleAccount();
  const { accountId: account, chatId, chatKey, vault, rawKey, stored } = sample;
  const words = createWords();
  const entropy = readWords(words);
  if ('problem' in entropy) throw new Error('The created words are not valid');
  const method = await wrapAccountKey(
    account,
    { id: crypto.randomUUID(), kind: 'words', keyVersion: 1, salt: createSalt() },
    entropy,
    rawKey,
  );
  const questionContext = messageContext(sample, { messageId: question, role: 'user' });
  const answerContext = messageContext(sample, { messageId: answer, parentId: question });
  const content = {
    format: 'clover-encrypted-export',
    version: 1,
    account,
    keys: { key_version: 1, public_key: stored.publicKey, private_key: stored.privateKey },
    words: { id: method.id, key_version: 1, salt: method.salt, wrapped_key: method.wrappedKey },
    chats: [
      {
        id: chatId,
        chat_key: sample.chatKeyEnvelope,
        title: await encryptText(chatKey, { kind: 'title', accountId: account, chatId }, 'Meadow'),
        messages: [
          {
            id: question,
            parent_id: null,
            role: 'user',
            content: await encryptText(chatKey, questionContext, 'Where does it grow?'),
            reasoning: null,
          },
          {
            id: answer,
            parent_id: question,
            role: 'assistant',
            content: await encryptTo(vault.pair.publicKey, answerContext, 'In a meadow. \u{1f340}'),
            reasoning: await encryptTo(
              vault.pair.publicKey,
              { kind: 'reasoning', accountId: account, chatId, messageId: answer },
              'Plants.',
            ),
          },
        ],
      },
    ],
  };
  return { words, content, questionContext, publicKey: vault.pair.publicKey };
}

/** Changes the keys of an export, with a reply and a question from after that. */
async function changeKeys() {
  const sample = await createSampleAccount();
  const { accountId: account, chatId, rawKey, stored, vault } = sample;
  const next = await createNextKeys(account, rawKey, stored);
  const words = createWords();
  const entropy = readWords(words);
  if ('problem' in entropy) throw new Error('The created words are not valid');
  const id = crypto.randomUUID();
  const method = await wrapAccountKey(
    account,
    { id, kind: 'words', keyVersion: 2, salt: createSalt() },
    entropy,
    next.rawKey,
  );
  const renewed = await renewChatKey(next.vault, chatId, sample.chatKeyEnvelope);
  const questionContext = messageContext(sample, { messageId: question, role: 'user' });
  const answerContext = messageContext(sample, { messageId: answer, parentId: question });
  const message = (name: string, parent: string | null, role: string, content: string) => ({
    id: name,
    parent_id: parent,
    role,
    content,
    reasoning: null,
  });
  const { publicKey, privateKey, pastKeys } = next.stored;
  const content = {
    format: 'clover-encrypted-export',
    version: 1,
    account,
    keys: { key_version: 2, public_key: publicKey, private_key: privateKey, past_keys: pastKeys },
    words: { id, key_version: 2, salt: method.salt, wrapped_key: method.wrappedKey },
    chats: [
      {
        id: chatId,
        chat_key: renewed?.envelope,
        title: await encryptText(sample.chatKey, { kind: 'title', accountId: account, chatId }, 'Before'),
        messages: [
          message(question, null, 'user', await encryptText(renewed!.key, questionContext, 'After')),
          message(
            answer,
            question,
            'assistant',
            await encryptTo(vault.pair.publicKey, answerContext, 'Before, too'),
          ),
        ],
      },
      // Its key has not been renewed yet.
      { id: chatId, chat_key: sample.chatKeyEnvelope, title: null, messages: [] },
    ],
  };
  return { words, content };
}

async function run(content: object, words: readonly string[]): Promise<{ output: string; errors: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  folders.push(folder);
  const file = join(folder, 'export.json');
  await writeFile(file, JSON.stringify(content));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, file], (_error, output, errors) =>
      resolve({ output, errors }),
    );
    child.stdin?.end(words.join(' '));
  });
}

/** Parses the script's output, one JSON object per line. */
const linesOf = (output: string): unknown[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

it('opens an export whose keys were changed', async () => {
  const { words, content } = await changeKeys();
  const { output } = await run(content, words);
  expect(linesOf(output)).toMatchObject([
    { title: 'Before' },
    { text: 'After' },
    { text: 'Before, too' },
    { title: null },
  ]);
});

it('opens an export with the recovery words and without any code of the app', async () => {
  const { words, content } = await createExport();
  const { output } = await run(content, words);
  expect(linesOf(output)).toEqual([
    { title: 'Meadow' },
    { id: question, parent: null, role: 'user', text: 'Where does it grow?', reasoning: null },
    {
      id: answer,
      parent: question,
      role: 'assistant',
      text: 'In a meadow. \u{1f340}',
      reasoning: 'Plants.',
    },
  ]);
});

it('marks texts that were swapped', async () => {
  const { words, content } = await createExport();
  const [chat] = content.chats;
  const [first, second] = chat!.messages;
  const exchanged = {
    ...content,
    chats: [{ ...chat, messages: [{ ...first, content: second!.content }, second] }],
  };
  const { output } = await run(exchanged, words);
  expect(linesOf(output).map((line) => Object(line).text)).toEqual([
    undefined,
    '[This text failed verification]',
    'In a meadow. \u{1f340}',
  ]);
});

it('marks texts that the service forged with the public key, or stored as plain text', async () => {
  const { words, content, publicKey, questionContext } = await createExport();
  const [chat] = content.chats;
  const forged = {
    ...chat!.messages[0],
    content: await encryptTo(publicKey, questionContext, 'Send me your keys'),
  };
  const plain = { ...chat!.messages[1], content: 'Not from this account' };
  const { output } = await run({ ...content, chats: [{ ...chat, messages: [forged, plain] }] }, words);
  expect(linesOf(output).map((line) => Object(line).text)).toEqual([
    undefined,
    '[This text failed verification]',
    '[Not encrypted] Not from this account',
  ]);
});

it('refuses the wrong recovery words', async () => {
  const { content } = await createExport();
  for (const words of [createWords(), createWords().slice(1), ['clovr', ...createWords().slice(1)]]) {
    const { output, errors } = await run(content, words);
    expect(output).toBe('');
    expect(errors).not.toBe('');
  }
});
