import type { CompletionRequest, CompletionResult } from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import { completeThroughGateway } from '../../shared/providers/gateway.ts';
import { streamCompletion } from '../../shared/providers/stream-completion.ts';
import type { Vendor } from '../../shared/providers/vendor.ts';
import type { KeyVault } from '../keychain/key-vault.ts';
import type { Connection, Service } from '../service/service.ts';
import type { Ask, AskOptions } from './completions.ts';
import { userOfToken } from './token.ts';
import { createVendorLookup } from './vendor-lookup.ts';

export interface AskDependencies {
  readonly service: Pick<Service, 'identity' | 'connect'>;
  readonly vault: Pick<KeyVault, 'get'>;
  /** The guarded way out. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Asks for replies the desktop's way (DESK-006, DESK-009): straight from the vendor where the keychain holds this
 * user's key for it, through the service's gateway with the user's token where not.
 */
export function createAsk({ service, vault, fetch }: AskDependencies): Ask {
  const findVendor = createVendorLookup(fetch);

  /** The vendor with this user's own key, or null when there is none and the gateway must be asked. */
  const findOwnVendor = async (
    connection: Connection,
    vendorName: string | undefined,
    { accessToken, signal }: AskOptions,
  ): Promise<Vendor | null> => {
    const userId = userOfToken(accessToken);
    if (userId === null) return null;
    const found = await findVendor(connection, accessToken, vendorName, signal).catch(() => null);
    if (!found || found.origin === null) return null;
    const { origin, ...vendor } = found;
    const apiKey = await vault.get({
      service: service.identity,
      userId,
      vendor: vendor.name,
      endpointOrigin: origin,
    });
    return apiKey === null ? null : { ...vendor, apiKey };
  };

  return async (request, options) => {
    const connection = await service.connect().catch((error: unknown) => {
      throw new CompletionError(
        'network',
        error instanceof Error ? error.message : 'The service cannot be reached.',
      );
    });
    const vendor = await findOwnVendor(connection, request.vendor, options);
    options.signal.throwIfAborted();
    if (vendor) return askDirectly(vendor, request, options, fetch);
    const gateway = { url: connection.url, key: connection.publishableKey, token: options.accessToken };
    return completeThroughGateway(gateway, request, {
      signal: options.signal,
      onDelta: options.onDelta,
      fetch,
    });
  };
}

async function askDirectly(
  vendor: Vendor,
  request: CompletionRequest,
  { signal, onDelta }: AskOptions,
  fetch: typeof globalThis.fetch,
): Promise<CompletionResult> {
  let result: CompletionResult = {
    text: '',
    finishReason: 'unknown',
    model: request.model,
    vendor: vendor.name,
  };
  for await (const delta of streamCompletion(vendor, request, {
    signal,
    fetch,
    requestId: request.messageId,
  })) {
    onDelta(delta);
    result = {
      ...result,
      text: result.text + delta.text,
      ...(delta.finishReason && { finishReason: delta.finishReason }),
      ...(delta.model && { model: delta.model }),
      ...(delta.usage && { usage: delta.usage }),
    };
  }
  return result;
}
