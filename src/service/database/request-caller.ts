import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseUnavailable } from './unavailable.ts';

interface CallerContext {
  readonly caller: string;
  unavailable: DatabaseUnavailable | null;
}

const contexts = new AsyncLocalStorage<CallerContext>();

/** The caller of the service's own work, for example at startup and for maintenance. */
export const serviceCaller = 'service';

/** Returns the caller for whom the current code runs. */
export const currentCaller = (): string => contexts.getStore()?.caller ?? serviceCaller;

/** Records that the database could not be used for the current request. */
export function recordUnavailable(error: DatabaseUnavailable): void {
  const context = contexts.getStore();
  if (context) context.unavailable ??= error;
}

/** Runs `work` for a caller: an account, or a network for visitors without one. */
export const runAs = <T>(caller: string, work: () => Promise<T>): Promise<T> =>
  contexts.run({ caller, unavailable: null }, work);

/** Like `runAs`, but also returns why the database could not be used, even if the handler caught the error. */
export async function runRequest<T>(
  caller: string,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly unavailable: DatabaseUnavailable | null }> {
  const context: CallerContext = { caller, unavailable: null };
  const answer = await contexts.run(context, work);
  return { answer, unavailable: context.unavailable };
}
