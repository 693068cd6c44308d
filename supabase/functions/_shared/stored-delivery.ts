import type { Delta, ReplyTarget } from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import { estimatePrompt } from '../../../src/shared/domain/context-window.ts';
import { createStorableStream } from '../../../src/shared/domain/text.ts';
import { fitBytes, maxReplyBytes } from '../../../src/shared/providers/reply-limits.ts';
import type { VendorRequest } from './attempts.ts';
import type { FunctionContext } from './context.ts';
import { startDelivery, type Delivery } from './delivery.ts';
import type { Grant, CompletionOutcome } from './grant.ts';
import { toCompletionError } from './http.ts';
import type { RunningReply } from './running-reply.ts';
import { startReply, type WriteResult } from './write-reply.ts';

interface StoredRequest extends VendorRequest {
  /** Appended to a text that the vendor cut off at the token limit. Without a note, the reply can be continued. */
  readonly cutNote?: string;
}

const encoder = new TextEncoder();

/**
 * Starts the call that a grant allows, and stores the complete reply even if the client disconnects. A reply
 * and the text that it continues are at most 1 MiB together.
 */
export const startStoredDelivery = (
  context: FunctionContext,
  grant: Grant,
  { cutNote, ...request }: StoredRequest,
  target: ReplyTarget,
): RunningReply =>
  startReply(context, grant, target, async (reply): Promise<WriteResult> => {
    let outcome: CompletionOutcome | undefined;
    const delivery = startDelivery(context, grant, request, reply.signal, async (reported) => {
      outcome = reported;
    });
    const promptTokens = estimatePrompt(request.messages);
    const error = await readInto(reply, delivery, {
      room: maxReplyBytes - encoder.encode((grant.seed ?? '') + (cutNote ?? '')).length,
      onFirst: () =>
        reply.describe({
          model: delivery.model(),
          vendorId: delivery.vendorId(),
          vendor: delivery.vendor(),
          unavailableVendor: delivery.unavailableVendor(),
          unavailableReason: delivery.unavailableReason(),
          promptTokens,
        }),
    });
    if (!outcome) throw new Error('The delivery reported no outcome');
    const finishReason = delivery.finishReason();
    const isCut = finishReason === 'length';
    if (isCut && !error && cutNote !== undefined) reply.append(cutNote);
    return { ...outcome, error, finishReason, isCut: isCut && cutNote === undefined };
  });

/** Appends all deltas to the reply. Resolves to the error that ended it early. */
async function readInto(
  reply: RunningReply,
  delivery: Delivery,
  { room, onFirst }: { readonly room: number; readonly onFirst: () => void },
): Promise<CompletionError | undefined> {
  const storable = createStorableStream();
  const thoughts = createStorableStream();
  let free = room;
  /** Appends a text. Returns false once the reply is full. */
  const append = (text: string): boolean => {
    const fitting = fitBytes(text, free);
    free -= fitting.bytes;
    reply.append(fitting.text);
    return fitting.text === text;
  };
  const flush = () => {
    reply.think(thoughts.end());
    append(storable.end());
  };
  try {
    let isFirst = true;
    for (let delta: Delta | undefined = await delivery.next(); delta; delta = await delivery.next()) {
      if (isFirst) onFirst();
      isFirst = false;
      if (delta.reasoning !== undefined) reply.think(thoughts.take(delta.reasoning));
      if (!append(storable.take(delta.text))) {
        await delivery.cut();
        return undefined;
      }
    }
    flush();
    return undefined;
  } catch (thrown) {
    flush();
    return toCompletionError(thrown);
  }
}
