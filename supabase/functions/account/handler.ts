import type { Caller, FunctionContext, FunctionHandler } from '../_shared/context.ts';
import { answering, notFound, preflight, unauthenticated, wrongMethod } from '../_shared/http.ts';
import { requireNothingOwed } from '../_shared/session-requirement.ts';
import * as apiKeys from './api-keys.ts';
import { deleteAccount } from './delete.ts';

type Act = (request: Request, context: FunctionContext, caller: Caller) => Promise<Response>;

/** By the path below `/functions/v1/account/`. */
const acts: ReadonlyMap<string, Act> = new Map([
  ['api-keys/create', apiKeys.create],
  ['api-keys/revoke', apiKeys.revoke],
  ['delete', deleteAccount],
]);

/** `POST /functions/v1/account/<subject>/<act>`: what users do with their own account. A session's token only. */
export const handler: FunctionHandler = (request, context) =>
  answering(async () => {
    if (request.method === 'OPTIONS') return preflight();
    const [, path = ''] = new URL(request.url).pathname.split('/account/');
    const act = acts.get(path);
    if (!act) throw notFound();
    if (request.method !== 'POST') throw wrongMethod('POST');
    const caller = await context.verifyBearer(request);
    if (!caller) throw unauthenticated();
    await requireNothingOwed(context, caller);
    return act(request, context, caller);
  });
