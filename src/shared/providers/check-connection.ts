import { CompletionError } from '../completion/error.ts';
import { quoteUpstream } from '../domain/mask.ts';
import type { ConnectionResult } from './connection-result.ts';
import { callForText } from './post.ts';
import type { CallOptions, Greeting, ReadyGreeting } from './provider.ts';
import { providerOf } from './providers.ts';
import { errorOfResponse, isRecord, noDetails, plainText } from './upstream-error.ts';
import type { Vendor } from './vendor.ts';

export type { ConnectionResult } from './connection-result.ts';

export interface CheckOptions extends CallOptions {
  /** `vendor` is the administrator's test (VENDOR-015), `key` the verification of the key dialog (PROV-014). */
  readonly purpose: 'vendor' | 'key';
}

const hello = { role: 'user', content: 'Hello' } as const;
const system = { role: 'system', content: 'You are a helpful assistant.' } as const;

const greetings: Readonly<Record<CheckOptions['purpose'], Omit<Greeting, 'model'>>> = {
  vendor: { messages: [hello], maxTokens: 1 },
  key: { messages: [system, hello], maxTokens: 5, temperature: 0.7 },
};

/** VENDOR-019. The code is the one that a completion would have failed with. */
function refusal(status: number, text: string, secrets: readonly string[]): CompletionError {
  const { code } = errorOfResponse(status, text, secrets);
  const body = quoteUpstream(plainText(text), secrets) || noDetails;
  return new CompletionError(code, `Connection failed: ${status} - ${body}`, status);
}

/**
 * Whether an accepted answer comes from a completions endpoint. Pages, redirections of a portal and refusals under
 * status 200 do not; a reply of one token may well be empty.
 */
function isReply(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || (value['error'] ?? null) !== null) return false;
    return Array.isArray(value['choices']) || value['status'] === 'success';
  } catch {
    return false;
  }
}

/** Models that think use up the few tokens before their first word. They were reached all the same. */
const ranOutOfTokens = ({ status, message }: CompletionError) =>
  status === 400 && message.includes('output limit was reached');

/** Resolves to the status of an answer that shows the vendor, the key and the model to be right. */
async function greet({ secrets, ...call }: ReadyGreeting, options: CallOptions): Promise<number> {
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
  if (isReply(text)) return 200;
  const { message } = refusal(200, text, secrets);
  throw new CompletionError('invalid_format', message, 200);
}

/** VENDOR-020; what was refused, and what could not be reached, already says so. */
const messageOf = ({ message }: CompletionError) =>
  /^Connection (?:failed|error): /.test(message) ? message : `Connection error: ${message}`;

/**
 * Asks a vendor for a word or two, to learn whether it answers (VENDOR-015, VENDOR-017..020, PROV-014). A failure is a
 * result, with at most 200 masked characters of what the vendor said; the built-in vendor always succeeds.
 *
 * Takes at most 30 s. Rejects with CompletionError `aborted` when the caller leaves, `unsupported_vendor` for a vendor
 * of no known kind.
 */
export async function checkConnection(
  vendor: Vendor,
  model: string,
  options: CheckOptions,
): Promise<ConnectionResult> {
  const { greet: prepare } = providerOf(vendor);
  const started = performance.now();
  let failure: CompletionError | undefined;
  let status: number | undefined;
  try {
    if (prepare) status = await greet(prepare(vendor, { model, ...greetings[options.purpose] }), options);
  } catch (error) {
    if (!(error instanceof CompletionError) || error.code === 'aborted') throw error;
    failure = error;
    status = error.status;
  }
  const latency = Math.round(performance.now() - started);
  return {
    success: !failure,
    latency,
    message: failure ? messageOf(failure) : `Connection successful (${latency}ms)`,
    details: {
      vendor: vendor.name,
      model,
      status: status ?? null,
      code: failure?.code ?? null,
    },
  };
}
