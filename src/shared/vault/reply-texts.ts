import type { Context } from './context.ts';
import { decryptText, type DecryptionKeys } from './envelope.ts';
import { checkpointPart, type EncryptedPiece, isPieceList, readPieceList } from './reply-encryption.ts';
import { VerificationError } from './verification-error.ts';

/** The message to which the texts of a reply are bound. */
export interface ReplyMessage {
  readonly accountId: string;
  readonly chatId: string;
  readonly messageId: string;
}

/**
 * Reads a text from its encrypted checkpoints. Each call returns the new text after the position.
 *
 * @throws VerificationError also if a piece is missing
 */
export function createCheckpointReader(
  keys: DecryptionKeys,
  { accountId, chatId, messageId }: ReplyMessage,
  of: 'text' | 'reasoning',
  from = 0,
): { readonly take: (pieces: readonly EncryptedPiece[]) => Promise<string> } {
  let position = from;
  return {
    take: async (pieces) => {
      let text = '';
      for (const { start, text: envelope } of pieces) {
        const part = checkpointPart(of, start);
        const context: Context = { kind: 'checkpoint', accountId, chatId, messageId, part };
        const piece = await decryptText(keys, context, envelope);
        // A client may request a position that the text has not reached yet.
        if (start > position) throw new VerificationError(context, 'damaged');
        text += piece.slice(position - start);
        position = Math.max(position, start + piece.length);
      }
      return text;
    },
  };
}

async function decryptReplyText(
  keys: DecryptionKeys,
  message: ReplyMessage,
  of: 'text' | 'reasoning',
  context: Context,
  stored: string,
): Promise<string> {
  if (!isPieceList(stored)) return decryptText(keys, context, stored);
  const pieces = readPieceList(stored);
  if (!pieces) throw new VerificationError(context, 'damaged');
  return createCheckpointReader(keys, message, of).take(pieces);
}

/**
 * Decrypts the text of a message. Only a reply may be a list of checkpoints, because anyone with the public key can
 * create such a list.
 *
 * @throws VerificationError
 */
export function decryptContent(
  keys: DecryptionKeys,
  context: Extract<Context, { readonly kind: 'message' }>,
  stored: string,
): Promise<string> {
  if (context.role !== 'assistant') return decryptText(keys, context, stored);
  return decryptReplyText(keys, context, 'text', context, stored);
}

/** @throws VerificationError */
export function decryptReasoning(
  keys: DecryptionKeys,
  { accountId, chatId, messageId }: ReplyMessage,
  stored: string,
): Promise<string> {
  const message = { accountId, chatId, messageId };
  return decryptReplyText(keys, message, 'reasoning', { kind: 'reasoning', ...message }, stored);
}
