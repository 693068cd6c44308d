import type { CompletionRequest, CompletionResult } from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import { userOfToken } from '../../shared/domain/token-user.ts';
import { localVendor } from '../../shared/providers/local-servers.ts';
import { completeThroughGateway } from '../../shared/providers/gateway.ts';
import { streamCompletion } from '../../shared/providers/stream-completion.ts';
import type { Vendor } from '../../shared/providers/vendor.ts';
import type { KeyVault } from '../keychain/key-vault.ts';
import type { Replies } from '../replies/replies.ts';
import type { Connection, Service } from '../service/service.ts';
import type { Complete, CompleteOptions } from './completions.ts';
import { releaseMessage, reserveMessage } from './reservations.ts';
import { isOwnServer, type FindVendor } from './vendor-lookup.ts';

export interface CompleteDependencies {
  readonly service: Pick<Service, 'identity' | 'connect'>;
  readonly vault: Pick<KeyVault, 'get'>;
  readonly findVendor: FindVendor;
  readonly replies: Pick<Replies, 'write'>;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Requests replies on the desktop (DESK-006, DESK-009). The main process calls the vendor directly if the keychain has
 * this user's key for it, or if the vendor runs on this computer. Otherwise it uses the service's gateway with the
 * user's token.
 */
export function createComplete(dependencies: CompleteDependencies): Complete {
  const { service, vault, findVendor, replies, fetch } = dependencies;
  /** The vendor if the main process may call it directly; null if the gateway must call it. */
  const findDirectVendor = async (
    connection: Connection,
    vendorName: string | undefined,
    userId: string,
    { accessToken, signal }: CompleteOptions,
  ): Promise<Vendor | null> => {
    // The URL of a server on this computer is fixed, so neither the page nor the service can make the app call another
    // one.
    const local = localVendor(vendorName);
    if (local) return local;
    const found = await findVendor(connection, accessToken, vendorName, signal).catch(() => null);
    if (!found || found.origin === null) return null;
    const { origin, ...vendor } = found;
    const apiKey = await vault.get({
      service: service.identity,
      userId,
      vendor: vendor.name,
      endpointOrigin: origin,
    });
    // A loopback URL of the active vendor points to the service's computer. Only a vendor that the request names can be
    // on this computer.
    const isMine = apiKey !== null || (vendorName !== undefined && isOwnServer(found));
    return isMine ? { ...vendor, apiKey } : null;
  };

  return async (request, options) => {
    const connection = await service.connect().catch((error: unknown) => {
      throw new CompletionError(
        'network',
        error instanceof Error ? error.message : "The service can't be reached.",
      );
    });
    const { accessToken } = options;
    const userId = userOfToken(accessToken);
    const vendor = userId && (await findDirectVendor(connection, request.vendor, userId, options));
    options.signal.throwIfAborted();
    if (vendor) {
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
    // Like the gateway: refund if nothing was delivered, but not after Stop.
    if (!hasContent && !signal.aborted) await releaseMessage(connection, message, fetch);
    throw error;
  }
  return result;
}
