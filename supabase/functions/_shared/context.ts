import type { Database, Json } from '../../../src/shared/database/types.ts';
import type { Circuits } from './circuits.ts';
import type { RunningReplies } from './running-replies.ts';

/** The caller, once the host has verified the bearer token. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: 'authenticated' | 'service_role';
  /** The bearer token itself, for calls as the caller, so that row-level security decides. */
  readonly token: string;
  readonly isAnonymous: boolean;
  readonly aal: 'aal1' | 'aal2';
}

/**
 * Who sent a completion request. The database checks the session or the key in the round trip that grants the
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

/** The generated types leave out null, and JSON has no type worth checking. */
type SqlArgument<Type> = Json extends Type
  ? unknown
  : Type extends readonly (infer Item)[]
    ? readonly Item[] | null | undefined
    : Type | null | undefined;

/** A SQL function's arguments by name. Undefined ones are left out, so that their default applies. */
export type SqlArguments<Name extends SqlFunction> = [SqlFunctions[Name]['Args']] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [Key in keyof SqlFunctions[Name]['Args']]: SqlArgument<SqlFunctions[Name]['Args'][Key]> };

export interface HostHealth {
  /** Whether a database page doesn't match its checksum. */
  readonly is_damaged: boolean;
  /** Null if the database server has its own backups. */
  readonly backup: { readonly last_at: string | null; readonly has_failed: boolean } | null;
}

/**
 * What a host provides to its functions: the embedded service in Node, or Deno on the hosted service. Everything that
 * differs between the two is here, so that both run the same handlers.
 */
export interface FunctionContext {
  /** Id of this request, for logs and error messages. */
  readonly requestId: string;
  /** E.g. `http://localhost:3000`. */
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** The privileged key. Each use needs a comment with the reason. */
  readonly secretKey: string;
  /** Sends requests to `/rest/v1` and `/auth/v1`. The embedded service answers them in its own process. */
  readonly serviceFetch: typeof fetch;
  /**
   * Calls a SQL function as the service role and resolves to its result. Rejects with SqlError. Each use needs a
   * comment that says why row-level security can't decide.
   */
  readonly callAsService: <Name extends SqlFunction>(
    name: Name,
    parameters: SqlArguments<Name>,
  ) => Promise<unknown>;
  /** Sends requests to vendors. The host guards it: https, no private IP address unless allowed, no redirects. */
  readonly fetch: typeof fetch;
  /**
   * Verifies a session's access token. Resolves to null if it is missing, expired or forged. Refuses developer API
   * keys.
   */
  readonly verifyBearer: (request: Request) => Promise<Caller | null>;
  /**
   * Identifies who sent a completion request, by access token or developer API key (`clv_…`); null if it is neither.
   */
  readonly identifySender: (request: Request) => Promise<Sender | null>;
  /** The client's IP address, or null if the host doesn't know it for sure. */
  readonly clientAddress: string | null;
  /** Reads an environment variable of the host, e.g. `CLOVER_ENCRYPTION_KEYS`. */
  readonly env: (name: string) => string | undefined;
  /** The vendors that this process knows to be unavailable at the moment. */
  readonly circuits: Circuits;
  readonly replies: RunningReplies;
  /** Reports how the host's database and backups are doing. Missing if the host doesn't know. */
  readonly hostHealth?: () => Promise<HostHealth>;
  /** Keeps the host alive until work that outlasts the reply is done. Missing if the process stays anyway. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /** Writes one structured line of ids, statuses and durations, never text, keys or headers. */
  readonly log: (event: string, fields: Readonly<Record<string, string | number | boolean>>) => void;
}

/** A function of the service, between a web-standard request and response. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>;
