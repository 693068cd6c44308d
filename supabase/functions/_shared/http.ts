import { z } from 'zod';
import { CompletionError, type CompletionErrorCode } from '../../../src/shared/completion/error.ts';
import type { Caller, FunctionContext, FunctionHandler } from './context.ts';

/** Thrown if a function refuses a request. `respond` turns it into a response. */
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

const unauthenticated = () => new Refusal(401, 'unauthenticated', 'Please sign in to use the chat');
export const notFound = () => new Refusal(404, 'not_found', "This URL doesn't exist");
export const invalidRequest = (message: string) => new Refusal(400, 'invalid_request', message);

/** HTTP statuses for failed completions. 502 and 504 mean that the vendor failed, not the client. */
const statuses: Readonly<Record<CompletionErrorCode, number>> = {
  not_found: 502,
  authentication: 502,
  bad_request: 400,
  model: 502,
  api: 502,
  invalid_json: 502,
  invalid_format: 502,
  timeout: 504,
  missing_key: 503,
  no_vendor: 503,
  unsupported_vendor: 503,
  quota: 429,
  budget: 429,
  forbidden: 403,
  unauthenticated: 401,
  network: 502,
  aborted: 499,
  reply_exists: 409,
  no_answer: 502,
  interrupted: 502,
};

/** Turns any thrown value into a CompletionError. Other errors are bugs, so their text is not shown. */
export const toCompletionError = (error: unknown): CompletionError =>
  error instanceof CompletionError
    ? error
    : new CompletionError('api', 'API error (500): Something went wrong');

/** Returns the error type that OpenAI's clients expect for a status. */
function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 404) return 'not_found_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'api_error';
}

/** Builds the error object in responses and events, in OpenAI's format. */
export const errorObject = (status: number, code: string, message: string) => ({
  message,
  type: errorType(status),
  param: null,
  code,
});

export const completionErrorObject = ({ code, message }: CompletionError) =>
  errorObject(statuses[code], code, message);

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

const openAiBody = ({ status, code, message }: Refusal): unknown => ({
  error: errorObject(status, code, message),
});

/**
 * Wraps `work` in a handler that responds to preflights and turns a thrown Refusal or CompletionError into an error
 * response. Other errors reach the host, which logs them.
 */
export const respond =
  (work: FunctionHandler, toBody: (refusal: Refusal) => unknown = openAiBody): FunctionHandler =>
  async (request, context) => {
    // The host adds the CORS headers, because it defines the allowed origins.
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { allow: 'GET, POST, OPTIONS' } });
    try {
      return await work(request, context);
    } catch (error) {
      const refusal =
        error instanceof CompletionError
          ? new Refusal(statuses[error.code], error.code, error.message)
          : error;
      if (!(refusal instanceof Refusal)) throw error;
      // Otherwise OpenAI's clients would automatically retry refused requests, and each retry counts as a message.
      const { retryAfter } = error instanceof CompletionError ? error : {};
      return json(toBody(refusal), refusal.status, {
        'x-should-retry': 'false',
        ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter / 1000)) }),
      });
    }
  };

/** Throws Refusal 405 if the request has another method. */
export function requireMethod({ method }: Request, allowed: 'GET' | 'POST'): void {
  if (method !== allowed)
    throw new Refusal(405, 'method_not_allowed', `This URL accepts ${allowed} requests only`);
}

/** Returns the caller. Throws Refusal 401 without a session. */
export async function requireCaller(request: Request, context: FunctionContext): Promise<Caller> {
  const caller = await context.verifyBearer(request);
  if (!caller) throw unauthenticated();
  return caller;
}

/** Returns the sender. Throws Refusal 401 without an access token or developer API key. */
export async function requireSender(request: Request, context: FunctionContext) {
  const sender = await context.identifySender(request);
  if (!sender) throw unauthenticated();
  return sender;
}

/** An action of a function, at a path below the function's name. Its result is sent as JSON. */
export type CallerAction = (request: Request, context: FunctionContext, caller: Caller) => Promise<unknown>;

/** Serves a function's actions at `POST /functions/v1/<name>/<path>`. */
export const serveActions = (
  name: string,
  actions: Readonly<Record<string, CallerAction>>,
): FunctionHandler =>
  respond(async (request, context) => {
    const [, path = ''] = new URL(request.url).pathname.split(`/${name}/`);
    const action = Object.hasOwn(actions, path) ? actions[path] : undefined;
    if (!action) throw notFound();
    requireMethod(request, 'POST');
    return json(await action(request, context, await requireCaller(request, context)));
  });

/** Reads the id of the message to answer from `x-clover-message-id`, or null if there is none. Throws Refusal 400. */
export function readMessageId({ headers }: Request): string | null {
  const messageId = headers.get('x-clover-message-id');
  if (messageId !== null && !z.uuid().safeParse(messageId).success)
    throw invalidRequest('x-clover-message-id: must be a UUID');
  return messageId;
}

/** Returns the headers that name the vendor and model that answered. */
export const answererHeaders = (
  vendor: string,
  unavailableVendor: string | undefined,
  messageId: string,
  requestId: string,
): Record<string, string> => ({
  'x-clover-vendor': vendor,
  // A display name may contain any character, but a header may not.
  ...(unavailableVendor !== undefined && {
    'x-clover-unavailable-vendor': encodeURIComponent(unavailableVendor),
  }),
  'x-clover-message-id': messageId,
  'x-request-id': requestId,
});
