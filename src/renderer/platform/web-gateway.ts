import type { CompletionRequest } from '../../shared/completion/completion.ts';
import {
  completeThroughGateway,
  type OwnKey,
  resumeThroughGateway,
  stopThroughGateway,
  transcribeThroughGateway,
} from '../../shared/providers/gateway.ts';
import { openKeyDatabase } from './own-keys/key-database.ts';
import { createWebKeys } from './own-keys/web-keys.ts';
import type { AppConfig, CompleteChatOptions, Platform } from './platform.ts';

export type WebGateway = Pick<
  Platform,
  'completeChat' | 'resumeReply' | 'stopReply' | 'transcribe' | 'ownKeys'
>;

/** Calls fetch without a receiver, because the browser's fetch fails as a method of another object. */
const fetchNow: typeof fetch = (input, init) => fetch(input, init);

/** Handles the page's calls to the gateway and the user's own keys. Public pages don't load it. */
export function createWebGateway(loadConfig: () => Promise<AppConfig>): WebGateway {
  const { ownKeys, take } = createWebKeys({ loadConfig, database: openKeyDatabase() });

  /** Returns the service to call for the token's user. */
  const serviceFor = async (token: string) => {
    const { supabaseUrl: url, supabaseKey: key } = await loadConfig();
    return { url, key, token };
  };

  /** Returns the user's own key for the request's vendor and origin, or null. */
  const ownKeyFor = async (
    { vendor }: Pick<CompletionRequest, 'vendor'>,
    { accessToken, endpointOrigin }: Pick<CompleteChatOptions, 'accessToken' | 'endpointOrigin'>,
  ): Promise<OwnKey | null> => {
    if (vendor === undefined || endpointOrigin === undefined) return null;
    const key = await take({ accessToken, vendor, endpointOrigin });
    return key === null ? null : { vendor, key, origin: endpointOrigin };
  };

  return {
    async completeChat(request, options) {
      const { signal, onDelta, accessToken } = options;
      const [service, ownKey] = await Promise.all([serviceFor(accessToken), ownKeyFor(request, options)]);
      return completeThroughGateway(service, request, {
        signal,
        onDelta,
        fetch: fetchNow,
        ...(ownKey && { ownKey }),
      });
    },
    async resumeReply(request, { signal, onDelta, accessToken }) {
      const service = await serviceFor(accessToken);
      return resumeThroughGateway(service, request, { signal, onDelta, fetch: fetchNow });
    },
    async stopReply(replyId, { accessToken }) {
      const { signal } = new AbortController();
      return stopThroughGateway(await serviceFor(accessToken), replyId, { signal, fetch: fetchNow });
    },
    async transcribe(recording, options) {
      const { vendor, signal, accessToken } = options;
      const [service, ownKey] = await Promise.all([serviceFor(accessToken), ownKeyFor(options, options)]);
      return transcribeThroughGateway(service, recording, {
        signal,
        fetch: fetchNow,
        ...(vendor !== undefined && { vendor }),
        ...(ownKey && { ownKey }),
      });
    },
    ownKeys,
  };
}
