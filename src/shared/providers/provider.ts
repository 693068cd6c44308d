import type { CompletionMessage, CompletionRequest, Delta } from '../completion/completion.ts';
import type { Dialect } from './dialects.ts';
import type { ProviderCall } from './post.ts';
import type { Vendor } from './vendor.ts';

/** What any call to a vendor needs from its host. */
export interface CallOptions {
  /** Aborting it aborts the upstream and rejects with the code `aborted`. */
  readonly signal: AbortSignal;
  /** The host's guarded outbound fetch. */
  readonly fetch: typeof fetch;
}

export interface StreamOptions extends CallOptions {
  /** Sent as X-Request-ID where the vendor takes one (PROV-004). */
  readonly requestId?: string;
  /** Whether the model can make images, where the caller knows (PROV-018). */
  readonly supportsImages?: boolean;
  /** Paces the built-in vendor; tests give their own. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * A way to talk to one kind of vendor. Iterating starts the call; leaving the loop ends it upstream. Throws at once
 * what needs no call to be known, e.g. `missing_key`.
 */
export type ProviderClient = (
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
) => AsyncIterable<Delta>;

/** The little that is said to find out whether a vendor answers (VENDOR-015, PROV-014). */
export interface Greeting {
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly maxTokens: number;
  readonly temperature?: number;
}

/** A greeting made ready for one vendor, and what must not be quoted from its answer. */
export interface ReadyGreeting extends Pick<ProviderCall, 'url' | 'headers'> {
  readonly body: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
}

/** One kind of vendor. */
export interface Provider {
  readonly complete: ProviderClient;
  /** Throws as `complete` does; null for a vendor without network, which always answers. */
  readonly greet: ((vendor: Vendor, greeting: Greeting) => ReadyGreeting) | null;
  /** The default model and those tried after it, in order, where the vendor's config names none (PROV-016). */
  readonly models: readonly string[];
  /** How it speaks the OpenAI-style protocol; null for one that does not. */
  readonly dialect: Dialect | null;
}
