import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseUnavailable } from './unavailable.ts';

interface CallerContext {
  readonly caller: string;
  unavailable: DatabaseUnavailable | null;
}

const contexts = new AsyncLocalStorage<CallerContext>();

/** The service itself, for example its start and its maintenance. */
export const ownWork = 'service';

/** The caller whose turn the statements sent from here take. */
export const currentCaller = (): string => contexts.getStore()?.caller ?? ownWork;

/** Remembers that the database could not be used for the current request. */
export function noteUnavailable(error: DatabaseUnavailable): void {
  const context = contexts.getStore();
  if (context) context.unavailable ??= error;
}

/** Runs `work` in the turns of a caller: an account, or a network for visitors without one. */
export const runAs = <T>(caller: string, work: () => Promise<T>): Promise<T> =>
  contexts.run({ caller, unavailable: null }, work);

/** Like `runAs`. Also returns why the database could not be used, whatever the handler made of the error. */
export async function answerFor<T>(
  caller: string,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly unavailable: DatabaseUnavailable | null }> {
  const context: CallerContext = { caller, unavailable: null };
  const answer = await contexts.run(context, work);
  return { answer, unavailable: context.unavailable };
}
