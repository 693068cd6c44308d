import type { FunctionContext } from '../_shared/context.ts';
import { continuedTextOf } from '../../../src/shared/completion/continued-text.ts';
import { startDelivery } from '../_shared/delivery.ts';
import { beginCompletion } from '../_shared/grant.ts';
import { invalidRequest, notFound, requireMethod, requireSender, respond } from '../_shared/http.ts';
import { findVendorName } from '../_shared/model-vendor.ts';
import { readOwnKey } from '../_shared/own-key.ts';
import { readReplyTarget } from '../_shared/reply-target.ts';
import { startStoredDelivery } from '../_shared/stored-delivery.ts';
import { tokenLimitsOf } from '../_shared/token-limits.ts';
import { resumeReply, stopReply } from './replies.ts';
import { respondStreamed, respondComplete } from './reply.ts';
import { readChatRequest } from './request.ts';
import { respondStoredStreamed, respondStoredComplete } from './stored-reply.ts';

const replyPath = /\/chat\/replies\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/stop)?$/;

async function complete(request: Request, context: FunctionContext): Promise<Response> {
  requireMethod(request, 'POST');
  const sender = await requireSender(request, context);
  const target = readReplyTarget(request);
  const chat = await readChatRequest(request);
  if (target && chat.passed) throw invalidRequest('Replies with tools or image URLs cannot be stored');
  const grant = await beginCompletion(context, sender, {
    ...chat,
    vendorName: await findVendorName(request, context, sender, chat.model),
    ownKey: readOwnKey(request),
    target,
    continuedText: continuedTextOf(chat.messages),
    tokenLimits: tokenLimitsOf(chat),
  });
  const identity = {
    id: `chatcmpl-${context.requestId}`,
    created: Math.floor(Date.now() / 1000),
    messageId: grant.messageId,
    requestId: context.requestId,
  };
  if (target) {
    const reply = startStoredDelivery(context, grant, chat, target);
    const seedLength = grant.seed?.length ?? 0;
    return chat.isStreaming
      ? respondStoredStreamed(reply, seedLength, identity, chat.includesUsage)
      : respondStoredComplete(reply, seedLength, identity);
  }
  const delivery = startDelivery(context, grant, { ...chat, isSentWhole: !chat.isStreaming }, request.signal);
  if (!chat.isStreaming) return respondComplete(delivery, identity);
  // Waits for the first delta, so that a refusal still gets the right HTTP status.
  const first = await delivery.next();
  return respondStreamed(delivery, first ?? { text: '' }, identity, chat.includesUsage);
}

/**
 * `POST /functions/v1/chat/completions`: the gateway, compatible with OpenAI's clients, for access tokens and developer
 * API keys.
 *
 * Custom request headers: `x-clover-message-id` names the message to answer, which counts once; `x-clover-reply-id`,
 * `x-clover-question-id` and `x-clover-continues` define where to store the reply, which then continues even if the
 * client disconnects; `x-clover-vendor` names the vendor, by default the active one; `x-provider-key` contains a user's
 * own key for that vendor, and `x-provider-origin` the origin it was entered for. In the response, `x-clover-vendor`
 * names the vendor that answered, and `x-clover-unavailable-vendor` the vendor that it replaced. Refusals: 400, 401,
 * 403, 409, 413, 429, and 502 to 504 if a vendor failed, as `{error: {message, code}}`.
 *
 * `GET …/chat/replies/{id}?from=N&reasoning_from=M` resumes a stored reply, `POST …/chat/replies/{id}/stop` stops it.
 */
export const handler = respond(async (request, context) => {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/chat/completions')) return complete(request, context);
  const [, id, isStop] = replyPath.exec(pathname) ?? [];
  if (id === undefined) throw notFound();
  return isStop ? stopReply(request, context, id) : resumeReply(request, context, id);
});
