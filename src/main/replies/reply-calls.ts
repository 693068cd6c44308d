import { z } from 'zod';
import type { ReplyTarget } from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import { type ReplyEncryption, replyEncryptionSchema } from '../../shared/vault/reply-encryption.ts';
import { callFunction, readRefusal } from '../service/call-function.ts';
import type { Service } from '../service/service.ts';
import type { ReplyPiece } from './checkpoints.ts';
import type { EndedReply } from './ended-reply.ts';

export interface BegunReply {
  /** The text that the reply continues. Empty if there is none, or if the service can't read it. */
  readonly seed: string;
  /** Set if the account has encrypted history. */
  readonly encryption: ReplyEncryption | null;
}

/** The service's functions for replies that the main process writes. It calls them as the reply's user. */
export interface ReplyCalls {
  /**
   * Counts the request and registers the reply.
   * @throws CompletionError `reply_exists`, `quota`, `forbidden`, `bad_request`, `interrupted` or `unauthenticated`;
   * `network` if the service is unreachable
   */
  readonly begin: (
    call: { readonly target: ReplyTarget; readonly requestId: string; readonly accessToken: string },
    signal: AbortSignal,
  ) => Promise<BegunReply>;
  /**
   * Saves text and reasoning at their positions; false if the reply must end. Rejects if the service is
   * unreachable.
   */
  readonly save: (piece: ReplyPiece & { readonly replyId: string }, accessToken: string) => Promise<boolean>;
  /**
   * Stores the message and returns its row. Null if there is nothing to store, e.g. because the chat was deleted.
   * Rejects if the service is unreachable or needs a newer token.
   */
  readonly finish: (reply: EndedReply, accessToken: string) => Promise<unknown>;
}

/** In milliseconds. Shorter than the time after which the service ends a running reply that is not being saved. */
const timeout = 5_000;

const beginSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    seed: z.string().nullable(),
    encryption: replyEncryptionSchema.nullish(),
  }),
  z.object({
    ok: z.literal(false),
    code: z.enum(['reply_exists', 'quota', 'forbidden', 'bad_request', 'interrupted']),
    message: z.string(),
  }),
]);

export function createReplyCalls(
  service: Pick<Service, 'connect'>,
  fetch: typeof globalThis.fetch,
): ReplyCalls {
  const call = async (
    name: string,
    args: Readonly<Record<string, unknown>>,
    accessToken: string,
    signal: AbortSignal = AbortSignal.timeout(timeout),
  ) => callFunction(await service.connect(), name, args, { accessToken, fetch, signal });

  return {
    begin: async ({ target, requestId, accessToken }, signal) => {
      const args = {
        reply_id: target.replyId,
        question_id: target.questionId,
        continues: target.continues ?? null,
        request_id: requestId,
        ...(target.instructions && { instructions: target.instructions }),
      };
      const response = await call('begin_reply', args, accessToken, signal).catch(() => {
        signal.throwIfAborted();
        throw new CompletionError('network', "The service can't be reached.");
      });
      const failure = new CompletionError('network', "The service couldn't count this message. Try again.");
      if (!response.ok) throw (await readRefusal(response)) ?? failure;
      const { data } = beginSchema.safeParse(await response.json().catch(() => null));
      if (!data) throw failure;
      // The status, which the gateway also sends, shows that an interrupted reply is no longer running.
      if (!data.ok)
        throw new CompletionError(data.code, data.message, data.code === 'interrupted' ? 502 : undefined);
      return { seed: data.seed ?? '', encryption: data.encryption ?? null };
    },

    save: async ({ replyId, start, text, reasoningStart, reasoning }, accessToken) => {
      const args = { reply_id: replyId, start, text, reasoning_start: reasoningStart, reasoning };
      const response = await call('save_reply', args, accessToken);
      if (!response.ok) throw new Error(`The reply was not saved (${response.status}).`);
      return (await response.json()) !== false;
    },

    finish: async (
      { replyId, text, reasoning, end, model, vendor, requestedModel, milliseconds, usage },
      accessToken,
    ) => {
      const args = {
        reply_id: replyId,
        text,
        status: end,
        model_id: model,
        vendor_id: vendor,
        reasoning: reasoning?.text ?? null,
        reasoning_ms: reasoning?.milliseconds ?? null,
        requested_model: requestedModel ?? null,
        prompt_tokens: usage?.promptTokens ?? null,
        completion_tokens: usage?.completionTokens ?? null,
        reasoning_tokens: usage?.reasoningTokens ?? null,
        cached_tokens: usage?.cachedTokens ?? null,
        reply_ms: milliseconds ?? null,
      };
      const response = await call('finish_reply', args, accessToken);
      if (response.ok) return response.json();
      // Other failures may be temporary: the service is unreachable or busy, or the token has expired.
      if (response.status >= 400 && response.status < 500 && ![401, 408, 429].includes(response.status))
        return null;
      throw new Error(`The reply was not stored (${response.status}).`);
    },
  };
}
