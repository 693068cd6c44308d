/** A request that a function turns down. Thrown anywhere inside, answered by `answering`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const unauthenticated = () => new Refusal(401, 'unauthenticated', 'Please sign in to use the chat');
export const notFound = () => new Refusal(404, 'not_found', 'There is nothing at this address');
export const wrongMethod = (allowed: string) =>
  new Refusal(405, 'method_not_allowed', `Use ${allowed} at this address`);
export const invalidRequest = (message: string) => new Refusal(400, 'invalid_request', message);

/** The kinds of error that OpenAI's clients know, by status. */
function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 404) return 'not_found_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'api_error';
}

/** The error object inside replies and events, in the shape OpenAI's clients read. */
export const errorObject = (status: number, code: string, message: string) => ({
  message,
  type: errorType(status),
  param: null,
  code,
});

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

/** An error reply `{error: {message, type, param, code}}`. */
export function errorReply(status: number, code: string, message: string): Response {
  // OpenAI's clients would repeat refused calls by themselves, and each repetition counts as a message.
  return json({ error: errorObject(status, code, message) }, status, { 'x-should-retry': 'false' });
}

/** The answer to a preflight. Which origins may call is the host's to say (CORS headers are added there). */
export const preflight = (): Response =>
  new Response(null, { status: 204, headers: { allow: 'GET, POST, OPTIONS' } });

/** Runs the work of a function and turns a Refusal into its reply. Other errors go on to the host, which logs them. */
export async function answering(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return errorReply(error.status, error.code, error.message);
    throw error;
  }
}
