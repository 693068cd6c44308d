import type { z } from 'zod';
import { readAnswer } from '../_shared/answer.ts';
import { readJson } from '../_shared/body.ts';
import type { Caller, FunctionContext } from '../_shared/context.ts';
import { Refusal } from '../_shared/http.ts';
import { callAsService, ServiceError } from '../_shared/service.ts';

/** What an act of an administrator works with: the context of its function, and its request. */
export interface ActContext {
  readonly context: FunctionContext;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly userAgent: string | null;
}

/** One act: reads its request, does it, and resolves to what is answered as JSON. */
export type Act = (context: ActContext, request: Request) => Promise<unknown>;

/** Bytes. */
const largestBody = 65_536;

/** An act whose body passes a schema first; it has at most 64 kB unless told. */
export const defineAct =
  <Body extends z.ZodType>(
    body: Body,
    run: (context: ActContext, body: z.infer<Body>) => Promise<unknown>,
    largest = largestBody,
  ): Act =>
  async (context, request) =>
    run(context, await readJson(request, body, largest));

/**
 * Calls the SQL function of an act: it checks that the caller is an administrator now, acts and logs, in one
 * transaction. Throws Refusal 403 for everyone else, `second_factor_required` where the session lacks the factor.
 */
export async function callAct(
  { context, caller, userAgent }: ActContext,
  functionName: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  try {
    // As the service: it hands over what no client may choose, sealed keys and the address for the audit log. Who acts
    // is the user of the bearer that the host has verified, and the function asks for his role.
    return await callAsService(context, functionName, {
      actor: {
        user_id: caller.userId,
        aal: caller.aal,
        address: context.clientAddress,
        agent: userAgent,
      },
      ...parameters,
    });
  } catch (error) {
    if (error instanceof ServiceError && error.code === '42501')
      throw new Refusal(403, 'forbidden', 'Only administrators can do this.');
    if (error instanceof ServiceError && error.code === '28000')
      throw new Refusal(403, 'second_factor_required', 'Confirm with your second factor first.');
    throw error;
  }
}

/** Calls the SQL function of an act and reads its answer. Throws Refusal where it refuses. */
export const act = async <Schema extends z.ZodType>(
  context: ActContext,
  functionName: string,
  parameters: Readonly<Record<string, unknown>>,
  schema: Schema,
): Promise<z.infer<Schema>> => readAnswer(await callAct(context, functionName, parameters), schema);
