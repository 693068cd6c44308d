import { z } from 'zod';
import { CompletionError } from '../completion/error.ts';
import { quoteUpstream } from '../domain/mask.ts';
import { tryParseJson } from './body.ts';

interface UpstreamReport {
  readonly message: string;
  readonly mentionsModel: boolean;
  /** Whether the key is the cause, regardless of the status. */
  readonly isKeyFault: boolean;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Matches the word "model", even as part of `model_not_found`, but not in names such as "ModelsLab". */
const mentionsModel = /(?<![a-z])models?(?![a-z])/i;

/** Recognizes Google's refusal of an invalid key, which has status 400 and gives the reason in `details`. */
const isKeyFault = (detail: unknown) => isRecord(detail) && detail['reason'] === 'API_KEY_INVALID';

/**
 * Reads `{error: {message, code, param}}`, `{error: "…"}`, `{message}` or `{detail}`. Google may send a list with
 * one error.
 */
function readReport(value: unknown): UpstreamReport {
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(body)) {
    return { message: textOf(body), mentionsModel: mentionsModel.test(textOf(body)), isKeyFault: false };
  }
  const inner = body['error'];
  const report = isRecord(inner) ? inner : body;
  const message = textOf(inner) || textOf(report['message']) || textOf(report['detail']);
  const words = [message, textOf(report['code']), textOf(report['type']), textOf(report['param'])];
  const details = report['details'];
  return {
    message,
    mentionsModel: words.some((word) => mentionsModel.test(word)),
    isKeyFault: Array.isArray(details) && details.some(isKeyFault),
  };
}

/**
 * Removes HTML tags. A proxy may respond with a page whose tags would fill most of the 200 characters that a message
 * may quote.
 */
const withoutTags = (html: string) =>
  html.replace(/<(script|style)\b[^<]*<\/\1>/gi, ' ').replace(/<[^<>]*>/g, ' ');

export const stripTags = (text: string) => (/^\s*</.test(text) ? withoutTags(text) : text);

function parseBody(text: string): unknown {
  const value = tryParseJson(text);
  return value === undefined ? stripTags(text) : value;
}

export const noDetails = 'No details were given';

const badKey = (status: number) =>
  new CompletionError(
    'authentication',
    `Authentication error (${status}): API key may be invalid or expired`,
    status,
  );

/** Creates the catalog's error for a status and a body, which is parsed JSON or plain text (PROV-022..026). */
function errorOfReport(status: number, body: unknown, secrets: readonly string[]): CompletionError {
  const report = readReport(body);
  const message = quoteUpstream(report.message, secrets);
  if (report.isKeyFault) return badKey(status);
  switch (status) {
    case 404:
      return new CompletionError(
        'not_found',
        'API endpoint not found (404): The chat API endpoint may have changed or is incorrect',
        status,
      );
    case 401:
    case 403:
      return badKey(status);
    case 400:
      return new CompletionError(
        'bad_request',
        `Bad request (400): ${message || 'Invalid request parameters'}`,
        status,
      );
    default:
      return report.mentionsModel
        ? new CompletionError('model', `Model error: ${message || noDetails}`, status)
        : new CompletionError('api', `API error (${status}): ${message || noDetails}`, status);
  }
}

/** Creates the catalog's error for a refused call. */
export function errorOfResponse(status: number, text: string, secrets: readonly string[]): CompletionError {
  return errorOfReport(status, parseBody(text), secrets);
}

const statusSchema = z.coerce.number().int().min(400).max(599);

/** The HTTP statuses of the vendors' error codes. */
const statusOfWord: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  invalid_api_key: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  model_not_found: 404,
  insufficient_quota: 429,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  internal_error: 500,
  server_error: 500,
  service_unavailable: 503,
  timeout_error: 504,
  overloaded_error: 529,
};

function statusInBody(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  for (const word of [error['status'], error['code'], error['type']]) {
    const status = statusSchema.safeParse(word);
    if (status.success) return status.data;
    if (typeof word === 'string' && Object.hasOwn(statusOfWord, word)) return statusOfWord[word];
  }
  return undefined;
}

/**
 * Creates the error for a body or event with status 200. Many vendors put a status into it. Without one, the message
 * says 500, and the error's `status` stays undefined.
 */
export function errorInBody(error: unknown, secrets: readonly string[]): CompletionError {
  const status = statusInBody(error);
  if (status !== undefined) return errorOfReport(status, { error }, secrets);
  const { code, message } = errorOfReport(500, { error }, secrets);
  return new CompletionError(code, message);
}
