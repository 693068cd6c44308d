import { beforeAll, describe, expect, it } from 'vitest';
import { encryptText, isEncrypted } from './envelope.ts';
import {
  checkpointPart,
  createReplyEncrypter,
  type ReplyEncrypter,
  readPieceList,
} from './reply-encryption.ts';
import { createCheckpointReader, decryptContent, decryptReasoning } from './reply-texts.ts';
import { createSampleAccount } from './testing/sample-account.ts';
import { VerificationError } from './verification-error.ts';

const replyId = '22222222-2222-4222-8222-222222222222';
const questionId = '33333333-3333-4333-8333-333333333333';
const otherId = '44444444-4444-4444-8444-444444444444';

describe('an encrypted reply', () => {
  let account: Awaited<ReturnType<typeof createSampleAccount>>;
  let encrypter: ReplyEncrypter;
  beforeAll(async () => {
    account = await createSampleAccount();
    encrypter = await createReplyEncrypter(
      { account: account.accountId, chat: account.chatId, public_key: account.stored.publicKey },
      { replyId, questionId },
    );
  });
  const message = () => ({
    kind: 'message' as const,
    accountId: account.accountId,
    chatId: account.chatId,
    messageId: replyId,
    parentId: questionId,
    role: 'assistant',
  });
  const read = (
    stored: string,
    changes: { parentId?: string | null } & Partial<Omit<ReturnType<typeof message>, 'parentId'>> = {},
  ) => decryptContent(account.keys, { ...message(), ...changes }, stored);
  const piece = async (start: number, text: string, of: 'text' | 'reasoning' = 'text') => ({
    start,
    text: await encrypter.checkpoint(of, start, text),
  });
  const listOf = (pieces: readonly { start: number; text: string }[]) =>
    `enc1.c.${pieces.map(({ start, text }) => `${start}:${text}`).join()}`;

  it('can be decrypted only with the private key and for its chat', async () => {
    const stored = await encrypter.content('Grüße 👋🏽');
    expect(stored).toMatch(/^enc1\.p\.[\w-]+$/);
    expect(await read(stored)).toBe('Grüße 👋🏽');
    const reasoning = await encrypter.reasoning('Thinking');
    expect(await decryptReasoning(account.keys, message(), reasoning)).toBe('Thinking');
    const stranger = await createSampleAccount();
    await expect(decryptContent(stranger.keys, message(), stored)).rejects.toThrow(VerificationError);
  });

  it('is encrypted differently each time', async () => {
    expect(await encrypter.content('Same')).not.toBe(await encrypter.content('Same'));
  });

  it('is joined from its checkpoints if its writer disappeared', async () => {
    const pieces = [await piece(0, 'One, '), await piece(5, 'two, 👋🏽'), await piece(14, ' three')];
    expect(readPieceList(listOf(pieces))).toEqual(pieces);
    expect(await read(listOf(pieces))).toBe('One, two, 👋🏽 three');
    expect(await read('enc1.c.')).toBe('');
    const thoughts = [await piece(0, 'Hm', 'reasoning'), await piece(2, 'm', 'reasoning')];
    expect(await decryptReasoning(account.keys, message(), listOf(thoughts))).toBe('Hmm');
  });

  it('continues from a position while it is written, even inside a piece that grew', async () => {
    const reader = createCheckpointReader(account.keys, message(), 'text', 3);
    expect(await reader.take([await piece(0, 'Hello')])).toBe('lo');
    expect(await reader.take([await piece(0, 'Hello, wor')])).toBe(', wor');
    expect(await reader.take([await piece(10, 'ld')])).toBe('ld');
    expect(await reader.take([])).toBe('');
  });

  it('rejects an invalid public key, so that nothing is stored as plain text instead', async () => {
    for (const public_key of ['', 'A', account.stored.publicKey.slice(1), `${account.stored.publicKey}=`])
      await expect(
        createReplyEncrypter(
          { account: account.accountId, chat: account.chatId, public_key },
          { replyId, questionId },
        ),
      ).rejects.toThrow('public key');
  });

  describe('is refused if the service', () => {
    type Attack = () => Promise<unknown>;
    const attacks: readonly (readonly [string, Attack])[] = [
      ['moves it to another message', async () => read(await encrypter.content('A'), { messageId: otherId })],
      ['moves it to another chat', async () => read(await encrypter.content('A'), { chatId: otherId })],
      ['moves it to another account', async () => read(await encrypter.content('A'), { accountId: otherId })],
      ['changes its parent', async () => read(await encrypter.content('A'), { parentId: otherId })],
      ['removes its parent', async () => read(await encrypter.content('A'), { parentId: null })],
      ['shows it as the text of the user', async () => read(await encrypter.content('A'), { role: 'user' })],
      ['shows it as a system prompt', async () => read(await encrypter.content('A'), { role: 'system' })],
      ['shows the reasoning as the text', async () => read(await encrypter.reasoning('A'))],
      [
        'shows the text as the reasoning',
        async () => decryptReasoning(account.keys, message(), await encrypter.content('A')),
      ],
      ['shows a checkpoint as the text', async () => read((await piece(0, 'A')).text)],
      [
        'swaps two checkpoints',
        async () => {
          const [one, two] = [await piece(0, 'A'), await piece(1, 'B')];
          return read(
            listOf([
              { ...one, text: two.text },
              { ...two, text: one.text },
            ]),
          );
        },
      ],
      ['reorders checkpoints', async () => read(listOf([await piece(1, 'B'), await piece(0, 'A')]))],
      ['leaves out the first checkpoint', async () => read(listOf([await piece(1, 'B')]))],
      [
        'leaves out a checkpoint in the middle',
        async () => read(listOf([await piece(0, 'A'), await piece(2, 'C')])),
      ],
      [
        'moves a checkpoint to another position',
        async () => read(listOf([await piece(0, 'AB'), { ...(await piece(2, 'C')), start: 1 }])),
      ],
      [
        'shows checkpoints of the reasoning as text',
        async () => read(listOf([await piece(0, 'A', 'reasoning')])),
      ],
      [
        'shows checkpoints as the text of the user',
        async () => read(listOf([await piece(0, 'A')]), { role: 'user' }),
      ],
      [
        'moves checkpoints to another reply',
        async () => read(listOf([await piece(0, 'A')]), { messageId: otherId }),
      ],
      ['cuts the list', async () => read(listOf([await piece(0, 'A'), await piece(1, 'B')]).slice(0, -9))],
      ['adds plain text to the list', async () => read(`${listOf([await piece(0, 'A')])},1:B`)],
      ['adds a text without position', async () => read(`${listOf([await piece(0, 'A')])},B`)],
      ['truncates it', async () => read((await encrypter.content('A long text')).slice(0, -8))],
      [
        'changes a character',
        async () => {
          const stored = await encrypter.content('A');
          return read(`${stored.slice(0, 20)}${stored[20] === 'A' ? 'B' : 'A'}${stored.slice(21)}`);
        },
      ],
      ['replaces it with plain text', async () => read('A plain text')],
      [
        'replaces it with a later version of the format',
        async () => read((await encrypter.content('A')).replace('enc1', 'enc2')),
      ],
      [
        'relabels it as encrypted under the chat key',
        async () => read((await encrypter.content('A')).replace('enc1.p', 'enc1.k')),
      ],
      [
        'relabels a text under the chat key as a reply',
        async () => read((await encryptText(account.chatKey, message(), 'A')).replace('enc1.k', 'enc1.p')),
      ],
    ];
    it.each(attacks)('%s', async (_, attack) => {
      await expect(attack()).rejects.toThrow(VerificationError);
    });
  });

  it('has separate part numbers for text and reasoning', async () => {
    expect([checkpointPart('text', 0), checkpointPart('reasoning', 0)]).toEqual([0, 1]);
    expect([checkpointPart('text', 7), checkpointPart('reasoning', 7)]).toEqual([14, 15]);
    expect(isEncrypted(listOf([]))).toBe(true);
  });
});
