import { CompletionError } from '../completion/error.ts';
import { quoteUpstream } from '../domain/mask.ts';
import { tryParseJson } from './body.ts';
import type { ConnectionResult } from './connection-result.ts';
import { callForText } from './post.ts';
import type { CallOptions, TestPrompt, TestRequest } from './provider.ts';
import { providerOf } from './providers.ts';
import { errorOfResponse, isRecord, noDetails, stripTags } from './upstream-error.ts';
import { fetchFor, type Vendor } from './vendor.ts';

interface CheckOptions extends CallOptions {
  /** `vendor` is the administrator's test (VENDOR-015), `key` the verification of the key dialog (PROV-014). */
  readonly purpose: 'vendor' | 'key';
}

const greeting = { role: 'user', content: 'Hello' } as const;
const systemPrompt = { role: 'system', content: 'You are a helpful assistant.' } as const;

const testPrompts: Readonly<Record<CheckOptions['purpose'], Omit<TestPrompt, 'model'>>> = {
  vendor: { messages: [greeting], maxTokens: 1 },
  key: { messages: [systemPrompt, greeting], maxTokens: 5, temperature: 0.7 },
};

/** Creates the error for a refused test (VENDOR-019). Its code is the same as for a failed completion. */
function refusal(status: number, text: string, secrets: readonly string[]): CompletionError {
  const { code } = errorOfResponse(status, text, secrets);
  const body = quoteUpstream(stripTags(text), secrets) || noDetails;
  return new CompletionError(code, `Connection failed: ${status} - ${body}`, status);
}

/**
 * Returns whether an accepted response is a reply and not, for example, a web page, a captive portal or an error with
 * status 200.
 */
function isAnswer(text: string, isReply: TestRequest['isReply']): boolean {
  const value = tryParseJson(text);
  return isRecord(value) && (value['error'] ?? null) === null && isReply(value);
}

/**
 * Recognizes a reasoning model that used up its few tokens before the first word. That error still proves that vendor,
 * key and model work.
 */
const ranOutOfTokens = ({ status, message }: CompletionError) =>
  status === 400 && message.includes('output limit was reached');

/** Resolves to the status of a response that proves that the vendor, the key and the model work. */
async function sendTest({ secrets, isReply, ...call }: TestRequest, options: CallOptions): Promise<number> {
  let text: string;
  try {
    text = await callForText({
      ...call,
      signal: options.signal,
      fetch: options.fetch,
      refusal: (status, body) => refusal(status, body, secrets),
    });
  } catch (error) {
    if (error instanceof CompletionError && ranOutOfTokens(error)) return 400;
    throw error;
  }
  if (isAnswer(text, isReply)) return 200;
  const { message } = refusal(200, text, secrets);
  throw new CompletionError('invalid_format', message, 200);
}

/** Adds the prefix that VENDOR-020 requires, unless the message already has it. */
const messageOf = ({ message }: CompletionError) =>
  /^Connection (?:failed|error): /.test(message) ? message : `Connection error: ${message}`;

function failureOf(error: unknown): CompletionError {
  if (error instanceof CompletionError && error.code !== 'aborted') return error;
  throw error;
}

/** Converts an error to a result that shows its reason. Rethrows `aborted`, because the caller has disconnected. */
export function resultOf(
  { name }: Vendor,
  model: string,
  started: number,
  outcome: { readonly status?: number | undefined; readonly failure?: unknown },
): ConnectionResult {
  const failure = outcome.failure === undefined ? null : failureOf(outcome.failure);
  const latency = Math.round(performance.now() - started);
  return {
    success: !failure,
    latency,
    message: failure ? messageOf(failure) : `Connection successful (${latency}ms)`,
    details: {
      vendor: name,
      model,
      status: failure?.status ?? outcome.status ?? null,
      code: failure?.code ?? null,
    },
  };
}

/**
 * Sends a short request to find out whether a vendor responds (VENDOR-015, VENDOR-017..020, PROV-014). A failure is
 * also a result: it quotes at most 200 masked characters of the vendor's message. The demo always succeeds. Takes at
 * most 30 s. Rejects with CompletionError `aborted` if the caller disconnects, and `unsupported_vendor` for an
 * unknown vendor.
 */
export async function checkConnection(
  vendor: Vendor,
  model: string,
  options: CheckOptions,
): Promise<ConnectionResult> {
  const { greet: prepare } = providerOf(vendor);
  const startedAt = performance.now();
  try {
    if (!prepare) return resultOf(vendor, model, startedAt, {});
    const greeting = prepare(vendor, { model, ...testPrompts[options.purpose] });
    const status = await sendTest(greeting, { ...options, fetch: fetchFor(vendor, options.fetch) });
    return resultOf(vendor, model, startedAt, { status });
  } catch (failure) {
    return resultOf(vendor, model, startedAt, { failure });
  }
}
