import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseUnavailable } from './unavailable.ts';

/** For whom the database works while a request is answered. */
interface RequestOf {
  readonly caller: string;
  unavailable: DatabaseUnavailable | null;
}

const requests = new AsyncLocalStorage<RequestOf>();

/** The service itself: maintenance, realtime, its start. */
export const ownWork = 'service';

/** Who takes turns with the others for the statements that are sent from here. */
export const currentCaller = (): string => requests.getStore()?.caller ?? ownWork;

/** Remembers that the database could not be used for the current request. */
export function noteUnavailable(error: DatabaseUnavailable): void {
  const request = requests.getStore();
  if (request) request.unavailable ??= error;
}

/**
 * Answers a request for `caller`: an account, or a network for those without one.
 *
 * @returns the answer, and why the database could not be used meanwhile, however the handler put it.
 */
export async function answerFor<T>(
  caller: string,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly unavailable: DatabaseUnavailable | null }> {
  const request: RequestOf = { caller, unavailable: null };
  const answer = await requests.run(request, work);
  return { answer, unavailable: request.unavailable };
}
