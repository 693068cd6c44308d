import { z } from 'zod';
import type { CompletionResult, Delta } from '../completion/completion.ts';
import type { EncryptedCheckpoints } from '../vault/reply-encryption.ts';
import { createCheckpointReader } from '../vault/reply-texts.ts';
import { VerificationError } from '../vault/verification-error.ts';
import { openHistory } from './open-history.ts';
import type { Row } from './rows.ts';
import type { TextService } from './service.ts';

export interface ReplyOptions {
  readonly signal: AbortSignal;
  readonly onDelta: (delta: Delta) => void;
}

/** The reply to read: its id, and the positions from which its text and reasoning are needed. */
export interface ReplyStart {
  readonly replyId: string;
  readonly from: number;
  readonly reasoningFrom: number;
}

const pieces = z.array(z.object({ start: z.number(), text: z.string() }));
const checkpointsSchema = z.object({
  checkpoints: z.object({ chat: z.string(), text: pieces, reasoning: pieces }),
});

/**
 * Reads a reply of an account with encrypted history. The process that writes the reply sends plain text, others send
 * encrypted checkpoints. Decrypts the checkpoints and the stored row.
 */
export async function readEncryptedReply<Options extends ReplyOptions>(
  send: (options: Options) => Promise<CompletionResult>,
  { accountId, start, service }: { accountId: string; start: ReplyStart; service: TextService },
  options: Options,
): Promise<CompletionResult> {
  const history = await openHistory(accountId, service);
  const { accountKeys, pairs } = history.vault;
  const readerOf = (chatId: string, of: 'text' | 'reasoning', from: number) =>
    createCheckpointReader(
      { key: accountKeys, pair: pairs },
      { accountId, chatId, messageId: start.replyId },
      of,
      from,
    );
  let readers: { text: ReturnType<typeof readerOf>; reasoning: ReturnType<typeof readerOf> } | null = null;
  /** Decrypts one checkpoint at a time, so that the text arrives in order. */
  let reading = Promise.resolve();
  const take = async ({ chat, ...given }: EncryptedCheckpoints): Promise<void> => {
    readers ??= {
      text: readerOf(chat, 'text', start.from),
      reasoning: readerOf(chat, 'reasoning', start.reasoningFrom),
    };
    const [text, reasoning] = [
      await readers.text.take(given.text),
      await readers.reasoning.take(given.reasoning),
    ];
    options.onDelta({ text, ...(reasoning !== '' && { reasoning }) });
  };
  const result = await send({
    ...options,
    onDelta: (delta) => {
      const { data } = checkpointsSchema.safeParse(delta.stored);
      if (!data) return options.onDelta(delta);
      reading = reading.then(() => take(data.checkpoints));
      // Ignored, because the stored row shows that verification failed.
      reading = reading.catch((error: unknown) => {
        if (!(error instanceof VerificationError)) throw error;
      });
    },
  });
  await reading;
  if (result.stored === undefined || result.stored === null) return result;
  const stored = await history.cipherFor(service).decrypt('chat_messages', result.stored as Row);
  return { ...result, stored };
}
