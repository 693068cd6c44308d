import type { CompletionMessage, CompletionRequest, Delta } from '../completion/completion.ts';
import type { Dialect } from './dialects.ts';
import type { OfferedModel } from './listed-model.ts';
import type { ProtocolAbilities } from './passed-fields.ts';
import type { ProviderCall } from './post.ts';
import type { Vendor } from './vendor.ts';

/** The options of every call to a vendor, provided by the host: service, desktop or test. */
export interface CallOptions {
  /** Aborts the upstream call. The call then rejects with `aborted`. */
  readonly signal: AbortSignal;
  /** The host's guarded fetch. */
  readonly fetch: typeof fetch;
}

export interface StreamOptions extends CallOptions {
  /** Sent as X-Request-ID if the vendor accepts it (PROV-004). */
  readonly requestId?: string;
  /** Whether the model is image-capable, if known (PROV-018). */
  readonly supportsImages?: boolean;
  /** Receives the model of each request. The reply may name a different one. */
  readonly onRequest?: (model: string) => void;
  /** Returns whether the request may make another call. By default, there are at most `maxUpstreamCalls`. */
  readonly mayCallAgain?: () => boolean;
  /** Waits between the demo's deltas and before a second attempt. Tests replace it. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Requests a reply from a vendor. Iteration starts the call. Leaving the loop cancels it at the vendor. Errors that are
 * known before the call, e.g. `missing_key`, are thrown immediately.
 */
export type ProviderClient = (
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
) => AsyncIterable<Delta>;

/** The short request of a connection test (VENDOR-015, PROV-014). */
export interface TestPrompt {
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly maxTokens: number;
  readonly temperature?: number;
}

/** A test request in a vendor's format, and the secrets that quotes of the response must not contain. */
export interface TestRequest extends Pick<ProviderCall, 'url' | 'headers'> {
  readonly body: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
  /**
   * Returns whether an accepted response comes from a completions endpoint. The reply may be empty, because it has only
   * one token.
   */
  readonly isReply: (value: Readonly<Record<string, unknown>>) => boolean;
}

/** A request for a vendor's own list of models, and the reader of the list. */
export interface ModelListing extends Pick<ProviderCall, 'url' | 'headers'> {
  readonly secrets: readonly string[];
  readonly entriesOf: (value: unknown) => unknown;
  /** Returns null if the entry is invalid or not a chat model. */
  readonly readModel: (entry: unknown) => OfferedModel | null;
}

/** A request to a vendor, and the secrets that quotes of the response must not contain. */
interface ReadyCall extends Pick<ProviderCall, 'url' | 'headers'> {
  readonly secrets: readonly string[];
}

export interface Provider extends ProtocolAbilities {
  readonly complete: ProviderClient;
  /** Prepares the request of a connection test. Throws like `complete`; null for the demo, which needs no network. */
  readonly greet: ((vendor: Vendor, greeting: TestPrompt) => TestRequest) | null;
  /** The default model and its fallbacks in order, if the vendor's config names none (PROV-016). */
  readonly models: readonly string[];
  /**
   * Prepares the request for embeddings. Throws like `complete`; null if the protocol has no embeddings, or the app
   * doesn't support them.
   */
  readonly embeddings: ((vendor: Vendor) => ReadyCall) | null;
  /** Prepares the request for a transcription. Throws like `complete`; null if the protocol has no transcriptions. */
  readonly transcriptions: ((vendor: Vendor) => ReadyCall) | null;
  /** Prepares the request for the list of models. Throws like `complete`; null if the vendor has no list. */
  readonly listModels: ((vendor: Vendor) => ModelListing) | null;
  /** The vendor's variant of the OpenAI-style protocol, or null. */
  readonly dialect: Dialect | null;
}
