import type { Caller, FunctionContext, FunctionHandler } from '../_shared/context.ts';
import { answering, notFound, preflight, Refusal, unauthenticated, wrongMethod } from '../_shared/http.ts';
import { callAsCaller } from '../_shared/service.ts';
import * as apiKeys from './api-keys.ts';
import { deleteAccount } from './delete.ts';

type Act = (request: Request, context: FunctionContext, caller: Caller) => Promise<Response>;

/** By the path below `/functions/v1/account/`. */
const acts: ReadonlyMap<string, Act> = new Map([
  ['api-keys/create', apiKeys.create],
  ['api-keys/revoke', apiKeys.revoke],
  ['delete', deleteAccount],
]);

const owed: ReadonlyMap<unknown, string> = new Map([
  ['second_factor', 'Confirm with your second factor first.'],
  ['new_password', 'Choose a new password first.'],
]);

/** The acts use the service's key, past the policies that hold such a session back: so it is asked here. */
async function requireNothingOwed(context: FunctionContext, caller: Caller): Promise<void> {
  const message = owed.get(await callAsCaller(context, caller, 'session_requirement', {}));
  if (message) throw new Refusal(403, 'forbidden', message);
}

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
