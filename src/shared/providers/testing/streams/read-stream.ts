import type { CompletionUsage, Delta, FinishReason } from '../../../completion/completion.ts';
import type { CompletionError } from '../../../completion/error.ts';
import { streamCompletion } from '../../stream-completion.ts';
import type { DialectName } from '../../vendor.ts';
import { collectDeltas } from '../collect.ts';
import { streamOptions, request, vendorAt } from '../vendors.ts';
import type { RecordedStream, StreamEnd } from './recorded-stream.ts';

/** Where the bytes of a stream are cut: nowhere, before one byte, or before every byte. */
export type Cut = 'nowhere' | 'everywhere' | number;

function piecesOf(body: Uint8Array<ArrayBuffer>, cut: Cut): readonly Uint8Array<ArrayBuffer>[] {
  if (cut === 'nowhere') return [body];
  if (cut === 'everywhere') return Array.from(body, (_, index) => body.subarray(index, index + 1));
  return [body.subarray(0, cut), body.subarray(cut)];
}

export function responseOf({ body, contentType }: RecordedStream, cut: Cut): Response {
  const pieces = piecesOf(body, cut);
  let next = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces[next];
      next += 1;
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  return new Response(stream, { headers: { 'content-type': contentType } });
}

export const streamEndpoints: Readonly<Record<DialectName, string>> = {
  'openai-style': 'https://vendor.example/v1/chat/completions',
  'openai-responses': 'https://vendor.example/v1/responses',
  anthropic: 'https://vendor.example/v1/messages',
  gemini: 'https://vendor.example/v1beta',
};

/** A reader's result, in a form that tests can compare. */
interface Comparable {
  readonly text: string;
  readonly reasoning: string;
  readonly finishReason: FinishReason | undefined;
  readonly usage: readonly [number, number] | undefined;
  readonly error: string | undefined;
}

const errorLine = (error: CompletionError | undefined) => error && `${error.code}: ${error.message}`;

/** Replaces an unknown reason, which OpenAI's chunks cannot express. */
const sentReason = (reason: FinishReason | undefined) => (reason === 'unknown' ? 'stop' : reason);

interface StreamResult {
  readonly deltas: readonly Delta[];
  readonly error: CompletionError | undefined;
}

export type ReadStream = (dialect: DialectName, stream: RecordedStream, cut: Cut) => Promise<StreamResult>;

function resultOf({ deltas, error }: StreamResult, expected: StreamEnd): Comparable {
  let usage: CompletionUsage | undefined;
  let finishReason: FinishReason | undefined;
  for (const delta of deltas) {
    usage = delta.usage ?? usage;
    finishReason = delta.finishReason ?? finishReason;
  }
  return {
    text: deltas.map(({ text }) => text).join(''),
    reasoning: deltas.map(({ reasoning = '' }) => reasoning).join(''),
    // A failed reply has no finish reason and no usage.
    finishReason: error ? undefined : sentReason(finishReason),
    // The gateway estimates usage that the vendor doesn't report.
    usage: usage && expected.usage && [usage.promptTokens, usage.completionTokens],
    error: errorLine(error),
  };
}

const expectedOf = ({ text, reasoning = '', finishReason, usage, error }: StreamEnd): Comparable => ({
  text,
  reasoning,
  finishReason: sentReason(finishReason),
  usage,
  error: errorLine(error),
});

/** Returns the difference between the result and the expected end of the stream. Undefined if there is none. */
export async function differenceOf(
  read: ReadStream,
  dialect: DialectName,
  stream: RecordedStream,
  cut: Cut,
): Promise<string | undefined> {
  const received = JSON.stringify(resultOf(await read(dialect, stream, cut), stream.end));
  const expected = JSON.stringify(expectedOf(stream.end));
  if (received === expected) return undefined;
  return `${dialect}, ${stream.name}, cut ${cut}:\n  received ${received}\n  expected ${expected}`;
}

/** Reads with the provider client only, without a gateway or a service. */
export const readDirectly: ReadStream = (dialect, stream, cut) =>
  collectDeltas(
    streamCompletion(
      vendorAt('hub', streamEndpoints[dialect], { config: { dialect } }),
      request(),
      streamOptions({ fetch: async () => responseOf(stream, cut) }),
    ),
  );
