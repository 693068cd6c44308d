import { startDelivery } from '../_shared/delivery.ts';
import { beginCompletion } from '../_shared/grant.ts';
import { notFound, requireMethod, requireSender, respond } from '../_shared/http.ts';
import { readOwnKey } from '../_shared/own-key.ts';
import { replyStreamed, replyWhole } from './reply.ts';
import { readChatRequest } from './request.ts';

/**
 * `POST /functions/v1/chat/completions`: the gateway, compatible with OpenAI's clients, for access tokens and developer
 * API keys. Our own request headers: `x-clover-message-id` names the message to answer, which counts once;
 * `x-provider-key`, `x-clover-vendor` and `x-provider-origin` carry a user's own key. The reply's `x-clover-vendor` names
 * who answered, `x-clover-unavailable-vendor` the vendor it replaced. Refusals: 400, 401, 403, 413, 429, and 502 to 504
 * for the vendor's failures, as `{error: {message, code}}`.
 */
export const handler = respond(async (request, context) => {
  if (!new URL(request.url).pathname.endsWith('/chat/completions')) throw notFound();
  requireMethod(request, 'POST');
  const sender = await requireSender(request, context);
  const chat = await readChatRequest(request);
  const grant = await beginCompletion(context, sender, { ...chat, ownKey: readOwnKey(request) });
  const delivery = startDelivery(context, grant, { ...chat, isSentWhole: !chat.isStreaming }, request.signal);
  const identity = {
    id: `chatcmpl-${context.requestId}`,
    created: Math.floor(Date.now() / 1000),
    messageId: grant.messageId,
    requestId: context.requestId,
  };
  if (!chat.isStreaming) return replyWhole(delivery, identity);
  // Waits for the first delta, so that a refusal still gets its own HTTP status.
  const first = await delivery.next();
  return replyStreamed(delivery, first ?? { text: '' }, identity, chat.includesUsage);
});
