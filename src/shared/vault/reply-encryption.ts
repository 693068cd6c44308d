import { z } from 'zod';
import { encryptFileTo, encryptTo, importPublicKey } from './envelope.ts';

/** The service's response when a reply starts in an account with encrypted history. */
export const replyEncryptionSchema = z.object({
  account: z.uuid(),
  chat: z.uuid(),
  public_key: z.string(),
});
export type ReplyEncryption = Readonly<z.infer<typeof replyEncryptionSchema>>;

/** The ids of a reply's message and of the message that it answers. */
interface ReplyIds {
  readonly replyId: string;
  readonly questionId: string;
}

/** Encrypts the stored content of a reply. The writer itself can't decrypt it. */
export interface ReplyEncrypter {
  readonly content: (text: string) => Promise<string>;
  readonly reasoning: (text: string) => Promise<string>;
  /** Encrypts a checkpoint of the text or the reasoning that starts at this position. */
  readonly checkpoint: (of: 'text' | 'reasoning', start: number, text: string) => Promise<string>;
  /** Encrypts the bytes of an image in the reply. */
  readonly image: (imageId: string, bytes: Uint8Array) => Promise<Uint8Array>;
}

/**
 * Returns the part number of a checkpoint. Text and reasoning have separate positions, so text has even numbers and
 * reasoning has odd ones.
 */
export const checkpointPart = (of: 'text' | 'reasoning', start: number): number =>
  2 * start + (of === 'text' ? 0 : 1);

/** Rejects if the public key is invalid, because the reply could then only be stored as plain text. */
export async function createReplyEncrypter(
  { account: accountId, chat: chatId, public_key }: ReplyEncryption,
  { replyId: messageId, questionId: parentId }: ReplyIds,
): Promise<ReplyEncrypter> {
  const publicKey = await importPublicKey(public_key);
  if (!publicKey) throw new TypeError('The public key of an account is invalid');
  const ids = { accountId, chatId, messageId };
  return {
    content: (text) => encryptTo(publicKey, { kind: 'message', ...ids, parentId, role: 'assistant' }, text),
    reasoning: (text) => encryptTo(publicKey, { kind: 'reasoning', ...ids }, text),
    checkpoint: (of, start, text) =>
      encryptTo(publicKey, { kind: 'checkpoint', ...ids, part: checkpointPart(of, start) }, text),
    image: (imageId, bytes) => encryptFileTo(publicKey, { kind: 'image', accountId, imageId }, bytes),
  };
}

/** An encrypted piece of a running or interrupted reply, at its position in UTF-16 units. */
export interface EncryptedPiece {
  readonly start: number;
  readonly text: string;
}

/** The checkpoints of a running reply. The client decrypts them and uses the text after its position. */
export interface EncryptedCheckpoints {
  /** The reply's chat, to which the envelopes are bound. */
  readonly chat: string;
  readonly text: readonly EncryptedPiece[];
  readonly reasoning: readonly EncryptedPiece[];
}

/** The text of an interrupted reply is a list of its checkpoints, because the service can't join them. */
const listPrefix = 'enc1.c.';

export const isPieceList = (text: string): boolean => text.startsWith(listPrefix);

/** Returns null if the text is not a list of checkpoints. */
export function readPieceList(text: string): readonly EncryptedPiece[] | null {
  if (!isPieceList(text)) return null;
  const list = text.slice(listPrefix.length);
  const pieces = list === '' ? [] : list.split(',').map((piece) => /^(\d{1,7}):(.+)$/.exec(piece));
  return pieces.every((piece) => piece !== null)
    ? pieces.map(([, start, envelope = '']) => ({ start: Number(start), text: envelope }))
    : null;
}
