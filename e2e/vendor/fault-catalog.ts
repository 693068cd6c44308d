import type { Behavior } from './faults.ts';
import { questionOf } from './reply.ts';

/** Vendors that administrators add, one for each dialect. */
const dialectKinds = ['openai-responses', 'anthropic', 'gemini'] as const;

/**
 * The kinds of vendors to test: two OpenAI-style ones that share error texts, one with different texts, ModelsLab,
 * and one for each other dialect.
 */
export const faultyKinds = ['deepinfra', 'openrouter', 'modelslab', 'openai', ...dialectKinds] as const;
export type FaultyKind = (typeof faultyKinds)[number];

/** Returns the dialect in the config of an added vendor. Documented vendors have none. */
export const dialectOf = (kind: FaultyKind) => dialectKinds.find((name) => name === kind);

export function configOf(kind: FaultyKind) {
  const dialect = dialectOf(kind);
  return dialect ? { dialect } : {};
}

/** The error that a caller must receive, and the text before it. */
export interface Outcome {
  readonly code: string;
  readonly message: string;
  readonly text: string;
}

export interface Fault {
  /** Unique: a request with this name as its message triggers the fault. */
  readonly name: string;
  readonly behavior: Behavior;
  /** Whether only a timeout ends the call. */
  readonly isSilent: boolean;
  readonly outcome: (kind: FaultyKind, isStreaming: boolean) => Outcome;
}

const fails = (code: string, message: string, text = ''): Outcome => ({ code, message, text });
const api = (status: number, words: string) => fails('api', `API error (${status}): ${words}`);
const badRequest = (words: string) => fails('bad_request', `Bad request (400): ${words}`);
const authentication = (status: number) =>
  fails('authentication', `Authentication error (${status}): API key may be invalid or expired`);
const notFound = fails(
  'not_found',
  'API endpoint not found (404): The chat API endpoint may have changed or is incorrect',
);
const model = (words: string) => fails('model', `Model error: ${words}`);
const invalidJson = fails('invalid_json', 'Invalid JSON response from API');
const invalidFormat = fails('invalid_format', 'Invalid response format from API');
const unexpectedFormat = fails(
  'invalid_format',
  'Unexpected response format from the uncensored-chat provider',
);
const emptyResponse = fails('invalid_format', 'Empty response from the general-purpose provider');
const unreachable = fails('network', 'Connection error: the API could not be reached');
const interrupted = fails('interrupted', 'Connection error: the reply ended before it was complete');
const timedOut = fails('timeout', 'Request timed out after 30 seconds');

const partial = 'You said:';
const after = 2;

type Expected = Outcome | Fault['outcome'];
const fault = (name: string, behavior: Behavior, expected: Expected, isSilent = false): Fault => ({
  name,
  behavior,
  isSilent,
  outcome: typeof expected === 'function' ? expected : () => expected,
});

/** Returns the error text for an unreadable format. ModelsLab has a different one. */
const unreadable = (kind: FaultyKind) => (kind === 'modelslab' ? unexpectedFormat : invalidFormat);

const refusal = (status: number, body: unknown): Behavior => ({ kind: 'status', status, body });
const says = (message: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  error: { message, ...fields },
});
const bytes = (contentType: string, body: string | Uint8Array): Behavior => ({
  kind: 'raw',
  headers: { 'content-type': contentType },
  body,
});

const fortyWords = 'Something is wrong here. '.repeat(40);
const events = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n';
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const utf16 = new Uint8Array(
  new Uint16Array(Array.from('{"choices":[]}', (letter) => letter.charCodeAt(0))).buffer,
);

