import type { z } from 'zod';
import type { CompletionUsage } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import type { ModelPrice } from '../../../lib/model-choice.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MessageEnd, messageRow } from '../chat.ts';
import type { TurnReply } from '../turn/live-turn.ts';
import { newAttempt, addDelta } from '../turn/turn-reply.ts';
import { usageOf } from './temporary-usage.ts';

/**
 * True if a different model replied. The price is then unknown. Dated versions of the requested model, such as
 * `model-2026-11-01`, don't count as different.
 */
const isOtherModel = ({ modelId, unavailableVendor }: TurnReply, requested: string): boolean =>
  unavailableVendor !== undefined || !(modelId ?? requested).startsWith(requested);

type StoredReply = z.input<typeof messageRow>;

type Gateway = Pick<Platform, 'completeChat' | 'resumeReply' | 'stopReply'>;

/** A gateway that keeps replies in this window's memory. */
export function createTemporaryReplies(
  completeChat: Gateway['completeChat'],
  priceOf: (replyId: string) => ModelPrice | undefined,
): Gateway {
  const rows = new Map<string, StoredReply>();
  const running = new Map<string, AbortController>();
  return {
    async completeChat({ reply: target, ...request }, options) {
      const { replyId = '', questionId = null, continues, instructions } = target ?? {};
      const cutOff = continues === undefined ? undefined : rows.get(continues);
      const stop = new AbortController();
      running.set(replyId, stop);
      let { reply } = newAttempt(null, cutOff ?? null);
      const start = reply.text.length;
      const began = Date.now();
      const keep = (end: MessageEnd, usage?: CompletionUsage) => {
        running.delete(replyId);
        const { thinking } = reply;
        if (reply.text.length > start || thinking)
          rows.set(replyId, {
            id: replyId,
            chat_id: '',
            role: 'assistant',
            content: reply.text,
            status: end,
            model_id: reply.modelId ?? request.model,
            vendor_id: reply.vendorId ?? null,
            unavailable_vendor: reply.unavailableVendor ?? null,
            created_at: new Date().toISOString(),
            seq: 0,
            parent_id: questionId,
            usage: {
              ...usageOf(
                Date.now() - began,
                usage,
                isOtherModel(reply, request.model) ? undefined : priceOf(replyId),
              ),
              ...(instructions && { instructions: [...instructions] }),
            },
            reasoning_ms: thinking && (thinking.milliseconds ?? Date.now() - thinking.since),
          });
      };
      try {
        const result = await completeChat(request, {
          ...options,
          signal: AbortSignal.any([options.signal, stop.signal]),
          onDelta: (delta) => {
            reply = addDelta(reply, delta);
            options.onDelta(delta);
          },
        });
        keep(result.finishReason === 'length' ? 'length' : 'complete', result.usage);
        return { ...result, stored: rows.get(replyId) };
      } catch (error) {
        keep(stop.signal.aborted ? 'stopped' : 'interrupted');
        throw error;
      }
    },
    async resumeReply({ replyId }) {
      const storedRow = rows.get(replyId);
      if (!storedRow) throw new CompletionError('not_found', '');
      return { text: '', finishReason: 'unknown', model: '', stored: storedRow };
    },
    async stopReply(replyId) {
      running.get(replyId)?.abort();
    },
  };
}
