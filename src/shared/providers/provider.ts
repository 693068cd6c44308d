import type { CompletionRequest, Delta } from '../completion/completion.ts';
import type { Vendor } from './vendor.ts';

export interface StreamOptions {
  /** Aborting it aborts the upstream and rejects with the code `aborted`. */
  readonly signal: AbortSignal;
  /** The host's guarded outbound fetch. */
  readonly fetch: typeof fetch;
  /** Sent as X-Request-ID where the vendor takes one (PROV-004). */
  readonly requestId?: string;
  /** Paces the built-in vendor; tests give their own. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A way to talk to one kind of vendor. Iterating starts the call; leaving the loop ends it upstream. */
export type ProviderClient = (
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
) => AsyncIterable<Delta>;
