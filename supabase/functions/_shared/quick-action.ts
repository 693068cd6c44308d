import type { z } from 'zod';
import type { ReplyTarget } from '../../../src/shared/completion/completion.ts';
import type { QuickActionFailure, QuickActionName } from '../../../src/shared/quick-actions/contract.ts';
import { readJson } from './body.ts';
import type { FunctionContext, FunctionHandler } from './context.ts';
import { beginCompletion, type Grant } from './grant.ts';
import {
  answererHeaders,
  json,
  notFound,
  readMessageId,
  requireCaller,
  requireMethod,
  respond,
  type Refusal,
} from './http.ts';
import { readReplyTarget } from './reply-target.ts';
import { maxTokensOf } from './token-limits.ts';

/** Maximum tokens of a quick action's reply. Document B §9 sets this for the general-purpose provider. */
export const quickActionTokens = 4000;
/** More tokens than the instructions of any action need. */
const instructionTokens = 4096;

/** Enough for the longest text, even if every character is escaped. */
const maximumBodyBytes = 2 * 1_048_576;

interface QuickActionWork<Body> {
  readonly request: Body;
  readonly grant: Grant;
  readonly context: FunctionContext;
  /**
   * Where to store the result as a message. If set, the action continues even if the caller disconnects. If null,
   * nothing is stored.
   */
  readonly target: ReplyTarget | null;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}

interface QuickActionResult {
  /** The documented fields of the response, except `success`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly vendor: string;
  /** Display name of the unavailable vendor, after a failover. */
  readonly unavailableVendor?: string | undefined;
  /** The stored row of the message. */
  readonly message?: unknown;
}

const failureBody = ({ code, message }: Refusal): QuickActionFailure => ({
  success: false,
  error: message,
  code,
});

/**
 * Builds the function of a quick action: `POST /functions/v1/<name>` for all signed-in users (QUICK-002, QUICK-005). A
 * call counts as a message. `x-clover-message-id` and the headers that define where to store the result work as in
 * `chat/completions`. Responds with `{success: true, …}` and the stored `message`, or with `{success: false, error,
 * code}` and a matching status (QUICK-011). `work` must settle the grant.
 */
export const createQuickAction = <Schema extends z.ZodType>(
  name: QuickActionName,
  schema: Schema,
  work: (work: QuickActionWork<z.infer<Schema>>) => Promise<QuickActionResult>,
): FunctionHandler =>
  respond(async (request, context) => {
    if (!new URL(request.url).pathname.endsWith(`/${name}`)) throw notFound();
    requireMethod(request, 'POST');
    const caller = await requireCaller(request, context);
    const messageId = readMessageId(request);
    const body = await readJson(request, schema, maximumBodyBytes);
    const target = readReplyTarget(request);
    const grant = await beginCompletion(context, caller, {
      messageId,
      model: null,
      target,
      tokenLimits: {
        prompt: maxTokensOf(JSON.stringify(body)) + instructionTokens,
        reply: quickActionTokens,
      },
    });
    const { fields, vendor, unavailableVendor, message } = await work({
      request: body,
      grant,
      context,
      target,
      signal: request.signal,
    });
    return json(
      { success: true, ...fields, ...(message !== undefined && { message }) },
      200,
      answererHeaders(vendor, unavailableVendor, grant.messageId, context.requestId),
    );
  }, failureBody);
