/** Who is calling, after the bearer was verified by the host. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: 'authenticated' | 'service_role';
  /** The bearer as it came, to act as the caller so that row-level security decides. */
  readonly token: string;
  readonly isAnonymous: boolean;
  readonly aal: 'aal1' | 'aal2';
}

/**
 * Who asks for a completion. What the host could not check alone (whether the session still exists, whose key it is)
 * the database checks in the round trip that it needs anyway: a sender may do nothing but ask for a grant.
 */
export type Sender =
  | {
      readonly userId: string;
      /** The grant asks whether it still exists, and whether it owes a second factor. */
      readonly sessionId: string;
    }
  | {
      /** SHA-256 of a key of the developer API, in hexadecimal. */
      readonly apiKeyHash: string;
    };

/**
 * What a function gets from its host: the embedded service in Node, or Deno on the hosted service.
 * Everything that differs between the two is here, so that handlers are the same files on both.
 */
export interface FunctionContext {
  /** Id of this request, for logs and error answers. */
  readonly requestId: string;
  /** The service's own base URL, e.g. `http://localhost:3000`. */
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** The privileged key. Only where a comment says why. */
  readonly secretKey: string;
  /** Calls of the service itself (`/rest/v1`, `/auth/v1`); in process on the embedded service. */
  readonly serviceFetch: typeof fetch;
  /**
   * Calls a SQL function as the service without the way through `/rest/v1`, where the host can; null where it cannot.
   * Rejects with an error whose `code` is the SQLSTATE.
   */
  readonly callDirectly?: (
    functionName: string,
    parameters: Readonly<Record<string, unknown>>,
  ) => Promise<unknown> | null;
  /** Outbound calls to providers: guarded by the host (https, no private address unless allowed, no redirects). */
  readonly fetch: typeof fetch;
  /** Verifies the bearer token of a session; null when it is missing, expired or forged. Refuses keys of the developer API. */
  readonly verifyBearer: (request: Request) => Promise<Caller | null>;
  /** Who asks for a completion: a session's token or a key of the developer API (`clv_…`); null when it can be neither. */
  readonly identifySender: (request: Request) => Promise<Sender | null>;
  /** The visitor's address as the host trusts it, or null. */
  readonly clientAddress: string | null;
  /** A setting of the host's environment, e.g. `CLOVER_ENCRYPTION_KEYS`. */
  readonly env: (name: string) => string | undefined;
  /** Keeps the host alive until work that outlasts the reply is done; absent where the process stays anyway. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /** One structured line: an id, a status, a duration. Never text, keys or headers. */
  readonly log: (event: string, fields: Readonly<Record<string, string | number | boolean>>) => void;
}

/** A function of the service: a web-standard request in, a response out. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>;
