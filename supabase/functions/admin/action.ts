import type { z } from 'zod';
import { readJson } from '../_shared/body.ts';
import type { Caller, FunctionContext, SqlArguments, SqlFunction } from '../_shared/context.ts';
import { Refusal } from '../_shared/http.ts';
import { readResult, SqlError } from '../_shared/service.ts';

/**
 * The SQL functions of admin actions. Each one checks that `actor` is currently an administrator, then acts and logs.
 */
type AdminSqlFunction = {
  [Name in SqlFunction]: SqlArguments<Name> extends { readonly actor: unknown } ? Name : never;
}[SqlFunction];

type AdminSqlCall = <Name extends AdminSqlFunction>(
  name: Name,
  parameters: Omit<SqlArguments<Name>, 'actor'>,
) => Promise<unknown>;

export interface ActionContext {
  readonly context: FunctionContext;
  readonly signal: AbortSignal;
  /**
   * Calls an action's SQL function, in one transaction. Throws Refusal 403 for everyone except administrators, and
   * `second_factor_required` if the session hasn't used the second factor.
   */
  readonly call: AdminSqlCall;
}

/** An admin action: takes a request and resolves to the JSON response. */
export type AdminAction = (context: ActionContext, request: Request) => Promise<unknown>;

const defaultBodyBytes = 65_536;

type Schemas<Action extends string> = Readonly<Record<Action, z.ZodType>>;

/**
 * Defines a subject's actions by name. Each action gets the request body, parsed with its schema, and resolves to the
 * result of its SQL function or to another value, which must match its schema in `replies`. Bodies are at most 64 kB
 * by default.
 */
export const defineActions = <Action extends string, Requests extends Schemas<Action>>(
  requests: Requests & Schemas<Action>,
  replies: Schemas<Action>,
  actions: {
    readonly [Name in keyof Requests]: (
      body: z.infer<Requests[Name]>,
      context: ActionContext,
    ) => Promise<unknown>;
  },
  largestBody = defaultBodyBytes,
): ReadonlyMap<string, AdminAction> =>
  new Map(
    (Object.keys(requests) as Action[]).map((name) => [
      name,
      async (context, request) =>
        readResult(
          await actions[name](await readJson(request, requests[name], largestBody), context),
          replies[name],
        ),
    ]),
  );

export const createAdminCall =
  (context: FunctionContext, caller: Caller, userAgent: string | null): AdminSqlCall =>
  async (name, parameters) => {
    const actor = {
      user_id: caller.userId,
      aal: caller.aal,
      address: context.clientAddress,
      agent: userAgent,
    };
    try {
      // Runs as the service, because it passes values that no client may choose: encrypted keys, and the IP address for
      // the audit log. The SQL function checks the role of the verified caller.
      return await context.callAsService(name, { actor, ...parameters } as never);
    } catch (error) {
      if (error instanceof SqlError && error.code === '42501')
        throw new Refusal(403, 'forbidden', 'Only administrators can do this.');
      if (error instanceof SqlError && error.code === '28000')
        throw new Refusal(403, 'second_factor_required', 'Confirm with your second factor first.');
      throw error;
    }
  };
