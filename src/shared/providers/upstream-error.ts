import { CompletionError } from '../completion/error.ts';
import { quoteUpstream } from '../domain/mask.ts';

/** What an upstream said about its failure, in the shapes that OpenAI-style servers use. */
interface UpstreamReport {
  readonly message: string;
  readonly mentionsModel: boolean;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** `{error: {message, code, param}}`, `{error: "…"}`, `{message}` or `{detail}`. */
function readReport(body: unknown): UpstreamReport {
  if (!isRecord(body)) return { message: textOf(body), mentionsModel: /model/i.test(textOf(body)) };
  const inner = body['error'];
  const report = isRecord(inner) ? inner : body;
  const message = textOf(inner) || textOf(report['message']) || textOf(report['detail']);
  const words = [message, textOf(report['code']), textOf(report['type']), textOf(report['param'])];
  return { message, mentionsModel: words.some((word) => /model/i.test(word)) };
}

/** A page of a proxy as plain words; only its beginning, because it is cut afterwards anyway. */
const withoutTags = (html: string) =>
  html
    .slice(0, 4000)
    .replace(/<(script|style)\b[^<]*<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ');

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return /^\s*</.test(text) ? withoutTags(text) : text;
  }
}

/** The catalogue's error for a status and what the body said (PROV-022..026). `body` is parsed JSON or plain text. */
export function errorOfReport(status: number, body: unknown, secrets: readonly string[]): CompletionError {
  const report = readReport(body);
  const message = quoteUpstream(report.message, secrets);
  switch (status) {
    case 404:
      return new CompletionError(
        'not_found',
        'API endpoint not found (404): The chat API endpoint may have changed or is incorrect',
        status,
      );
    case 401:
    case 403:
      return new CompletionError(
        'authentication',
        `Authentication error (${status}): API key may be invalid or expired`,
        status,
      );
    case 400:
      return new CompletionError(
        'bad_request',
        `Bad request (400): ${message || 'Invalid request parameters'}`,
        status,
      );
    default:
      if (report.mentionsModel) return new CompletionError('model', `Model error: ${message}`, status);
      return new CompletionError(
        'api',
        `API error (${status}): ${message || 'No details were given'}`,
        status,
      );
  }
}

/** The catalogue's error for a refused call. */
export function errorOfResponse(status: number, text: string, secrets: readonly string[]): CompletionError {
  return errorOfReport(status, parseBody(text), secrets);
}

/**
 * The error inside a body that came with status 200, whole or as an event of a stream. Some vendors carry the real
 * status in `code`.
 */
export function errorInBody(error: unknown, secrets: readonly string[]): CompletionError {
  const code = isRecord(error) ? error['code'] : undefined;
  const status = typeof code === 'number' && code >= 400 && code <= 599 ? code : 500;
  return errorOfReport(status, { error }, secrets);
}
