import type { CompletionRequest } from '../../completion/completion.ts';
import { checkConnection } from '../check-connection.ts';
import { generateImage } from '../generate-image.ts';
import { listModels } from '../list-models.ts';
import { streamCompletion } from '../stream-completion.ts';
import { parseVendorConfig, type Vendor } from '../vendor.ts';
import { collectDeltas } from './collect.ts';
import { request, vendorAt } from './vendors.ts';

/** The call of a golden file: its kind, its vendor, and its differences from the usual request. */
export interface GoldenCall {
  readonly call: 'completion' | 'vendor-test' | 'key-test' | 'models' | 'image';
  readonly vendor: string;
  readonly endpoint: string;
  readonly key?: null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly model?: string;
  readonly request?: Partial<CompletionRequest>;
}

/** A golden file: the call, the sent request, the response, and the result of reading it. */
export interface GoldenFile {
  readonly asked: GoldenCall;
  readonly sent: string;
  readonly answered: string;
  readonly read: string;
}

/** Splits a golden file at its headings `### asked`, `### sent`, `### answered`, `### read`. */
export function parseGolden(text: string): GoldenFile {
  const sections = new Map(
    text
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end).trim(), section.slice(end + 1).trim()] as const;
      }),
  );
  const section = (name: string) => sections.get(name) ?? '';
  return {
    asked: JSON.parse(section('asked')) as GoldenCall,
    sent: section('sent'),
    answered: section('answered'),
    read: section('read'),
  };
}

const formatJson = (value: unknown) => JSON.stringify(value, null, 2);

/** Formats a request like the golden files: method and URL, headers by name, body. */
async function formatRequest(sent: Request): Promise<string> {
  const headers = [...sent.headers].map(([name, value]) => `${name}: ${value}`);
  const text = await sent.text();
  const body = text === '' ? [] : ['', formatJson(JSON.parse(text))];
  return [`${sent.method} ${sent.url}`, ...headers, ...body].join('\n');
}

/** Returns the body of the response in a golden file. Events keep their blank lines. */
export const goldenBody = (answered: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${answered.split('\n\n').slice(1).join('\n\n')}\n\n`);

/** Creates the response in a golden file. The body arrives in two pieces if `splitAt` is set. */
export function goldenResponse(answered: string, splitAt = 0): Response {
  const [head = ''] = answered.split('\n\n');
  const body = goldenBody(answered);
  const [status, ...headers] = head.split('\n');
  const pairs = headers.map((line) => line.split(': ', 2) as [string, string]);
  const pieces = new ReadableStream<Uint8Array>({
    start: (stream) => {
      stream.enqueue(body.slice(0, splitAt));
      stream.enqueue(body.slice(splitAt));
      stream.close();
    },
  });
  return new Response(pieces, { status: Number(status), headers: pairs });
}

function makeCall(asked: GoldenCall, vendor: Vendor, fetch: typeof globalThis.fetch): Promise<unknown> {
  const { signal } = new AbortController();
  const model = asked.model ?? 'some/model';
  switch (asked.call) {
    case 'completion':
      return collectDeltas(
        streamCompletion(vendor, request({ model, ...asked.request }), {
          signal,
          fetch,
          requestId: 'request-1',
          wait: () => Promise.resolve(),
        }),
      ).then(({ deltas, error }) =>
        error ? [...deltas, { error: { code: error.code, message: error.message } }] : deltas,
      );
    case 'vendor-test':
      return checkConnection(vendor, model, { signal, fetch, purpose: 'vendor' });
    case 'key-test':
      return checkConnection(vendor, model, { signal, fetch, purpose: 'key' });
    case 'models':
      return listModels(vendor, { signal, fetch });
    case 'image':
      return generateImage(
        vendor,
        { prompt: 'A fox in the snow', size: '1024x1024', quality: 'high' },
        { signal, fetch },
      ).then((image) =>
        image.kind === 'bytes' ? { kind: 'bytes', base64: btoa(String.fromCharCode(...image.bytes)) } : image,
      );
  }
}

/** Makes the call of a golden file. Resolves to the request (`nothing` if there was none) and the result. */
export async function runGolden(
  { asked, answered }: Pick<GoldenFile, 'asked' | 'answered'>,
  splitAt?: number,
) {
  let sent = 'nothing';
  const vendor = vendorAt(asked.vendor, asked.endpoint, {
    ...(asked.key === null && { apiKey: null }),
    ...(asked.headers && { headers: asked.headers }),
    config: parseVendorConfig(asked.config ?? {}),
  });
  const read = await makeCall(asked, vendor, async (input, init) => {
    sent = await formatRequest(new Request(input, init));
    return goldenResponse(answered, splitAt);
  });
  return { sent, read: Array.isArray(read) ? readableList(read) : formatJson(read) };
}

/** Puts each entry on its own line, so that lists of deltas are readable. */
const readableList = (list: readonly unknown[]) =>
  list.length === 0 ? '[]' : `[\n${list.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]`;
