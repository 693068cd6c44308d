import type { Caller, FunctionContext } from './context.ts';
import { Refusal } from './http.ts';
import { callAsCaller } from './service.ts';

const refusals: ReadonlyMap<unknown, string> = new Map([
  ['second_factor', 'Confirm with your second factor first.'],
  ['new_password', 'Choose a new password first.'],
]);

/**
 * Throws Refusal 403 if the session must first meet a requirement. For functions that act as the service, because they
 * bypass the policies that check this.
 */
export async function enforceSessionRequirement(context: FunctionContext, caller: Caller): Promise<void> {
  const message = refusals.get(await callAsCaller(context, caller, 'session_requirement', {}));
  if (message) throw new Refusal(403, 'forbidden', message);
}