const refusals: readonly Fault[] = [
  fault(
    '400 with a reason',
    refusal(400, says('The prompt is too long')),
    badRequest('The prompt is too long'),
  ),
  fault('400 without a reason', refusal(400, {}), badRequest('Invalid request parameters')),
  fault(
    '400 that repeats a key',
    refusal(400, says('Wrong key sk-other-0123456789abcdef')),
    badRequest('Wrong key [hidden]'),
  ),
  fault('401', refusal(401, says('No')), authentication(401)),
  fault('403 with a page', { kind: 'html', status: 403 }, authentication(403)),
  fault('404', refusal(404, says('Not here')), notFound),
  fault('413 with a page', { kind: 'html', status: 413 }, api(413, 'Bad gateway nginx')),
  fault(
    '422 that names the model',
    refusal(422, says('The model is not loaded')),
    model('The model is not loaded'),
  ),
  fault('429', refusal(429, says('Slow down', { code: 'rate_limit_exceeded' })), api(429, 'Slow down')),
  fault('429 that names the model', refusal(429, says('This model is busy')), model('This model is busy')),
  fault('500', refusal(500, { detail: 'Internal error' }), api(500, 'Internal error')),
  fault('500 at length', refusal(500, fortyWords), api(500, `${fortyWords.slice(0, 199)}…`)),
  fault('502 with a page', { kind: 'html', status: 502 }, api(502, 'Bad gateway nginx')),
  fault('503 in plain words', refusal(503, 'upstream connect error'), api(503, 'upstream connect error')),
  fault('529', refusal(529, says('Overloaded', { type: 'overloaded_error' })), api(529, 'Overloaded')),
  fault('a status that HTTP does not know', refusal(999, says('No')), unreachable),
  fault('a redirect', { kind: 'redirect', location: '/elsewhere' }, unreachable),
];

const unreadables: readonly Fault[] = [
  fault('a page under status 200', { kind: 'html', status: 200 }, invalidJson),
  fault('malformed JSON', { kind: 'malformed-json' }, invalidJson),
  fault('JSON of another shape', { kind: 'wrong-shape' }, unreadable),
  fault('no body', bytes('application/json', ''), invalidJson),
  fault('null for the choices', refusal(200, { choices: null, output: null }), unreadable),
  fault('a reply without text', { kind: 'empty' }, (kind) =>
    kind === 'openai' ? emptyResponse : unreadable(kind),
  ),
  fault(
    'an error under status 200',
    { kind: 'error-event', after: 0, error: { message: 'Slow down', code: 429 } },
    api(429, 'Slow down'),
  ),
  fault('events labeled as JSON', bytes('application/json', events), invalidJson),
  fault('an image', bytes('image/png', png), invalidJson),
  fault('UTF-16', bytes('application/json', utf16), invalidJson),
  fault(
    'unrequested, invalid compression',
    {
      kind: 'raw',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array([0x1f, 0x8b, 0xff, 0xff, 1, 2, 3]),
    },
    invalidJson,
  ),
  fault('more than four megabytes at once', { kind: 'huge-event', bytes: 4_300_000 }, invalidFormat),
];

const broken: readonly Fault[] = [
  fault('a connection broken before the answer', { kind: 'reset', behind: 'request' }, unreachable),
  fault('a connection broken behind the headers', { kind: 'reset', behind: 'headers' }, unreachable),
  fault('a connection broken in the text', { kind: 'cut', after }, (_, isStreaming) =>
    isStreaming ? { ...interrupted, text: partial } : unreachable,
  ),
  fault('an end in the text', { kind: 'end-early', after }, (_, isStreaming) =>
    isStreaming ? { ...interrupted, text: partial } : invalidJson,
  ),
  fault(
    'an error in the text',
    { kind: 'error-event', after, error: { message: 'The engine broke', type: 'server_error', code: 500 } },
    (_, isStreaming) => ({ ...api(500, 'The engine broke'), text: isStreaming ? partial : '' }),
  ),
  fault(
    'a body shorter than announced',
    {
      kind: 'raw',
      headers: { 'content-type': 'application/json', 'content-length': '1000' },
      body: '{"choices":[',
      ending: 'close',
    },
    unreachable,
  ),
  fault('another protocol', { kind: 'no-http' }, unreachable),
  fault('huge headers', { kind: 'raw', headers: { 'x-long': 'x'.repeat(100_000) }, body: '{}' }, unreachable),
];

const silences: readonly Fault[] = [
  fault('a black hole', { kind: 'black-hole' }, timedOut, true),
  fault('headers after a minute', { kind: 'pace', first: 60_000 }, timedOut, true),
  fault('endless comments', { kind: 'comments', between: 100 }, timedOut, true),
  fault(
    'silence in the text',
    { kind: 'stall', after },
    (_, isStreaming) => (isStreaming ? { ...timedOut, text: partial } : timedOut),
    true,
  ),
];

/** Forty-one faults, each with the error that the caller must receive (document B §8). */
export const faultCatalog: readonly Fault[] = [...refusals, ...unreadables, ...broken, ...silences];

/** Returns the fault that a request names in its last message. For `vendor.always`. */
export function behaviorNamed(body: Readonly<Record<string, unknown>>): Behavior | undefined {
  const question = questionOf(body);
  return faultCatalog.find(({ name }) => name === question)?.behavior;
}
