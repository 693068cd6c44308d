import { RelationNotFoundError } from '@supabase/lite';
import type { Claims } from '../database/database.ts';
import type { LiteConnection } from '../database/opened-database.ts';
import { jsonArguments } from './json-arguments.ts';
import { type DatabaseError, isDatabaseError } from './problem.ts';

/**
 * A database error on its way out of lite. lite prints every error it answers itself, parameters and so people's
 * messages included; an error that brings a `getResponse` of its own passes by that.
 */
export class DatabaseProblem extends Error {
  readonly reason: DatabaseError | RelationNotFoundError;

  constructor(reason: DatabaseError | RelationNotFoundError) {
    super(reason.message, { cause: reason });
    this.name = 'DatabaseProblem';
    this.reason = reason;
  }

  /** Never sent: `createRest` replaces it, for it knows the caller's role. */
  getResponse(): Response {
    return new Response(null, { status: 500 });
  }
}

/** Carries an error answer past the commit, so that what was written before it is rolled back as PostgREST does. */
class RolledBack extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super('rolled back');
    this.response = response;
  }
}

/** How Node asks an object for its printed form. */
const printedForm = Symbol.for('nodejs.util.inspect.custom');

/**
 * Makes lite's `console.error` of an error show its class alone. lite recognises errors by class and text, so the
 * error itself must stay what it is.
 */
function printWithoutText(error: unknown): void {
  if (error instanceof Error && Object.isExtensible(error)) {
    Object.defineProperty(error, printedForm, { value: () => `rest: ${error.name}`, configurable: true });
  }
}

/** A statement of a client may take this long; hosted allows signed-in people the same 8 s. PGlite cannot interrupt. */
const statementTimeoutMs = 8_000;

type Context = Parameters<LiteConnection['withContext']>;

/** The settings that a request's transaction runs under, all local to it. */
function settingsFor(claims: Claims, rpc: NonNullable<Context[2]>['rpc']): Record<string, string> {
  return {
    'request.jwt.claims': JSON.stringify(claims),
    statement_timeout: String(statementTimeoutMs),
    ...(rpc
      ? {
          'request.method': rpc.method,
          'request.path': rpc.path,
          'request.headers': JSON.stringify(rpc.requestHeaders ?? {}),
          'response.status': '',
          'response.headers': '',
          ...(rpc.readOnly ? { transaction_read_only: 'on' } : {}),
        }
      : {}),
    // The role comes last: as the caller, nothing above may depend on rights he lacks.
    role: claims.role,
  };
}

/**
 * Replaces the parts of lite's connection that are not safe or not like hosted:
 *
 * - Its `withContext` grants everything on every table to the client roles at the first request, which would undo
 *   each `revoke` of the migrations, and sends up to seven statements a request. Ours grants nothing and sends one.
 * - Its look at the schema is not shared, so the first hundred requests at once would take a hundred looks.
 * - Its arguments of type JSON would arrive as text of JSON (`jsonArguments`).
 * - Its error path turns refusals by constraint or trigger into 500, and prints parameters and filters.
 */
export function cure(connection: LiteConnection): void {
  connection.withContext = async <T>(...[vars, work, options]: Context): Promise<T> => {
    const claims = (vars as { auth: { jwt: Claims } }).auth.jwt;
    const settings = Object.entries(settingsFor(claims, options?.rpc));
    try {
      return (await connection.kysely.transaction().execute(async (tx) => {
        await tx
          .selectNoFrom((build) => [
            ...settings.map(([name, value], index) =>
              build.fn('set_config', [build.val(name), build.val(value), build.lit(true)]).as(`s${index}`),
            ),
            // PostgreSQL evaluates the list in order, so the function sees the claims. On the hosted service
            // PostgREST calls it (`pgrst.db_pre_request`).
            ...(claims.role === 'authenticated' ? [build.fn('public.require_session').as('session')] : []),
          ])
          .execute();
        const result: unknown = await work(options?.rpc ? tx.withPlugin(jsonArguments) : tx);
        if (result instanceof Response && result.status >= 400) throw new RolledBack(result);
        return result;
      })) as T;
    } catch (error) {
      if (error instanceof RolledBack) return error.response as T;
      throw error;
    }
  };

  const introspect = connection.introspect.bind(connection);
  let underWay: ReturnType<typeof introspect> | undefined;
  connection.introspect = (options) => {
    underWay ??= introspect(options).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };

  connection.normalizeDbError = (error) => {
    if (isDatabaseError(error) || error instanceof RelationNotFoundError) throw new DatabaseProblem(error);
    printWithoutText(error);
    return error;
  };
}
