import { CompletionError } from '../../../src/shared/completion/error.ts';
import type { FunctionContext, FunctionHandler, Sender } from '../_shared/context.ts';
import { startDelivery } from '../_shared/delivery.ts';
import { refusalOf } from '../_shared/failures.ts';
import { beginCompletion } from '../_shared/grant.ts';
import { answering, notFound, preflight, unauthenticated, wrongMethod } from '../_shared/http.ts';
import { readOwnKey } from '../_shared/own-key.ts';
import { replyStreamed, replyWhole } from './reply.ts';
import { readChatRequest } from './request.ts';

async function complete(request: Request, context: FunctionContext, sender: Sender): Promise<Response> {
  const asked = await readChatRequest(request);
  const grant = await beginCompletion(context, sender, { ...asked, ownKey: readOwnKey(request) });
  const wanted = { ...asked, isHandedOnWhole: !asked.isStreaming };
  const delivery = startDelivery(context, grant, wanted, request.signal);
  const identity = {
    id: `chatcmpl-${context.requestId}`,
    created: Math.floor(Date.now() / 1000),
    messageId: grant.messageId,
    requestId: context.requestId,
  };
  if (!asked.isStreaming) return replyWhole(delivery, identity);
  // Waits for the vendor's first word, so that a refusal still has an HTTP status of its own.
  const first = await delivery.next();
  return replyStreamed(delivery, first ?? { text: '' }, identity, asked.includesUsage);
}

/**
 * `POST /functions/v1/chat/completions`: the gateway, compatible with OpenAI's clients. Headers of our own:
 * `x-clover-message-id` names the message answered (its quota is counted once); `x-provider-key`, `x-clover-vendor` and
 * `x-provider-origin` bring a user's own key. The reply's `x-clover-vendor` tells who answered, and
 * `x-clover-unavailable-vendor` for whom it stands in. The bearer is a session's token or an API key. Refusals: 400, 401, 403, 413, 429 and, for the vendor's failures, 502 to 504, as `{error: {message, code}}`.
 */
export const handler: FunctionHandler = (request, context) =>
  answering(async () => {
    if (request.method === 'OPTIONS') return preflight();
    if (!new URL(request.url).pathname.endsWith('/chat/completions')) throw notFound();
    if (request.method !== 'POST') throw wrongMethod('POST');
    const sender = await context.identifySender(request);
    if (!sender) throw unauthenticated();
    try {
      return await complete(request, context, sender);
    } catch (error) {
      if (error instanceof CompletionError) throw refusalOf(error);
      throw error;
    }
  });
