import type { Delta } from '../../completion/completion.ts';
import type { CompletionError } from '../../completion/error.ts';

/** All deltas of a stream, and the failure that ended it. */
export interface CollectedStream {
  readonly deltas: readonly Delta[];
  readonly text: string;
  readonly error: CompletionError | undefined;
}

/** Reads a whole stream. Returns a failure instead of throwing it, because the text before it also matters. */
export async function collectDeltas(stream: AsyncIterable<Delta>): Promise<CollectedStream> {
  const deltas: Delta[] = [];
  let error: CompletionError | undefined;
  try {
    for await (const delta of stream) deltas.push(delta);
  } catch (thrown) {
    error = thrown as CompletionError;
  }
  return { deltas, text: deltas.map(({ text }) => text).join(''), error };
}
