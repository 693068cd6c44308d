import type { CompletionRequest, CompletionResult } from '../../shared/completion/completion.ts';
import { completeThroughGateway } from '../../shared/providers/gateway.ts';
import { streamCompletion } from '../../shared/providers/stream-completion.ts';
import type { Vendor } from '../../shared/providers/vendor.ts';
import type { Replies } from '../replies/replies.ts';
import type { Connection } from '../service/service.ts';
import type { Complete, CompleteOptions } from './completions.ts';
import { createDirectVendor, type DirectVendorDependencies } from './direct-vendor.ts';
import { releaseMessage, reserveMessage } from './reservations.ts';

export interface CompleteDependencies extends DirectVendorDependencies {
  readonly replies: Pick<Replies, 'write'>;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Requests replies on the desktop (DESK-006, DESK-009). The main process calls the vendor directly if the keychain has
 * this user's key for it, or if the vendor runs on this computer. Otherwise it uses the service's gateway with the
 * user's token.
 */
export function createComplete(dependencies: CompleteDependencies): Complete {
  const { replies, fetch } = dependencies;
  const findDirectVendor = createDirectVendor(dependencies);

  return async (request, options) => {
    const { accessToken } = options;
    const { connection, direct } = await findDirectVendor(request.vendor, options);
    if (direct) {
      const { userId, vendor } = direct;
      const { reply: target } = request;
      if (target) return replies.write(userId, { vendor, request, target, accessToken }, options);
      return completeDirectly(vendor, request, options, connection, fetch);
    }
    const gateway = { url: connection.url, key: connection.publishableKey, token: accessToken };
    return completeThroughGateway(gateway, request, {
      signal: options.signal,
      onDelta: options.onDelta,
      fetch,
    });
  };
}

async function completeDirectly(
  vendor: Vendor,
  request: CompletionRequest,
  { signal, onDelta, accessToken }: CompleteOptions,
  connection: Connection,
  fetch: typeof globalThis.fetch,
): Promise<CompletionResult> {
  const message = { messageId: request.messageId, accessToken };
  await reserveMessage(connection, message, fetch, signal);
  let hasContent = false;
  let result: CompletionResult = {
    text: '',
    finishReason: 'unknown',
    model: request.model,
    vendor: vendor.name,
  };
  try {
    for await (const delta of streamCompletion(vendor, request, {
      signal,
      fetch,
      requestId: request.messageId,
    })) {
      onDelta(delta);
      hasContent ||= delta.text !== '' || delta.reasoning !== undefined;
      result = {
        ...result,
        text: result.text + delta.text,
        ...(delta.finishReason && { finishReason: delta.finishReason }),
        ...(delta.model && { model: delta.model }),
        ...(delta.usage && { usage: delta.usage }),
      };
    }
  } catch (error) {
    // Refund if nothing was delivered, but not after Stop, as the gateway does.
    if (!hasContent && !signal.aborted) await releaseMessage(connection, message, fetch);
    throw error;
  }
  return result;
}
