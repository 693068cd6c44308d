import type { Caller, FunctionContext } from './context.ts';
import { Refusal } from './http.ts';
import { callAsCaller } from './service.ts';

const refusals: ReadonlyMap<unknown, string> = new Map([
  ['second_factor', 'Confirm with your second factor first.'],
  ['new_password', 'Choose a new password first.'],
]);

/** For functions that act as the service and so bypass the policies that refuse such a session. Throws Refusal 403. */
export async function enforceSessionRequirement(context: FunctionContext, caller: Caller): Promise<void> {
  const message = refusals.get(await callAsCaller(context, caller, 'session_requirement', {}));
  if (message) throw new Refusal(403, 'forbidden', message);
}
