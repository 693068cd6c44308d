import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseUnavailable } from './unavailable.ts';

interface CallerContext {
  readonly caller: string;
  unavailable: DatabaseUnavailable | null;
}

const contexts = new AsyncLocalStorage<CallerContext>();

/** Counts as the caller of the service's own work, for example its start and its maintenance. */
export const serviceCaller = 'service';

/** Returns whose statements are sent at the moment. */
export const currentCaller = (): string => contexts.getStore()?.caller ?? serviceCaller;

/** Records that the database could not be used for the current request. */
export function recordUnavailable(error: DatabaseUnavailable): void {
  const context = contexts.getStore();
  if (context) context.unavailable ??= error;
}

/** Runs `work` for a caller: an account, or a network for visitors without one. */
export const runAs = <T>(caller: string, work: () => Promise<T>): Promise<T> =>
  contexts.run({ caller, unavailable: null }, work);

/** Like `runAs`. Also returns why the database could not be used, even if the handler caught the error. */
export async function runRequest<T>(
  caller: string,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly unavailable: DatabaseUnavailable | null }> {
  const context: CallerContext = { caller, unavailable: null };
  const answer = await contexts.run(context, work);
  return { answer, unavailable: context.unavailable };
}
