import { runRequest } from '../database/request-caller.ts';
import type { DatabaseUnavailable } from '../database/unavailable.ts';
import { json } from './json.ts';

/** SQLSTATEs of a server that currently accepts no connections, and of an exceeded limit. */
const codes = { 503: '57P03', 429: '53400' } as const;

/** Builds a response for REST, auth and function clients. Each kind reads a different field of the body. */
function refusal({ status, message, retryAfter }: DatabaseUnavailable): Response {
  const code = codes[status];
  return json({ code, message, msg: message, details: null, hint: null, error: { code, message } }, status, {
    'retry-after': String(retryAfter),
  });
}

/**
 * Responds with 503 or 429 if the database could not be used. Otherwise handlers would respond with 500, or treat a
 * session that they can't look up as ended.
 */
export async function answerUnlessUnavailable(
  caller: string,
  work: () => Promise<Response | null>,
): Promise<Response | null> {
  const { answer, unavailable } = await runRequest(caller, () =>
    work().then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    ),
  );
  const isGood = 'response' in answer && (answer.response === null || answer.response.ok);
  if (unavailable && !isGood) return refusal(unavailable);
  if ('error' in answer) throw answer.error;
  return answer.response;
}
