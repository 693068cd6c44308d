import type { Database, Json } from '../../../src/shared/database/types.ts';
import type { Circuits } from './circuits.ts';
import type { RunningReplies } from './running-replies.ts';

/** The caller, after the host has verified the bearer token. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: 'authenticated' | 'service_role';
  /** The bearer token itself. Calls with it are subject to row-level security. */
  readonly token: string;
  readonly isAnonymous: boolean;
  readonly aal: 'aal1' | 'aal2';
}

/**
 * The sender of a completion request. The database checks the session or the key in the same round trip that grants the
 * completion, so until then a sender may only request a grant.
 */
export type Sender =
  | { readonly userId: string; readonly sessionId: string }
  | {
      /** SHA-256 of a developer API key, in hexadecimal. */
      readonly apiKeyHash: string;
    };

type SqlFunctions = Database['public']['Functions'];
export type SqlFunction = keyof SqlFunctions;

/** The generated types exclude null, and JSON has no type worth checking. */
type SqlArgument<Type> = Json extends Type
  ? unknown
  : Type extends readonly (infer Item)[]
    ? readonly Item[] | null | undefined
    : Type | null | undefined;

/** A SQL function's arguments by name. Undefined ones are left out, so that their defaults apply. */
export type SqlArguments<Name extends SqlFunction> = [SqlFunctions[Name]['Args']] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [Key in keyof SqlFunctions[Name]['Args']]: SqlArgument<SqlFunctions[Name]['Args'][Key]> };

export interface HostHealth {
  /** Whether a page of the database doesn't match its checksum. */
  readonly is_damaged: boolean;
  /** Null if the database server has its own backups. */
  readonly backup: { readonly last_at: string | null; readonly has_failed: boolean } | null;
  /** Starts during the last day after a run that had not stopped properly. */
  readonly unclean_starts: number;
}

/**
 * What a host provides to its functions. The host is the embedded service in Node, or Deno on the hosted service. This
 * interface contains all differences between them, so both run the same handlers.
 */
export interface FunctionContext {
  /** Id of this request, for logs and error messages. */
  readonly requestId: string;
  /** E.g. `http://localhost:3000`. */
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** Bypasses row-level security, so each use needs a comment with the reason. */
  readonly secretKey: string;
  /** Sends requests to `/rest/v1` and `/auth/v1`. The embedded service handles them in the same process. */
  readonly serviceFetch: typeof fetch;
  /**
   * Calls a SQL function as the service role and resolves to its result. Rejects with SqlError. Each use needs a
   * comment that says why row-level security can't decide.
   */
  readonly callAsService: <Name extends SqlFunction>(
    name: Name,
    parameters: SqlArguments<Name>,
  ) => Promise<unknown>;
  /** Sends requests to vendors. The host restricts them: https, no private IP address unless allowed, no redirects. */
  readonly fetch: typeof fetch;
  /**
   * Verifies a session's access token. Resolves to null if it is missing, expired or forged. Refuses developer API
   * keys.
   */
  readonly verifyBearer: (request: Request) => Promise<Caller | null>;
  /**
   * Identifies who sent a completion request, by access token or developer API key (`clv_…`). Resolves to null if it is
   * neither.
   */
  readonly identifySender: (request: Request) => Promise<Sender | null>;
  /** The client's IP address, or null if the host can't determine it reliably. */
  readonly clientAddress: string | null;
  /** Reads an environment variable of the host, e.g. `CLOVER_ENCRYPTION_KEYS`. */
  readonly env: (name: string) => string | undefined;
  /** The vendors that this process currently treats as unavailable. */
  readonly circuits: Circuits;
  readonly replies: RunningReplies;
  /** Reports the state of the host's database and backups. Missing if the host can't know it. */
  readonly hostHealth?: () => Promise<HostHealth>;
  /**
   * Keeps the host alive until work that continues after the response is done. Missing if the process never ends by
   * itself.
   */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /** Writes one structured log line of ids, statuses and durations, never text, keys or headers. */
  readonly log: (event: string, fields: Readonly<Record<string, string | number | boolean>>) => void;
}

/** A function of the service, which turns a web-standard request into a response. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>;
