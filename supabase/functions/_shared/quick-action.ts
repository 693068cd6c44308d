import type { z } from 'zod';
import { CompletionError } from '../../../src/shared/completion/error.ts';
import type { QuickActionFailure, QuickActionName } from '../../../src/shared/quick-actions/contract.ts';
import { readJson } from './body.ts';
import type { FunctionContext, FunctionHandler } from './context.ts';
import { refusalOf } from './failures.ts';
import { beginCompletion, type Grant } from './grant.ts';
import { json, notFound, preflight, Refusal, unauthenticated, wrongMethod } from './http.ts';
import { readMessageId } from './message-id.ts';

/** Bytes. The longest text fits, however its characters are escaped. */
const largestBody = 2 * 1_048_576;

/** What a quick action does once it may. */
export interface QuickActionWork<Asked> {
  readonly asked: Asked;
  readonly grant: Grant;
  readonly context: FunctionContext;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
}

/** What it gives back: the documented fields besides `success`, and who answered. */
export interface QuickActionResult {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly vendor: string;
  /** Display name of the vendor for which another one stood in. */
  readonly unavailableVendor?: string | undefined;
}

function failureReply({ status, code, message }: Refusal): Response {
  const failure: QuickActionFailure = { success: false, error: message, code };
  return json(failure, status, { 'x-should-retry': 'false' });
}

/**
 * A function behind a quick action: `POST /functions/v1/<name>` for everybody who is signed in (QUICK-002, QUICK-005).
 * It is counted like a message; `x-clover-message-id` names the one that it answers. Answers `{success: true, …}`, or
 * `{success: false, error, code}` with the status that fits (QUICK-011). `work` must settle the grant.
 */
export const quickAction =
  <Schema extends z.ZodType>(
    name: QuickActionName,
    schema: Schema,
    work: (work: QuickActionWork<z.infer<Schema>>) => Promise<QuickActionResult>,
  ): FunctionHandler =>
  async (request, context) => {
    try {
      if (request.method === 'OPTIONS') return preflight();
      if (!new URL(request.url).pathname.endsWith(`/${name}`)) throw notFound();
      if (request.method !== 'POST') throw wrongMethod('POST');
      const caller = await context.verifyBearer(request);
      if (!caller) throw unauthenticated();
      const messageId = readMessageId(request);
      const asked = await readJson(request, schema, largestBody);
      const grant = await beginCompletion(context, caller, { messageId, model: null });
      const result = await work({ asked, grant, context, signal: request.signal });
      return json({ success: true, ...result.fields }, 200, {
        'x-clover-vendor': result.vendor,
        // A display name may hold any character, a header may not.
        ...(result.unavailableVendor !== undefined && {
          'x-clover-unavailable-vendor': encodeURIComponent(result.unavailableVendor),
        }),
        'x-clover-message-id': grant.messageId,
        'x-request-id': context.requestId,
      });
    } catch (error) {
      if (error instanceof Refusal) return failureReply(error);
      if (error instanceof CompletionError) return failureReply(refusalOf(error));
      throw error;
    }
  };
